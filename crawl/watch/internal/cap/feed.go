package cap

import (
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// item is an entry of a feed: an embedded alert, or a link to one.
type item struct {
	alert *Alert
	link  string
	stamp string // when it was changed last, by the feed
	err   error
}

// maxItems of a feed are read.
const maxItems = 1000

// items returns what a document holds: an alert, or the entries of an Atom or RSS
// feed. base is its address; without one, links are not followed.
func items(doc []byte, base string) ([]item, error) {
	root, err := tree(doc)
	if err != nil {
		return nil, err
	}
	if root.name.Local == "alert" {
		a, err := alert(root)
		if err != nil {
			return nil, err
		}
		return []item{{alert: a}}, nil
	}
	switch root.name.Local {
	case "feed", "rss", "RDF":
	default:
		return nil, root.fault("", english.Phrasef("the document is a %.60q: neither a CAP alert nor an Atom or RSS feed", root.name.Local))
	}
	var out []item
	root.walk(func(n *node) bool {
		if n.name.Local != "entry" && n.name.Local != "item" {
			return true
		}
		if it, ok := n.item(base); ok && len(out) < maxItems {
			out = append(out, it)
		}
		return false
	})
	return out, nil
}

// walk calls f for n and its descendants; if f returns false it goes no deeper.
func (n *node) walk(f func(*node) bool) {
	if !f(n) {
		return
	}
	for _, c := range n.children {
		c.walk(f)
	}
}

func (n *node) item(base string) (item, bool) {
	var it item
	n.walk(func(c *node) bool {
		if it.alert == nil && it.err == nil && isAlert(c) {
			it.alert, it.err = alert(c)
		}
		return !isAlert(c)
	})
	if it.alert != nil || it.err != nil {
		return it, true
	}
	best := 0
	for _, c := range n.children {
		switch c.name.Local {
		case "updated", "pubDate", "published", "date":
			it.stamp += " " + c.text
		}
		if href, rank := c.linkTo(); rank > best {
			it.link, best = resolve(base, href), rank
		}
	}
	return it, it.link != ""
}

// linkTo returns where a child of an entry leads, and how likely an alert is there.
func (n *node) linkTo() (href string, rank int) {
	switch n.name.Local {
	case "link":
		if href = n.attr("href"); href == "" {
			href = n.text // RSS
		}
		rank = 2
		if rel := n.attr("rel"); rel != "" && rel != "alternate" {
			rank = 1
		}
	case "enclosure":
		href, rank = n.attr("url"), 1
	}
	if href == "" {
		return "", 0
	}
	if strings.HasPrefix(n.attr("type"), "application/cap+xml") {
		rank = 3
	}
	return href, rank
}

func resolve(base, href string) string {
	b, err := url.Parse(base)
	if err != nil || base == "" {
		return ""
	}
	u, err := b.Parse(href)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}
