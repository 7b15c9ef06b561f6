package bib

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// accents are the commands that put a mark on the letter after them, as combining characters.
func accent(c byte) string {
	switch c {
	case '\'':
		return "\u0301"
	case '`':
		return "\u0300"
	case '^':
		return "\u0302"
	case '"':
		return "\u0308"
	case '~':
		return "\u0303"
	case '=':
		return "\u0304"
	case '.':
		return "\u0307"
	case 'c':
		return "\u0327"
	case 'v':
		return "\u030c"
	case 'u':
		return "\u0306"
	case 'H':
		return "\u030b"
	}
	return ""
}

// letter is the text of a command that is a letter.
func letter(command string) string {
	switch command {
	case "ss":
		return "ß"
	case "ae":
		return "æ"
	case "AE":
		return "Æ"
	case "oe":
		return "œ"
	case "o":
		return "ø"
	case "O":
		return "Ø"
	case "l":
		return "ł"
	case "L":
		return "Ł"
	case "aa":
		return "å"
	case "AA":
		return "Å"
	case "i":
		return "i"
	}
	return ""
}

// plain is a value as text: braces and commands are gone, accents are on their letters, and
// white space is single.
func plain(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i = command(s, i+1, &b)
		case c == '{' || c == '}' || c == '$':
			i++
		case c == '~':
			b.WriteByte(' ')
			i++
		case c == '-' && strings.HasPrefix(s[i:], "--"):
			b.WriteString("–")
			i += len(s[i:]) - len(strings.TrimLeft(s[i:], "-"))
		default:
			b.WriteByte(c)
			i++
		}
	}
	return norm.NFC.String(strings.Join(strings.Fields(b.String()), " "))
}

// command reads a command from its name on, and returns where what follows begins.
func command(s string, i int, b *strings.Builder) int {
	n := 0
	for i+n < len(s) && (s[i+n] >= 'a' && s[i+n] <= 'z' || s[i+n] >= 'A' && s[i+n] <= 'Z') {
		n++
	}
	name := s[i : i+max(n, 1)]
	rest := i + len(name)
	if len(name) == 1 {
		if mark := accent(name[0]); mark != "" {
			if at := rest + len(s[rest:]) - len(strings.TrimLeft(s[rest:], "{ \\")); at < len(s) {
				if r, size := utf8.DecodeRuneInString(s[at:]); unicode.IsLetter(r) {
					b.WriteRune(r)
					b.WriteString(mark)
					return at + size
				}
			}
			return rest
		}
	}
	if n == 0 { // \& and the like; \\ is a new line
		if name == `\` {
			name = " "
		}
		b.WriteString(strings.ToValidUTF8(name, ""))
		return rest
	}
	b.WriteString(letter(name))
	if rest < len(s) && s[rest] == ' ' {
		rest++
	}
	return rest
}
