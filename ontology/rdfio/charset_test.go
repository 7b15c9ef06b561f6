package rdfio_test

import (
	"fmt"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func encoded(t *testing.T, enc encoding.Encoding, s string) []byte {
	t.Helper()
	b, err := enc.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestCharsetXML(t *testing.T) {
	utf16 := func(e unicode.Endianness, b unicode.BOMPolicy) encoding.Encoding { return unicode.UTF16(e, b) }
	for _, c := range []struct {
		name, label, text string
		enc               encoding.Encoding
	}{
		{"GB2312", "GB2312", "台风 导致 风暴潮", simplifiedchinese.GBK},
		{"GBK", "gbk", "臺風與颱風", simplifiedchinese.GBK},
		{"GB18030", "GB18030", "台风𠀀é", simplifiedchinese.GB18030},
		{"Big5", "Big5", "颱風", traditionalchinese.Big5},
		{"ISO-8859-1", "ISO-8859-1", "tempête é", charmap.ISO8859_1},
		{"ISO-8859-2", "iso-8859-2", "wichura łódź", charmap.ISO8859_2},
		{"ISO-8859-15", "ISO-8859-15", "€ œ", charmap.ISO8859_15},
		{"windows-1252", "windows-1252", "“tempête”", charmap.Windows1252},
		{"UTF-8", "UTF-8", "台风", encoding.Nop},
		{"UTF-8 with mark", "utf-8", "台风", unicode.UTF8BOM},
		{"UTF-16 little end first, mark", "UTF-16", "台风", utf16(unicode.LittleEndian, unicode.UseBOM)},
		{"UTF-16 big end first, mark", "utf-16", "台风", utf16(unicode.BigEndian, unicode.UseBOM)},
		{"UTF-16 little end first", "UTF-16", "台风", utf16(unicode.LittleEndian, unicode.IgnoreBOM)},
		{"UTF-16 big end first", "UTF-16", "台风", utf16(unicode.BigEndian, unicode.IgnoreBOM)},
		{"UTF-32 with mark", "UTF-32", "台风", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)},
		{"says UTF-16 and is UTF-8", "UTF-16", "台风", encoding.Nop},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := fmt.Sprintf(`<?xml version="1.0" encoding="%s"?>%s`, c.label, about("<e:p>"+c.text+"</e:p>"))
			for _, format := range []string{"", "rdfxml"} {
				got, err := decode(encoded(t, c.enc, doc), rdfio.Options{Syntax: format})
				if err != nil {
					t.Fatal(err)
				}
				wantGraph(t, got, `<e:s> <e:p> "`+c.text+`" .`)
			}
		})
	}
}

func TestCharsetTurtle(t *testing.T) {
	for _, c := range []struct {
		name string
		enc  encoding.Encoding
	}{
		{"UTF-8 with mark", unicode.UTF8BOM},
		{"UTF-16 little end first, mark", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		{"UTF-16 big end first", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	} {
		for _, in := range []string{ttl(`e:s e:p "台风" .`), "<e:s> <e:p> \"台风\" .\n"} {
			got, err := decode(encoded(t, c.enc, in), rdfio.Options{})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			wantGraph(t, got, `<e:s> <e:p> "台风" .`)
		}
	}
}

// Bytes that the declared encoding does not know are an error, not a loss.
func TestCharsetWrong(t *testing.T) {
	runErrors(t, rdfio.Options{}, []errorCase{
		{"GBK", `<?xml version="1.0" encoding="GBK"?>` + about("<e:p>a\xff</e:p>"), `f:4:7: bytes that are not valid in the encoding the XML declaration names`},
		// 台 in GBK happens to be valid UTF-8, 风 is not.
		{"none declared", about("<e:p>" + string(encodedGBK("台风")) + "</e:p>"), `f:4:7: bytes that are not UTF-8; declare the encoding`},
	})
}

func encodedGBK(s string) []byte {
	b, _ := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(s))
	return b
}
