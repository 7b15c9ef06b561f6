package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	urlset = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	index  = `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	rss    = `<?xml version="1.0"?><rss version="2.0"><channel><title>Typhoon</title>`
	laughs = `<!DOCTYPE x [<!ENTITY a "storm storm storm storm"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">` +
		`<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;"><!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;">` +
		`<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y SYSTEM "http://127.0.0.1/secret">]>`
)

// sitemaps attack where a site proves useful: its front page is of the topic,
// its robots.txt names a sitemap, and its pages name a feed and a search.
func sitemaps() []Site {
	// useful gives what is asked for below /map to serve.
	useful := func(serve func(h *Host, w http.ResponseWriter, r *http.Request)) func(*Host) http.Handler {
		return handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/robots.txt":
				fmt.Fprintf(w, "Sitemap: http://%s/map.xml\nSitemap: http://%s/map-2.xml.gz\n", r.Host, r.Host)
			case strings.HasPrefix(r.URL.Path, "/map"):
				w.Header().Set("Content-Type", "application/xml")
				serve(h, w, r)
			default:
				html(w, `<link rel=alternate type="application/rss+xml" href="/map-feed"><link rel=search type="application/opensearchdescription+xml" href="/map-search">`+
					`<form action="/map-find"><input name=q type=search></form>`, strings.Repeat("<p>"+story+"</p>", 10))
				for i := range 5 {
					io.WriteString(w, link(fmt.Sprintf("/news/%d", i))) //nolint:errcheck // the client may have gone
				}
			}
		})
	}
	text := func(first, middle string, times int, last string) func(*Host) http.Handler {
		return useful(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, first) //nolint:errcheck // the client may have gone
			if pour(w, middle, times) {
				io.WriteString(w, last) //nolint:errcheck // the client may have gone
			}
		})
	}
	// numbered writes a line with a number a hundred thousand times.
	numbered := func(first, format, last string, n int) func(*Host) http.Handler {
		return useful(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, first) //nolint:errcheck // the client may have gone
			format := strings.ReplaceAll(format, "HOST", h.domain())
			for i := range n {
				if _, err := fmt.Fprintf(w, format, i); err != nil {
					return
				}
			}
			io.WriteString(w, last) //nolint:errcheck // the client may have gone
		})
	}
	sites := []Site{
		{Name: "map-circle", What: "an index of sitemaps that are that index", HTTP: useful(func(h *Host, w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "%s<sitemap><loc>http://%s/map.xml</loc></sitemap><sitemap><loc>http://%s/map-%d.xml</loc></sitemap></sitemapindex>", index, h.domain(), h.domain(), h.Count.Add(1))
		})},
		{Name: "map-index-100k", What: "an index of a hundred thousand sitemaps", HTTP: numbered(index, "<sitemap><loc>http://HOST/map-%d.xml</loc></sitemap>", "</sitemapindex>", 100_000)},
		{Name: "map-million", What: "a sitemap of a million pages", HTTP: numbered(urlset, "<url><loc>http://HOST/typhoon-storm-surge/%d</loc></url>", "</urlset>", 1_000_000)},
		{Name: "map-other-hosts", What: "a sitemap of a hundred thousand other hosts", HTTP: useful(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, urlset) //nolint:errcheck // the client may have gone
			for i := range 100_000 {
				if _, err := fmt.Fprintf(w, "<url><loc>http://%s/typhoon</loc></url>", h.Other(i)); err != nil {
					return
				}
			}
		})},
		{Name: "map-bomb", What: "a gzip bomb as a sitemap", HTTP: useful(func(_ *Host, w http.ResponseWriter, _ *http.Request) { pour(w, zipped(urlset)+gzipBomb(), 100) })},
		{Name: "map-gzip-gzip", What: "a gzip of a gzip of a bomb", HTTP: useful(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "application/gzip")
			io.WriteString(w, zipped(zipped(urlset)+gzipBomb())) //nolint:errcheck // the client may have gone
		})},
		{Name: "map-laughs", What: "entities of entities, and entities that are files", HTTP: text(strings.Replace(urlset, "?>", "?>"+laughs, 1), "<url><loc>&g;&x;&y;</loc></url>", 100, "</urlset>")},
		{Name: "map-nested", What: "elements nested without end", HTTP: text(urlset, "<url>", -1, "")},
		{Name: "map-attributes", What: "one element with a million attributes", HTTP: numbered(urlset+"<url ", "a%d='b' ", "/></urlset>", 1_000_000)},
		{Name: "map-long-loc", What: "an address without end", HTTP: text(urlset+"<url><loc>http://x.example/", "storm", -1, "")},
		{Name: "map-html", What: "HTML and pictures as sitemaps and feeds", HTTP: text(begin, "<p>\x89PNG\x00"+story, 30_000, "")},
		{Name: "map-private", What: "sitemaps and feeds that list addresses that are not public", HTTP: useful(func(h *Host, w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, urlset) //nolint:errcheck // the client may have gone
			for _, u := range private(h.Name) {
				fmt.Fprintf(w, "<url><loc>%s</loc></url>", strings.ReplaceAll(u, "<", "&lt;"))
			}
			io.WriteString(w, "</urlset>") //nolint:errcheck // the client may have gone
		})},
		{Name: "map-drip", What: "sitemaps and feeds, ten bytes a second", HTTP: useful(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			drip(h, w, urlset, 100*time.Millisecond)
		})},
		{Name: "map-dates", What: "dates and priorities that are none", HTTP: numbered(urlset, "<url><loc>http://HOST/%d</loc><lastmod>99999-99-99T99:99:99Z</lastmod><priority>1e999</priority><changefreq>always</changefreq></url>", "</urlset>", 1000)},
		{Name: "feed-endless", What: "a feed without end", HTTP: text(rss, "<item><title>Typhoon</title><link>/news/1</link><description>"+story+"</description></item>", -1, "")},
		{Name: "feed-new-each-time", What: "a feed of a thousand new pages each time", HTTP: useful(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, rss) //nolint:errcheck // the client may have gone
			n := h.Count.Add(1)
			for i := range 1000 {
				fmt.Fprintf(w, "<item><title>Typhoon %d</title><link>http://%s/news/%d-%d</link></item>", i, h.domain(), n, i)
			}
			io.WriteString(w, "</channel></rss>") //nolint:errcheck // the client may have gone
		})},
		{Name: "feed-laughs", What: "a feed with entities of entities", HTTP: text(strings.Replace(rss, "?>", "?>"+laughs, 1), "<item><title>&g;</title></item>", 100, "</channel></rss>")},
		{Name: "feed-json", What: "a JSON feed of nested arrays without end", HTTP: text(`{"version":"https://jsonfeed.org/version/1.1","title":"Typhoon","items":`, "[", -1, "")},
		{Name: "search-template", What: "a search whose template leads to addresses that are not public", HTTP: useful(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, `<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>s</ShortName>`) //nolint:errcheck // the client may have gone
			for _, u := range private(h.Name) {
				fmt.Fprintf(w, `<Url type="text/html" template="%s?q={searchTerms}&amp;n={count}"/>`, strings.ReplaceAll(u, "<", "&lt;"))
			}
		})},
	}
	for i := range sites {
		sites[i].Robots = true
	}
	sites = append(sites, Site{Name: "feeds-10k", What: "a page that names ten thousand feeds", HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
		html(w)
		for i := range 10_000 {
			fmt.Fprintf(w, `<link rel=alternate type="application/atom+xml" title=Typhoon href="/feed/%d/%d">`, h.Count.Load(), i)
		}
		h.Count.Add(1)
	})})
	return sites
}
