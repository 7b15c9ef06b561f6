package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Encodings of 7 bits. Their bytes are ASCII bytes, so text that is read as ASCII by
// mistake looks like words and is none. Browsers read ISO-2022-JP, and of the others
// nothing, because markup can hide in them (Encoding, 4.2, "replacement").

// unread holds the labels of encodings that are not read, with the name by which they
// are refused: the labels of WHATWG's replacement encoding, and of UTF-7 (RFC 2152),
// which browsers do not know.
var unread = map[string]string{
	"hz-gb-2312": "hz-gb-2312", "iso-2022-cn": "iso-2022-cn", "iso-2022-cn-ext": "iso-2022-cn-ext",
	"iso-2022-kr": "iso-2022-kr", "csiso2022kr": "iso-2022-kr", "replacement": "replacement",
	"utf-7": utf7, "utf7": utf7, "unicode-1-1-utf-7": utf7, "csutf7": utf7, "csunicode11utf7": utf7, "x-unicode-2-0-utf-7": utf7,
}

const utf7 = "utf-7"

// refused is the error of a page in an encoding that is not read.
func refused(name string) error {
	return english.Errorf("%w: charset %s is not read, by browsers neither", crawl.ErrNotPage, name)
}

// sevenBits recognises encodings of 7 bits by the sequences that choose their characters
// (RFC 1468, 1557, 1922; RFC 2152 for the mark of UTF-7). It returns the encoding, or an
// error for one that is not read. declared is the label's name, if the page has one.
func sevenBits(body []byte, enc encoding.Encoding, declared string) (encoding.Encoding, string, error) {
	for _, c := range body {
		if c >= utf8.RuneSelf {
			return nil, "", nil
		}
	}
	switch {
	case enc == encoding.Replacement && (declared != utf7 || shifts(body)):
		return nil, "", refused(declared)
	case declared == "iso-2022-jp":
		return enc, declared, nil
	case declared != "" && declared != "utf-8" && declared != "windows-1252":
		return nil, "", nil
	case bytes.Contains(body, []byte("\x1b$)C")):
		return nil, "", refused("iso-2022-kr")
	case bytes.Contains(body, []byte("\x1b$)A")), bytes.Contains(body, []byte("\x1b$)G")):
		return nil, "", refused("iso-2022-cn")
	case bytes.Contains(body, []byte("\x1b$B")), bytes.Contains(body, []byte("\x1b$@")):
		return japanese.ISO2022JP, "iso-2022-jp", nil
	}
	for _, mark := range []string{"+/v8", "+/v9", "+/v+", "+/v/"} {
		if bytes.HasPrefix(body, []byte(mark)) {
			return nil, "", refused(utf7)
		}
	}
	return nil, "", nil
}

// shifts reports that text of UTF-7 leaves ASCII: a plus sign before a character of
// base 64. Without that it is ASCII.
func shifts(body []byte) bool {
	for i, c := range body[:max(len(body)-1, 0)] {
		if n := body[i+1]; c == '+' && (n == '/' || n == '+' || '0' <= n && n <= '9' || 'a' <= n|0x20 && n|0x20 <= 'z') {
			return true
		}
	}
	return false
}

// wideHeader returns the UTF-16 that a header declares for a body without a mark.
// Browsers believe it (Encoding, 6.1); we only if the body has zero bytes, as markup in
// UTF-16 has, and where most of them stand says which half comes first.
func wideHeader(body []byte, contentType string) (encoding.Encoding, string) {
	i := indexFoldBytes([]byte(contentType), "charset")
	if i < 0 {
		return nil, ""
	}
	switch strings.ToLower(label([]byte(contentType)[i+len("charset"):])) {
	case "utf-16", "utf-16le", "utf-16be", "unicode", "ucs-2", "iso-10646-ucs-2", "csunicode", "unicodefeff", "unicodefffe":
	default:
		return nil, ""
	}
	var zeros [2]int
	for i, c := range body[:min(len(body), 64<<10)] {
		if c == 0 {
			zeros[i&1]++
		}
	}
	switch {
	case zeros[1] > zeros[0]:
		return utf16LE, "utf-16le"
	case zeros[0] > 0:
		return utf16BE, "utf-16be"
	}
	return nil, ""
}

// shiftByte reports the control characters by which encodings of 7 bits switch: SO, SI
// and ESC (ISO/IEC 2022).
func shiftByte(c byte) bool { return c == 0x0e || c == 0x0f || c == 0x1b }
