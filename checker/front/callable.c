/* Types of library objects that stand for a function. */
#include "front/front.h"

#include <string.h>

/* Holders in each other, each a template argument of the one around it. */
#define HOLDER_DEPTH_LIMIT 16

static bool is_listed(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

#define LISTED(name, list) is_listed((name), (list), sizeof(list) / sizeof *(list))

bool front_is_callable_record(CXType type)
{
	static const char *const callables[] = {"function", "packaged_task", "move_only_function",
						"_Bind",    "_Bind_front",   "_Mem_fn"};
	static const char *const holders[] = {"shared_ptr", "unique_ptr", "__shared_ptr", "__shared_ptr_access",
					      "optional",   "reference_wrapper"};

	for (int depth = 0; depth < HOLDER_DEPTH_LIMIT; depth++) {
		CXCursor class_;
		CXString spelling;
		bool callable, holder;

		type = clang_getCanonicalType(type);
		if (type.kind != CXType_Record || clang_Type_getNumTemplateArguments(type) < 1)
			return false;
		class_ = clang_getTypeDeclaration(type);
		if (!front_is_system(class_))
			return false;
		spelling = clang_getCursorSpelling(class_);
		callable = LISTED(clang_getCString(spelling), callables);
		holder = LISTED(clang_getCString(spelling), holders);
		clang_disposeString(spelling);
		if (callable || !holder)
			return callable;
		type = clang_Type_getTemplateArgumentAsType(type, 0);
	}
	return false;
}

bool front_is_callable(struct front *front, CXType type)
{
	type = clang_getCanonicalType(type);
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return front->cplusplus && type.kind == CXType_Record &&
	       front_type_at(front, front_type(front, type))->kind == IR_T_POINTER;
}
