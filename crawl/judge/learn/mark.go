package learn

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/judge/internal/names"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// node is an end of a relation that is looked for: a concept of the ontology that is
// there already, or a term.
type node struct {
	concept ontology.ID // None for a term
	term    *candidate  // nil for a concept
	name    string      // as it is shown
	labels  []string    // in Chinese and English
	blocks  []int32     // that have it, ascending
	pages   []int32     // that have it, ascending
}

func (n *node) known() bool { return n.term == nil }

// mention is a node in a text.
type mention struct {
	node       int32
	start, end int32
	inside     bool
}

// marked is a block with its mentions.
type marked struct {
	text     string
	url      string
	page     int32
	block    int32 // number in the corpus
	title    bool
	first    bool // the first running text of its page
	mentions []mention
}

// field is the nodes of a corpus, and where they stand.
type field struct {
	graph  *ontology.Graph // nil if nothing is known yet
	nodes  []node
	byKey  map[string]int32 // by names.Key of a label
	of     map[ontology.ID]int32
	blocks []marked
	pages  int
}

// leadWords is how many words the first running text of a page has, at least.
const leadWords = 12

// newField marks the concepts of g and the terms in the corpus.
func (c *Corpus) newField(ctx context.Context, g *ontology.Graph, terms []*candidate) (*field, error) {
	f := &field{graph: g, byKey: map[string]int32{}, of: map[ontology.ID]int32{}, pages: len(c.pages)}
	if g != nil {
		f.concepts(g)
	}
	for _, t := range terms {
		f.nodes = append(f.nodes, node{concept: ontology.None, term: t, name: t.name(), labels: slices.Sorted(maps.Keys(t.forms))})
	}
	var list []lexicon.Term
	for i := range f.nodes {
		for _, label := range f.nodes[i].labels {
			if key := names.Key(label); key != "" {
				if _, ok := f.byKey[key]; !ok {
					f.byKey[key] = int32(i)
				}
				list = append(list, lexicon.Term{Text: label, Lang: langOf(label), Entry: int32(i)})
			}
		}
	}
	lex, err := lexicon.New(list, lexicon.Options{Dictionary: c.dict})
	if err != nil {
		return nil, fmt.Errorf("crawl/judge/learn: %w", err)
	}
	return f, f.mark(ctx, c, lex)
}

// concepts makes nodes of the concepts of a graph; synonyms are one.
func (f *field) concepts(g *ontology.Graph) {
	for id := range ontology.ID(g.Len()) {
		if g.Canon(id) != id {
			continue
		}
		n := node{concept: id, name: g.Concept(id).Name("en")}
		for _, s := range g.Synonyms(id) {
			for _, l := range g.Concept(s).Labels {
				if l.Kind != ontology.Loose && len(l.Text) <= 200 {
					n.labels = append(n.labels, l.Text)
				}
			}
		}
		f.of[id] = int32(len(f.nodes))
		f.nodes = append(f.nodes, n)
	}
}

func (f *field) mark(ctx context.Context, c *Corpus, lex *lexicon.Lexicon) error {
	var found []lexicon.Match
	for d := range c.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		doc, led := &c.pages[d], false
		for i := range doc.blocks {
			b := &doc.blocks[i]
			m := marked{text: b.text, url: doc.url, page: int32(d), block: int32(len(f.blocks)), title: b.title}
			if !led && !b.title && len(b.words) >= leadWords {
				m.first, led = true, true
			}
			found = lex.Find(b.text, found[:0])
			for _, x := range found {
				m.mentions = append(m.mentions, mention{x.Entry, x.Start, x.End, x.Inside})
				f.see(x.Entry, m.page, m.block)
			}
			f.blocks = append(f.blocks, m)
		}
	}
	return nil
}

func (f *field) see(i, page, block int32) {
	n := &f.nodes[i]
	if k := len(n.blocks); k == 0 || n.blocks[k-1] != block {
		n.blocks = append(n.blocks, block)
	}
	if k := len(n.pages); k == 0 || n.pages[k-1] != page {
		n.pages = append(n.pages, page)
	}
}

// shared is how many numbers two ascending lists share.
func shared(a, b []int32) (n int) {
	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch cmp.Compare(a[i], b[k]) {
		case 0:
			n, i, k = n+1, i+1, k+1
		case -1:
			i++
		default:
			k++
		}
	}
	return n
}
