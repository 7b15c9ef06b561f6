package page

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
)

const testURL = "http://example.com/dir/page.html"

// response is an answer with that body.
func response(body string) *crawl.Response {
	return &crawl.Response{URL: testURL, Final: testURL, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(body)}
}

func parseHTML(t testing.TB, body string) *crawl.Page {
	t.Helper()
	p, err := Parse(response(body))
	if err != nil {
		t.Fatal(err)
	}
	checkPage(t, p)
	return p
}

// checkPage holds what is true of every page.
func checkPage(t testing.TB, p *crawl.Page) {
	t.Helper()
	for i, b := range p.Blocks {
		if b.Text == "" || strings.TrimSpace(b.Text) != b.Text || strings.ContainsAny(b.Text, "\n\t\u00a0\u200b\x00") {
			t.Errorf("block %d: text %q", i, b.Text)
		}
		end := 0
		for _, s := range b.Spans {
			if s.End <= end || s.Group >= crawl.NumGroups {
				t.Errorf("block %d %q: spans %v", i, b.Text, b.Spans)
			}
			end = s.End
		}
		if end != len(b.Text) {
			t.Errorf("block %d %q: spans %v do not cover it", i, b.Text, b.Spans)
		}
	}
	checkTrail(t, p.Trail)
	for _, l := range p.Links {
		if k, err := urlkey.Canonical(l.URL); err != nil || k != l.URL || l.Host != urlkey.Host(k) || strings.Contains(l.Text+l.Context+l.Heading, "\n") {
			t.Errorf("link %+v: key %q, %v", l, k, err)
		}
	}
}

