package maintext

import (
	"math"

	"golang.org/x/net/html/atom"
)

// nodeInfo holds what is known of a node, and of its content.
type nodeInfo struct {
	flags                uint32
	depth                int32
	repeat               int32 // siblings like it, itself among them
	path                 uint32
	names                uint32 // of its first two
	words, linked, prose float32
	own                  float32 // prose of its own blocks
	score                float32
	blocks, links        int32
	paragraphs, items    int32
	sum, least, most     float32 // hints of names on the path
	near, dist           float32
}

// blockInfo holds what is known of a block.
type blockInfo struct {
	words, linked, prose float32 // linked: words
	share                float32 // of linked
	sentences            float32
	end                  uint8
	marks, digits        float32
	length               float32 // of a word
	title                float32
	wordSum              float32
	wordMin, wordMax     float32
	sig                  int32
	same, before         uint8 // equal texts
}

// sigInfo sums up the blocks of one signature: the path of elements, and the names of the
// last one.
type sigInfo struct{ n, words, linked, prose float32 }

// analysis holds what is known of a page before any block is decided on. It is used again
// for other pages.
type analysis struct {
	d       *Doc
	m       *Model
	nodes   []nodeInfo
	blocks  []blockInfo
	sigs    []sigInfo
	table   slots // of signatures, siblings, texts
	buf     []uint32
	title   []uint32 // tokens of the words of the titles
	bloom   uint64
	kind    kindScore
	named   []float32 // probabilities with names
	unnamed bool      // names are not heard

	top                        int32
	headline                   int // index of the block, -1
	totalWords, totalLinked    float32
	totalProse                 float32
	h1, articles               int
	hasMain                    bool
	wordsTo, proseTo, linkedTo []float32 // sums before each block
	p, weights                 []float32
}

func (a *analysis) read(d *Doc, m *Model) {
	a.d, a.m = d, m
	a.nodes = cleared(a.nodes, len(d.Nodes))
	a.blocks = cleared(a.blocks, len(d.Blocks))
	a.kind.reset(m)
	a.titles()
	a.texts()
	a.sumUp()
	a.names()
	a.repeats()
	a.signatures()
	a.roots()
	a.findHeadline()
	a.kindByTokens()
}

func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

func logOf(x float32) float32 { return float32(math.Log1p(float64(x))) }

// sumUp sums what nodes hold, from the last to the first: a node stands after its parent.
func (a *analysis) sumUp() {
	d := a.d
	a.h1, a.articles, a.hasMain = 0, 0, false
	for i := range d.Nodes {
		n, x := &d.Nodes[i], &a.nodes[i]
		if i > 0 {
			p := &a.nodes[n.Parent]
			x.depth, x.flags = p.depth+1, p.flags
			x.path = (p.path*31 + uint32(n.Tag)) * 0x9E3779B1
		}
		x.flags |= flagOf(n.Tag)
		if n.Role != "" && !a.unnamed {
			x.flags |= roleFlag(n.Role)
		}
		if n.Tag == atom.Article {
			a.articles++
		}
	}
	for i := range d.Blocks {
		b, n := &a.blocks[i], &a.nodes[d.Blocks[i].Node]
		n.words += b.words
		n.linked += b.linked
		n.prose += b.prose
		n.own += b.prose
		n.blocks++
		n.links += int32(d.Blocks[i].Links)
		a.hasMain = a.hasMain || n.flags&inMain != 0
		if n.flags&inH1 != 0 {
			a.h1++
		}
	}
	for i := len(a.nodes) - 1; i > 0; i-- {
		x, p := &a.nodes[i], &a.nodes[d.Nodes[i].Parent]
		p.words += x.words
		p.linked += x.linked
		p.prose += x.prose
		p.blocks += x.blocks
		p.links += x.links
		p.paragraphs += x.paragraphs
		p.items += x.items
		switch d.Nodes[i].Tag {
		case atom.P:
			p.paragraphs++
		case atom.Li:
			p.items++
		}
	}
	if len(a.nodes) > 0 {
		a.totalWords, a.totalLinked, a.totalProse = a.nodes[0].words, a.nodes[0].linked, a.nodes[0].prose
	}
	a.wordsTo, a.proseTo, a.linkedTo = cleared(a.wordsTo, len(a.blocks)+1), cleared(a.proseTo, len(a.blocks)+1), cleared(a.linkedTo, len(a.blocks)+1)
	for i := range a.blocks {
		b := &a.blocks[i]
		a.wordsTo[i+1], a.proseTo[i+1], a.linkedTo[i+1] = a.wordsTo[i]+b.words, a.proseTo[i]+b.prose, a.linkedTo[i]+b.linked
	}
}

