package markdown

import (
	"cmp"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// ReadoutText is the main text of a page, a line for each block.
func ReadoutText(p *crawl.Page) string {
	var b strings.Builder
	for i := range p.Blocks {
		if x := &p.Blocks[i]; LeftOut(x) == "" {
			b.WriteString(x.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// LeftOut says why a block is no main text: "title", "meta" (keywords and description, which
// nobody sees), "trail" (the breadcrumb), or the name of its region; "" if it is main text.
func LeftOut(b *crawl.Block) string {
	switch {
	case b.Title:
		return "title"
	case len(b.Spans) > 0 && b.Spans[0].Group == crawl.GroupTitle:
		return "meta"
	case b.Trail:
		return "trail"
	case b.Region != crawl.RegionMain:
		return b.Region.String()
	}
	return ""
}

// entries are the titles and summaries of what a sitemap or feed leads to.
func entries(p *crawl.Page) string {
	var b strings.Builder
	for i := range p.Links {
		l := &p.Links[i]
		b.WriteString(cmp.Or(l.Text, l.URL))
		if l.Context != "" {
			b.WriteString("\n" + l.Context)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
