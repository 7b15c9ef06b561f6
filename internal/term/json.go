package term

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
)

// WriteJSON writes v as one JSON text and a line break. JSON leaves in strings
// what a terminal obeys all the same (DEL and C1 controls, characters that turn
// the direction of writing): it is escaped, which means the same to a program.
func WriteJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(EscapeJSON(b.Bytes()))
	return err
}

// EscapeJSON escapes such characters in a JSON text, where they can only stand
// In strings.
func EscapeJSON(text []byte) []byte {
	obeyed := func(r rune) bool { return r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r) }
	if bytes.IndexFunc(text, obeyed) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if obeyed(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}
