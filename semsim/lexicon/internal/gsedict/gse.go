//go:build !packed

package gsedict

import (
	_ "unsafe" // for go:linkname

	_ "github.com/go-ego/gse" // embeds the list
)

// zhS is gse's simplified Chinese list. gse exports it only together with its other
// lists; the linker leaves out what nobody names. If a later gse calls it otherwise,
// it is empty here, and TestListIsGses fails.
//
//go:linkname zhS github.com/go-ego/gse.zhS
var zhS string

// Simplified returns gse's list of simplified Chinese, a line "word frequency class" for
// each word. It is empty in a program built with gse's tag ne.
func Simplified() (string, error) { return zhS, nil }
