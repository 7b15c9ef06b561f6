package filter

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

func reason(f crawl.Filter, url, from string) string {
	var p *crawl.Page
	if from != "" {
		p = &crawl.Page{URL: from, Final: from}
	}
	return f.Allow(&crawl.Link{URL: url}, p)
}

func TestAddress(t *testing.T) {
	long := "http://a.example/" + strings.Repeat("x", defaultMaxLength-len("http://a.example/"))
	for url, want := range map[string]string{
		"http://a.example/": "", "https://a.example/x?q=a@b": "", "http://a.example/@user": "", "http://[2001:db8::1]/": "",
		long: "", long + "x": "URL too long",
		"ftp://a.example/": "scheme", "javascript:alert(1)": "scheme", "mailto:a@b.example": "scheme", "data:text/html,x": "scheme",
		"": "scheme", "//a.example/": "scheme", "/x": "scheme", "file:///etc/passwd": "scheme",
		"http://user@a.example/": "credentials in URL", "http://user:secret@a.example/": "credentials in URL", "http://a.example@b.example": "credentials in URL",
		"http:///x": "no host",
	} {
		if got := reason(address{}, url, ""); got != want {
			t.Errorf("%.60s: %q, want %q", url, got, want)
		}
	}
	if got := reason(address{MaxLength: 20}, "http://a.example/12345", ""); got != "URL too long" {
		t.Errorf("own limit: %q", got)
	}
}

