package page

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// sampleSize is how much of a body the guess looks at, from its first byte
// beyond ASCII: some thousand characters settle it.
const sampleSize = 8 << 10

// plausible is the share of common characters that a decoding must reach to
// be believed. Right decodings of running text reach 0.6 and more, wrong ones
// stay below 0.2.
const plausible = 0.35

// candidates are the multi-byte encodings that bytes can be told apart from,
// by decoding errors and by how common the resulting characters are. The
// statistical detectors of browsers do the same with larger tables (Li and
// Momoi 2001, "A composite approach to language/encoding detection").
var candidates = []struct {
	name     string
	enc      encoding.Encoding
	japanese bool // kana speak for it
}{
	{"gb18030", simplifiedchinese.GB18030, false},
	{"big5", traditionalchinese.Big5, false},
	{"shift_jis", japanese.ShiftJIS, true},
	{"euc-jp", japanese.EUCJP, true},
	{"euc-kr", korean.EUCKR, false},
}

// guess names the encoding of bytes that are not valid UTF-8 and came without
// a declaration. What is none of the candidates is windows-1252, the default
// of the WHATWG standard.
func guess(body []byte) (encoding.Encoding, string) {
	sample := sampleOf(body)
	if mostlyUTF8(sample) {
		return encoding.Nop, "utf-8"
	}
	best, at := plausible, -1
	for i, c := range candidates {
		if s := commonness(c.enc, sample, c.japanese); s > best {
			best, at = s, i
		}
	}
	if at < 0 {
		return charmap.Windows1252, "windows-1252"
	}
	return candidates[at].enc, candidates[at].name
}

// contradicts reports whether the bytes say clearly that an encoding was
// declared wrongly: another candidate decodes to common characters, the
// declared one does not.
func contradicts(name string, enc encoding.Encoding, body []byte) (encoding.Encoding, string, bool) {
	sample := sampleOf(body)
	declared := 0.0
	switch name {
	case "gb18030", "big5", "euc-kr":
		declared = commonness(enc, sample, false)
	case "shift_jis", "euc-jp":
		declared = commonness(enc, sample, true)
	case "windows-1252", "iso-8859-1":
	default:
		return nil, "", false // no candidate speaks for those, so none may speak against them
	}
	if declared >= plausible {
		return nil, "", false
	}
	other, otherName := guess(body)
	if otherName == name || otherName == "windows-1252" {
		return nil, "", false
	}
	return other, otherName, true
}

// sampleOf returns the part of body to look at.
func sampleOf(body []byte) []byte {
	i := bytes.IndexFunc(body, func(r rune) bool { return r >= utf8.RuneSelf })
	if i < 0 {
		return nil
	}
	body = body[i:]
	if len(body) > sampleSize {
		body = body[:sampleSize]
	}
	return body
}

// mostlyUTF8 reports whether nearly all bytes beyond ASCII form UTF-8: a page
// with a few damaged characters is still UTF-8.
func mostlyUTF8(sample []byte) bool {
	good, bad := 0, 0
	for len(sample) > 0 {
		r, n := utf8.DecodeRune(sample)
		switch {
		case r == utf8.RuneError && n == 1 && utf8.FullRune(sample):
			bad++
		case n > 1:
			good++
		}
		sample = sample[n:]
	}
	return good > 0 && good >= 20*bad
}

// commonness decodes the sample and returns the share of its characters
// beyond ASCII that are common in the language of the encoding; an error
// costs more than a common character gains. Punctuation is neutral.
func commonness(enc encoding.Encoding, sample []byte, japanese bool) float64 {
	text, err := enc.NewDecoder().Bytes(sample)
	if err != nil {
		return 0
	}
	total, common, errors := 0, 0, 0
	for _, r := range string(text) {
		switch {
		case r < 0x80, r >= 0x3000 && r < 0x3040, r >= 0xFF00 && r < 0xFF61:
			// ASCII, CJK punctuation and full-width forms say nothing
		case r == utf8.RuneError, r >= 0xE000 && r < 0xF900:
			errors++ // private use is where unassigned code points go
			total++
		case r >= 0x3040 && r < 0x3100:
			total++
			if japanese {
				common++
			}
		default:
			total++
			if commonCJK[r] {
				common++
			}
		}
	}
	if total == 0 {
		return 0
	}
	return (float64(common) - 3*float64(errors)) / float64(total)
}
