package papers

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

const (
	numLayers  = 4  // link distances told apart: 0 (on the topic) to 3
	beyond     = 4  // the layer of what is farther away, or from where no way is known
	layerWords = 48 // Words remembered of a page
)

// Layers ranks links by the number of steps from their page to the topic, in the
// manner of context graphs (Diligenti, Coetzee, Lawrence, Giles, Gori 2000). A
// naive Bayes classifier over the words of title and address guesses the layer of a
// page; its links enter that layer's queue, and the queues are emptied nearest
// first, each by the classifier's confidence. So a crawl goes through pages off the
// topic if they are of the kind that leads to it.
//
// The paper trains beforehand, with a search engine that knows who links to an
// example. Here the crawl itself teaches: whenever a page on the topic is found,
// all fetched pages that lead to it in up to three steps change their layer. Only
// words of title and address count, because the text of a page is not kept across a
// restart.
type Layers struct {
	checkpoint
	layersState
}

type layersState struct {
	byLink
	nodes []layerNode
	words [numLayers + 1]map[uint16]float64 // pages of a layer that hold a word
	total [numLayers + 1]float64            // sum of words
	pages [numLayers + 1]float64
}

type layerNode struct {
	got   bool
	layer uint8 // of a page fetched
	words []uint16
	in    []int32 // pages fetched that link here
}

// NewLayers returns Layers that know nothing yet.
func NewLayers() *Layers {
	l := new(Layers)
	l.checkpoint = checkpoint{"layers", 1, l}
	l.forget()
	return l
}

// Observe implements [linkrank.Ranker].
func (s *Layers) Observe(v *crawl.Visit) {
	if _, ok := linkrank.Outcome(v); !ok || v.Source() {
		return
	}
	id := s.node(v.Choice.URL)
	if s.nodes[id].got {
		return
	}
	s.Alias(v.Page.Final, id)
	ws := pageWords(v.Page)
	layer, sure := s.guess(ws)
	if v.Score.Relevant {
		layer, sure = 0, 1
	}
	s.nodes[id].got, s.nodes[id].words, s.nodes[id].layer = true, ws, beyond
	s.count(id, 1)
	near := s.out(id, v, scoreOf(layer, sure))
	if v.Score.Relevant {
		near = 0
	}
	s.settle(id, near)
}

// out notes the links of a page and returns the layer in which they put it.
func (s *Layers) out(id int32, v *crawl.Visit, score float64) (near uint8) {
	near = beyond
	pageLinks(v, func(l *crawl.Link) {
		s.raise(l.URL, score)
		to := s.node(l.URL)
		n := &s.nodes[to]
		if k := len(n.in); to == id || k > 0 && n.in[k-1] == id {
			return
		}
		n.in = append(n.in, id)
		if n.got {
			near = min(near, n.layer+1)
		}
	})
	return near
}

// scoreOf orders by layer, and within one layer by confidence.
func scoreOf(layer uint8, sure float64) float64 { return float64(beyond-layer) + min(sure, .999) }

// settle brings a page, and those that lead to it, nearer.
func (s *Layers) settle(id int32, layer uint8) {
	todo := []int32{id}
	for ; len(todo) > 0; layer++ {
		var next []int32
		for _, id := range todo {
			if n := &s.nodes[id]; n.got && layer < n.layer {
				s.count(id, -1)
				n.layer = layer
				s.count(id, 1)
				next = append(next, n.in...)
			}
		}
		todo = next
	}
}

// count adds a page to the words of its layer, or removes it.
func (s *Layers) count(id int32, by float64) {
	n := &s.nodes[id]
	s.pages[n.layer] += by
	for _, w := range n.words {
		if s.words[n.layer][w] += by; s.words[n.layer][w] == 0 {
			delete(s.words[n.layer], w)
		}
		s.total[n.layer] += by
	}
}

// guess returns the likeliest layer of a page with these words, and how
// likely it is; without a page on the topic yet, beyond.
func (s *Layers) guess(ws []uint16) (layer uint8, sure float64) {
	if s.pages[0] == 0 {
		return beyond, 0
	}
	var logs [numLayers + 1]float64
	best := 0
	for k := range logs {
		logs[k] = math.Log(s.pages[k] + 1)
		for _, w := range ws {
			logs[k] += math.Log((s.words[k][w] + 1) / (s.total[k] + 1<<16))
		}
		if logs[k] > logs[best] {
			best = k
		}
	}
	sum := 0.0
	for k := range logs {
		sum += math.Exp(logs[k] - logs[best])
	}
	return uint8(best), 1 / sum
}

// pageWords are the distinct words of title and address.
func pageWords(p *crawl.Page) (out []uint16) {
	seen := make(map[uint16]bool)
	add := func(w string) {
		if h := uint16(linkrank.Hash(w) >> 13); !seen[h] && len(out) < layerWords {
			seen[h] = true
			out = append(out, h)
		}
	}
	urlpattern.Words(p.Title, layerWords, add)
	urlpattern.Words(urlpattern.Split(p.URL).Decoded(), layerWords, add)
	return out
}

func (s *Layers) node(url string) int32 {
	id := s.number(url)
	for len(s.nodes) < len(s.best) {
		s.nodes = append(s.nodes, layerNode{})
	}
	return id
}

// save: the counts follow from the pages.
func (s *Layers) save(w *binenc.Writer) {
	s.byLink.save(w)
	for i := range s.nodes {
		n := &s.nodes[i]
		w.Spill()
		w.Bool(n.got)
		if n.got {
			w.Uint(uint64(n.layer))
			w.Uint(uint64(len(n.words)))
			for _, h := range n.words {
				w.Uint(uint64(h))
			}
		}
		writeNodes(w, n.in)
	}
}

func (s *Layers) load(r *binenc.Reader) {
	s.byLink.load(r)
	for i := 0; i < len(s.best) && r.Err() == nil; i++ {
		s.nodes = append(s.nodes, readLayerNode(r, len(s.best)))
		if s.nodes[i].got {
			s.count(int32(i), 1)
		}
	}
}

func readLayerNode(r *binenc.Reader, nodes int) (n layerNode) {
	if n.got = r.Bool(); n.got {
		layer := r.Uint()
		if layer > beyond {
			r.Fail("layer %d", layer)
			layer = beyond
		}
		n.layer = uint8(layer)
		for k := r.Len(1); k > 0; k-- {
			n.words = append(n.words, uint16(r.Uint()))
		}
	}
	n.in = readNodes(r, nil, nodes)
	return n
}

func (s *layersState) forget() {
	*s = layersState{}
	for i := range s.words {
		s.words[i] = make(map[uint16]float64)
	}
}
