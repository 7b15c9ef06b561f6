package maintext

import "strings"

// A token is a word by its hash (FNV-1a). Tokens of different sources differ.
type source uint32

const (
	fromName  source = 'c' // class, id, role and type of an element
	fromWord  source = 'w' // a short block
	fromTitle source = 't'
	fromPath  source = 'u' // the path of the address
	fromHost  source = 's'
	fromQuery source = 'q'
	fromData  source = 'l' // types in JSON-LD
	fromMeta  source = 'm'
	fromKind  source = 'o' // og:type
	fromMaker source = 'g' // generator
)

const prime32 = 16777619

func seed(s source) uint32 { return (2166136261 ^ uint32(s)) * prime32 }

// token is the token of a whole word.
func (s source) token(word string) uint32 {
	h := seed(s)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint32(lower(word[i]))) * prime32
	}
	return h
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// Bounds of the tokens of an element.
const (
	maxNames     = 10
	maxNamePart  = 12
	maxNameBytes = 40
)

// nameTokens appends the tokens of the names of an element: "entryContent-2" has entry
// and content.
func nameTokens(n *Node, to []uint32) []uint32 {
	from := len(to)
	to = parts(n.Class, seed(fromName), to, from)
	to = parts(n.ID, seed(fromName), to, from)
	if n.Role != "" {
		to = append(to, source('r').token(n.Role))
	}
	if n.Schema != "" {
		to = append(to, source('y').token(n.Schema[strings.LastIndexAny(n.Schema, "/:")+1:]))
	}
	return to[:min(len(to), from+maxNames)]
}

// parts appends the tokens of names, each once.
func parts(names string, seed uint32, to []uint32, from int) []uint32 {
	for i, n := 0, 0; i < len(names) && n < maxNamePart; n++ {
		end := i
		for end < len(names) && names[end] > ' ' {
			end++
		}
		if end-i < maxNameBytes {
			to = nameParts(names[i:end], seed, to, from)
		}
		for i = end; i < len(names) && names[i] <= ' '; {
			i++
		}
	}
	return to
}

func nameParts(s string, seed uint32, to []uint32, from int) []uint32 {
	h, n, upper := seed, 0, false
	flush := func() {
		if n > 1 && n < 20 {
			to = appendOnce(to, from, h)
		}
		h, n = seed, 0
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		big := 'A' <= c && c <= 'Z'
		switch {
		case !big && !('a' <= c && c <= 'z'):
			flush()
			continue
		case big && !upper && n > 0, !big && upper && n > 1:
			flush()
		}
		upper = big
		h = (h ^ uint32(c|0x20)) * prime32
		n++
	}
	flush()
	return to
}

func appendOnce(to []uint32, from int, h uint32) []uint32 {
	for _, x := range to[from:] {
		if x == h {
			return to
		}
	}
	return append(to, h)
}

// words appends the tokens of the words of a text, at most most.
func words(s string, from source, to []uint32, most int) []uint32 {
	start := seed(from)
	h, in := start, false
	for i := 0; i < len(s); {
		c := s[i]
		n := 1
		if mayMark(c) {
			n = wideLen(s, i)
		}
		if n > 0 && wordBytes[c] {
			for ; n > 0; n-- {
				h = (h ^ uint32(lower(s[i]))) * prime32
				i++
			}
			in = true
			continue
		}
		if in {
			if to = append(to, h); len(to) >= most {
				return to
			}
		}
		h, in = start, false
		i += max(1, -n)
	}
	if in {
		to = append(to, h)
	}
	return to
}

// mayMark reports the first bytes of marks and spaces beyond ASCII.
func mayMark(c byte) bool { return c == 0xC2 || c == 0xE2 || c == 0xE3 || c == 0xEF }

// wideLen is how many bytes at i are one character of a word; negative if they are a mark
// or a space beyond ASCII.
func wideLen(s string, i int) int {
	if i+2 < len(s) {
		c, d := s[i], s[i+1]
		if c == 0xE2 && (d == 0x80 || d == 0x81) || c == 0xE3 && d == 0x80 || c == 0xEF && d >= 0xBC && d <= 0xBD && !fullLetter(d, s[i+2]) {
			return -3
		}
	}
	if i+1 < len(s) && s[i] == 0xC2 && s[i+1] != 0xAA && s[i+1] != 0xB5 && s[i+1] != 0xBA {
		return -2
	}
	return 1
}

// fullLetter reports letters and digits of full width.
func fullLetter(d, e byte) bool {
	r := int(d&0x3f)<<6 | int(e&0x3f) // of U+F000 and above
	r += 0xF000
	return r >= 0xFF10 && r <= 0xFF19 || r >= 0xFF21 && r <= 0xFF3A || r >= 0xFF41 && r <= 0xFF5A
}

var wordBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80
	}
	return t
}()