func TestFileTypes(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.example":               "",
		"http://a.example/":              "",
		"http://mp3.zip/":                "",
		"http://a.zip":                   "",
		"http://a.example/x.html":        "",
		"http://a.example/x.shtml":       "",
		"http://a.example/x.php?f=a.pdf": "",
		"http://a.example/readme.txt":    "",
		"http://a.example/v1.2":          "",
		"http://a.example/a.jpg/":        "",
		"http://a.example/dir.zip/page":  "",
		"http://a.example/www.abc.com":   "",
		"http://a.example/png":           "",
		"http://a.example/x.jpg":         "file type: image",
		"http://a.example/x.JPG?w=200":   "file type: image",
		"http://a.example/.png":          "file type: image",
		"http://a.example/a.b.mp4":       "file type: media",
		"http://a.example/x.tar.gz":      "file type: archive or program",
		"http://a.example/%E5%8F%B0.pdf": "file type: document",
		"http://a.example/x.docx":        "file type: document",
		"http://a.example/x.css?v=3":     "file type: not for readers",
		"http://a.example/feed.xml":      "file type: not for readers",
		"http://a.example/t.grib2":       "file type: data",
	} {
		if got := reason(fileTypes{}, url, ""); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

// TestSourceTypes: what a page calls its feed and robots.txt its sitemap is
// allowed by any name, but not from anywhere.
func TestSourceTypes(t *testing.T) {
	c := New(Options{SameSite: true, Seeds: []crawl.Link{{URL: "http://a.example/"}}})
	for url, want := range map[string]string{
		"http://a.example/sitemap.xml.gz": "", "http://a.example/feed.rss": "", "http://b.example/sitemap.xml": "off-site",
		"http://a.example/x/x/x/feed.xml": "trap: repeated path",
	} {
		for _, kind := range []crawl.LinkKind{crawl.LinkSitemap, crawl.LinkFeed} {
			if got := c.Allow(&crawl.Link{URL: url, Kind: kind}, nil); got != want {
				t.Errorf("%s: %q, want %q", url, got, want)
			}
		}
	}
}

func TestSites(t *testing.T) {
	f := newSites([]crawl.Link{
		{URL: "http://www.weather.com.cn/typhoon"}, {URL: "https://happy.github.io/"}, {URL: "http://127.0.0.1:8080/"},
		{URL: "http://intranet/"}, {URL: "http://[2001:db8::1]:81/"}, {URL: ""},
	})
	for url, want := range map[string]bool{
		"http://www.weather.com.cn/":            true,
		"https://typhoon.weather.com.cn:8443/x": true,
		"http://weather.com.cn":                 true,
		"http://WEATHER.com.cn./":               true,
		"http://other.com.cn/":                  false,
		"http://weather.com.cn.evil.example/":   false,
		"http://evil.example/weather.com.cn":    false,
		"http://evil.example?weather.com.cn":    false,
		"http://happy.github.io/2022/":          true,
		"http://sad.github.io/":                 false,
		"http://github.io/":                     false,
		"http://127.0.0.1/":                     true,
		"http://127.0.0.2/":                     false,
		"http://intranet:99/x":                  true,
		"http://extranet/":                      false,
		"http://[2001:db8::1]/":                 true,
		"http://[2001:db8::2]/":                 false,
		"":                                      false,
	} {
		if got := reason(f, url, "") == ""; got != want {
			t.Errorf("%s: allowed %v", url, got)
		}
	}
	if reason(newSites(nil), "http://a.example/", "") != "off-site" {
		t.Error("no seeds allow something")
	}
}

func TestTraps(t *testing.T) {
	deep := strings.Repeat("/x1/y2", 3)
	for _, x := range []struct{ url, want string }{
		{"http://a.example", ""},
		{"http://a.example/", ""},
		{"http://a.example/a/a/b", ""},
		{"http://a.example/2024/07/07/07-typhoon", ""},
		{"http://a.example/a/b/a/b/a", ""},
		{"http://a.example" + deep, ""},
		{"http://a.example/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20", ""},
		{"http://a.example/a/a/a", "trap: repeated path"},
		{"http://a.example/a/b/a/b/a/b/a", "trap: repeated path"},
		{"http://a.example/x////y", "trap: repeated path"},
		{"http://a.example/en/text/en/text/en/text/en/text/index.html", "trap: repeated path"},
		{"http://a.example/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21", "trap: deep path"},
		{"http://a.example/?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&j=10", ""},
		{"http://a.example/?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&j=10&k=11", "trap: long query"},
		{"http://a.example/?a=1;b=2;c=3;d=4;e=5;f=6;g=7;h=8;i=9;j=10;k=11", "trap: long query"},
		{"http://a.example/?tag=x&tag=x", ""},
		{"http://a.example/?tag=x&tag=x&tag=x", "trap: repeated query"},
		{"http://a.example/?tag=x&tag=y&tag=z", ""},
		{"http://a.example/?&&&&&&&&&&&&&&", ""},
	} {
		if got := reason(traps{}, x.url, ""); got != x.want {
			t.Errorf("%s: %q, want %q", x.url, got, x.want)
		}
	}
}

func TestCalendars(t *testing.T) {
	for _, x := range []struct {
		name, from, to string
		trap           bool
	}{
		{"day to day", "http://a.example/calendar/2024/05/17", "http://a.example/calendar/2024/05/18", true},
		{"day to far day", "http://a.example/calendar/2024/05/17", "http://a.example/calendar/12024/5/1", true},
		{"month to month in a query", "http://a.example/events?month=5&year=2024", "http://a.example/events?month=6&year=2024", true},
		{"date in a query", "http://a.example/list?date=2024-05-17", "http://a.example/list?date=2024-05-18", true},
		{"a page names a day", "http://a.example/about", "http://a.example/calendar/2024/05/17", false},
		{"nobody names a day", "", "http://a.example/calendar/2024/05/17", false},
		{"a day names a page", "http://a.example/calendar/2024/05/17", "http://a.example/event/331", false},
		{"the day itself, as after a redirect", "http://a.example/calendar/2024/05/17", "http://a.example/calendar/2024/05/17", false},
		{"another scheme", "http://a.example/calendar/2024/05/17", "https://a.example/calendar/2024/05/18", true},
		{"capitals", "http://a.example/Calendar/2024/05/17", "http://a.example/calendar/2024/05/18", true},
		{"digits where there were none", "http://a.example/calendar/x/2024", "http://a.example/calendar/x1/2024", false},
		{"another host", "http://b.example/calendar/2024/05/17", "http://a.example/calendar/2024/05/17", false},
		{"news of a day", "http://a.example/2024/05/17/1.html", "http://a.example/2024/05/18/2.html", false},
		{"numbers of articles", "http://a.example/article/8123", "http://a.example/article/8124", false},
		{"a list's second page", "http://a.example/agenda/1", "http://a.example/agenda/2", false},
		{"month of another look", "http://a.example/calendar/2024/05", "http://a.example/calendar/2024/05/17", false},
	} {
		if got := reason(traps{}, x.to, x.from); (got == "trap: calendar") != x.trap {
			t.Errorf("%s: %q", x.name, got)
		}
	}
}

func TestChain(t *testing.T) {
	c := New(Options{SameSite: true, Seeds: []crawl.Link{{URL: "http://a.example/"}}})
	for url, want := range map[string]string{
		"http://www.a.example/x": "", "http://b.example/x": "off-site", "ftp://b.example/x": "scheme",
		"http://a.example/x.pdf": "file type: document", "http://a.example/x/x/x/": "trap: repeated path",
	} {
		if got := reason(c, url, ""); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	if reason(New(Options{}), "http://b.example/x", "") != "" || reason(Chain(nil), "", "") != "" {
		t.Error("an open chain refuses")
	}
}

// TestSyntheticWeb: of a web whose calendar has no end the chain refuses steps
// within it, and not one page.
func TestSyntheticWeb(t *testing.T) {
	w := crawltest.New(crawltest.Options{Seed: 1})
	c := New(Options{})
	const day = "http://city-events.example/calendar/2024/05/17"
	refused := 0
	for _, l := range w.Links(day) {
		switch got := reason(c, l.URL, day); {
		case got == "trap: calendar":
			refused++
		case got != "" || strings.Contains(l.URL, "/calendar/") && l.URL != day:
			t.Errorf("%s: %q", l.URL, got)
		}
	}
	if refused != 5 {
		t.Errorf("%d steps were refused", refused)
	}
	for i, p := range w.Pages() {
		if i%20 != 0 {
			continue
		}
		for _, l := range w.Links(p.URL) {
			if got := reason(c, l.URL, p.URL); got != "" {
				t.Errorf("%s to %s: %s", p.URL, l.URL, got)
			}
		}
	}
}

func FuzzChain(f *testing.F) {
	f.Add("http://a.example/calendar/2024/05/17?x=1&x=1", "http://a.example/calendar/1")
	f.Add("://@/..", "")
	c := New(Options{SameSite: true, Seeds: []crawl.Link{{URL: "http://a.example/"}}})
	f.Fuzz(func(t *testing.T, url, from string) {
		if reason(c, url, from) == "" {
			if !strings.HasPrefix(url, "http") || len(url) > defaultMaxLength {
				t.Errorf("%q was allowed", url)
			}
		}
	})
}

func BenchmarkChain(b *testing.B) {
	c := New(Options{SameSite: true, Seeds: []crawl.Link{{URL: "http://www.weather.com.cn/"}}})
	l := &crawl.Link{URL: "http://typhoon.weather.com.cn/gqzt/2024/07/26/3928172.shtml?from=list"}
	p := &crawl.Page{Final: "http://typhoon.weather.com.cn/gqzt/"}
	b.ReportAllocs()
	for b.Loop() {
		c.Allow(l, p)
	}
}
