package repeated

import (
	"slices"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
)

// labelBytes is how long a label may be: "Ingredients", "References:". It belongs to what
// stands below it, on however many pages it stands.
const labelBytes = 40

// Beside puts beside the text what the page's host repeats of it: blocks of main text that stand
// on more than half of the pages of the host that are known, from its second page on. If that is
// more than half of the main text, few pages (fewer than minPages) do not tell a copy from a
// page that says nothing of its own, and all of it stays. known says that the page has been
// learned before. It reports whether anything is no main text any more.
func (t *Texts) Beside(p *crawl.Page, known bool) bool {
	h := t.hosts[p.Host]
	own := 0
	if known {
		own = 1 // its earlier text is among those counted
	}
	if h.Pages() <= own {
		return false
	}
	found, cut, all := h.repeats(p, own)
	if len(found) == 0 || h.pages-own < minPages && 2*cut > all {
		return false
	}
	p.Blocks = slices.Clone(p.Blocks) // a stored page that is crawled again has these blocks, too
	for _, i := range found {
		p.Blocks[i].Region = crawl.RegionBeside
	}
	if p.Sampled {
		shingle.Fill(p)
	}
	return true
}

// repeats are the blocks of main text that stand on more than half of the other pages, how long
// they are, and how long all main text is. A label is none if what stands below it is the
// page's own.
func (h *Host) repeats(p *crawl.Page, own int) (found []int, cut, all int) {
	label := false // the last one found is one
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !isMain(b) {
			continue
		}
		n := b.Len()
		all += n
		if 2*(h.seen(b.Key)-own) > h.pages-own && says(b) {
			found, cut = append(found, i), cut+n
			label = n <= labelBytes && !b.H1
			continue
		}
		if label {
			last := found[len(found)-1]
			found, cut = found[:len(found)-1], cut-p.Blocks[last].Len()
		}
		label = false
	}
	return found, cut, all
}

// isMain reports main text.
func isMain(b *crawl.Block) bool {
	return b.Region == crawl.RegionMain && !b.Title && !b.Trail && b.Len() > 0
}

// says reports a text of words that are no code: a number, or a line of code, is the same on
// many pages by chance.
func says(b *crawl.Block) bool {
	letters := 0
	for _, r := range b.Text {
		if unicode.IsLetter(r) {
			if letters++; letters > 1 {
				return !b.Code
			}
		}
	}
	return false
}
