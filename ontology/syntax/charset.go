package syntax

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// text returns a document as UTF-8 without byte order mark, and its charset: by
// its byte order mark, by its zeros (UTF-16), by being UTF-8 beyond doubt, by
// its XML declaration, by being UTF-8; else it is guessed from the two charsets
// that Chinese editors write.
func text(data []byte) (utf8Text []byte, charset string, guessed bool, err error) {
	switch enc, name, bom := rdfio.UnicodeCharset(data); {
	case enc != nil:
		utf8Text, err = transcode(data[bom:], enc, name)
		return utf8Text, name, false, err
	case name != "":
		return valid(data[bom:], name)
	}
	proper := utf8.Valid(data)
	if proper && nonASCII(data) >= 8 {
		// By chance, text in GBK passes for that once in ten million: an XML
		// declaration that says otherwise was left behind by an editor.
		return data, "utf-8", false, nil
	}
	enc, name, err := rdfio.DeclaredCharset(data[:min(len(data), rdfio.HeadSize)])
	switch {
	case err != nil:
		return nil, "", false, err
	case enc != nil:
		utf8Text, err = transcode(data, enc, name)
		return utf8Text, name, false, err
	case proper:
		return data, "utf-8", false, nil
	}
	if enc, name = guess(data); enc == nil {
		return valid(data, "utf-8")
	}
	utf8Text, err = transcode(data, enc, name)
	return utf8Text, name, true, err
}

// nonASCII counts the characters of UTF-8 text that are not ASCII, up to 8.
func nonASCII(data []byte) int {
	n := 0
	for i := 0; i < len(data) && n < 8; i++ {
		if data[i] >= 0xC0 {
			n++
		}
	}
	return n
}

// valid returns text that should be UTF-8, or an error that says where it is
// not.
func valid(data []byte, name string) ([]byte, string, bool, error) {
	if utf8.Valid(data) {
		return data, name, false, nil
	}
	at := 0
	for at < len(data) {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return nil, "", false, wrongAt(data, at, "byte 0x%02X is not UTF-8, and the text is not GB18030 or Big5 either; save the file as UTF-8", data[at])
}

func wrongAt(text []byte, at int, format string, args ...any) error {
	line, col := rdfio.Position(text[:at], at)
	return rdfio.NewSyntaxError(line, col, format, args...)
}

// transcode returns text as UTF-8, or an error that says where it is not what
// it should be.
func transcode(data []byte, enc encoding.Encoding, name string) ([]byte, error) {
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return nil, english.Errorf("%s: %w", name, err)
	}
	out = bytes.TrimPrefix(out, mark())
	if at := bytes.Index(out, []byte("\uFFFD")); at >= 0 && !strings.HasPrefix(name, "utf-") {
		return nil, wrongAt(out, at, "this is not %s, which the file is said to be; save it as UTF-8", name)
	}
	return out, nil
}

// guess tells GB18030 from Big5 by the places of their characters. Simplified
// text keeps to GB 2312 (lead bytes B0-F7, trail bytes from A1); text in Big5
// has two trail bytes in five below that, and keeps to the first plane of Big5
// (lead bytes A4-C6), of which half of GB 2312 is outside. Traditional text in
// GB18030 has half its characters in GB 2312, the others where Big5 has none.
// What fits neither is neither.
func guess(data []byte) (encoding.Encoding, string) {
	pairs, gb, big, notBig := 0, 0, 0, 0
	for i := 0; i+1 < len(data); i++ {
		lead, trail := data[i], data[i+1]
		if lead < 0x80 {
			continue
		}
		i++
		if lead >= 0xA1 && lead <= 0xA3 || trail >= 0x30 && trail <= 0x39 {
			continue // punctuation in both; four bytes of GB18030
		}
		pairs++
		low, high := trail >= 0x40 && trail <= 0x7E, trail >= 0xA1 && trail <= 0xFE
		switch {
		case lead >= 0xB0 && lead <= 0xF7 && high:
			gb++
		case lead < 0xA1, !low && !high:
			notBig++
		}
		if lead >= 0xA4 && lead <= 0xC6 && (low || high) {
			big++
		}
	}
	const most, half = 0.8, 0.4
	switch share := func(n int) float64 { return float64(n) / float64(pairs) }; {
	case pairs == 0:
		return nil, ""
	case gb >= big && share(gb) >= most, notBig > 0 && share(gb) >= half:
		return simplifiedchinese.GB18030, "gb18030"
	case notBig == 0 && share(big) >= most:
		return traditionalchinese.Big5, "big5"
	}
	return nil, ""
}
