package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

const (
	// prescan is the range searched for a meta declaration. The WHATWG standard
	// says 1,024 bytes; Chinese portals put scripts before it.
	prescan = 4 << 10
	// maxDamage is the share of U+FFFD among the characters beyond ASCII up to
	// which a declaration is believed.
	maxDamage = 0.02
)

// decode returns body as UTF-8, with the WHATWG name of its encoding. The order follows
// the WHATWG standard (Encoding; HTML 13.2.3.2): byte order mark, header, meta, bytes.
// It departs from the standard where pages declare wrongly: bytes that are valid UTF-8
// are UTF-8 whatever the declaration; a declaration that leaves holes, or makes noise
// of Chinese, is ignored. The error wraps crawl.ErrNotPage: the encoding is one that is
// not read.
func decode(body []byte, contentType string) ([]byte, string, error) {
	if enc, name, n := byteOrderMark(body); enc != nil {
		return convert(enc, body[n:]), name, nil
	}
	if enc, name := wide(body); enc != nil {
		return convert(enc, body), name, nil
	}
	if enc, name := wideHeader(body, contentType); enc != nil {
		return convert(enc, body), name, nil
	}
	enc, name := declared(body, contentType)
	if enc7, name7, err := sevenBits(body, enc, name); err != nil || enc7 != nil {
		return convert(enc7, body), name7, err
	}
	text, name := decode8(body, enc, name)
	return text, name, nil
}

// decode8 decodes a body of 8 bits that is declared to be in enc, which is nil if nothing
// is declared.
func decode8(body []byte, enc encoding.Encoding, name string) ([]byte, string) {
	if enc == encoding.Replacement { // its bytes say something else
		enc, name = nil, ""
	}
	if utf8.Valid(trimPartial(body)) && name != "iso-2022-jp" {
		return trimPartial(body), "utf-8"
	}
	if enc == nil {
		enc, name = guess(body)
		return convert(enc, body), name
	}
	if other, otherName, ok := contradicts(name, enc, body); ok {
		return convert(other, body), otherName
	}
	text := convert(enc, body)
	if damage(text) <= maxDamage {
		return text, name
	}
	if meta, metaName := declared(body, ""); meta != nil && meta != encoding.Replacement && metaName != name {
		if again := convert(meta, body); damage(again) == 0 { // the header is wrong, and the page knows better
			return again, metaName
		}
	}
	other, otherName := guess(body)
	if again := convert(other, body); damage(again) < damage(text) {
		return again, otherName
	}
	return text, name
}

// byteOrderMark returns the encoding of the byte order mark at the start, and
// the length of the mark. UTF-32 is not in the standard but exists.
func byteOrderMark(b []byte) (encoding.Encoding, string, int) {
	switch {
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return encoding.Nop, "utf-8", 3
	case bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")):
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32le", 4
	case bytes.HasPrefix(b, []byte("\x00\x00\xfe\xff")):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "utf-32be", 4
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return utf16LE, "utf-16le", 2
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return utf16BE, "utf-16be", 2
	}
	return nil, "", 0
}

var (
	utf16LE = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16BE = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
)

// wide recognises UTF-16 and UTF-32 without a mark by the places of the zero bytes of
// their ASCII characters (at least the characters of markup).
func wide(b []byte) (encoding.Encoding, string) {
	if bytes.IndexByte(b[:min(len(b), 64)], 0) < 0 {
		return nil, ""
	}
	b = b[:min(len(b), 1024)&^3]
	var zeros [4]int
	for i, c := range b {
		if c == 0 {
			zeros[i&3]++
		}
	}
	quarter := len(b) / 4
	often := func(n int) bool { return quarter >= 4 && n*5 > quarter }
	seldom := func(n int) bool { return n*10 < quarter }
	switch {
	case often(zeros[1]) && often(zeros[2]) && often(zeros[3]) && seldom(zeros[0]):
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32le"
	case often(zeros[0]) && often(zeros[1]) && often(zeros[2]) && seldom(zeros[3]):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "utf-32be"
	case often(zeros[1]) && often(zeros[3]) && seldom(zeros[0]) && seldom(zeros[2]):
		return utf16LE, "utf-16le"
	case often(zeros[0]) && often(zeros[2]) && seldom(zeros[1]) && seldom(zeros[3]):
		return utf16BE, "utf-16be"
	}
	return nil, ""
}

