package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// data is the graph for page/model.js. Frequent keys are short, because they make up most
// of a large file.
type data struct {
	Title      string        `json:"title"`
	Source     string        `json:"source"`
	Lang       string        `json:"lang"`
	Concepts   []concept     `json:"concepts"`
	Edges      []edge        `json:"edges"`
	Properties []property    `json:"properties"`
	Order      []ontology.ID `json:"order"` // concepts by English name
	Fold       string        `json:"twins"` // see fold.go
	Topic      *topic        `json:"topic,omitempty"`
}

type concept struct {
	IRI         string      `json:"iri"`
	Labels      []label     `json:"l,omitempty"`
	Names       [2]int      `json:"n"` // which label names it in Chinese and in English; -1: the local name
	Definitions [][2]string `json:"d,omitempty"`
	Head        ontology.ID `json:"h"` // the synonym that stands for it
	Parent      ontology.ID `json:"p"` // where it hangs in the tree; -1: a root
	Depth       int         `json:"z"`
	Core        bool        `json:"core,omitempty"`
	Individual  bool        `json:"ind,omitempty"`
}

// property is [IRI, name in Chinese, name in English].
type property [3]string

// label is [text, language, kind].
type label ontology.Label

func (l label) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{l.Text, l.Lang, l.Kind})
}

// edge is [from, to, relation] or [from, to, relation, index of the property].
type edge []int

type topic struct {
	Concept    ontology.ID  `json:"concept"`
	Factors    []factor     `json:"factors"`
	Similarity []similarity `json:"similarity"`
}

type factor struct {
	Name   string  `json:"name"`
	Weight decimal `json:"weight"`
}

type similarity struct {
	Sim      decimal     `json:"s"`
	Values   []decimal   `json:"f"`
	Path     []int       `json:"p,omitempty"` // edges from the topic on: their number + 1, negative if walked against their direction
	Distance int         `json:"d"`
	Ancestor ontology.ID `json:"a"`
	Shared   [2]int      `json:"c"` // common ancestors, of how many
}

// decimal is a number that is written with at most six decimals.
type decimal float64

func (d decimal) MarshalJSON() ([]byte, error) {
	x := float64(d)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, english.Errorf("%g is no similarity", x)
	}
	s := strconv.FormatFloat(x, 'f', 6, 64)
	return []byte(strings.TrimRight(strings.TrimRight(s, "0"), ".")), nil
}

// data returns the content of the page.
func (p *Page) data() ([]byte, error) {
	g := p.Graph
	d := data{Title: p.Title, Source: p.Source, Lang: cmp.Or(p.Lang, "en"), Order: byName(g), Concepts: []concept{}, Edges: []edge{}, Properties: []property{}}
	for i := range g.Len() {
		d.Concepts = append(d.Concepts, conceptOf(g, ontology.ID(i)))
	}
	number := map[string]int{}
	for _, e := range g.Edges() {
		row := edge{int(e.From), int(e.To), int(e.Rel)}
		if e.Property != "" {
			if _, ok := number[e.Property]; !ok {
				number[e.Property] = len(d.Properties)
				d.Properties = append(d.Properties, property{e.Property, g.PropertyName(e.Property, "zh"), g.PropertyName(e.Property, "en")})
			}
			row = append(row, number[e.Property])
		}
		d.Edges = append(d.Edges, row)
	}
	d.Fold = foldPairs(g, p.Fold)
	var err error
	if d.Topic, err = p.topic(); err != nil {
		return nil, err
	}
	return encode(d)
}

// encode writes v as JSON for a script element: encoding/json escapes <, >, & and the
// line separators U+2028 and U+2029, so no text can end the element or begin a comment.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(true)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func conceptOf(g *ontology.Graph, id ontology.ID) concept {
	c := g.Concept(id)
	d := concept{
		IRI: c.IRI, Names: [2]int{named(c, "zh"), named(c, "en")},
		Head: g.Canon(id), Parent: parent(g, id), Depth: g.Depth(id),
		Core: c.Core, Individual: c.Individual,
	}
	for _, l := range c.Labels {
		d.Labels = append(d.Labels, label(l))
	}
	for _, l := range c.Definitions {
		d.Definitions = append(d.Definitions, [2]string{l.Text, l.Lang})
	}
	return d
}

// named returns the index of the label that names c, or -1 for the local name.
func named(c *ontology.Concept, lang string) int {
	name := c.Name(lang)
	return slices.IndexFunc(c.Labels, func(l ontology.Label) bool { return l.Text == name })
}

// parent returns the parent of a concept in the tree: the first parent nearest to a root,
// so that the column of a concept is its depth.
func parent(g *ontology.Graph, id ontology.ID) ontology.ID {
	for _, p := range g.Parents(id) {
		if g.Depth(p) == g.Depth(id)-1 {
			return p
		}
	}
	return ontology.None
}

// byName sorts the concepts by English name without case. The order is the same in
// Chinese, so that switching the language does not change the picture.
func byName(g *ontology.Graph) []ontology.ID {
	ids := make([]ontology.ID, g.Len())
	key := make([]string, g.Len())
	for i := range ids {
		ids[i] = ontology.ID(i)
		key[i] = strings.ToLower(g.Concept(ids[i]).Name("en"))
	}
	slices.SortStableFunc(ids, func(a, b ontology.ID) int { return cmp.Compare(key[a], key[b]) })
	return ids
}

// topic refers to path edges by number.
func (p *Page) topic() (*topic, error) {
	if p.Topic == nil {
		return nil, nil
	}
	number := make(map[ontology.Edge]int, len(p.Graph.Edges()))
	for i, e := range p.Graph.Edges() {
		number[e] = i + 1
	}
	t := &topic{Concept: p.Topic.Concept, Factors: []factor{}, Similarity: make([]similarity, len(p.Topic.Similarity))}
	for _, f := range p.Topic.Factors {
		t.Factors = append(t.Factors, factor{f.Name, decimal(f.Weight)})
	}
	for i, l := range p.Topic.Similarity {
		out := similarity{Sim: decimal(l.Sim), Values: []decimal{}, Distance: l.Distance, Ancestor: l.Ancestor, Shared: [2]int{l.Shared, l.Ancestors}}
		for _, v := range l.Values {
			out.Values = append(out.Values, decimal(v))
		}
		for _, s := range l.Path {
			n := s.number(number)
			if n == 0 {
				return nil, english.Errorf("the path to concept %d has a step %d to %d that is no edge", i, s.From, s.To)
			}
			out.Path = append(out.Path, n)
		}
		t.Similarity[i] = out
	}
	return t, nil
}

// number returns the edge of s, negative if s walks against it, 0 if no edge fits.
func (s PageStep) number(edges map[ontology.Edge]int) int {
	if s.Forward {
		return edges[ontology.Edge{From: s.From, To: s.To, Rel: s.Rel, Property: s.Property}]
	}
	return -edges[ontology.Edge{From: s.To, To: s.From, Rel: s.Rel, Property: s.Property}]
}
