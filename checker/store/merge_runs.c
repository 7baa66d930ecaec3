/* Runs with what each saw: sets of occurrences by their content, snapshots, and parts of one run made whole. */
#include "store/merging.h"

/* Every row of a set as a text of names, one database after the other. */
#define SET_LINES(db) \
	"INSERT OR IGNORE INTO set_line SELECT o.set_id, json_array(s.fp, s.ord, p.key, o.carried, o.line, o.col, o.end_line," \
	"  o.end_col, o.context, o.level, o.confidence, o.message, o.fix, o.path_steps) FROM " db ".occurrence o" \
	"  JOIN " db ".site s ON s.id = o.site_id LEFT JOIN " db ".program p ON p.id = o.program_id;" \
	"INSERT OR IGNORE INTO set_line SELECT t.set_id, json_array((SELECT min(s.fp || '/' || s.ord) FROM " db ".occurrence o" \
	"  JOIN " db ".site s ON s.id = o.site_id WHERE o.set_id = t.set_id AND o.finding_id = t.finding_id), t.n, f.path," \
	"  t.line, t.col, t.end_line, t.end_col, t.text) FROM " db ".step t JOIN " db ".file f ON f.id = t.file_id;" \
	"INSERT INTO " db "_set SELECT set_id, group_concat(text, char(10)) FROM set_line GROUP BY set_id;" \
	"DELETE FROM set_line;"

static const char sets_sql[] =
	"CREATE TEMP TABLE set_line(set_id INT, text TEXT, PRIMARY KEY(set_id, text)) WITHOUT ROWID;"
	"CREATE TEMP TABLE main_set(id INTEGER PRIMARY KEY, text TEXT NOT NULL);"
	"CREATE TEMP TABLE other_set(id INTEGER PRIMARY KEY, text TEXT NOT NULL);"
	SET_LINES("main") SET_LINES("other")
	"CREATE INDEX temp.main_set_by_text ON main_set(text);"
	"UPDATE main.snapshot_unit SET set_id = same.kept FROM (SELECT a.id, min(b.id) AS kept FROM main_set a"
	"  JOIN main_set b USING(text) GROUP BY a.id HAVING kept <> a.id) same WHERE same.id = snapshot_unit.set_id;"
	"CREATE TEMP TABLE set_map(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"INSERT INTO set_map SELECT o.id, min(m.id) FROM other_set o JOIN main_set m USING(text) GROUP BY o.id;"
	"CREATE TEMP TABLE new_set(old INTEGER PRIMARY KEY, new INT, text TEXT NOT NULL);"
	"INSERT INTO new_set SELECT min(id), NULL, text FROM other_set WHERE id NOT IN (SELECT old FROM set_map) GROUP BY text;"
	"INSERT INTO main.occurrence_set(digest) SELECT 'merging ' || old FROM new_set;"
	"UPDATE new_set SET new = (SELECT id FROM main.occurrence_set WHERE digest = 'merging ' || old);"
	"UPDATE main.occurrence_set SET digest = 'merged ' || hex(randomblob(16)) WHERE digest GLOB 'merging *';"
	"INSERT INTO set_map SELECT o.id, n.new FROM other_set o JOIN new_set n USING(text)"
	"  WHERE o.id NOT IN (SELECT old FROM set_map);"
	"INSERT INTO stage_occurrence SELECT n.new, f.new, p.new, s.new, o.carried, o.line, o.col, o.end_line, o.end_col,"
	"  o.context, o.level, o.confidence, o.message, o.fix, o.path_steps FROM other.occurrence o"
	"  JOIN new_set n ON n.old = o.set_id JOIN finding_map f ON f.old = o.finding_id"
	"  JOIN program_map p ON p.old = o.program_id JOIN site_map s ON s.old = o.site_id;"
	"INSERT INTO stage_step SELECT n.new, f.new, 'other ' || t.finding_id, t.n, m.new, t.line, t.col, t.end_line,"
	"  t.end_col, t.text FROM other.step t JOIN new_set n ON n.old = t.set_id"
	"  JOIN finding_map f ON f.old = t.finding_id JOIN file_map m ON m.old = t.file_id;";

bool merge_sets(struct store *store, struct err *err)
{
	return store_exec(store, sets_sql, err) && merge_settle(store, err);
}