// declared returns the encoding named by the header, else by the page.
func declared(body []byte, contentType string) (encoding.Encoding, string) {
	if enc, name := encodingOf([]byte(contentType), "charset"); enc != nil {
		return enc, name
	}
	head := body[:min(len(body), prescan)]
	if decl := bytes.TrimSpace(head); bytes.HasPrefix(decl, []byte("<?xml")) {
		decl, _, _ = bytes.Cut(decl, []byte("?>"))
		if enc, name := encodingOf(decl, "encoding"); enc != nil {
			return enc, name
		}
	}
	for {
		// In meta elements only: a script or a link may declare its own
		// encoding.
		i := indexFoldBytes(head, "<meta")
		if i < 0 {
			return nil, ""
		}
		head = head[i+len("<meta"):]
		meta, _, _ := bytes.Cut(head, []byte(">"))
		if enc, name := encodingOf(meta, "charset"); enc != nil {
			return enc, name
		}
	}
}

// encodingOf looks up the value of a parameter or attribute in b.
func encodingOf(b []byte, attr string) (encoding.Encoding, string) {
	for {
		i := indexFoldBytes(b, attr)
		if i < 0 {
			return nil, ""
		}
		b = b[i+len(attr):]
		if enc, name := lookup(label(b)); enc != nil {
			return enc, name
		}
	}
}

// label reads the value after the name of an attribute.
func label(b []byte) string {
	s := strings.TrimLeft(string(b[:min(len(b), 64)]), " \t\r\n")
	s, ok := strings.CutPrefix(s, "=")
	if !ok {
		return ""
	}
	s = strings.TrimLeft(s, " \t\r\n\"'")
	if i := strings.IndexAny(s, " \t\r\n\"';>/?"); i >= 0 {
		s = s[:i]
	}
	return s
}

func indexFoldBytes(b []byte, sub string) int {
	for i := 0; i+len(sub) <= len(b); i++ {
		if b[i]|0x20 == sub[0] && strings.EqualFold(string(b[i:i+len(sub)]), sub) {
			return i
		}
	}
	return -1
}

// lookup returns the encoding of a WHATWG label. GB2312 and GBK are read as
// GB18030, which contains them: pages declare the small one and use the large
// one.
func lookup(label string) (encoding.Encoding, string) {
	if label == "" {
		return nil, ""
	}
	if name, ok := unread[strings.ToLower(label)]; ok {
		return encoding.Replacement, name
	}
	enc, name := charset.Lookup(label)
	switch name {
	case "gbk", "gb18030":
		return simplifiedchinese.GB18030, "gb18030"
	case "x-user-defined":
		return nil, ""
	case "utf-16le", "utf-16be":
		return encoding.Nop, "utf-8" // HTML 13.2.3.2: it could not have been read
	}
	return enc, name
}

// convert decodes b. Decoders do not fail; they write U+FFFD.
func convert(enc encoding.Encoding, b []byte) []byte {
	if enc != nil && enc != encoding.Nop {
		if out, err := enc.NewDecoder().Bytes(b); err == nil {
			return out
		}
	}
	return bytes.ToValidUTF8(b, []byte("\ufffd"))
}

// damage is the share of U+FFFD among the characters beyond ASCII.
func damage(text []byte) float64 {
	total := 0
	for _, c := range text {
		if c >= 0xC0 {
			total++
		}
	}
	if total == 0 {
		return 0
	}
	return float64(bytes.Count(text, []byte("\ufffd"))) / float64(total)
}

// trimPartial removes an incomplete character at the end of a body.
func trimPartial(b []byte) []byte {
	for i := 1; i <= 3 && i <= len(b); i++ {
		c := b[len(b)-i]
		if utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}
