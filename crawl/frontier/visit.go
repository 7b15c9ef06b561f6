package frontier

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// AddSeeds makes seeds known, in order.
func AddSeeds(f Frontier, links []crawl.Link) {
	for i := range links {
		f.Add(links[i].URL, links[i].Host, Item{Parent: None, Seed: true})
	}
}

// NumberWaiting returns the number of url if it waits.
func NumberWaiting(f Frontier, url string) (id int32, ok bool) {
	id, ok = f.Number(url)
	return id, ok && f.Item(id).State == Waiting
}

// Land ends the flight of a choice and returns its number. A URL that was never
// chosen here becomes known, so that it is not offered later.
func Land(f Frontier, c crawl.Choice) int32 {
	id, fresh := f.Add(c.URL, c.Host, Item{Parent: None, Depth: int32(c.Depth), State: Done})
	if !fresh {
		f.Finish(id)
	}
	return id
}

// Observe lands a visit and makes the links of its page known. found is called
// for each link to a URL that waits, as often as the page holds it; fresh tells
// whether this link made the URL known.
func Observe(f Frontier, v *crawl.Visit, found func(id int32, l *crawl.Link, fresh bool)) int32 {
	from := Land(f, v.Choice)
	if v.Page == nil {
		return from
	}
	if !v.Page.Source {
		f.Open(v.Page.Host)
	}
	depth := int32(min(v.Choice.Depth, math.MaxInt32-1))
	if final := v.Page.Final; final != "" && final != v.Choice.URL {
		// Recorded under this visit; asking for it again would bring nothing.
		if id, fresh := f.Add(final, v.Page.Host, Item{Parent: from, Depth: depth, State: Done}); !fresh && f.Item(id).State == Waiting {
			f.Finish(id)
		}
	}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if l.Kind != crawl.LinkPage {
			continue // sitemaps and feeds are not the frontier's
		}
		id, fresh := f.Add(l.URL, l.Host, Item{Parent: from, Depth: depth + 1})
		if f.Item(id).State == Waiting {
			found(id, l, fresh)
		}
	}
	return from
}
