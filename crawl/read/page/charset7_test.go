package page

import (
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestSevenBits: bytes worked out by hand from the tables of GB 2312, JIS X 0208 and KS X
// 1001. 中 is row 54, cell 48 of GB 2312 (0x56 0x50), 文 is row 46, cell 36 (0x4E 0x44);
// 日本 is 0x46 0x7C, 0x4B 0x5C in JIS X 0208; 가 is 0x30 0x21 in KS X 1001.
func TestSevenBits(t *testing.T) {
	meta := func(cs, s string) string { return "<meta charset=" + cs + "><p>" + s }
	const (
		hz      = "~{VPND~}"
		jp      = "\x1b$BF|K\\\x1b(B"
		jp78    = "\x1b$@F|K\\\x1b(J"
		kr      = "\x1b$)C\x0e0!\x0f"
		cn      = "\x1b$)A\x0eVPND\x0f"
		seven   = "+Ti1lhw-"           // 中文 in UTF-7: 4E2D 6587 in base 64
		evil    = "+ADw-script+AD4-"   // <script>
		marked7 = "+/v8-" + "+Ti1lhw-" // with its mark
	)
	for _, c := range []struct {
		name, header, body string
		enc, text          string // what it is, and a part of the text
		refused            string // or the name by which it is refused
	}{
		{"hz, header", "text/html; charset=HZ-GB-2312", hz, "", "", "hz-gb-2312"},
		{"hz, meta", "text/html", meta("hz-gb-2312", hz), "", "", "hz-gb-2312"},
		{"iso-2022-cn, header", "text/html; charset=iso-2022-cn", cn, "", "", "iso-2022-cn"},
		{"iso-2022-cn-ext, meta", "", meta("ISO-2022-CN-EXT", cn), "", "", "iso-2022-cn-ext"},
		{"iso-2022-cn undeclared", "", "<p>" + cn, "", "", "iso-2022-cn"},
		{"iso-2022-kr, header", "text/html; charset=csISO2022KR", kr, "", "", "iso-2022-kr"},
		{"iso-2022-kr, meta", "", meta("iso-2022-kr", kr), "", "", "iso-2022-kr"},
		{"iso-2022-kr undeclared", "", "<p>" + kr, "", "", "iso-2022-kr"},
		{"iso-2022-kr declared utf-8", "text/html; charset=utf-8", "<p>" + kr, "", "", "iso-2022-kr"},
		{"replacement", "text/html; charset=replacement", "<p>x", "", "", "replacement"},
		{"utf-7, header", "text/html; charset=UTF-7", "<p>" + seven, "", "", "utf-7"},
		{"utf-7, meta", "", meta("unicode-1-1-utf-7", evil), "", "", "utf-7"},
		{"utf-7, mark", "", marked7, "", "", "utf-7"},
		{"utf-7 that is ASCII", "text/html; charset=utf-7", "<p>1 + 1 = 2", "utf-8", "1 + 1 = 2", ""},
		{"utf-7 undeclared", "text/html", "<p>" + evil, "utf-8", evil, ""}, // as browsers: no script
		{"iso-2022-jp, header", "text/html; charset=iso-2022-jp", "<p>" + jp, "iso-2022-jp", "日本", ""},
		{"iso-2022-jp, meta", "", meta("iso-2022-jp", jp), "iso-2022-jp", "日本", ""},
		{"iso-2022-jp undeclared", "", "<p>" + jp, "iso-2022-jp", "日本", ""},
		{"iso-2022-jp of 1978", "", "<p>" + jp78, "iso-2022-jp", "日本", ""},
		// Bytes of 8 bits prove that the declaration is wrong.
		{"utf-8 declared hz", "text/html; charset=hz-gb-2312", "<p>中文", "utf-8", "中文", ""},
		{"gbk declared iso-2022-cn", "text/html; charset=iso-2022-cn", "<p>\xd6\xd0\xce\xc4\xb5\xc4\xd2\xbb\xb8\xf6\xb2\xbb", "gb18030", "中文的一个不", ""},
		{"utf-16le, header", "text/html; charset=utf-16le", "<\x00p\x00>\x00\x2d\x4e\x87\x65", "utf-16le", "中文", ""},
		{"utf-16be, header", "text/html; charset=utf-16be", "\x00<\x00p\x00>\x4e\x2d\x65\x87", "utf-16be", "中文", ""},
		{"utf-16, header, big end first", "text/html; charset=utf-16", "\x00<\x00p\x00>\x4e\x2d\x65\x87", "utf-16be", "中文", ""},
		{"utf-16, header, mostly Chinese", "text/html; charset=\"UTF-16\"", "<\x00p\x00>\x00" + strings.Repeat("\x2d\x4e\x87\x65", 300), "utf-16le", "中文中文", ""},
		{"utf-16 undeclared", "text/html", strings.Join(strings.Split("<html><title>a</title><p>b", ""), "\x00") + "\x00\x2d\x4e\x87\x65", "utf-16le", "中文", ""},
		{"utf-8 declared utf-16", "text/html; charset=utf-16", "<p>中文", "utf-8", "中文", ""},
		{"ascii declared utf-16", "text/html; charset=utf-16", "<p>words", "utf-8", "words", ""},
	} {
		p, err := Parse(&crawl.Response{URL: "http://a.example/", Final: "http://a.example/", ContentType: c.header, Body: []byte(c.body)})
		if c.refused != "" {
			if !errors.Is(err, crawl.ErrNotPage) || crawl.KindOf(err) != crawl.FailNotPage || !strings.Contains(err.Error(), "charset "+c.refused+" ") {
				t.Errorf("%s: %v", c.name, err)
			}
			if _, err := Document(&crawl.Response{URL: "http://a.example/", ContentType: c.header, Body: []byte(c.body)}); !errors.Is(err, crawl.ErrNotPage) {
				t.Errorf("%s, its tree: %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var text strings.Builder
		for _, b := range p.Blocks {
			text.WriteString(b.Text + "\n")
		}
		if p.Charset != c.enc || !strings.Contains(text.String(), c.text) {
			t.Errorf("%s: %s %q", c.name, p.Charset, text.String())
		}
	}
}
