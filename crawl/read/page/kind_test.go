package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Pages that are too small for what the model has learned: a bulletin of a sentence is an article, a page
// that says there is nothing is a stub, and so is one that only leads elsewhere. Eight links make a list, three make none.
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
		{"tag of one entry", `<title>标签: 台风 | 小明的博客</title><nav><a href="/">首页</a> <a href="/tags">标签</a></nav><main><h1>台风 标签</h1><div>2021</div><ul><li><a href="/x">搬家第三天</a></li></ul></main>`, crawl.KindStub},
		{"tag of one entry with its beginning", `<title>Typhoon</title><main><h1>Typhoon</h1><p>The typhoon took the roof of our house last night.</p><ul><li><a href="/x">Moving day</a></li></ul></main>`, crawl.KindArticle},
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

// An article with links below it is no list, and a list with a word of welcome is one.
func TestArticleWithLinks(t *testing.T) {
	t.Parallel()
	text := `<p>The storm came at night and took the roofs of forty houses with it, the mayor said on Tuesday.</p><p>Two people were hurt. The road to the harbour is closed until the water falls.</p>`
	links := strings.Repeat(`<p><a href="/1">What the storm left behind</a></p>`, 10)
	var excerpts string
	for i, title := range []string{"Roofs of the old town", "Harbour road closed", "Boats in the square", "No school on Monday", "Power is back", "What it costs", "The tree in the church", "Help for the islands"} {
		excerpts += fmt.Sprintf(`<h2><a href="/%d">%s</a></h2><p>%s: on day %d the storm brought more than the town had seen. <a href="/%d">Read more</a></p>`, i, title, title, i, i)
	}
	for body, want := range map[string]crawl.PageKind{
		text + links:                           crawl.KindArticle,
		links + text:                           crawl.KindArticle,
		`<p>Welcome to our pages.</p>` + links: crawl.KindList,
		excerpts:                               crawl.KindList,
	} {
		p, err := Parse(&crawl.Response{URL: "http://a.example/", Final: "http://a.example/", Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte("<title>The storm</title><h1>The storm</h1>" + body)})
		if err != nil {
			t.Fatal(err)
		}
		if p.About.Kind != want {
			t.Errorf("%.60s: %v, want %v", body, p.About.Kind, want)
		}
	}
}
