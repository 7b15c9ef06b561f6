package page

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Pages that are too small for what the model has learned: a bulletin of a sentence is an article, a page
// that says there is nothing is a stub. Eight links make a list, three make none.
func TestSmallPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, html string
		want       crawl.PageKind
	}{
		{"bulletin", `<title>Typhoon lands</title><h1>Typhoon lands</h1><p>The typhoon made landfall near Taitung this morning.</p><a href="/">Home</a>`, crawl.KindArticle},
		{"bulletin in Chinese", `<title>台风登陆</title><h1>台风登陆</h1><p>台风“摩羯”今天下午在海南登陆，中心附近最大风力17级。</p><a href="/">首页</a>`, crawl.KindArticle},
		{"not found by its title", `<title>404 Not Found</title><h1>Sorry</h1><p>What you asked for is not on this server.</p>`, crawl.KindStub},
		{"not found by its text", `<title>Oops</title><p>Sorry, the page you asked for was not found.</p><a href="/">home</a>`, crawl.KindStub},
		{"not found in Chinese", `<title>提示</title><p>很抱歉，您要访问的页面不存在。</p>`, crawl.KindStub},
		{"log-in", `<title>Log in - Desk</title><form><p>Enter your name and password to go on.</p></form>`, crawl.KindStub},
		{"nothing", `<title>Typhoon</title><a href="/1">More</a>`, crawl.KindStub},
	} {
		p, err := Parse(&crawl.Response{URL: "http://a.example/", Final: "http://a.example/", Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(c.html)})
		if err != nil {
			t.Fatal(err)
		}
		if p.About.Kind != c.want {
			t.Errorf("%s: %v, want %v", c.name, p.About.Kind, c.want)
		}
	}
	for links, list := range map[int]bool{8: true, 3: false} {
		html := `<title>Typhoon news</title><h1>Typhoon news</h1>` + strings.Repeat(`<p><a href="/1">A typhoon lands in the north</a></p>`, links)
		p, err := Parse(&crawl.Response{URL: "http://a.example/", Final: "http://a.example/", Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(html)})
		if err != nil || (p.About.Kind == crawl.KindList) != list {
			t.Errorf("%d links: %v, %v", links, p.About.Kind, err)
		}
	}
}

// A headline has no sign that links to the heading itself, and keeps its own punctuation.
func TestHeadlineWithoutMarks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ title, h1, want string }{
		{"Energy of storms — Tropical docs", `Energy of storms<a class="headerlink" href="#energy">¶</a>`, "Energy of storms"},
		{"台风能量 - 文档", `台风能量<a href="#a">#</a>`, "台风能量"},
		{"Storm guide | Docs", `Storm guide <a href="#a">🔗</a>`, "Storm guide"},
		{"Is the storm over | Desk", `Is the storm over?`, "Is the storm over?"},
		{"Storms (a history | Desk", `Storms (a history)`, "Storms (a history)"},
	} {
		html := "<title>" + c.title + "</title><h1>" + c.h1 + "</h1>" + paragraphs()
		p, err := Parse(&crawl.Response{URL: testURL, Final: testURL, ContentType: "text/html; charset=utf-8", Body: []byte(html)})
		if err != nil {
			t.Fatal(err)
		}
		if p.About.Headline != c.want {
			t.Errorf("%s, %s: %q, want %q", c.title, c.h1, p.About.Headline, c.want)
		}
	}
}