// names sums the hints of the names on the path of each node that holds text.
func (a *analysis) names() {
	for i := 1; i < len(a.nodes); i++ {
		x, n := &a.nodes[i], &a.d.Nodes[i]
		if x.words == 0 {
			continue
		}
		p := &a.nodes[n.Parent]
		if a.buf = a.buf[:0]; !a.unnamed {
			a.buf = nameTokens(n, a.buf)
		}
		own, said := a.nameHint(a.buf)
		if len(a.buf) > 0 {
			x.names = a.buf[0]
		}
		if len(a.buf) > 1 {
			x.names = x.names*31 + a.buf[1]
		}
		if !said {
			x.sum, x.least, x.most, x.near, x.dist = .95*p.sum, p.least, p.most, p.near, min(p.dist+1, 20)
			continue
		}
		x.sum, x.least, x.most, x.near = .8*p.sum+own, min(p.least, own), max(p.most, own), own
	}
}

// nameHint returns what the names of one element say together: the strongest of them,
// or the sum of the extremes if they contradict each other.
func (a *analysis) nameHint(tokens []uint32) (own float32, said bool) {
	var lo, hi float32
	for _, t := range tokens {
		e := a.m.entry(t)
		if e == nil {
			continue
		}
		a.kind.add(a.m, e)
		if e.name != 0 {
			said = true
			lo, hi = min(lo, hint(e.name)), max(hi, hint(e.name))
		}
	}
	return lo + hi, said
}

// repeats counts siblings of one kind.
func (a *analysis) repeats() {
	a.table.reset(len(a.nodes))
	for i := 1; i < len(a.nodes); i++ {
		if a.nodes[i].words > 0 {
			*a.table.at(a.siblingKey(i))++
		}
	}
	for i := 1; i < len(a.nodes); i++ {
		if a.nodes[i].words > 0 {
			a.nodes[i].repeat = *a.table.at(a.siblingKey(i))
		}
	}
}

func (a *analysis) siblingKey(i int) uint64 {
	n := &a.d.Nodes[i]
	return mix(uint64(n.Parent)<<32 | uint64(n.Tag)<<16 ^ uint64(a.nodes[i].names))
}

func (a *analysis) signatures() {
	a.table.reset(len(a.blocks))
	a.sigs = a.sigs[:0]
	for i := range a.blocks {
		b, n := &a.blocks[i], &a.nodes[a.d.Blocks[i].Node]
		at := a.table.at(mix(uint64(n.path)<<32 | uint64(n.names)))
		if *at == 0 {
			a.sigs = append(a.sigs, sigInfo{})
			*at = int32(len(a.sigs))
		}
		b.sig = *at - 1
		s := &a.sigs[b.sig]
		s.n++
		s.words += b.words
		s.linked += b.linked
		s.prose += b.prose
	}
	a.table.reset(len(a.blocks))
	for i := range a.blocks {
		at := a.table.at(a.d.Blocks[i].Key)
		a.blocks[i].before = uint8(min(*at, 3))
		*at++
	}
	for i := range a.blocks {
		a.blocks[i].same = uint8(min(*a.table.at(a.d.Blocks[i].Key), 5))
	}
}

// roots marks what stands in the nodes that hold most of the prose. The first is chosen as
// readability does: the prose of a paragraph counts for its parent, and half for the parent
// of that.
func (a *analysis) roots() {
	nodes := a.d.Nodes
	for i := 1; i < len(nodes); i++ {
		if a.nodes[i].own == 0 {
			continue
		}
		at := int32(i)
		switch nodes[i].Tag {
		case atom.P, atom.Li, atom.Td, atom.Blockquote, atom.Pre:
			at = nodes[i].Parent
		}
		a.nodes[at].score += a.nodes[i].own
		if up := nodes[at].Parent; up >= 0 {
			a.nodes[up].score += a.nodes[i].own / 2
		}
	}
	top, half, most := 0, 0, 0
	best := float32(-1)
	for i := range a.nodes {
		x := &a.nodes[i]
		if s := x.score * (1 - x.linked/max(1, x.words)); s > best {
			top, best = i, s
		}
		if x.prose >= .5*max(1, a.totalProse) && x.depth > a.nodes[half].depth {
			half = i
		}
		if x.prose >= .8*max(1, a.totalProse) && x.depth > a.nodes[most].depth {
			most = i
		}
	}
	if len(a.nodes) == 0 {
		return
	}
	a.nodes[top].flags |= inTop
	a.nodes[half].flags |= inHalf
	a.nodes[most].flags |= inMost
	a.top = int32(top)
	for i := 1; i < len(a.nodes); i++ {
		a.nodes[i].flags |= a.nodes[nodes[i].Parent].flags & (inTop | inHalf | inMost)
	}
}

// findHeadline finds the block that shows the title: the h1 most like it, else any block
// that is much like it.
func (a *analysis) findHeadline() {
	a.headline = -1
	best := float32(-1)
	if a.h1 > 0 {
		for i := range a.blocks {
			if a.nodes[a.d.Blocks[i].Node].flags&inH1 != 0 {
				if s := a.blocks[i].title * min(a.blocks[i].words, 40); s > best {
					a.headline, best = i, s
				}
			}
		}
		return
	}
	best = .6
	for i := range a.blocks {
		if b := &a.blocks[i]; b.words >= 2 && b.words <= 40 {
			n := max(b.words, .6*float32(len(a.title)))
			if s := b.title * b.words / n; s > best {
				a.headline, best = i, s
			}
		}
	}
}
