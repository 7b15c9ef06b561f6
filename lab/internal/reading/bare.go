package reading

import (
	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// The pages that are learned from have menus, footers and scripts of hundreds of blocks. A
// bulletin, a page written by hand, or what a reader mode left has none, and trees that never saw such
// pages call most of them services. So the forests of kinds learn, too, from bare copies of the pages.

const (
	bareWeight = .3 // of a copy beside its page
	bareList   = .6 // of a list, as a list of a few entries looks like an article
)

// bareStarts are how many words the shorter copies keep at least, if there are so many.
var bareStarts = [...]int{30, 100, 300}

// bareCopies are copies of a page: its main text alone; the beginning of that, without the
// names of elements, address and metadata. A page of a web, whose text nobody knows, has read as its main text.
func bareCopies(p *Page, read []bool) []*maintext.Doc {
	var own []int
	for i := range p.Doc.Blocks {
		b := &p.Doc.Blocks[i]
		if p.label[i] >= .5 || p.Set == fromWeb && read[i] || b.Words > 0 && p.Doc.Nodes[b.Node].Tag == atom.H1 && maintext.SameHeadline(b.Text, p.Title) {
			own = append(own, i)
		}
	}
	if len(own) < 2 {
		return nil
	}
	copies := []*maintext.Doc{reduced(p.Doc, own)}
	for _, words := range bareStarts {
		copies = append(copies, nameless(reduced(p.Doc, beginning(p.Doc, own, words)), hashOf(p.File)+uint32(words)))
	}
	return copies
}

// beginning are the first of the blocks, until they have so many words.
func beginning(d *maintext.Doc, blocks []int, words int) (first []int) {
	for _, i := range blocks {
		if first = append(first, i); words <= 0 {
			break
		}
		words -= d.Blocks[i].Words
	}
	return first
}

// bareAddresses say nothing of a kind.
var bareAddresses = [...]string{"http://page.example/", "http://page.example/7.html", "http://page.example/a/b.html", "http://page.example/page?id=12", "http://page.example/2026/07/storm-at-sea.html", "http://page.example/index.html", "http://page.example/p/12345"}

// nameless is d without the names of elements and metadata, at an address chosen by hash.
func nameless(d *maintext.Doc, hash uint32) *maintext.Doc {
	d.Meta, d.Data, d.URL = nil, nil, bareAddresses[hash%uint32(len(bareAddresses))]
	for i := range d.Nodes {
		n := &d.Nodes[i]
		n.Class, n.ID, n.Role, n.Schema = "", "", "", ""
	}
	return d
}

// reduced is d with those blocks alone, and the elements around them.
func reduced(d *maintext.Doc, blocks []int) *maintext.Doc {
	keep := make([]bool, len(d.Nodes))
	for _, i := range blocks {
		for at := d.Blocks[i].Node; at >= 0 && !keep[at]; at = d.Nodes[at].Parent {
			keep[at] = true
		}
	}
	to := make([]int32, len(d.Nodes))
	r := &maintext.Doc{URL: d.URL, Title: d.Title, Meta: d.Meta, Data: d.Data}
	for i, n := range d.Nodes {
		if !keep[i] {
			continue
		}
		if n.Parent >= 0 {
			n.Parent = to[n.Parent]
		}
		to[i] = int32(len(r.Nodes))
		r.Nodes = append(r.Nodes, n)
	}
	for _, i := range blocks {
		b := d.Blocks[i]
		b.Node = to[b.Node]
		r.Blocks = append(r.Blocks, b)
	}
	return r
}
