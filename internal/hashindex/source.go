package hashindex

import (
	"reflect"
	"unsafe"
)

// Source gives memory that the process need not hold, as a mapped file does.
type Source interface {
	// Page returns bytes that are zero and begin at a multiple of 8, nil if there are
	// none: then the page lies in the heap. They stay valid as long as the Source is
	// reachable. Several goroutines may call it.
	Page(bytes int) []byte
}

// From makes the pages that a gets from now on come from a Source, if nothing in T is a
// pointer: the collector does not look there. A nil Source gives none.
func (a *Array[T]) From(s Source) {
	if s == nil || plain(reflect.TypeFor[T]()) {
		a.source = s
	}
}

// Emptied is an empty Array with the Source of a.
func (a *Array[T]) Emptied() Array[T] { return Array[T]{source: a.source} }

func (a *Array[T]) newPage() *[page]T {
	if a.source != nil {
		if b := a.source.Page(int(unsafe.Sizeof([page]T{}))); b != nil {
			return (*[page]T)(unsafe.Pointer(unsafe.SliceData(b)))
		}
	}
	return new([page]T)
}

// plain reports whether nothing in a type is a pointer.
func plain(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Complex128 && k != reflect.Uintptr:
		return true
	case k == reflect.Array:
		return plain(t.Elem())
	case k == reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}
