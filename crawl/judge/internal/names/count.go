package names

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	// mostNames bounds the names of a Counter. When it is full, those that one page said are
	// forgotten.
	mostNames = 50_000
	// mostOfHost is how many pages of a host count for the support of a name, so that one host
	// that calls everything by a concept cannot crowd out what many hosts say.
	mostOfHost = 3
	mostSaid   = 200 // bytes of an example
)

// Name is a name that pages call by a concept.
type Name struct {
	Name    string // as the first page wrote it
	Key     string
	Entry   int32
	Pages   int
	Hosts   int
	Support int    // pages, at most three of a host
	Page    string // the first page that says so,
	Said    string // and the text there, at most 200 bytes up to the end of the mention
}

type nameKey struct {
	key   string
	entry int32
}

type counted struct {
	Name
	last  int            // page counted
	hosts map[string]int // pages
}

// Counter counts which pages call a name by a concept. The zero Counter is empty.
type Counter struct {
	by    map[nameKey]*counted
	pages int
	finds []Find // reused
}

// Add counts a page whose blocks are marked with the topic's words. Only concepts that wanted
// is true for count. A page counts once for a name.
func (c *Counter) Add(p *crawl.Page, wanted func(entry int32) bool) {
	if c.by == nil {
		c.by = map[nameKey]*counted{}
	}
	c.pages++
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if len(b.Mentions) == 0 || b.Region != crawl.RegionMain || b.Code || b.Trail {
			continue
		}
		c.finds = In(b.Text, b.Mentions, c.finds[:0])
		for _, f := range c.finds {
			if wanted(f.Entry) {
				c.add(p, b.Text, f)
			}
		}
	}
}

func (c *Counter) add(p *crawl.Page, text string, f Find) {
	key := nameKey{Key(f.Name), f.Entry}
	n := c.by[key]
	switch {
	case key.key == "" || n != nil && n.last == c.pages:
		return
	case n == nil:
		if len(c.by) >= mostNames {
			c.forget()
		}
		if len(c.by) >= mostNames {
			return
		}
		n = &counted{Name: Name{Name: strings.Clone(f.Name), Key: key.key, Entry: f.Entry, Page: p.Final, Said: said(text, f)}, hosts: map[string]int{}}
		c.by[key] = n
	}
	n.last = c.pages
	n.Pages++
	if n.hosts[p.Host]++; n.hosts[p.Host] <= mostOfHost {
		n.Support++
	}
	n.Hosts = len(n.hosts)
}

// forget drops names that one page said.
func (c *Counter) forget() {
	maps.DeleteFunc(c.by, func(_ nameKey, n *counted) bool { return n.Pages == 1 })
}

// said is the end of the text up to a mention, and the list that may follow.
func said(text string, f Find) string {
	end := f.End
	if at := strings.Index(text[f.End:min(len(text), f.End+reach)], f.Name); at >= 0 {
		end += at + len(f.Name)
	}
	start := max(0, end-mostSaid)
	for start > 0 && start < end && !utf8.RuneStart(text[start]) {
		start++
	}
	return strings.ToValidUTF8(text[start:end], "")
}

// Names returns the names that at least pages pages say, those with most support first.
func (c *Counter) Names(pages int) []Name {
	var out []Name
	for _, n := range c.by {
		if n.Pages >= pages {
			out = append(out, n.Name)
		}
	}
	slices.SortFunc(out, func(a, b Name) int {
		return cmp.Or(cmp.Compare(b.Support, a.Support), cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Entry, b.Entry))
	})
	return out
}
