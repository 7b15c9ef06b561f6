package rdfio

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// UnicodeCharset recognises UTF-8 and UTF-16 by a byte order mark, whose length is bom,
// or by the zero bytes of ASCII in UTF-16. The name follows the WHATWG Encoding Standard
// and is empty if the charset is unknown. The encoding is nil for UTF-8.
func UnicodeCharset(head []byte) (enc encoding.Encoding, name string, bom int) {
	le, be := unicode.LittleEndian, unicode.BigEndian
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		return nil, "utf-8", 3
	case bytes.HasPrefix(head, []byte("\xFF\xFE\x00\x00")):
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32le", 4
	case bytes.HasPrefix(head, []byte("\x00\x00\xFE\xFF")):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "utf-32be", 4
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		return unicode.UTF16(le, unicode.IgnoreBOM), "utf-16le", 2
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return unicode.UTF16(be, unicode.IgnoreBOM), "utf-16be", 2
	case len(head) >= 4 && head[1] == 0 && head[3] == 0 && head[0] != 0:
		return unicode.UTF16(le, unicode.IgnoreBOM), "utf-16le", 0
	case len(head) >= 4 && head[0] == 0 && head[2] == 0 && head[1] != 0:
		return unicode.UTF16(be, unicode.IgnoreBOM), "utf-16be", 0
	}
	return nil, "", 0
}

var xmlEncoding = lazyre.Compile(`^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']`)

// DeclaredCharset returns the encoding named in the XML declaration; nil for UTF-8 and
// without a declaration. A declaration that is readable as ASCII but names UTF-16 is
// wrong: Windows editors leave it when they save as UTF-8.
func DeclaredCharset(head []byte) (enc encoding.Encoding, name string, err error) {
	m := xmlEncoding().FindSubmatch(head)
	if m == nil {
		return nil, "", nil
	}
	name = strings.ToLower(string(m[1]))
	if name == "us-ascii" || strings.HasPrefix(name, "utf-16") || name == "utf16" {
		return nil, "", nil
	}
	if enc, err = htmlindex.Get(name); err == nil {
		name, err = htmlindex.Name(enc)
	}
	if err != nil {
		return nil, "", NewSyntaxError(1, 1, "unknown encoding %s in the XML declaration; save the file as UTF-8", Quote(m[1]))
	}
	if name == "utf-8" {
		return nil, "", nil
	}
	return enc, name, nil
}
