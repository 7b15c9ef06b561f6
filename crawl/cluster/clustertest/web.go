package clustertest

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Web is a web of sites s0.example, s1.example, ... that are spread over addresses. Its
// pages link to pages of their own site and of others; each ninth address of a site
// redirects to another site. It notes by its own clock when it was asked for what.
type Web struct {
	Sites, Addresses, Pages int           // Pages of a site, with those that redirect
	SamePage                bool          // every site has one page, with the same bytes on all sites
	Takes                   time.Duration // to answer

	mu    sync.Mutex
	sites map[string]*asked // by site
	addrs map[int]*asked    // by address
	pages map[string][]time.Time
	n     int
	hook  func(n int)
}

// asked records the requests to a site or an address.
type asked struct {
	last   time.Time // when it answered last
	gap    time.Duration
	flying int
	both   int // requests that began while another was not answered
	n      int
}

// URL is the address of a page.
func (w *Web) URL(site, page int) string {
	return fmt.Sprintf("http://s%d.example/p%d", site%w.Sites, page)
}

// AddressOf is the number of the address of a site.
func (w *Web) AddressOf(site int) int { return site % w.Addresses }

// Hook is called with the number of each request, from 1, before it is answered.
func (w *Web) Hook(f func(n int)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hook = f
}

// Reset forgets all requests.
func (w *Web) Reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sites, w.addrs, w.pages, w.n = nil, nil, nil, 0
}

// ServeHTTP implements http.Handler.
func (w *Web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var site, page int
	_, err := fmt.Sscanf(r.Host+r.URL.Path, "s%d.example/p%d", &site, &page)
	defer w.note(r.Host, site, "http://"+r.Host+r.URL.Path)()
	time.Sleep(w.Takes)
	switch {
	case err != nil || page >= w.Pages:
		http.NotFound(rw, r)
		return
	case page%9 == 4:
		http.Redirect(rw, r, w.URL(site+5, page+1), http.StatusFound)
		return
	}
	rw.Header().Set("Content-Type", "text/html")
	if w.SamePage && page == 3 {
		fmt.Fprint(rw, "<title>Typhoon warning</title><p>The same typhoon warning stands at every site.")
		return
	}
	fmt.Fprintf(rw, "<title>Typhoon report %d of site %d</title><p>Report %d-%d about the typhoon number %d.", page, site, site, page, site*w.Pages+page)
	for _, to := range [][2]int{{site, page + 1}, {site, 2*page + 1}, {site + 1, page}, {site*3 + page, page + 2}} {
		if to[1] < w.Pages {
			fmt.Fprintf(rw, `<p><a href="%s">typhoon %d</a>`, w.URL(to[0], to[1]), to[1])
		}
	}
}

// note notes a request, and returns what notes that it is answered.
func (w *Web) note(host string, site int, url string) (answered func()) {
	w.mu.Lock()
	if w.pages == nil {
		w.sites, w.addrs, w.pages = map[string]*asked{}, map[int]*asked{}, map[string][]time.Time{}
	}
	now := time.Now()
	w.pages[url] = append(w.pages[url], now)
	s, a := w.sites[host], w.addrs[w.AddressOf(site)]
	if s == nil {
		s = &asked{gap: time.Hour}
		w.sites[host] = s
	}
	if a == nil {
		a = &asked{gap: time.Hour}
		w.addrs[w.AddressOf(site)] = a
	}
	s.begins(now)
	a.begins(now)
	w.n++
	n, hook := w.n, w.hook
	w.mu.Unlock()
	if hook != nil {
		hook(n)
	}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		s.ends()
		a.ends()
	}
}

func (a *asked) begins(now time.Time) {
	if !a.last.IsZero() {
		a.gap = min(a.gap, now.Sub(a.last))
	}
	if a.flying > 0 {
		a.both++
	}
	a.flying++
	a.n++
}

func (a *asked) ends() {
	a.flying--
	a.last = time.Now()
}

// Seen is the record of a Web.
type Seen struct {
	Requests    int
	SiteGap     time.Duration          // the least from an answer of a site to its next request
	AddressGap  time.Duration          // the same of an address
	SiteBoth    int                    // requests to a site that had another one to answer
	AddressBoth int                    // the same of an address
	Pages       map[string][]time.Time // by address, when it was asked for
}

// Seen returns what was noted so far.
func (w *Web) Seen() Seen {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Seen{Requests: w.n, SiteGap: time.Hour, AddressGap: time.Hour, Pages: map[string][]time.Time{}}
	for _, a := range w.sites {
		s.SiteGap, s.SiteBoth = min(s.SiteGap, a.gap), s.SiteBoth+a.both
	}
	for _, a := range w.addrs {
		s.AddressGap, s.AddressBoth = min(s.AddressGap, a.gap), s.AddressBoth+a.both
	}
	for url, times := range w.pages {
		s.Pages[url] = append([]time.Time(nil), times...)
	}
	return s
}
