package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTrail(t *testing.T) {
	const after = "<h1>Irma</h1><p>The text.</p>"
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"none", after, nil},
		{"class", "<div class='breadcrumb'><a href=/>Home</a> &gt; <a href=/s>Storms</a> &gt; Irma</div>" + after, []string{"Home", "Storms"}},
		{"list", "<nav aria-label='Breadcrumb'><ol><li><a href=/>Home</a><li><a href=/s>Storms</a><li>Irma</ol></nav>" + after, []string{"Home", "Storms"}},
		{"the last is a link to the page", "<ul class=breadcrumbs><li><a href=/>Home</a><li><a href=page.html>Irma 2017</a></ul>" + after, []string{"Home"}},
		{"the last is a link and the title", "<title>Irma | The site</title><p id=breadcrumbs><a href=/>Home</a> » <a href=/x>Irma</a></p>" + after, []string{"Home"}},
		{"the last is the category", "<title>台风登陆广东</title><div class=crumbs><a href=/>首页</a>&gt;<a href=/x>台风</a></div><p>正文", []string{"首页", "台风"}},
		{"no links", "<div class=crumb>Home / Storms / Irma</div>" + after, []string{"Home", "Storms"}},
		{"Chinese name", "<div aria-label='面包屑导航'><a href=/>首页</a> &gt; 台风</div>", []string{"首页"}},
		{"label", "<div>您现在的位置：<a href=/>首页</a> &gt; <a href=/n>气象新闻</a> &gt; 正文</div>" + after, []string{"首页", "气象新闻"}},
		{"traditional label", "<p>目前所在位置 <a href=/>首頁</a>» 颱風 » 內文</p>", []string{"首頁", "颱風"}},
		{"English label", "<p>You are here: <a href=/>Home</a> : <a href=/s>Storms</a> : Irma</p>", []string{"Home", "Storms"}},
		{"label in a block of its own", "<div>当前位置：</div><ul><li><a href=/>首页</a><li>&gt;<li><a href=/n>台风</a></ul><p>正文", []string{"首页", "台风"}},
		{"a sentence", "<p>You are here because the storm closed the road.</p><p>当前位置不明，搜救继续。</p><p>位置：<a href=1>a</a><a href=2>b</a>", nil},
		{"microdata", "<ol itemscope itemtype='https://schema.org/BreadcrumbList'><li itemprop=itemListElement><a itemprop=item href=/><span itemprop=name>Books</span></a><meta itemprop=position content=1></ol>", []string{"Books"}},
		{"RDFa", "<ol vocab='https://schema.org/' typeof=BreadcrumbList><li property=itemListElement><a property=item href=/><span property=name>Books</span></a></ol>", []string{"Books"}},
		{"JSON-LD", `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite"},{"@type":["BreadcrumbList"],"itemListElement":[
			{"@type":"ListItem","position":2,"item":{"@id":"http://example.com/s","name":"Storms &amp; rain"}},
			{"@type":"ListItem","position":1,"name":"Ho\u202eme","item":"http://example.com/"},{"@type":"ListItem","position":3,"name":"Irma"}]}]}</script>` + after,
			[]string{"Home", "Storms & rain"}},
		{"JSON-LD in a page", `<script type='application/ld+json; charset=utf-8'>{"@type":"WebPage","breadcrumb":{"@type":"http://schema.org/BreadcrumbList","itemListElement":{"item":{"url":"/s","name":"Storms"}}}}</script>` + after, []string{"Storms"}},
		{"what is seen counts before what is not", `<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[{"name":"Cheap watches","item":"/w"}]}</script><div class=crumbs><a href=/>Home</a></div>`, []string{"Home"}},
		{"broken JSON-LD", `<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[{"name":"Home","item":"/"</script>` + after, nil},
		{"strange JSON-LD", `<script type="application/ld+json">[[1,null,{"@type":"BreadcrumbList","itemListElement":[7,{"name":5,"item":[]},{"position":"x","name":"a","item":"/a"}]}]]</script>` + after, []string{"a"}},
		{"deep JSON-LD", `<script type="application/ld+json">` + strings.Repeat("[", 5000) + `"BreadcrumbList"` + strings.Repeat("]", 5000) + `</script>` + after, nil},
		{"huge JSON-LD", `<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":{"name":"a","item":"/a"},"x":"` + strings.Repeat("y", maxStructured) + `"}</script>` + after, nil},
		{"the whole page in one element", "<div class=breadcrumb-layout><p>" + strings.Repeat("word ", 300) + "</div>", nil},
		{"a heading beside it", "<div class='breadcrumb-area'><h1>Irma</h1><ul class=breadcrumb><li><a href=/>Home</a></ul></div>", []string{"Home"}},
		{"hidden", "<div class=breadcrumb style='display:none'><a href=/>Home</a></div>", nil},
	} {
		p := parseHTML(t, c.body)
		if d := cmp.Diff(c.want, p.Trail); d != "" {
			t.Errorf("%s: -want +got\n%s", c.name, d)
		}
		for _, b := range p.Blocks {
			if b.Trail && (b.H1 || b.Title || strings.HasPrefix(b.Text, "The text")) {
				t.Errorf("%s: %q is said to be of the breadcrumb", c.name, b.Text)
			}
		}
		if q := parseTokens(t, response(c.body)); !slices.Equal(q.Trail, p.Trail) && c.name != "the last is a link to the page" {
			t.Errorf("%s: by tokens %q", c.name, q.Trail)
		}
		if one, tree, ok := bothWays([]byte(c.body), "text/html"); ok && !slices.Equal(one.Trail, tree.Trail) {
			t.Errorf("%s: one pass %q, tree %q", c.name, one.Trail, tree.Trail)
		}
	}
}

