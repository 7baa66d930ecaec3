/* What classes are made of, and which functions begin and end their objects. */
#ifndef SNAG_FRONT_CLASSES_H
#define SNAG_FRONT_CLASSES_H

#include "front/front.h"

/* Constructors, destructor and virtual methods of an instantiated class: only the list of the unit's declarations has them. */
void class_note_member(struct front *front, CXCursor method);
/* Whether nobody wrote what is in it: implicit, or `= default`. */
bool class_is_implicit(CXCursor constructor, CXCursor class_);
/* The class of a type that is one, where it is defined; the null cursor for any other. */
CXCursor class_of_type(CXType type);
/* Of the class's definition: declarations in it, and what is known of an instance. In the scratch arena. */
struct kids class_members(struct front *front, CXCursor class_);
/* Its bases in order, in the scratch arena. Those of an instance that depend on its parameters aren't known. */
struct kids class_bases(struct front *front, CXCursor class_);
struct kids class_fields(struct front *front, CXCursor class_);
CXCursor class_field_default(struct front *front, CXCursor field);

/* What makes an object that is given nothing; IR_NONE where nothing happens. */
uint32_t class_constructor(struct front *front, CXType type);
/* What ends an object; IR_NONE where nothing happens. Elements of an array are `type`. */
uint32_t class_destructor(struct front *front, CXType type);
/* What gives the members of its own their first content; IR_NONE where nothing does. */
uint32_t class_member_initializer(struct front *front, CXType type);
bool class_has_virtual_destructor(struct front *front, CXType type);
/* What a library's class owns and ends with itself; CXType_Invalid behind the last one. */
bool class_shares(struct front *front, CXCursor class_); /* … with other objects that own the same */
CXType class_owned(struct front *front, CXCursor class_, unsigned index);

/* Objects of the class come to be: its virtual methods may be called. */
void class_reach(struct front *front, CXCursor constructor);
/* Methods that a method overrides, near and far. */
void class_overridden(struct front *front, CXCursor method, struct ir_function *function);
/* The same of a destructor that nobody wrote. */
void class_overridden_destructors(struct front *front, CXCursor class_, struct ir_function *function);

#endif
