package filter

import (
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestPatterns(t *testing.T) {
	for _, x := range []struct {
		include, exclude, url string
		kind                  crawl.LinkKind
		want                  string
	}{
		{"", "", "http://a.example/", crawl.LinkPage, ""},
		{"/news/", "", "http://a.example/news/1", crawl.LinkPage, ""},
		{"/news/", "", "http://a.example/sport/1", crawl.LinkPage, "not included"},
		{"/news/", "", "http://a.example/sitemap.xml", crawl.LinkSitemap, ""},
		{"/台风/", "", "http://a.example/%E5%8F%B0%E9%A3%8E/1", crawl.LinkPage, ""},
		{"", "/台风/", "http://a.example/%E5%8F%B0%E9%A3%8E/1", crawl.LinkPage, "excluded"},
		{"", `\?.*sort=`, "http://a.example/x?p=1&sort=2", crawl.LinkPage, "excluded"},
		{"", "feed", "http://a.example/feed", crawl.LinkFeed, "excluded"},
		{"news", "/1$", "http://a.example/news/1", crawl.LinkPage, "excluded"},
		{"news", "/1$", "http://a.example/news/12", crawl.LinkPage, ""},
		{"(?i)NEWS", "", "http://a.example/news", crawl.LinkPage, ""},
		{"%zz", "", "http://a.example/%zz", crawl.LinkPage, ""},
	} {
		include, err := Pattern(x.include)
		if err != nil {
			t.Fatal(err)
		}
		exclude, err := Pattern(x.exclude)
		if err != nil {
			t.Fatal(err)
		}
		c := New(Options{Include: include, Exclude: exclude})
		if got := c[len(c)-1].Allow(&crawl.Link{URL: x.url, Kind: x.kind}, nil); x.include+x.exclude != "" && got != x.want {
			t.Errorf("%q, %q: %s: %q, want %q", x.include, x.exclude, x.url, got, x.want)
		}
		if got := c.Allow(&crawl.Link{URL: x.url, Kind: x.kind}, nil); got != x.want {
			t.Errorf("chain: %q, %q: %s: %q, want %q", x.include, x.exclude, x.url, got, x.want)
		}
	}
}

// TestHostilePatterns is row 16 of the design's table: the pattern with which
// engines that try again and again take years is done at once.
func TestHostilePatterns(t *testing.T) {
	for _, bad := range []string{"(", "[a", "a{1001}", `(a{1000}){1000}`, `(?=x)`, `(a)\1`, strings.Repeat("a?", 501), "\xff"} {
		if re, err := Pattern(bad); err == nil {
			t.Errorf("%.40q became %v", bad, re)
		}
	}
	url := "http://a.example/" + strings.Repeat("a", defaultMaxLength-20) + "!"
	begin := time.Now()
	for _, slow := range []string{"(a+)+$", "(a|a)*$", "(.*a){20}$", strings.Repeat("a?", 30) + strings.Repeat("a", 30) + "$", "^(([a-z])+.)+[A-Z]([a-z])+$"} {
		re, err := Pattern(slow)
		if err != nil {
			t.Fatal(err)
		}
		patterns{Exclude: re}.Allow(&crawl.Link{URL: url}, nil)
	}
	if d := time.Since(begin); pacetest.Over(d, 5*time.Second) {
		t.Errorf("5 patterns took %v", d)
	}
}
