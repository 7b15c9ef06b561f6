// Package lazyre compiles regular expressions when they are first needed. Some packages have
// dozens; a program that does not call them should not compile them at its start.
package lazyre

import (
	"regexp"
	"sync"
)

// Compile returns a function that returns the expression, compiled once. It panics, when
// called, if text is no expression (RE2): text is a constant of the program.
func Compile(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