#define AS_IT_IS(column, map) column
#define MAPPED(column, map) "(SELECT new FROM " map " WHERE old = " column ")"

/* All that a database says of each run, as texts of names: what one says and the other doesn't is to be taken over. */
#define RUN_LINES(db, in_main) \
	"SELECT r.uuid, json_array('run', r.branch, r.commit_id, r.started_at, r.closed_at, r.tool_version, r.config_hash," \
	" r.ms, (SELECT b.uuid FROM " db ".run b WHERE b.id = r.base_id)) FROM " db ".run r" \
	" UNION ALL SELECT r.uuid, json_array('rule', k.key) FROM " db ".run r JOIN " db ".snapshot_rule x USING(snapshot_id)" \
	"  JOIN " db ".rule k ON k.id = x.rule_id" \
	" UNION ALL SELECT r.uuid, json_array('unit', f.path, t.config, u.status, " in_main("u.set_id", "set_map") "," \
	"  u.input_hash, u.note) FROM " db ".run r JOIN " db ".snapshot_unit u USING(snapshot_id)" \
	"  JOIN " db ".tu t ON t.id = u.tu_id JOIN " db ".file f ON f.id = t.main_file" \
	" UNION ALL SELECT r.uuid, json_array('program', p.key, x.complete) FROM " db ".run r" \
	"  JOIN " db ".snapshot_program x USING(snapshot_id) JOIN " db ".program p ON p.id = x.program_id" \
	" UNION ALL SELECT r.uuid, json_array('member', p.key, " in_main("x.tu_id", "unit_map") ") FROM " db ".run r" \
	"  JOIN " db ".snapshot_program_unit x USING(snapshot_id) JOIN " db ".program p ON p.id = x.program_id" \
	" UNION ALL SELECT r.uuid, json_array('decision', " in_main("d.finding_id", "finding_map") ", d.source, d.kind," \
	"  d.reason, d.author, d.until) FROM " db ".run r JOIN " db ".decision d USING(snapshot_id)" \
	" UNION ALL SELECT r.uuid, json_array('marker', f.path, m.line, m.col, m.rule, m.kind, m.until, m.reason, m.state)" \
	"  FROM " db ".run r JOIN " db ".marker m USING(snapshot_id) JOIN " db ".file f ON f.id = m.file_id" \
	" UNION ALL SELECT r.uuid, json_array('change', " in_main("c.finding_id", "finding_map") ", c.state," \
	"  " in_main("c.was_id", "finding_map") ") FROM " db ".run r JOIN " db ".change c ON c.run_id = r.id" \
	" UNION ALL SELECT r.uuid, json_array('gone', f.path) FROM " db ".run r JOIN " db ".run_gone g ON g.run_id = r.id" \
	"  JOIN " db ".file f ON f.id = g.file_id"

