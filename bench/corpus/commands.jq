# Makes a compile database of what "make -nkw" prints: jq -Rn --arg folder DIRECTORY -f commands.jq
# Folders come from make's own "Entering directory"; recipes of several lines are joined; libtool and echo in front are dropped.

# A list of lines -> one entry a recipe.
def recipes:
	reduce .[] as $line ({ done: [], open: "" };
		if $line | endswith("\\") then .open += ($line | rtrimstr("\\"))
		else .done += [.open + $line] | .open = "" end)
	| .done[];

# What automake asks of the folder at run time; sources lie where the Makefile does.
def without_questions: gsub("`test -f [^`]*`"; "");

def compile:
	capture("(?:^|[\\s;/])(?<command>(?:[a-z0-9_]+-)*(?:gcc|cc|g\\+\\+|c\\+\\+|clang)(?:-[0-9]+)? (?:[^;&|]|\\\\\"[^\"]*\\\\\")*)")
	| .command
	| select(test("\\s-c(\\s|$)") and (test("\\s-[EM]\\s") | not))
	| { command: ., file: (capture("\\s'?\"?(?<file>[^\\s'\"=]+\\.(?:c|cc|cpp|cxx))'?\"?(?:\\s|$)") | .file) };

[inputs] | [recipes]
| reduce .[] as $recipe ({ folders: [$folder], entries: [] };
	($recipe | capture("Entering directory '(?<at>[^']+)'") // null) as $into
	| if $into then .folders += [$into.at]
	  elif $recipe | test("Leaving directory '") then .folders |= .[:-1]
	  else .folders[-1] as $at
		| .entries += [$recipe | without_questions | compile | { directory: $at } + .] end)
| .entries
