package page

import (
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// bothWays reads a page in one pass and by its tree. ok is false if the one pass
// gave up.
func bothWays(body []byte, contentType string) (one, tree *crawl.Page, ok bool) {
	base, _ := url.Parse(testURL)
	text, name, _ := decode(body, contentType)
	read := func(how func(*crawl.Page, *document) ([]Anchor, bool)) (*crawl.Page, []Anchor, bool) {
		p := &crawl.Page{URL: testURL, Final: testURL, Charset: name}
		anchors, ok := how(p, &document{base: base, body: text, contexts: true})
		return p, anchors, ok
	}
	one, at, ok := read(readWalk)
	tree, anchors, _ := read(readTree)
	for _, p := range []*crawl.Page{one, tree} {
		numberLists(p.Links)
	}
	if ok && !reflect.DeepEqual(anchors, at) {
		one.Title += "anchors differ: " + cmp.Diff(anchors, at)
	}
	return one, tree, ok
}

// numberLists numbers lists in the order of their links: which links share one
// matters, not its number.
func numberLists(links []crawl.Link) {
	numbers := map[uint32]uint32{0: 0}
	for i := range links {
		n, ok := numbers[links[i].List]
		if !ok {
			n = uint32(len(numbers))
			numbers[links[i].List] = n
		}
		links[i].List = n
	}
}

// TestWalkIsTheTree: wherever the one pass does not give up, it reads what a
// browser's tree holds.
func TestWalkIsTheTree(t *testing.T) {
	for _, body := range []string{
		samplePage(),
		"just text",
		"<title>a &amp; b</title>text<p>one<p>two<ul><li>x<li><p>y<li>z</ul>after",
		"<!doctype html><html lang=de><head><meta name=language content=fr></head><body>x</body></html>tail",
		"<meta property=og:locale content=zh_CN><body lang=''>x",
		"<table><tr><td><b>bold<td>plain<tr><th>head</table>after",
		"<table><caption>c</caption><colgroup><col><col></colgroup><thead><tr><th>a</thead><tbody><tr><td>b<table><tr><td>in</table>c</table>d",
		"<table>\n<tr>\n<td>a</td>\n</tr>\n</table>",
		"<dl><dt>a<dd>b<dt>c</dl><h1>x<h2>y</h2>z",
		"<div><p>a</div>b</p>c</b>d</li>e",
		"<p>a<br>b</br>c<hr>d",
		"<a href=x?a=1&copy=2&amp;lt=3>q</a><a href='y&lt;'>r</a><a href=/p?x=1&amp;y=2 title='&quot;t&quot;'>s</a>",
		"<script>if (a<b) '</p>'</script><style>a>b{}</style><noscript><p>no</noscript><p>yes",
		"<select><option>a<option>b</select><svg><g><path/><title>t</title></g></svg><p>yes",
		"<form><form><p>a</form>b</form>c<button>d</button><label>e",
		"<ul class=a><div class='c x'><a href=1>1</a></div><div class=c><a href=2>2</a></div>mid<div class=c><a href=3>3</a></div></ul><div><div class=k><a href=4>4</a></div><div class=k><a href=5>5</a></div><div class=k><a href=6>6</a></div></div>",
		"<ruby>漢<rt>kan</rt></ruby><x-thing>a</x-thing>b<X-Thing/>c",
		"<!-- c --><!--> d <!-->--><p>x<!-- a--!>y<? pi ?>z<!bogus>w</ bogus>v</>u",
		"<p CLASS=Menu ID=a id=b>x</p><p hidden>h</p><p style='display:none'>h</p>\r\n<pre>\r\na\r\nb</pre>",
		"a < b <3 <",
		"<head><meta http-equiv=refresh content='0; url=/x'></head></html>",
		"</body><p>x</html>y",
		"<h1><a href=h>in heading</a></h1><h2>two</h2><a href=t>t</a>",
	} {
		one, tree, ok := bothWays([]byte(body), "text/html; charset=utf-8")
		if !ok {
			t.Errorf("gave up on %q", body)
		} else if d := cmp.Diff(tree, one); d != "" {
			t.Errorf("%.200q: -tree +one pass\n%s", body, d)
		}
	}
}

// TestWalkGivesUp: what browsers repair is left to the parser, and Parse brings
// what the tree holds.
func TestWalkGivesUp(t *testing.T) {
	for _, body := range []string{
		"<p><b>a<p>b",
		"<b><p>a</b>b</p>",
		"<a href=x>a<a href=y>b",
		"<table>text<tr><td>a</table>",
		"<table><tr><div>a</div><td>b</table>",
		"<body>a<body lang=de>b",
		"<math><mi>x</mi></math>y",
		"<svg><p>a</svg>b",
		"x\x00y",
		"a<!-- b",
		"a<script>b",
		strings.Repeat("<div>", 501) + "x",
		"<form><div></form>a</div>",
		"<p>a<table><tr><td>b</table>",
	} {
		if _, _, ok := bothWays([]byte(body), "text/html; charset=utf-8"); ok {
			t.Errorf("did not give up on %q", body)
		}
	}
}

func FuzzWalk(f *testing.F) {
	f.Add(samplePage())
	f.Add("<table><tr><td><b>x<td>y</table><svg><a/></svg><p>z<li>&ampq")
	f.Add("<a href='?x&copy;=1&notit;' class=\"a\r\nb\">y</a><select><option>z</select>")
	f.Fuzz(func(t *testing.T, body string) {
		one, tree, ok := bothWays([]byte(body), "text/html; charset=utf-8")
		if !ok {
			return
		}
		if d := cmp.Diff(tree, one); d != "" {
			t.Errorf("-tree +one pass\n%s", d)
		}
	})
}

// TestWalkOutside reads all stored webs both ways.
func TestWalkOutside(t *testing.T) {
	for _, web := range []string{"wikispeedia-en", "lohelp-zh", "hosts-dev", "cec-zh", "encodings", "extract-shared"} {
		t.Run(web, func(t *testing.T) {
			dir := filepath.Join(goldentest.Dir(t, "webs/"+web), web)
			index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
			if err != nil {
				t.Fatal(err)
			}
			pages, given, differ, tags := 0, 0, 0, 0
			for line := range strings.Lines(string(index)) {
				fields := strings.Split(strings.TrimSpace(line), "\t")
				body, err := os.ReadFile(filepath.Join(dir, "pages", fields[1]))
				if err != nil {
					t.Fatal(err)
				}
				pages++
				one, tree, ok := bothWays(body, fields[2])
				if !ok {
					given++
					tags = max(tags, startTags(body))
					continue
				}
				if !reflect.DeepEqual(tree, one) {
					if differ++; differ <= 3 {
						t.Errorf("%s: -tree +one pass\n%.1500s", fields[1], cmp.Diff(tree, one))
					}
				}
			}
			t.Logf("%d pages, %d left to the parser, with %d start tags at most, %d read otherwise", pages, given, tags, differ)
			if tags > maxTree {
				t.Errorf("an honest page has %d start tags, which would be read without a tree", tags)
			}
		})
	}
}
