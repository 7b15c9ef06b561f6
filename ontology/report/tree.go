package report

import (
	"io"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// Tree is a concept with what is below it.
type Tree struct {
	Concept   semsim.Ref      `json:"concept"`
	Labels    []simtext.Label `json:"labels"`             // of all synonyms
	Synonyms  []string        `json:"synonyms,omitempty"` // IRIs folded into the concept
	Relations []TreeLink      `json:"relations,omitempty"`
	Children  []*Tree         `json:"children,omitempty"`
	Elsewhere bool            `json:"elsewhere,omitempty"` // its children stand with another node of it
	Hidden    int             `json:"hidden,omitempty"`    // children left out by --depth
}

// TreeLink is a relation to the node above.
type TreeLink struct {
	Relation string `json:"relation"`
	Property string `json:"property,omitempty"`
}

// NewTree returns the tree below n, a node of g.
func NewTree(g *ontology.Graph, n *Node) *Tree {
	out := &Tree{Concept: semsim.RefOf(g, n.ID), Elsewhere: n.Elsewhere != nil, Hidden: n.Hidden}
	for _, id := range g.Synonyms(n.ID) {
		if id != n.ID {
			out.Synonyms = append(out.Synonyms, g.Concept(id).IRI)
		}
		for _, l := range g.Concept(id).Labels {
			out.Labels = append(out.Labels, simtext.Label{Text: l.Text, Lang: l.Lang})
		}
	}
	for _, l := range n.Links {
		out.Relations = append(out.Relations, TreeLink{l.Rel.String(), l.Property})
	}
	for _, c := range n.Children {
		out.Children = append(out.Children, NewTree(g, c))
	}
	return out
}

// WriteTree draws the tree below root, with names in the language lang.
func WriteTree(w io.Writer, g *ontology.Graph, root *Node, lang string) error {
	t := treeText{p: message.Of(w), g: g, lang: lang, under: map[*Node]*Node{}}
	t.parents(root)
	t.write(root, "", "")
	_, err := io.WriteString(w, t.b.String())
	return err
}

// treeText draws a tree.
type treeText struct {
	p     *message.Printer
	g     *ontology.Graph
	lang  string
	under map[*Node]*Node // where a node hangs
	b     strings.Builder
}

func (t *treeText) parents(n *Node) {
	for _, c := range n.Children {
		t.under[c] = n
		t.parents(c)
	}
}

// write draws n; the lines below it begin with indent.
func (t *treeText) write(n *Node, branch, indent string) {
	t.b.WriteString(branch + t.line(n) + "\n")
	for i, c := range n.Children {
		if i == len(n.Children)-1 {
			t.write(c, indent+"└─ ", indent+"   ")
		} else {
			t.write(c, indent+"├─ ", indent+"│  ")
		}
	}
	if n.Hidden > 0 {
		t.b.WriteString(indent + t.p.Sprintf("└─ … %d below, see --depth\n", n.Hidden))
	}
}

func (t *treeText) line(n *Node) string {
	var rels []string
	for _, l := range n.Links {
		rels = append(rels, simtext.Relation(t.g, l.Rel.String(), l.Property, t.lang))
	}
	line := simtext.Name(semsim.RefOf(t.g, n.ID), t.lang)
	if len(rels) > 0 {
		line = "[" + strings.Join(rels, ", ") + "] " + line
	}
	if also := otherNames(t.g, n.ID, t.lang); also != "" {
		line += " = " + term.Safe(term.Clip(also, 60))
	}
	if n.Elsewhere != nil {
		line += "  " + t.place(n.Elsewhere)
	}
	return line
}

func (t *treeText) place(n *Node) string {
	if up := t.under[n]; up != nil {
		return t.p.Sprintf("(shown under %s)", simtext.ShortName(semsim.RefOf(t.g, up.ID), t.lang))
	}
	return t.p.Text("(shown at the top)")
}

// otherNames returns the labels of a synonym group but for its two names: the names of the other
// concepts before synonyms, of each the labels in the reader's language first, and at the end, with
// its language, what is neither Chinese nor English. Loose and hidden ones are not shown.
func otherNames(g *ontology.Graph, id ontology.ID, lang string) string {
	ref := semsim.RefOf(g, id)
	seen := map[string]bool{ref.Zh: true, ref.En: true}
	var also [5][]string
	for _, m := range g.Synonyms(id) {
		for _, l := range g.Concept(m).Labels {
			if l.Kind > ontology.Alternative || seen[l.Text] {
				continue
			}
			seen[l.Text] = true
			rank, of := 2*int(l.Kind), strings.ToLower(l.Lang)
			switch {
			case of != "" && !strings.HasPrefix(of, "zh") && !strings.HasPrefix(of, "en"):
				rank = len(also) - 1
			case !strings.HasPrefix(of, lang):
				rank++
			}
			also[rank] = append(also[rank], simtext.Labelled(l.Text, l.Lang))
		}
	}
	return strings.Join(slices.Concat(also[:]...), ", ")
}