// TestTrailBlocks: the blocks of the breadcrumb are marked, and no other.
func TestTrailBlocks(t *testing.T) {
	p := parseHTML(t, "<p>a</p><nav class=breadcrumb><span>You are here</span><ul><li><a href=/>Home</a><li>Irma</ul></nav><p>b</p><ul class=crumbs><li><a href=/x>X</a></ul>")
	var marked []string
	for _, b := range p.Blocks {
		if b.Trail {
			marked = append(marked, b.Text)
		}
	}
	if want := []string{"You are here", "Home", "Irma", "X"}; !slices.Equal(marked, want) || !slices.Equal(p.Trail, []string{"Home"}) {
		t.Errorf("marked %q, trail %q", marked, p.Trail)
	}
}

// TestLongTrail: a breadcrumb of very many names is a menu, and costs no more.
func TestLongTrail(t *testing.T) {
	for _, n := range []int{maxTrail, maxTrail + 1, 10_000} {
		var s strings.Builder
		s.WriteString("<ol class=breadcrumb>")
		for i := range n {
			fmt.Fprintf(&s, "<li><a href=/%d>n%d</a>", i, i)
		}
		p := parseHTML(t, s.String()+"</ol><p>当前位置："+strings.Repeat("a > ", 10_000))
		if want := n; n > maxTrail && p.Trail != nil || n <= maxTrail && len(p.Trail) != want {
			t.Errorf("%d names: %d", n, len(p.Trail))
		}
	}
	p := parseHTML(t, "<div class=breadcrumb><a href=/>"+strings.Repeat("长", 300)+"</a></div>")
	if len(p.Trail) != 1 || p.Trail[0] != strings.Repeat("长", maxTrailName) {
		t.Errorf("a long name: %q", p.Trail)
	}
}

func FuzzStructured(f *testing.F) {
	f.Add(`{"@type":"BreadcrumbList","itemListElement":[{"position":1,"name":"Home","item":"/"}]}`)
	f.Add(`[{"@graph":[{"breadcrumb":{"@type":["BreadcrumbList"],"itemListElement":{"item":{"@id":"x","name":"\u0000\u202ea"}}}}]}]`)
	f.Add(`{"@type":"BreadcrumbList","itemListElement":[{"position":1e400,"name":7},null,[[[]]],{"item":{"name":"&#x110000;"}}]`)
	f.Fuzz(func(t *testing.T, src string) {
		body := "<script type='application/ld+json'>" + src + "</script><p>x"
		p := parseHTML(t, body)
		checkTrail(t, p.Trail)
		if one, tree, ok := bothWays([]byte(body), "text/html; charset=utf-8"); ok && !slices.Equal(one.Trail, tree.Trail) {
			t.Errorf("one pass %q, tree %q", one.Trail, tree.Trail)
		}
	})
}

// checkTrail holds what is true of every trail.
func checkTrail(t testing.TB, trail []string) {
	t.Helper()
	if len(trail) > maxTrail {
		t.Errorf("%d names", len(trail))
	}
	for _, name := range trail {
		if name == "" || name != strings.TrimSpace(name) || len([]rune(name)) > maxTrailName || strings.ContainsAny(name, "\n\x00\u202e") {
			t.Errorf("name %q", name)
		}
	}
}
