package reading_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
)

// hostile is a page that tries everything.
const hostile = `<html onload=alert(1)><head><title>a</title><title><script>x</script></title><base href="http://canary.test/">
<meta http-equiv=refresh content="0;url=http://canary.test/m"><link rel=stylesheet href="http://canary.test/c.css"><link rel=preconnect href="http://canary.test">
<style>p{color:red}</style><style>@import "http://canary.test/i.css";</style><style>p{background:\75rl(http://canary.test/u)}</style><script src="http://canary.test/s.js"></script></head>
<body background="http://canary.test/b.png" onload="fetch('http://canary.test/f')"><p class="x" style="color:blue" onclick="alert(2)">kept text</p>
<p style="background:url(http://canary.test/p.png)">second</p><img src="http://canary.test/pixel.gif" srcset="http://canary.test/2x.gif 2x" alt="a map"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
<img src="data:image/svg+xml,<svg onload=alert(3)>"><a href="javascript:alert(4)">go</a><a href="http://canary.test/l" ping="http://canary.test/ping">on</a>
<iframe src="http://canary.test/f.html"></iframe><object data="http://canary.test/o"></object><embed src="http://canary.test/e"><form action="http://canary.test/form"><label>name</label><input autofocus onfocus="alert(5)"><button formaction="http://canary.test/x">send</button></form>
<svg><script>alert(6)</script><image href="http://canary.test/svg.png"/></svg><math><mtext><style><img src=x onerror=alert(7)></style></mtext></math>
<noscript><img src="http://canary.test/ns.gif"></noscript><template><img src="http://canary.test/t.gif"></template><video src="http://canary.test/v" poster="http://canary.test/vp"></video><audio src="http://canary.test/a"></audio>
<xmp><script>alert(8)</script></xmp><my-card data-x="1">inside a card</my-card><table><td background="http://canary.test/td.png">cell</td></table><noembed><script>alert(9)</script></noembed>
<plaintext><script>alert(10)</script>`

var bad = regexp.MustCompile(`(?i)<(script|iframe|frame|object|embed|form|input|button|link|meta http|base|svg|math|video|audio|noscript|template|xmp|plaintext|noembed)|\son[a-z]+=|\s(href|srcset|action|formaction|background|poster|ping|data)=|src="?(http|javascript)|url\(|@import`)

func TestHarmless(t *testing.T) {
	b, err := reading.Harmless(&crawl.Response{URL: "http://a.test/", Final: "http://a.test/", Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(hostile)})
	if err != nil {
		t.Fatal(err)
	}
	got := string(b)
	if x := bad.FindString(got); x != "" {
		t.Errorf("%q is left in %s", x, got)
	}
	for _, want := range []string{"<title>a</title>", "p{color:red}", `<p class="x" style="color:blue">kept text</p>`, "<p>second</p>", `alt="a map"`, `src="data:image/gif;base64,R0lGODlhAQABAAAAACw="`, "inside a card", "<td>cell</td>", "send"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	if strings.Count(got, "canary.test") != 1 { // the title of a link that leads nowhere
		t.Errorf("it names the canary: %s", got)
	}
}

// FuzzHarmless finds no markup that a second pass would still change into something else,
// nor any of what must not be left.
func FuzzHarmless(f *testing.F) {
	f.Add(hostile)
	f.Add(`<table><math><mi><style><a title="</style><img src=x onerror=alert(1)>">`)
	f.Add(`<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">`)
	f.Add(`<style><!--</style><img src=x onerror=y>--></style>`)
	f.Fuzz(func(t *testing.T, markup string) {
		answer := func(body []byte) *crawl.Response {
			return &crawl.Response{URL: "http://a.test/", Final: "http://a.test/", Status: 200, ContentType: "text/html; charset=utf-8", Body: body}
		}
		b, err := reading.Harmless(answer([]byte(markup)))
		if err != nil {
			return
		}
		again, err := reading.Harmless(answer(b))
		if err != nil {
			t.Fatalf("its own answer cannot be read: %v", err)
		}
		tags := regexp.MustCompile(`<[a-z][^>]*>`)
		for _, tag := range append(tags.FindAllString(string(b), -1), tags.FindAllString(string(again), -1)...) {
			if x := regexp.MustCompile(`(?i)^<(script|iframe|frame|object|embed|form|input|link|base|svg|math|video|audio|noscript|template|xmp|plaintext|noembed)\b`).FindString(tag); x != "" {
				t.Errorf("%q is left of %q", x, markup)
			}
		}
	})
}
