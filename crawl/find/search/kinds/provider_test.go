package kinds

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"typhoon landfall":        "typhoon landfall",
		"台风 登陆":                   "台风 登陆",
		"C++":                     "C++",
		"-x":                      `"-x"`,
		"a -b":                    `a "-b"`,
		`"quoted words`:           "quoted words",
		"site:a.example storm":    `"site:a.example" storm`,
		"！images":                 `"！images"`,
		":en rain":                `":en" rain`,
		"!!g wind":                `"!!g" wind`,
		"<3":                      `"<3"`,
		"a AND b OR c":            "a and b or c",
		"AND":                     "and",
		"x* (y) [z]":              "x y z",
		"- ! :":                   "",
		"“台风”":                    "台风",
		"a\x00b\u202ec":           "a b c",
		strings.Repeat("w ", 100): strings.TrimSpace(strings.Repeat("w ", maxWords)),
	} {
		if got := Words(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"a <b>bold</b> &amp; x":       "a bold & x",
		"台风\u200e路径\u202e":            "台风路径",
		"x\x1b[31my\x07":              "x[31my",
		"\xcc\xa8\xb7\xe7":            "",
		"mostly right \xff":           "mostly right",
		"<script>alert(1)</script> t": "t",
		"":                            "",
	} {
		if got := strings.TrimSpace(Plain(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("a <b>\u202e:site:x -y \"")
	f.Add("\xff<![CDATA[&#x202e;&#0;")
	f.Fuzz(func(t *testing.T, s string) {
		p := Plain(s)
		if strings.ContainsFunc(p, func(r rune) bool { return unicode.IsControl(r) || direction(r) }) || !utf8.ValidString(p) || utf8.RuneCountInString(p) > 300 {
			t.Errorf("%q: %q", s, p)
		}
		w := Words(s)
		if strings.Count(w, `"`)%2 != 0 || Words(strings.ReplaceAll(w, `"`, "")) != w {
			t.Errorf("%q: %q, again %q", s, w, Words(strings.ReplaceAll(w, `"`, "")))
		}
	})
}

func TestTemplate(t *testing.T) {
	for _, x := range []struct {
		t    Template
		f    fill
		want string // "" for an error
	}{
		{Template{Text: "https://a.example/s?q={searchTerms}"}, fill{Words: "a&b=c d"}, "https://a.example/s?q=a%26b%3Dc+d"},
		{Template{Text: "https://a.example/{searchTerms}/x?p={startPage?}", PageOffset: 1}, fill{Words: "a/b?c", Page: 3}, "https://a.example/a%2Fb%3Fc/x?p=3"},
		{Template{Text: "https://a.example/{geo:box?}{searchTerms}"}, fill{Words: "a"}, "https://a.example/a"},
		{Template{Text: "https://a.example/?i={startIndex}&n={count}&q={searchTerms}", IndexOffset: 1, Count: 20}, fill{Words: "a", Page: 2}, "https://a.example/?i=21&n=20&q=a"},
		{Template{Text: "https://a.example/?q={searchTerms}&k={key}"}, fill{Words: "{key}"}, "https://a.example/?q=%7Bkey%7D&k={key}"},
		{Template{Text: "https://a.example/?q={searchTerms}&l={language}"}, fill{Words: "a"}, ""},
		{Template{Text: "https://{searchTerms}.example/"}, fill{Words: "evil"}, ""},
		{Template{Text: "https://a.example/?q=1"}, fill{Words: "a"}, ""},
	} {
		if got, err := x.t.fill(x.f); got != x.want || (err != nil) != (x.want == "") {
			t.Errorf("%q: %q, %v; want %q", x.t.Text, got, err, x.want)
		}
	}
}

// FuzzTemplate: the host of a filled template does not depend on the words.
func FuzzTemplate(f *testing.F) {
	f.Add("https://a.example/s?q={searchTerms}", "台风")
	f.Add("https://a.example/{searchTerms}/{startPage?}", "../../@evil.example#")
	f.Add("https://a.example{searchTerms}/", ".evil.example")
	f.Fuzz(func(t *testing.T, text, words string) {
		tmpl := Template{Text: text}
		got, err := tmpl.fill(fill{Words: words})
		plain, err2 := tmpl.fill(fill{Words: "x"})
		if err != nil || err2 != nil {
			return
		}
		a, err := url.Parse(got)
		b, err2 := url.Parse(plain)
		if err == nil && err2 == nil && (a.Host != b.Host || a.Scheme != b.Scheme) {
			t.Errorf("%q leads to %q for %q", text, got, words)
		}
	})
}

func TestPath(t *testing.T) {
	var body any
	if err := json.Unmarshal([]byte(`{"a":{"b":[{"c":"1"},{"c":"2"},{"d":3}]},"n":[["x"],["y","z"]]}`), &body); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"a.b[].c": "12", "a.b[1].c": "2", "a.b[7].c": "", "n[][]": "xyz", "n[1][0]": "y", "a.x": "", "a[]": "", "n.a": "", "a.b[0]c": "1",
	} {
		p, err := parsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Text(body); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	for _, bad := range []string{".", "a.", ".a", "a[", "a[x]", "a[-1]", "a[1"} {
		if p, err := parsePath(bad); err == nil {
			t.Errorf("%q is read as %v", bad, p)
		}
	}
}

func FuzzPath(f *testing.F) {
	f.Add("a.b[].c[0]", []byte(`{"a":{"b":[{"c":["1"]}]}}`))
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		p, err := parsePath(path)
		var v any
		if err != nil || json.Unmarshal(body, &v) != nil {
			return
		}
		if got := p.all(v, 5); len(got) > 5 {
			t.Errorf("%d values", len(got))
		}
		p.Text(v)
	})
}

func TestLang(t *testing.T) {
	for _, x := range [][3]string{
		{"zh-Hans", langRegion, "zh-CN"}, {"zh-Hant", langRegion, "zh-TW"}, {"zh-HK", langRegion, "zh-TW"}, {"zh", langRegion, "zh"}, {"en-GB", langRegion, "en"},
		{"zh-Hans", langLower, "zh-hans"}, {"zh-Hans", langPrefix, "lang_zh"}, {"", langPrefix, ""}, {"zh-Hans", langTag, "zh-Hans"}, {"zh-Hans", langPrimary, "zh"}, {"", langRegion, ""},
	} {
		if got := lang(x[0], x[1]); got != x[2] {
			t.Errorf("%s as %s: %q, want %q", x[0], x[1], got, x[2])
		}
	}
}

func TestTargetHost(t *testing.T) {
	for target, want := range map[string]string{
		"https://Weather.Example.org:8443/x?y": "weather.example.org", "a.example": "a.example", "bücher.de": "xn--bcher-kva.de", "http://台风.中国/": "xn--55qz82b.xn--fiqs8s",
		"": "", "localhost": "", "127.0.0.1": "", "http://[::1]/": "", "a b.example": "", "javascript:alert(1)": "", "a.example/x": "", "https://": "",
	} {
		got, err := targetHost(target)
		if want == "xn--55qz82b.xn--fiqs8s" && err == nil && strings.HasPrefix(got, "xn--") && strings.HasSuffix(got, ".xn--fiqs8s") {
			continue
		}
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v; want %q", target, got, err, want)
		}
	}
}

