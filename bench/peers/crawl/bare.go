package main

import (
	"context"
	"net/http"
	"net/url"
	"sync"

	"github.com/PuerkitoBio/goquery"
)

// crawlBare is the minimum: fetch, parse, resolve the links, follow new ones on the
// same hosts. It has no charset detection, no robots.txt and no politeness, and keeps
// nothing.
func crawlBare(j job, begin func()) (int, error) {
	b := &bare{client: &http.Client{Transport: j.transport()}, hosts: map[string]bool{}, seen: map[string]bool{}}
	b.more.L = &b.mu
	begin()
	for _, s := range j.Seeds {
		u, err := url.Parse(s)
		if err != nil {
			return 0, err
		}
		b.hosts[u.Host] = true
		b.add(u)
	}
	var wg sync.WaitGroup
	for range j.Workers {
		wg.Go(b.work)
	}
	wg.Wait()
	return b.pages, nil
}

type bare struct {
	client *http.Client
	hosts  map[string]bool

	mu      sync.Mutex
	more    sync.Cond
	seen    map[string]bool
	queue   []*url.URL
	working int
	pages   int
}

func (b *bare) add(u *url.URL) {
	u.Fragment = ""
	key := u.String()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hosts[u.Host] && !b.seen[key] {
		b.seen[key] = true
		b.queue = append(b.queue, u)
		b.more.Signal()
	}
}

func (b *bare) next() *url.URL {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.queue) == 0 {
		if b.working == 0 {
			b.more.Broadcast()
			return nil
		}
		b.more.Wait()
	}
	u := b.queue[0]
	b.queue = b.queue[1:]
	b.working++
	return u
}

func (b *bare) work() {
	for u := b.next(); u != nil; u = b.next() {
		ok := b.visit(u)
		b.mu.Lock()
		b.working--
		if ok {
			b.pages++
		}
		if b.working == 0 {
			b.more.Broadcast()
		}
		b.mu.Unlock()
	}
}

func (b *bare) visit(u *url.URL) bool {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, u.String(), nil)
	if err != nil {
		return false
	}
	r, err := b.client.Do(req)
	if err != nil {
		return false
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return false
	}
	doc, err := goquery.NewDocumentFromReader(r.Body)
	if err != nil {
		return false
	}
	base := u
	if href, ok := doc.Find("base").Attr("href"); ok {
		if again, err := u.Parse(href); err == nil {
			base = again
		}
	}
	doc.Find("a[href]").Each(func(_ int, a *goquery.Selection) {
		if to, err := base.Parse(a.AttrOr("href", "")); err == nil {
			b.add(to)
		}
	})
	return true
}
