package swar

import (
	"testing"
	"unicode/utf8"
)

// TestAlnums compares the eight at a time with each byte.
func TestAlnums(t *testing.T) {
	for c := range utf8.RuneSelf {
		for at := range 8 {
			b := []byte("\x7f\x00 zZ/:@")
			b[at] = byte(c)
			x, ok := Load(string(b), 0)
			if !ok {
				t.Fatalf("%q is not ASCII", b)
			}
			for i, c := range b {
				if got := Alnums(x)>>(8*i)&0xff == 0x80; got != ('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z') {
					t.Fatalf("%q: byte %d: %v", b, i, got)
				}
			}
		}
	}
}
