package maintext

import "github.com/ontocrawl/ontocrawl/crawl"

// Study is a page as a training sees it, under a model whose trees need not exist yet.
type Study struct{ a analysis }

// NewStudy looks at a page.
func NewStudy(d *Doc, m *Model) *Study {
	s := new(Study)
	s.a.read(d, m)
	return s
}

// Rows calls yield with the features of each block. It must not keep them.
func (s *Study) Rows(yield func(block int, row []float32)) {
	r := s.a.rower()
	var row row
	for i := range s.a.blocks {
		r.fill(i, &row)
		yield(i, row[:])
	}
}

// Decide takes the probabilities of the blocks, and returns which are main text and the
// numbers of the page.
func (s *Study) Decide(p []float32) (main []bool, numbers []float32) {
	s.a.p = p
	main = make([]bool, len(p))
	s.a.choose(main)
	page := s.a.rower().page
	var n [numNumbers]float32
	s.a.numbers(&page, main, &n)
	return main, n[:]
}

// Headlines are the candidates of the page and their traits, after Decide.
func (s *Study) Headlines(kinds [numKinds]float32) (texts []string, traits [][]float32) {
	for _, c := range s.a.headlines(&kinds) {
		texts, traits = append(texts, c.text), append(traits, append([]float32(nil), c.traits[:]...))
	}
	return texts, traits
}

// SameHeadline reports texts that differ in marks and case only.
func SameHeadline(a, b string) bool { return plain(a) == plain(b) }

// NameTokens returns the tokens of the names of an element.
func NameTokens(n *Node) []uint32 { return nameTokens(n, nil) }

// LabelTokens returns the tokens of a short block, or of a heading; nil of a longer one.
func LabelTokens(b *Block) (tokens []uint32) {
	if b.Words == 0 || b.Words > hintWords {
		return nil
	}
	for _, t := range words(b.Text, fromTitle, nil, titleWords) {
		tokens = append(tokens, t^wordBit)
	}
	return tokens
}

// KindTokens returns the tokens of a page that tell its kind, each once.
func KindTokens(d *Doc) map[uint32]bool {
	set := map[uint32]bool{}
	add := func(tokens []uint32) {
		for _, t := range tokens {
			set[t] = true
		}
	}
	holds := make([]bool, len(d.Nodes))
	for i := range d.Blocks {
		add(LabelTokens(&d.Blocks[i]))
		for at := d.Blocks[i].Node; at >= 0 && !holds[at]; at = d.Nodes[at].Parent {
			holds[at] = true
			add(NameTokens(&d.Nodes[at]))
		}
	}
	a := analysis{d: d}
	a.titles()
	add(a.title)
	add(pageTokens(d, nil))
	return set
}

// FeatureNames returns the names of the features of a row.
func FeatureNames() []string { return featureNames[:] }

// Heading reports elements that are headings.
func Heading(n *Node) bool { return isHeading(n.Tag) }

// About returns what a page says of its site and author.
func About(d *Doc) (about crawl.About) {
	about.Site = d.site()
	a := analysis{d: d}
	about.Author = a.author(about.Site)
	return about
}
