package strategytest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Web is a small invented web with everything a strategy has to live with:
// several hosts, a topic whose pages link to each other, navigation that is
// on every page, dead links, redirects, links that stand twice, and a sitemap of
// each host, which those ignore who do not care for sources.
type Web struct {
	Seeds []crawl.Link
	pages map[string]*crawl.Page
	rel   map[string]float64
}

// NewWeb makes a web of n pages on the given number of hosts. The same
// arguments make the same web.
func NewWeb(seed uint64, n, hosts int) *Web {
	rng := rand.New(rand.NewPCG(seed, 0x7765625f))
	w := &Web{pages: make(map[string]*crawl.Page), rel: make(map[string]float64)}
	urls := make([]string, n)
	for i := range urls {
		urls[i] = fmt.Sprintf("http://%s/%s/%d.html", hostName(i%hosts), topicDir(i), i)
		w.rel[urls[i]] = rng.Float64() * 0.2
		if onTopic(i) {
			w.rel[urls[i]] = 0.6 + 0.4*rng.Float64()
		}
	}
	for i, u := range urls {
		w.pages[u] = w.page(rng, i, urls)
	}
	for h := range min(hosts, n) {
		w.sitemap(rng, h, hosts, urls)
	}
	for i := 0; i < 3 && i < n; i++ {
		w.Seeds = append(w.Seeds, crawl.Link{URL: urls[i], Host: hostName(i % hosts)})
	}
	return w
}

// sitemap adds the sitemap of a host, with some of its pages and one of another
// host, of which it may not speak. The pages of the host name it.
func (w *Web) sitemap(rng *rand.Rand, h, hosts int, urls []string) {
	host := hostName(h)
	url := "http://" + host + "/sitemap.xml"
	p := &crawl.Page{URL: url, Final: url, Host: host, Status: 200, Source: true}
	for i, u := range urls {
		if i%hosts == h && rng.IntN(2) == 0 || i == h+1 {
			p.Links = append(p.Links, w.link(rng, u, i, 1, "sitemap url"))
		}
		if i%hosts == h {
			w.pages[u].Links = append(w.pages[u].Links, crawl.Link{URL: url, Host: host, Kind: crawl.LinkSitemap})
		}
	}
	w.pages[url] = p
}

func onTopic(i int) bool { return i%7 == 1 }

func hostName(i int) string { return fmt.Sprintf("h%d.test", i) }

func topicDir(i int) string {
	if onTopic(i) {
		return "storm/2020"
	}
	return "misc/" + fmt.Sprint(i%3)
}

func (w *Web) page(rng *rand.Rand, i int, urls []string) *crawl.Page {
	n := len(urls)
	p := &crawl.Page{URL: urls[i], Final: urls[i], Status: 200, Words: 100}
	p.Host = w.host(urls[i])
	add := func(to int, list uint32, path string) {
		if to < n {
			p.Links = append(p.Links, w.link(rng, urls[to], to, list, path))
		}
	}
	add(0, 1, "body.x nav.menu ul.top li.item a.link")
	add(i+1, 2, "div.main p.text a.next")
	add(2*i+1, 2, "div.main p.text a.ref")
	add(2*i+2, 2, "div.main p.text a.ref")
	for range rng.IntN(4) {
		add(rng.IntN(n), 3, "div.main ul.more li.item a.link")
	}
	if onTopic(i) {
		add((i/7+1)*7+1, 3, "div.main ul.more li.item a.link")
	}
	if i%5 == 0 && len(p.Links) > 1 {
		p.Links = append(p.Links, p.Links[1]) // is stored twice
	}
	return p
}

func (w *Web) link(rng *rand.Rand, url string, to int, list uint32, path string) crawl.Link {
	l := crawl.Link{URL: url, Host: w.host(url), List: list, Path: path, Text: fmt.Sprintf("page %d", to)}
	if list == 1 {
		l.Region = crawl.RegionNav
	}
	if onTopic(to) && rng.IntN(3) > 0 {
		l.Text = fmt.Sprintf("storm %d", to)
		l.Terms = crawl.LinkTerms{AnchorCore: 1, AnchorCover: 0.5, URLCore: 0.8, Relevance: 0.7}
	}
	return l
}

func (w *Web) host(url string) string {
	h, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	return h
}

// Visit answers a choice. One URL in eleven is dead, one in thirteen answers
// under another name; which ones depends on the URL alone.
func (w *Web) Visit(seq int, c crawl.Choice) *crawl.Visit {
	v := &crawl.Visit{Seq: seq, Choice: c}
	p := w.pages[c.URL]
	h := fnv.New32a()
	h.Write([]byte(c.URL))
	sum := h.Sum32()
	if p == nil || (sum%11 == 0 && c.Depth > 0) {
		v.Status, v.Failure = 404, crawl.Failure{Kind: crawl.FailStatus4xx, Text: "not found"}
		return v
	}
	copied := *p
	if sum%13 == 0 {
		copied.Final = c.URL + "?moved"
	}
	v.Page, v.Status = &copied, 200
	v.Score.Relevance = w.rel[c.URL]
	v.Score.Relevant = v.Score.Relevance > 0.5
	return v
}