/* The base is set once all runs are there; of two, one that any order of merging chooses. */
static const char runs_sql[] =
	"CREATE TEMP TABLE taken(uuid TEXT PRIMARY KEY, known INT NOT NULL) WITHOUT ROWID;"
	"INSERT INTO taken SELECT DISTINCT uuid, uuid IN (SELECT uuid FROM main.run) FROM ("
	"  SELECT * FROM (" RUN_LINES("other", MAPPED) ") EXCEPT SELECT * FROM (" RUN_LINES("main", AS_IT_IS) "));"
	"CREATE TEMP TABLE snapshot_map(old INTEGER PRIMARY KEY, new INT);"
	"INSERT INTO snapshot_map SELECT DISTINCT o.snapshot_id, NULL FROM other.run o JOIN taken USING(uuid)"
	"  WHERE o.snapshot_id IS NOT NULL;"
	"INSERT INTO main.snapshot(digest) SELECT 'merging ' || old FROM snapshot_map;"
	"UPDATE snapshot_map SET new = (SELECT id FROM main.snapshot WHERE digest = 'merging ' || old);"
	"UPDATE main.snapshot SET digest = 'merged ' || hex(randomblob(16)) WHERE digest GLOB 'merging *';"
	"INSERT INTO main.snapshot_rule SELECT n.new, r.new FROM other.snapshot_rule x"
	"  JOIN snapshot_map n ON n.old = x.snapshot_id JOIN rule_map r ON r.old = x.rule_id;"
	"INSERT INTO main.snapshot_unit(snapshot_id, tu_id, status, set_id, input_hash, note) SELECT n.new, t.new, x.status,"
	"  s.new, x.input_hash, x.note FROM other.snapshot_unit x JOIN snapshot_map n ON n.old = x.snapshot_id"
	"  JOIN unit_map t ON t.old = x.tu_id LEFT JOIN set_map s ON s.old = x.set_id;"
	"INSERT INTO main.snapshot_program SELECT n.new, p.new, x.complete FROM other.snapshot_program x"
	"  JOIN snapshot_map n ON n.old = x.snapshot_id JOIN program_map p ON p.old = x.program_id;"
	"INSERT INTO main.snapshot_program_unit SELECT n.new, p.new, t.new FROM other.snapshot_program_unit x"
	"  JOIN snapshot_map n ON n.old = x.snapshot_id JOIN program_map p ON p.old = x.program_id"
	"  JOIN unit_map t ON t.old = x.tu_id;"
	"INSERT INTO stage_decision SELECT n.new, f.new, x.source, x.kind, x.reason, x.author, x.until FROM other.decision x"
	"  JOIN snapshot_map n ON n.old = x.snapshot_id JOIN finding_map f ON f.old = x.finding_id;"
	"INSERT INTO main.marker SELECT n.new, f.new, x.line, x.col, x.rule, x.kind, x.until, x.reason, x.state"
	"  FROM other.marker x JOIN snapshot_map n ON n.old = x.snapshot_id JOIN file_map f ON f.old = x.file_id;"
	"INSERT INTO main.run(uuid, branch, commit_id, started_at, closed_at, tool_version, config_hash, ms, snapshot_id,"
	"  findings, suppressed, unchecked) SELECT o.uuid, o.branch, o.commit_id, o.started_at, o.closed_at, o.tool_version,"
	"  o.config_hash, o.ms, s.new, o.findings, o.suppressed, o.unchecked FROM other.run o"
	"  JOIN taken ON taken.uuid = o.uuid AND NOT known LEFT JOIN snapshot_map s ON s.old = o.snapshot_id;"
	"UPDATE main.run SET seq = NULL, branch = max(run.branch, o.branch),"
	"  commit_id = nullif(max(ifnull(run.commit_id, ''), ifnull(o.commit_id, '')), ''),"
	"  started_at = min(run.started_at, o.started_at),"
	"  closed_at = max(ifnull(run.closed_at, o.closed_at), ifnull(o.closed_at, run.closed_at)),"
	"  tool_version = max(run.tool_version, o.tool_version), config_hash = max(run.config_hash, o.config_hash),"
	"  ms = max(run.ms, o.ms) FROM other.run o JOIN taken ON taken.uuid = o.uuid AND known WHERE o.uuid = run.uuid;"
	"UPDATE main.run SET base_id = (SELECT b.id FROM main.run b WHERE b.id = run.base_id OR b.uuid = (SELECT ob.uuid"
	"  FROM other.run o JOIN other.run ob ON ob.id = o.base_id WHERE o.uuid = run.uuid) ORDER BY b.uuid DESC LIMIT 1)"
	"  WHERE uuid IN (SELECT uuid FROM taken);";

/* What is known of a unit, from the most to the least: analysed, in part, not at all, left the build. */
#define UNIT_CLASS \
	"CASE WHEN x.status IN ('ok', 'cached') THEN 0 WHEN x.status = 'partial' THEN 1 WHEN x.status = 'gone' THEN 3 ELSE 2 END"
/* Letters in the order in which one status is told before another of its class. */
#define STATUS_LETTER \
	"substr('abcdefghi', instr('ok      cached  partial failed  timeout crashed skipped carried gone', x.status) / 8 + 1, 1)"

/*
 * A run of which both databases have a part: `a` is what main saw, `b` what the
 * other did, `c` becomes both. Of each unit the class that knows the most holds;
 * within it everything that was found does.
 */
