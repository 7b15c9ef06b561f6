package traptest

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// Trap is a site that makes pages without end.
type Trap struct {
	Name  string
	Site  string // registrable domain
	Entry string // URL that the healthy site links to
	page  func(u *url.URL) page
}

// page is a page before it is HTML.
type page struct {
	title string
	text  []string
	links []link
}

type link struct{ href, text string }

// Traps returns all traps: the traps of [First], [Second], [third] and [Fourth].
func Traps() []Trap { return slices.Concat(First(), second(), third(), Fourth()) }

// healthySite is the healthy site's registrable domain.
const healthySite = "stormdesk.example"

// Web is a healthy site of so many articles that links to some traps. It is a
// crawl.Fetcher.
type Web struct {
	Articles int
	Traps    []Trap
}

var _ crawl.Fetcher = Web{}

// Start is the front page of the healthy site.
func (w Web) Start() string { return "http://www." + healthySite + "/" }

// Fetch implements [crawl.Fetcher].
func (w Web) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	resp := &crawl.Response{URL: r.URL, Final: r.URL, Status: 404, ContentType: "text/html; charset=utf-8", FetchedAt: time.Unix(1e9, 0).UTC()}
	u, err := url.Parse(r.URL)
	if err != nil || u.Path == "/robots.txt" || u.Path == "/sitemap.xml" {
		return resp, nil
	}
	site := polite.Site(urlkey.Host(r.URL))
	p, ok := page{}, false
	if site == healthySite {
		p, ok = w.healthy(u)
	} else if i := slices.IndexFunc(w.Traps, func(t Trap) bool { return t.Site == site }); i >= 0 {
		p, ok = w.Traps[i].page(u), true
	}
	if ok {
		resp.Status, resp.Body = 200, []byte(p.html())
	}
	return resp, nil
}

func (p page) html() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html lang=en><head><title>%s</title></head><body><h1>%[1]s</h1>", html.EscapeString(p.title))
	for _, t := range p.text {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(t))
	}
	b.WriteString("<ul>")
	for _, l := range p.links {
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a></li>\n", html.EscapeString(l.href), html.EscapeString(l.text))
	}
	b.WriteString("</ul></body></html>")
	return b.String()
}

// healthy is a page of the healthy site: the front page, which lists the first articles,
// or an article, which links to some others. Every twentieth article links to the traps.
func (w Web) healthy(u *url.URL) (p page, ok bool) {
	const first = 20
	n := 0
	if u.Path != "/" {
		var err error
		if n, err = strconv.Atoi(strings.TrimPrefix(u.Path, "/typhoon/")); err != nil || n < 1 || n > w.Articles {
			return p, false
		}
	}
	r := drawn("healthy", u.Path)
	article := func(i int) {
		if i >= 1 && i <= w.Articles {
			p.links = append(p.links, link{fmt.Sprint("/typhoon/", i), "Typhoon " + w.name(i)})
		}
	}
	if n == 0 {
		p.title, p.text = "Typhoon desk", []string{"Reports on typhoons from all coasts."}
		for i := range first {
			article(i + 1)
		}
	} else {
		p.title, p.text = "Typhoon "+w.name(n), report(r, w.name(n))
		for i := range 3 {
			article(3*n + i + first - 2)
		}
		article(1 + r.IntN(w.Articles))
	}
	if n%20 == 0 || n == 1 {
		for _, t := range w.Traps {
			p.links = append(p.links, link{t.Entry, "More on typhoons: " + t.Name})
		}
	}
	return p, true
}

func (w Web) name(n int) string { return invented(drawn("name", fmt.Sprint(n))) }