// FuzzResults: whatever a source lists, a link is a canonical key at a public name.
func FuzzResults(f *testing.F) {
	f.Add("https://www.google.com/url?q=https://a.example.org/", "t", "s")
	f.Add("https://x.cdn.ampproject.org/v/s/a.example.org/?amp", "<b>", "\u202e")
	f.Add("//webcache.googleusercontent.com/search?q=cache:x:a.example.org/+b", "", "")
	f.Fuzz(func(t *testing.T, address, title, snippet string) {
		l := Results{Home: &url.URL{Scheme: "https", Host: "engine.example.com"}}
		if !l.Add(Result{URL: address, Title: title, Snippet: snippet}) {
			return
		}
		if l.Add(Result{URL: address}) {
			t.Errorf("%q twice", address)
		}
		link := l.Links()[0]
		if key, err := urlkey.Canonical(link.URL); err != nil || key != link.URL || link.Host == "engine.example.com" || link.Host == "localhost" || !strings.Contains(link.Host, ".") {
			t.Errorf("%q: %q, %v", address, link.URL, err)
		}
	})
}

// A key is hidden in every form in which a server or a library may give it back.
func TestHider(t *testing.T) {
	h := newHider(search.NewKey(`Bearer s3cret/key+"&x=`))
	for _, form := range []string{`s3cret/key+"&x=`, url.QueryEscape(`s3cret/key+"&x=`), `s3cret/key+\"\u0026x=`, "czNjcmV0L2tleSsiJng9"} {
		if got := h.text("a " + form + " b"); strings.Contains(got, "s3cret") || strings.Contains(got, "czNj") || !strings.HasPrefix(got, "a ") || !strings.HasSuffix(got, " b") {
			t.Errorf("%q: %q", form, got)
		}
	}
	if got := newHider(search.NewKey("public")).text("public domain"); got != "public domain" {
		t.Errorf("a word is taken for a key: %q", got)
	}
	if !slices.Equal(newHider(search.Key{}).forms, nil) {
		t.Error("no key has forms")
	}
}
