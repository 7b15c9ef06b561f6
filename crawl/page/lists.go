package page

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// itemRun watches the children of an element to recognise a list without list
// markup: three or more children in a row of one kind, that is articles, or
// elements of one class.
type itemRun struct {
	name, class string // of the last child
	run         uint8  // number of equal children in a row
	found       bool
}

// add takes the next child. It is true once, when the children turn out to be
// items of a list.
func (s *itemRun) add(tag atom.Atom, name, class string) bool {
	if s.found {
		return false
	}
	class = itemClass(tag, class)
	able := tag == atom.Article || class != ""
	switch {
	case able && s.name == name && s.class == class:
		s.run++
	case able:
		s.run = 1
	default:
		s.run = 0
	}
	s.name, s.class = name, class
	s.found = s.run >= 3
	return s.found
}

// itemClass returns the first class of an element that can be such an item.
func itemClass(tag atom.Atom, class string) string {
	switch tag {
	case atom.Div, atom.Section, atom.Article, atom.A:
		first, _, _ := strings.Cut(class, " ")
		return first
	}
	return ""
}
