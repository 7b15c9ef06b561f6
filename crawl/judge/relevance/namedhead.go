package relevance

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A headline may call a thing of the topic by its name in quotation marks alone (迎战“烟花”), which the text gives to
// a core concept: 台风“烟花”. Then the headline names that concept.

// nameQuotes are the marks around names.
var nameQuotes = [][2]string{{"“", "”"}, {"「", "」"}, {"『", "』"}}

// mostName is the greatest length of such a name in bytes.
const mostName = 24

// setNamedHead raises heads if the headline names a core concept so.
func (j *Judge) setNamedHead(b *bag, p *crawl.Page, headline int, sense func(block, mention int) float64) {
	for i := range p.Blocks {
		bl := &p.Blocks[i]
		if !bl.Title && !bl.H1 && i != headline {
			continue
		}
		for _, q := range nameQuotes {
			for _, part := range strings.Split(bl.Text, q[0])[1:] {
				name, _, closed := strings.Cut(part, q[1])
				if closed && name != "" && len(name) <= mostName && j.nameHit(b, p, q[0], name, sense) {
					return
				}
			}
		}
	}
}

// nameHit looks for a core concept with name directly behind it, and lets it stand in the headline.
func (j *Judge) nameHit(b *bag, p *crawl.Page, quote, name string, sense func(block, mention int) float64) bool {
	for i := range p.Blocks {
		bl := &p.Blocks[i]
		for k, m := range bl.Mentions {
			rest := strings.TrimPrefix(bl.Text[m.End:], quote)
			if !j.knows(m.Entry) || !j.core[m.Entry] || !strings.HasPrefix(rest, name) || sense != nil && sense(i, k) < 1 {
				continue
			}
			for h := range b.hits {
				if b.hits[h].entry == m.Entry {
					b.hits[h].head, b.heads = 1, 1
					return true
				}
			}
		}
	}
	return false
}
