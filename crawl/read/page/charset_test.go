package page

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

const (
	simplified  = "今天下午台风在沿海登陆，中心附近最大风力十二级，我们要做好防汛工作，请大家注意安全，不要到海边去。气象台说，未来两天还会有大到暴雨。"
	traditional = "今天下午颱風在沿海登陸，中心附近最大風力十二級，我們要做好防汛工作，請大家注意安全，不要到海邊去。氣象台說，未來兩天還會有大到暴雨。"
	nihongo     = "台風は今日の午後に沿岸に上陸しました。皆さんは海に近づかないようにしてください。明日も雨が降るでしょう。"
	hangugeo    = "태풍이 오늘 오후에 상륙했습니다. 여러분은 바다에 가지 마시고 안전에 주의하시기 바랍니다. 내일도 비가 오겠습니다."
	latin       = "L'été dernier, la tempête a touché la côte près de Nîmes; où étiez-vous? Ça a été très dur."
)

func encode(t testing.TB, enc encoding.Encoding, s string) []byte {
	t.Helper()
	b, err := enc.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestDecode(t *testing.T) {
	gb, big5 := simplifiedchinese.GB18030, traditionalchinese.Big5
	meta := func(cs string) string { return `<html><head><meta charset="` + cs + `"><p>` }
	equiv := `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=gb2312"><p>`
	script := `<script charset="gbk" src="x.js"></script>`
	far := strings.Repeat("<!-- padding -->", 150) // meta beyond 2 KB
	ascii := "<p>plain</p>"
	for _, c := range []struct {
		name   string
		header string
		body   []byte
		enc    string
		text   string
	}{
		{"utf-8 undeclared", "", []byte(simplified), "utf-8", simplified},
		{"utf-8 declared gbk", "text/html; charset=gbk", []byte(simplified), "utf-8", simplified},
		{"utf-8 cut in a character", "", []byte(simplified[:len(simplified)-1]), "utf-8", "大到暴雨"},
		{"utf-8 mark", "text/html; charset=gbk", []byte("\xef\xbb\xbf" + simplified), "utf-8", simplified},
		{"utf-8 damaged", "", []byte(simplified + "\xff" + simplified), "utf-8", simplified},
		{"ascii", "", []byte(ascii), "utf-8", ascii},
		{"gbk header", "text/html; charset=GBK", encode(t, gb, simplified), "gb18030", simplified},
		{"gbk header odd", "text/html;; Charset = \"gbk\" ;", encode(t, gb, simplified), "gb18030", simplified},
		{"gb2312 meta", "text/html", encode(t, gb, meta("gb2312")+simplified), "gb18030", simplified},
		{"gb2312 http-equiv", "text/html", encode(t, gb, equiv+simplified), "gb18030", simplified},
		{"gbk named gb2312", "", encode(t, gb, meta("gb2312")+"朱镕基"+simplified), "gb18030", "朱镕基"},
		{"gb18030 four bytes", "", encode(t, gb, meta("gb2312")+"㐀"+simplified), "gb18030", "㐀"},
		{"gbk far meta", "", encode(t, gb, far+meta("gbk")+"测"), "gb18030", "测"},
		{"gbk undeclared", "", encode(t, gb, simplified), "gb18030", simplified},
		{"gbk declared utf-8", "text/html; charset=utf-8", encode(t, gb, simplified), "gb18030", simplified},
		{"gbk declared latin", "text/html; charset=iso-8859-1", encode(t, gb, simplified), "gb18030", simplified},
		{"gbk declared big5", "", encode(t, gb, meta("big5")+simplified), "gb18030", simplified},
		{"header before meta", "text/html; charset=gbk", encode(t, gb, meta("big5")+simplified), "gb18030", simplified},
		{"script's charset is not the page's", "", encode(t, big5, script+meta("big5")+traditional), "big5", traditional},
		{"big5 undeclared", "", encode(t, big5, traditional), "big5", traditional},
		{"big5 declared gb2312", "", encode(t, big5, meta("gb2312")+traditional), "big5", traditional},
		{"big5 meta", "", encode(t, big5, meta("big5")+traditional), "big5", traditional},
		{"unknown label", "text/html; charset=klingon", encode(t, gb, simplified), "gb18030", simplified},
		{"two metas", "", encode(t, gb, meta("nonsense")+meta("gbk")+simplified), "gb18030", simplified},
		{"xml declaration", "", encode(t, gb, `<?xml version="1.0" encoding="GBK"?><p>`+simplified), "gb18030", simplified},
		{"shift_jis undeclared", "", encode(t, japanese.ShiftJIS, nihongo), "shift_jis", nihongo},
		{"euc-jp undeclared", "", encode(t, japanese.EUCJP, nihongo), "euc-jp", nihongo},
		{"iso-2022-jp undeclared", "", encode(t, japanese.ISO2022JP, nihongo), "iso-2022-jp", nihongo},
		{"iso-2022-jp declared", "text/html; charset=iso-2022-jp", encode(t, japanese.ISO2022JP, nihongo), "iso-2022-jp", nihongo},
		{"euc-kr undeclared", "", encode(t, korean.EUCKR, hangugeo), "euc-kr", hangugeo},
		{"latin undeclared", "", encode(t, charmap.Windows1252, latin), "windows-1252", latin},
		{"latin declared utf-8", "text/html; charset=utf-8", encode(t, charmap.Windows1252, latin), "windows-1252", latin},
		{"utf-16 mark", "", encode(t, utf16LE, "\ufeff"+simplified), "utf-16le", simplified},
		{"utf-16 big mark", "", encode(t, utf16BE, "\ufeff"+simplified), "utf-16be", simplified},
		{"utf-16 unmarked", "", encode(t, utf16BE, "<html><title>x</title><p>"+simplified), "utf-16be", simplified},
		{"utf-16 declared in 8 bits", "", []byte(meta("utf-16") + simplified), "utf-8", simplified},
	} {
		text, name, err := decode(c.body, c.header)
		if err != nil || name != c.enc || !strings.Contains(string(text), c.text) || !utf8.Valid(text) {
			t.Errorf("%s: %q, %.60q; want %q", c.name, name, text, c.enc)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(simplified), "text/html; charset=gbk")
	f.Add(encode(f, simplifiedchinese.GB18030, simplified), "")
	f.Add(encode(f, utf16LE, "\ufeff"+traditional), "")
	f.Add([]byte("<meta charset"), "charset=")
	f.Add([]byte("\x1b$)C\x0e0!\x0f"), "charset=iso-2022-kr")
	f.Add([]byte("<\x00p\x00"), "charset=utf-16")
	f.Add([]byte("+/v8 +AGE-"), "charset=utf-7")
	f.Fuzz(func(t *testing.T, body []byte, header string) {
		text, name, err := decode(body, header)
		if err != nil && !errors.Is(err, crawl.ErrNotPage) || err == nil && (name == "" || !utf8.Valid(text)) {
			t.Errorf("%q: invalid text", name)
		}
	})
}

// outsideCharsets maps the folder names of the outside set to what we call the
// encodings.
var outsideCharsets = map[string]string{
	"GB2312": "gb18030", "Big5": "big5", "utf-8": "utf-8", "utf-8-sig": "utf-8", "ascii": "utf-8",
	"UTF-16": "utf-16", "UTF-16LE": "utf-16", "UTF-16BE": "utf-16", "UTF-32": "utf-32", "UTF-32LE": "utf-32", "UTF-32BE": "utf-32",
	"SHIFT_JIS": "shift_jis", "CP932": "shift_jis", "EUC-JP": "euc-jp", "EUC-KR": "euc-kr", "CP949": "euc-kr", "iso-2022-jp": "iso-2022-jp",
}

// TestEncodingsOutside scores our decisions on files of known encodings, as
// they are and with every declaration taken out.
func TestEncodingsOutside(t *testing.T) {
	dir := goldentest.Web(t, "encodings")
	index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	type score struct{ right, bare, n, peer, peerBare int }
	scores := map[string]*score{}
	others, mistaken := 0, 0
	for line := range strings.Lines(string(index)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		label := strings.TrimPrefix(f[3], "charset:")
		want, ok := outsideCharsets[label]
		body, err := os.ReadFile(filepath.Join(dir, "pages", f[1]))
		if err != nil {
			t.Fatal(err)
		}
		if !ok { // Cyrillic, Greek, Hebrew ... without a declaration
			others++
			if _, name, _ := decode(undeclare(body), ""); name == "gb18030" || name == "big5" {
				t.Logf("%s %s taken for %s", f[1], f[0], name)
				mistaken++
			}
			continue
		}
		s := scores[want]
		if s == nil {
			s = new(score)
			scores[want] = s
		}
		s.n++
		_, name, _ := decode(body, "")
		if peerCharset(body) == want {
			s.peer++
		}
		if peerCharset(undeclare(body)) == want {
			s.peerBare++
		}
		if strings.HasPrefix(name, want) {
			s.right++
		} else {
			t.Logf("declared or not: %s %s taken for %s", f[1], f[0], name)
		}
		bare := undeclare(body)
		if _, name, _ = decode(bare, ""); strings.HasPrefix(name, want) {
			s.bare++
		} else {
			t.Logf("bare: %s %s taken for %s", f[1], f[0], name)
		}
	}
	var zh score
	for name, s := range scores {
		t.Logf("%-12s as is %d/%d, undeclared %d/%d; x/net %d and %d", name, s.right, s.n, s.bare, s.n, s.peer, s.peerBare)
		if name == "gb18030" || name == "big5" || name == "utf-8" {
			zh.right, zh.bare, zh.n = zh.right+s.right, zh.bare+s.bare, zh.n+s.n
			zh.peer, zh.peerBare = zh.peer+s.peer, zh.peerBare+s.peerBare
		}
	}
	t.Logf("Chinese and UTF-8: as is %d/%d, undeclared %d/%d; x/net %d and %d", zh.right, zh.n, zh.bare, zh.n, zh.peer, zh.peerBare)
	t.Logf("other scripts taken for Chinese: %d/%d", mistaken, others)
	if mistaken*100 > others*2 {
		t.Errorf("%d of %d files in other scripts taken for Chinese", mistaken, others)
	}
	if zh.n < 60 || zh.right < zh.n || zh.bare < zh.n {
		t.Errorf("not all of the GB, Big5 and UTF-8 files are right")
	}
}

// peerCharset returns the charset that x/net takes a body for, GB labels as gb18030,
// which reads them all.
func peerCharset(body []byte) string {
	_, name, _ := charset.DetermineEncoding(body, "text/html")
	if name == "gbk" || name == "gb2312" {
		return "gb18030"
	}
	return name
}

// TestTranscodedOutside puts pages into legacy encodings, without any
// declaration: Chinese ones must be found out, Western ones not be taken for
// Chinese.
func TestTranscodedOutside(t *testing.T) {
	for _, c := range []struct {
		web, want string
		enc       encoding.Encoding
		every     int
	}{
		{"cec-zh", "gb18030", simplifiedchinese.GB18030, 1},
		{"lohelp-zh", "gb18030", simplifiedchinese.GB18030, 20},
		{"wikispeedia-en", "windows-1252", charmap.Windows1252, 10},
	} {
		files, err := filepath.Glob(filepath.Join(goldentest.Web(t, c.web), "pages", "*"))
		if err != nil {
			t.Fatal(err)
		}
		right, n := 0, 0
		for i := 0; i < len(files); i += c.every {
			body, err := os.ReadFile(files[i])
			if err != nil {
				t.Fatal(err)
			}
			old, err := encoding.ReplaceUnsupported(c.enc.NewEncoder()).Bytes(body)
			if err != nil || utf8.Valid(old) {
				continue // nothing but ASCII
			}
			n++
			if _, name, _ := decode(undeclare(old), ""); name == c.want {
				right++
			} else {
				t.Logf("%s taken for %s", files[i], name)
			}
		}
		t.Logf("%s as %s: %d/%d", c.web, c.want, right, n)
		if n < 80 || right*100 < n*99 {
			t.Errorf("%s as %s: %d/%d", c.web, c.want, right, n)
		}
	}
}

// undeclare spoils every declaration without changing any other byte.
func undeclare(body []byte) []byte {
	b := bytes.Clone(body)
	for _, word := range []string{"charset", "encoding"} {
		for i := indexFoldBytes(b, word); i >= 0; i = indexFoldBytes(b, word) {
			b[i] = 'x'
		}
	}
	return b
}

func BenchmarkGuess(b *testing.B) {
	body := encode(b, simplifiedchinese.GB18030, strings.Repeat("<p>"+simplified, 60))
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		decode(body, "")
	}
}