static const char parts_sql[] =
	"CREATE TEMP TABLE part(run_id INT NOT NULL, a INT, b INT NOT NULL, c INT);"
	"INSERT INTO part SELECT m.id, m.snapshot_id, s.new, NULL FROM taken JOIN main.run m USING(uuid)"
	"  JOIN other.run o USING(uuid) JOIN snapshot_map s ON s.old = o.snapshot_id WHERE known;"
	"INSERT INTO main.snapshot(digest) SELECT 'merging ' || run_id FROM part;"
	"UPDATE part SET c = (SELECT id FROM main.snapshot WHERE digest = 'merging ' || run_id);"
	"UPDATE main.snapshot SET digest = 'merged ' || hex(randomblob(16)) WHERE digest GLOB 'merging *';"
	"INSERT INTO main.snapshot_rule SELECT DISTINCT c, rule_id FROM part JOIN main.snapshot_rule x"
	"  ON x.snapshot_id IN (a, b);"
	"CREATE TEMP TABLE best_unit AS SELECT c, tu_id, letter, status, set_id, input_hash, note FROM (SELECT part.c, x.*,"
	"  " STATUS_LETTER " AS letter, " UNIT_CLASS " AS class, min(" UNIT_CLASS ") OVER (PARTITION BY part.c, x.tu_id) AS best"
	"  FROM part JOIN main.snapshot_unit x ON x.snapshot_id IN (part.a, part.b)) WHERE class = best;"
	"CREATE TEMP TABLE joined_set AS SELECT c, tu_id, NULL AS set_id FROM best_unit GROUP BY c, tu_id"
	"  HAVING count(DISTINCT set_id) > 1;"
	"INSERT INTO main.occurrence_set(digest) SELECT 'merging ' || c || ' ' || tu_id FROM joined_set;"
	"UPDATE joined_set SET set_id = (SELECT id FROM main.occurrence_set WHERE digest = 'merging ' || c || ' ' || tu_id);"
	"UPDATE main.occurrence_set SET digest = 'merged ' || hex(randomblob(16)) WHERE digest GLOB 'merging *';"
	"INSERT INTO main.snapshot_unit(snapshot_id, tu_id, status, set_id, input_hash, note) SELECT c, tu_id,"
	"  substr(min(letter || status), 2), ifnull((SELECT j.set_id FROM joined_set j WHERE j.c = best_unit.c"
	"  AND j.tu_id = best_unit.tu_id), max(set_id)), max(input_hash), max(note) FROM best_unit GROUP BY c, tu_id;"
	"INSERT INTO stage_occurrence SELECT DISTINCT j.set_id, o.finding_id, o.program_id, o.site_id, o.carried, o.line,"
	"  o.col, o.end_line, o.end_col, o.context, o.level, o.confidence, o.message, o.fix, o.path_steps FROM joined_set j"
	"  JOIN best_unit u USING(c, tu_id) JOIN main.occurrence o ON o.set_id = u.set_id;"
	"INSERT INTO stage_step SELECT DISTINCT j.set_id, t.finding_id, 'set ' || u.set_id, t.n, t.file_id, t.line, t.col,"
	"  t.end_line, t.end_col, t.text FROM joined_set j JOIN best_unit u USING(c, tu_id)"
	"  JOIN main.step t ON t.set_id = u.set_id;"
	"INSERT INTO main.snapshot_program SELECT c, program_id, min(complete) FROM part JOIN main.snapshot_program x"
	"  ON x.snapshot_id IN (a, b) GROUP BY c, program_id;"
	"INSERT INTO main.snapshot_program_unit SELECT DISTINCT c, program_id, tu_id FROM part"
	"  JOIN main.snapshot_program_unit x ON x.snapshot_id IN (a, b);"
	"INSERT INTO stage_decision SELECT c, finding_id, source, kind, reason, author, until FROM part JOIN main.decision x"
	"  ON x.snapshot_id IN (a, b);"
	"INSERT INTO main.marker SELECT c, file_id, line, col, rule, kind, until, reason, state FROM (SELECT c, x.*,"
	"  row_number() OVER (PARTITION BY c, file_id, line, col, rule ORDER BY CASE state WHEN 'used' THEN 0 WHEN 'expired'"
	"  THEN 1 WHEN 'unchecked' THEN 2 ELSE 3 END, kind, until, reason) AS place FROM part JOIN main.marker x"
	"  ON x.snapshot_id IN (a, b)) WHERE place = 1;"
	"UPDATE main.run SET snapshot_id = part.c FROM part WHERE part.run_id = run.id;";

bool merge_runs(struct store *store, struct err *err)
{
	return store_exec(store, runs_sql, err) && merge_settle(store, err) && store_exec(store, parts_sql, err) &&
	       merge_settle(store, err);
}