func texts(p *crawl.Page) (out []string) {
	for _, b := range p.Blocks {
		out = append(out, b.Text)
	}
	return out
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"inline markup does not end a block", "<p>台<b>风</b>来了 ty<i>pho</i>on</p>", []string{"台风来了 typhoon"}},
		{"blocks", "a<div>b<p>c</div>d<table><tr><td>e<td>f</table>", []string{"a", "b", "c", "d", "e", "f"}},
		{"items", "<ul><li>a<li>b<ul><li>c</ul></ul>", []string{"a", "b", "c"}},
		{"white space", "<p>\n a \t&nbsp; b　c\r\n</p>", []string{"a b c"}},
		{"br", "<p>a<br>b<br><br>c</p>", []string{"a b", "c"}},
		{"hr", "a<hr>b", []string{"a", "b"}},
		{"unseen characters", "<p>台&#173;风 ty&#8203;phoon \u202ex\ufeff</p>", []string{"台风 typhoon x"}},
		{"entities", "<p>a &amp; b &lt;c&gt; &#x53f0;</p>", []string{"a & b <c> 台"}},
		{"ruby", "<p><ruby>臺<rp>(</rp><rt>tái</rt><rp>)</rp>風<rt>fēng</rt></ruby></p>", []string{"臺風"}},
		{"image", "<p>a<img alt='台风 路径' src=x>b</p>", []string{"a 台风 路径 b"}},
		{"side by side anchors", "<p><a href=1>Home</a><a href=2>News</a></p>", []string{"Home News"}},
		{"custom elements", "<my-app><my-card>a</my-card><my-card>b</my-card></my-app>", []string{"a", "b"}},
		{"code is not text", "<script>var 台风</script><style>台风{}</style><p>x</p><noscript>台风</noscript><template><p>台风</template><iframe>台风</iframe>", []string{"x"}},
		{"hidden attribute", "<p hidden>台风</p><p>x</p><div hidden><p>台风</div>", []string{"x"}},
		{"aria-hidden", "<p>x <span aria-hidden='true'>台风</span>y<i aria-hidden=false>z</i></p>", []string{"x yz"}},
		{"display none", "<p style='color:red;DISPLAY : none !important'>台风</p><p style='display:block'>x</p>", []string{"x"}},
		{"visibility hidden", "<p style='visibility:hidden'>台风</p>x", []string{"x"}},
		{"hidden input", "<form><input type=hidden value=台风><input type=submit value=台风><select><option>台风</select><textarea>台风</textarea>x</form>", []string{"x"}},
		{"canvas", "<canvas><ul><li>台风<li>x</ul></canvas><video>no</video><object>no</object>", []string{"台风", "x"}},
		{"svg", "<svg><title>台风</title><text>台风</text></svg><p>x</p>", []string{"x"}},
		{"meta", "<meta name=keywords content='台风, 暴雨'><meta name=Description content=' d '><meta property=og:description content=no><p>x", []string{"台风, 暴雨", "d", "x"}},
		{"og:description", "<meta property=og:description content=yes>", []string{"yes"}},
		{"comment", "<!-- a --><p>x</p><!-- b --->", []string{"x"}},
		{"self-closing html", "<html lang=zh />\n<head/><title>t</title><body/><p>x</p>", []string{"t", "x"}},
		{"two html elements", "<html><body><p>a</p></body></html><html><body><p>b</p></body></html>", []string{"a", "b"}},
		{"control characters", "<p>a\x01b\x7fc</p>", []string{"abc"}},
		{"nothing", "<html><head></head><body></body></html>", nil},
	} {
		if got := texts(parseHTML(t, c.body)); !cmp.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestGroups(t *testing.T) {
	p := parseHTML(t, `<title>T</title><meta name=keywords content=K>
<h1>a <a href=1>b</a></h1><h2>c</h2><h3>d</h3>
<p>e <strong>f <a href=2>g</a></strong><b>h</b><em>i</em> <a href=3>j <i>k</i></a> <img alt=l> m</p>`)
	var got []string
	for _, b := range p.Blocks {
		from := 0
		for _, s := range b.Spans {
			got = append(got, s.Group.String()+": "+strings.TrimSpace(b.Text[from:s.End]))
			from = s.End
		}
	}
	want := []string{
		"title: T", "title: K", "heading: a b", "heading: c", "emphasis: d",
		"body: e", "emphasis: f ghi", "anchor: j k l", "body: m",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if b := p.Blocks[0]; !b.Title || b.H1 {
		t.Errorf("title block %+v", b)
	}
	if b := p.Blocks[1]; b.Title {
		t.Errorf("meta block %+v", b)
	}
	if b := p.Blocks[2]; b.Title || !b.H1 {
		t.Errorf("h1 block %+v", b)
	}
	if p.Title != "T" {
		t.Errorf("title %q", p.Title)
	}
}

func TestRegions(t *testing.T) {
	for body, want := range map[string]crawl.Region{
		"<p>x":                                   crawl.RegionMain,
		"<nav><p>x":                              crawl.RegionNav,
		"<header>x":                              crawl.RegionHeader,
		"<footer><div>x":                         crawl.RegionFooter,
		"<aside>x":                               crawl.RegionAside,
		"<article><header>x":                     crawl.RegionMain,
		"<main><footer>x":                        crawl.RegionMain,
		"<div role=navigation>x":                 crawl.RegionNav,
		"<div role=banner>x":                     crawl.RegionHeader,
		"<div role=contentinfo>x":                crawl.RegionFooter,
		"<div role=complementary>x":              crawl.RegionAside,
		"<div id=sidebar>x":                      crawl.RegionAside,
		"<div id=header>x":                       crawl.RegionHeader,
		"<div class=header>x":                    crawl.RegionMain,
		"<div class='post-header'>x":             crawl.RegionMain,
		"<div class='fixed  Navbar top'>x":       crawl.RegionNav,
		"<div class='related-posts'><ul><li>x":   crawl.RegionAside,
		"<div class=pagination>x":                crawl.RegionNav,
		"<body class='has-sidebar sidebar'><p>x": crawl.RegionMain,
		"<article class=sidebar>x":               crawl.RegionMain,
		"<nav><main>x":                           crawl.RegionNav,
		"<footer><nav>x":                         crawl.RegionNav,
		"<span class=footer>x":                   crawl.RegionMain,
		"<div role=main><header>x":               crawl.RegionMain,
	} {
		p := parseHTML(t, body)
		if len(p.Blocks) != 1 || p.Blocks[0].Region != want {
			t.Errorf("%s: %+v, want region %d", body, p.Blocks, want)
		}
	}
}

func TestLinks(t *testing.T) {
	p := parseHTML(t, `<base href="/b/"><base href="/no/"><h1>Site</h1>
<nav class="top n12"><ul class=menu><li class="item-3 x"><a href="one" title=" the
 one ">First</a></ul></nav>
<h2>News <a href="two">about two</a></h2>
<p>Before the link <a href="three?x#f" rel="NoFollow me">an <b>anchor</b></a> and after.</p>
<a href="four"><div><h3>Card</h3><p>of four</p></div></a>
<a href="five"><img alt="Map" src=x></a>
<map><area href="six" alt="Coast" shape=rect></map>
<a href="#top">top</a> <a name=x>y</a> <a href="javascript:go()">js</a> <a href="mailto:a@b.c">m</a> <a href="data:,x">d</a>
<a href="http://example.com/dir/page.html#self">self</a>
<p hidden><a href="seven" title=台风>台风</a></p>
<meta http-equiv=refresh content="0; URL='eight'">`)
	want := []crawl.Link{
		{URL: "http://example.com/b/one", Text: "First", Title: "the one", Heading: "Site", Region: crawl.RegionNav, List: 2, Path: "body nav.top ul.menu li.item-0 a"},
		{URL: "http://example.com/b/two", Text: "about two", Context: "News", Heading: "Site", Path: "html body h2 a"},
		{URL: "http://example.com/b/three?x", Text: "an anchor", Context: "Before the link … and after.", Heading: "News about two", Path: "html body p a", NoFollow: true},
		{URL: "http://example.com/b/four", Text: "Card", Context: "of four", Heading: "News about two", Path: "html body a"},
		{URL: "http://example.com/b/five", Text: "Map", Context: "", Heading: "Card", Path: "html body a"},
		{URL: "http://example.com/b/six", Text: "Coast", Heading: "Card", Path: "html body map"},
		{URL: "http://example.com/b/seven", Heading: "Card", Path: "html body p a"},
		{URL: "http://example.com/b/eight", Heading: "Card", Path: "html body"},
	}
	for i := range want {
		want[i].Host = "example.com"
	}
	got := p.Links
	for i := range got {
		if got[i].URL == "http://example.com/b/five" || got[i].URL == "http://example.com/b/six" {
			got[i].Context, got[i].List = "", 0
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The anchors are where ParseAnchors says.
func TestAnchors(t *testing.T) {
	r := &crawl.Response{URL: testURL, Body: []byte(samplePage() + `<p>a <a href=s1>b <i>c</i></a> d</p><a href=s2><p>x</p><p>y</p></a><map><area href=s3 alt=z></map><p><a href=s4> <img src=x></a>`)}
	p, anchors, err := ParseAnchors(r)
	if err != nil || len(anchors) != len(p.Links) || len(anchors) < 30 {
		t.Fatalf("%d anchors of %d links, %v", len(anchors), len(p.Links), err)
	}
	for i, at := range anchors {
		l := p.Links[i]
		if single := !strings.HasPrefix(l.URL, "http://example.com/dir/s") || strings.HasSuffix(l.URL, "s1"); single != (at.Block >= 0) {
			t.Errorf("%s: %+v", l.URL, at)
		} else if single && (p.Blocks[at.Block].Text[at.Start:at.End] != l.Text || l.Context != "") {
			t.Errorf("%s: %q at %+v, context %q", l.URL, l.Text, at, l.Context)
		}
	}
}

func TestContextLength(t *testing.T) {
	long := strings.Repeat("前", 200)
	words := strings.Repeat("typhoon ", 40)
	p := parseHTML(t, "<p>"+long+"<a href=x>y</a>"+long+"</p><p>"+words+"<a href=z>y</a> "+words)
	for i, l := range p.Links {
		before, after, _ := strings.Cut(l.Context, contextGap)
		for _, s := range []string{before, after} {
			if n := len([]rune(s)); n > ContextRunes || n < ContextRunes-8 {
				t.Errorf("link %d: %d runes: %q", i, n, s)
			}
			if i == 1 && strings.Trim(strings.ReplaceAll(s, "typhoon", ""), " ") != "" {
				t.Errorf("a word is cut: %q", s)
			}
		}
	}
}

func TestLists(t *testing.T) {
	p := parseHTML(t, `<a href=0>x</a><ul><li><a href=1>x</a><li><a href=2>x</a><ol><li><a href=3>x</a></ol></ul>
<table><tr><td><a href=4>x</a></table><div><div class=card><a href=5>x</a></div><div class=card><a href=6>x</a></div><div class="card"><a href=7>x</a></div></div>`)
	var got []uint32
	for _, l := range p.Links {
		got = append(got, l.List)
	}
	if want := []uint32{0, 1, 1, 2, 3, 4, 4, 4}; !cmp.Equal(got, want) {
		t.Errorf("lists %v, want %v", got, want)
	}
}

func TestRobots(t *testing.T) {
	for _, c := range []struct {
		meta, tag       string
		noIndex, noFoll bool
	}{
		{"", "", false, false},
		{"noindex", "", true, false},
		{"NoFollow , index", "", false, true},
		{"none", "", true, true},
		{"all", "noindex, nofollow", true, true},
		{"", "googlebot: noindex, nofollow", false, false},
		{"", "googlebot: noindex, ontocrawl: nofollow", false, true},
		{"", "max-snippet: 20, unavailable_after: 1 Jan 2030, noindex", true, false},
		{"", "*: noindex", true, false},
		{"", "googlebot: nofollow\nnoindex", true, false}, // a name holds for its own header only
		{"", "googlebot: noindex\nontocrawl: nofollow", false, true},
		{"nosnippet, max-image-preview:large", "noarchive", false, false},
		// The page is of 1 July 2026.
		{"unavailable_after: 25 Jun 2010 15:00:00 PST", "", true, false},
		{"unavailable_after: 2026-06-30", "", true, false},
		{"unavailable_after: 2026-07-02", "", false, false},
		{"unavailable_after: 2026-06-30T23:59:59Z, nofollow", "", true, true},
		{"unavailable_after: Friday, 25-Jun-10 15:00:00 UTC", "", true, false},
		{"", "unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow", true, true},
		{"", "unavailable_after: Sat, 25 Jun 2050 15:00:00 GMT, nofollow", false, true},
		{"", "otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST", false, false},
		{"", "ontocrawl: unavailable_after: 25 Jun 2010 15:00:00 PST", true, false},
		{"unavailable_after: some day", "", false, false},
	} {
		p, err := Parse(&crawl.Response{URL: testURL, RobotsTag: c.tag, FetchedAt: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), Body: []byte(`<meta name="Robots" content="` + c.meta + `"><p>x`)})
		if err != nil || p.NoIndex != c.noIndex || p.NoFollow != c.noFoll {
			t.Errorf("%q, %q: noindex %v nofollow %v, %v", c.meta, c.tag, p.NoIndex, p.NoFollow, err)
		}
	}
}

// FuzzDirectives: nothing a server says keeps a later header from being obeyed.
func FuzzDirectives(f *testing.F) {
	f.Add("noindex, nofollow")
	f.Add("unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT")
	f.Add("max-snippet:-1, a: b: c, ,:")
	f.Fuzz(func(t *testing.T, tag string) {
		at := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
		p, err := Parse(&crawl.Response{URL: testURL, RobotsTag: tag + "\nnone", FetchedAt: at, Body: []byte("<p>x")})
		if err != nil || !p.NoIndex || !p.NoFollow {
			t.Errorf("%q hides a header: %v", tag, err)
		}
	})
}

func TestWordsAndLanguage(t *testing.T) {
	for _, c := range []struct {
		body  string
		words int
		lang  string
	}{
		{"<p>one two's 3 four-five</p>", 5, ""},
		{"<p>今天台风登陆了广东</p>", 4, ""}, // 9 characters; too short to judge
		{"<p>" + simplified, 0, "zh"},
		{"<html lang=en><p>" + simplified, 0, "zh"},
		{"<html lang=zh-TW><p>" + traditional, 0, "zh-TW"},
		{"<html lang=zh_CN><p>" + simplified, 0, "zh-CN"},
		{"<p>" + nihongo, 0, "ja"},
		{"<p>" + hangugeo, 0, "ko"},
		{"<p>The storm is in the south of the country, and it is to move north.", 15, "en"},
		{"<html lang=fr><p>" + latin, 0, "fr"},
		{"<p>" + latin, 0, ""},
		{"<title>not visible here</title><p>a b</p><script>c d e</script>", 2, ""},
		{"<html lang='rubbish!'><p>a b c d e f", 6, ""},
	} {
		p := parseHTML(t, c.body)
		if c.words > 0 && p.Words != c.words || p.Lang != c.lang {
			t.Errorf("%.40s: %d words, %q; want %d, %q", c.body, p.Words, p.Lang, c.words, c.lang)
		}
	}
}

func TestNotPage(t *testing.T) {
	for name, r := range map[string]*crawl.Response{
		"NULs":       {Body: make([]byte, 5000)},
		"empty":      {Body: []byte(" \n")},
		"png":        {Body: []byte("\x89PNG\r\n\x1a\n........")},
		"pdf":        {ContentType: "text/html", Body: []byte("%PDF-1.7\n1 0 obj")},
		"zip":        {ContentType: "text/plain", Body: []byte("PK\x03\x04\x14\x00\x00")},
		"image":      {ContentType: "image/svg+xml", Body: []byte("<svg/>")},
		"json":       {ContentType: "application/json; charset=utf-8", Body: []byte("{}")},
		"code":       {ContentType: "text/html", Body: []byte(strings.Repeat("\x01\x02\x03\x04abc", 99))},
		"stylesheet": {ContentType: "text/css", Body: []byte("a{}")},
	} {
		r.URL = testURL
		if p, err := Parse(r); !errors.Is(err, crawl.ErrNotPage) || p != nil {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	if _, err := Parse(&crawl.Response{URL: "nonsense", Body: []byte("x")}); !errors.Is(err, urlkey.ErrURL) {
		t.Errorf("no URL: %v", err)
	}
	if p := parseHTML(t, "<p>one \x00 NUL and \x02 control do not make a binary: "+simplified); len(p.Blocks) != 1 {
		t.Errorf("%q", texts(p))
	}
}

func TestPlain(t *testing.T) {
	p, err := Parse(&crawl.Response{URL: testURL, ContentType: "text/plain", Body: []byte("a\r\n b <a href=x>y</a>\n\n\nc http://example.com/\n")})
	if err != nil {
		t.Fatal(err)
	}
	checkPage(t, p)
	if want := []string{"a b <a href=x>y</a>", "c http://example.com/"}; !cmp.Equal(texts(p), want) || len(p.Links) != 0 {
		t.Errorf("%q, %v", texts(p), p.Links)
	}
}

// What the parser refuses or swallows survives.
func TestFallback(t *testing.T) {
	deep := strings.Repeat("<div>", 600)
	for name, body := range map[string]string{
		"deep":              "<title>t</title>" + deep + "<p>x <b>台风</b> <a href=y>z</a>",
		"deep, hidden":      deep + "</div><script>no</script><svg><svg></svg>no</svg><style>no</style>x 台风<p hidden>no</p> <a href=y>z</a>",
		"unclosed comment":  "<!-- start of page <p>x 台风 <a href=y>z</a></p>",
		"comment in itself": "<!--<!--<!-- <p>x 台风 <a href=y>z</a></p>",
		"a million":         strings.Repeat("<i>", 1e6) + "x 台风 <a href=y>z</a>",
		"stray ends":        deep + strings.Repeat("</b>", 1e5) + "x 台风 <a href=y>z</a>",
	} {
		p := parseHTML(t, body)
		text := strings.Join(texts(p), " ")
		if !strings.Contains(text, "x 台风") || strings.Contains(text, "no") || len(p.Links) != 1 || p.Links[0].Text != "z" {
			t.Errorf("%s: %.80q, %+v", name, text, p.Links)
		}
	}
}

// Both walks say the same of a page without mistakes.
func TestTokensLikeTree(t *testing.T) {
	r := &crawl.Response{URL: testURL, Body: []byte(samplePage())}
	tree, err := Parse(r)
	if err != nil {
		t.Fatal(err)
	}
	tokens := parseTokens(t, r)
	shingle.Fill(tokens) // as Parse does, whichever walk it was
	if d := cmp.Diff(tree, tokens); d != "" {
		t.Error(d)
	}
}

func TestGBKQuery(t *testing.T) {
	body := encode(t, queryEncoding("gb18030"), `<meta charset=gbk><p>`+simplified+`<a href="/s/台风?q=台风#x">x</a>`)
	p, err := Parse(&crawl.Response{URL: testURL, Body: body})
	if err != nil || len(p.Links) != 1 || p.Links[0].URL != "http://example.com/s/%E5%8F%B0%E9%A3%8E?q=%CC%A8%B7%E7" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestBounds(t *testing.T) {
	p := parseHTML(t, strings.Repeat("<p>a", maxBlocks+10))
	if len(p.Blocks) != maxBlocks+1 || p.Words != maxBlocks+10 {
		t.Errorf("%d blocks, %d words", len(p.Blocks), p.Words)
	}
	p = parseHTML(t, strings.Repeat("<a href=x>y</a><map><area href=z></map>", maxLinks))
	if len(p.Links) != maxLinks || p.LinksLeft != maxLinks {
		t.Errorf("%d links", len(p.Links))
	}
	p = parseHTML(t, "<title>"+strings.Repeat("长", 600)+"</title>")
	if n := len([]rune(p.Title)); n != maxTitle {
		t.Errorf("title of %d runes", n)
	}
}

func TestHash(t *testing.T) {
	a, b := parseHTML(t, "<p>a</p><p>b</p>"), parseHTML(t, "<p>a</p><p>b</p>")
	c := parseHTML(t, "<div>b</div><div>c</div>")
	if a.Hash != b.Hash || a.Hash == c.Hash {
		t.Error("hash of the body")
	}
	if a.Blocks[1].Key != c.Blocks[0].Key || a.Blocks[0].Key == a.Blocks[1].Key {
		t.Error("key of a block")
	}
}

// TestOwnAddress: the first rel=canonical of the head, resolved; one in the body
// may be anybody's.
func TestOwnAddress(t *testing.T) {
	base, err := url.Parse(testURL)
	if err != nil {
		t.Fatal(err)
	}
	at := func(ref string) string { u, _ := urlkey.Resolve(base, ref); return u }
	for body, want := range map[string]string{
		`<head><link rel="canonical" href="/a?utm_source=x&b=1"></head><p>x`:                               at("/a?b=1"),
		`<link rel="stylesheet canonical" href="HTTP://Other.Example:80/%7ea">`:                            "http://other.example/~a",
		`<head><link rel=canonical href="/1"><link rel=canonical href="/2"></head>`:                        at("/1"),
		`<head><link rel=canonical href="b"><base href="/dir/"></head>`:                                    at("/dir/b"),
		`<head></head><body><link rel=canonical href="/evil"><p>x`:                                         "",
		`<head><title>x</title></head><body><table><p></table><link rel=canonical href="/evil"><p>x`:       "", // read from the tree
		`<head><link rel=canonical href="` + testURL + `#top"></head>`:                                     "",
		`<head><link rel=canonical href="javascript:alert(1)"></head>`:                                     "",
		`<head><link rel=canonical><link rel=alternate href="/x"></head>`:                                  "",
		strings.Repeat("<div>", 600) + `<link rel=canonical href="/deep">`:                                 at("/deep"),
		`<head><link rel=canonical href="/first"></head><body>` + strings.Repeat("<div>", 600) + "<p>deep": at("/first"),
	} {
		if got := parseHTML(t, body).Canonical; got != want {
			t.Errorf("%.80s: %q, want %q", body, got, want)
		}
	}
}

// TestCanonicalHeader: a Link header names a page that does not name itself.
func TestCanonicalHeader(t *testing.T) {
	for _, x := range []struct{ link, body, want string }{
		{`</a>; rel="canonical"`, "<p>x", "http://example.com/a"},
		{`<b>; title="a, <c>; rel=canonical"; rel=next, <../d?x=1>;REL=Canonical`, `<base href="/far/away/"><p>x`, "http://example.com/d?x=1"},
		{"<n>; rel=next\n<m>; rel=\"prev canonical\"", "<p>x", "http://example.com/dir/m"},
		{`</a>; rel=canonical`, `<link rel=canonical href="/b"><p>x`, "http://example.com/b"},
		{`</a>; rel=canonical`, `<link rel=canonical href="` + testURL + `"><p>x`, ""},
		{`<` + testURL + `>; rel=canonical`, "<p>x", ""},
		{`<javascript:x>; rel=canonical`, "<p>x", ""},
		{`</a; rel=canonical`, "<p>x", ""},
		{`/a; rel=canonical`, "<p>x", ""},
		{`</a>; rel="canonical`, "<p>x", "http://example.com/a"},
		{`<<<>>>,,;;"`, "<p>x", ""},
	} {
		p, err := Parse(&crawl.Response{URL: testURL, Final: testURL, Status: 200, ContentType: "text/html", Link: x.link, Body: []byte(x.body)})
		if err != nil || p.Canonical != x.want {
			t.Errorf("%q, %q: %q, %v, want %q", x.link, x.body, p.Canonical, err, x.want)
		}
	}
}

func FuzzLinkHeader(f *testing.F) {
	f.Add(`<b>; title="a, <c>"; rel=next, <d>;rel=canonical`)
	f.Add("<\n>;rel=\"")
	f.Fuzz(func(t *testing.T, s string) {
		if ref := canonicalOf(s); ref != "" && !strings.Contains(s, ref) {
			t.Errorf("%q: %q", s, ref)
		}
	})
}
