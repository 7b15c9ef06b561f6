package source

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Readers of feeds and sitemaps forgive what XML does not: bytes that are no text, control
// characters, a warning of PHP before the declaration. What cannot be read is left out and
// counted, and the entries around it are read.

// mended is XML as UTF-8, without its declaration, that a strict reader of characters accepts.
type mended struct {
	io.Reader
	lead int // bytes before the XML
	drop *cleaner
}

// skipped is how many bytes and characters were left out so far.
func (m *mended) skipped() int { return m.lead + m.drop.skipped }

// mend makes a body readable whose first bytes are head. Its byte order mark names its
// charset, else its declaration, else it is UTF-8 (XML 1.0, 4.3.3 and appendix F).
func mend(head []byte, rest io.Reader) *mended {
	m := &mended{drop: &cleaner{}}
	var r io.Reader = io.MultiReader(bytes.NewReader(head), rest)
	label := ""
	switch wide := wideOrder(head); {
	case wide >= 0:
		order := []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian}[wide]
		r = transform.NewReader(r, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
		text := make([]byte, sniffed)
		n, _ := io.ReadFull(r, text) //nolint:errcheck // a short head is fine
		head, rest = text[:n], r
	default:
		label = declared(head)
	}
	at := beginning(head)
	m.lead = at
	if n := declarationEnd(head[at:]); n > 0 {
		at += n
	}
	r = io.MultiReader(bytes.NewReader(head[at:]), rest)
	if wide := strings.HasPrefix(strings.ToLower(label), "utf-16"); label != "" && !wide && !strings.EqualFold(label, "utf-8") {
		if decoded, err := charset.NewReaderLabel(label, r); err == nil {
			r = decoded
		}
	}
	m.Reader = transform.NewReader(r, m.drop)
	return m
}

// wideOrder is 0 for UTF-16 with its low byte first, 1 with its high byte first, -1 for all else.
func wideOrder(head []byte) int {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("<\x00?\x00")):
		return 0
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\x00<\x00?")):
		return 1
	}
	return -1
}

// beginning is where the XML of a source begins: behind blanks, or behind what a program has
// written before its declaration or root.
func beginning(head []byte) int {
	text := bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n")
	if len(text) == 0 {
		return 0
	}
	at := len(head) - len(text)
	if rootFormat(text) != none || bytes.HasPrefix(text, []byte("</")) {
		return at
	}
	for _, mark := range [...]string{"<?xml", "<rss", "<feed", "<rdf:RDF", "<urlset", "<sitemapindex"} {
		if i := bytes.Index(head, []byte(mark)); i >= 0 && rootFormat(head[i:]) != none {
			return i
		}
	}
	return at
}

// declarationEnd is the length of the XML declaration that s begins with; 0 if there is none.
func declarationEnd(s []byte) int {
	if !bytes.HasPrefix(s, []byte("<?xml")) || len(s) < 6 || s[5] == '-' {
		return 0
	}
	return bytes.Index(s, []byte("?>")) + 2
}

// declared is the charset in the XML declaration of head; "" if it names none.
func declared(head []byte) string {
	i := bytes.Index(head, []byte("<?xml"))
	if i < 0 {
		return ""
	}
	text, _, _ := bytes.Cut(head[i:], []byte("?>"))
	_, value, ok := bytes.Cut(text, []byte("encoding"))
	if !ok {
		return ""
	}
	value = bytes.TrimLeft(value, " \t\r\n=")
	if len(value) < 2 || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	name, _, _ := bytes.Cut(value[1:], value[:1])
	return string(name)
}

// cleaner replaces bytes that are no UTF-8, and leaves out characters that XML does not have (2.2).
type cleaner struct{ skipped int }

// Reset implements transform.Transformer.
func (c *cleaner) Reset() {}

// Transform implements transform.Transformer.
func (c *cleaner) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		r, size := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && size <= 1 {
			if !atEOF && !utf8.FullRune(src[nSrc:]) {
				return nDst, nSrc, transform.ErrShortSrc
			}
			c.skipped++
		}
		if !inXML(r) {
			c.skipped++
			nSrc += size
			continue
		}
		if nDst+utf8.RuneLen(r) > len(dst) {
			if r == utf8.RuneError && size <= 1 {
				c.skipped--
			}
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}

func inXML(r rune) bool {
	return r >= ' ' && r != 0xfffe && r != 0xffff || r == '\t' || r == '\n' || r == '\r'
}

// decoder reads what mend has made.
func decoder(r io.Reader) *xml.Decoder {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return d
}
