package ontologycmd

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/walk"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// deepestTree is the greatest --depth: every line is indented by its depth.
const deepestTree = 1000

func newTree(a *app) *cobra.Command {
	var (
		depth     int
		relations []string
		asJSON    bool
	)
	cmd := &cobra.Command{
		Use:   "tree CONCEPT",
		Short: "Print what hangs below a concept",
		Long: `Prints what is a CONCEPT and what it includes, level by level, with names in
both languages and, after "=", synonyms and other labels.

A concept that hangs under several is printed under each of them; what hangs
below it, once, where it is nearest to the top. Without --ontology the embedded
ontologies are searched.

Exit codes: 0 printed; 2 the command line or the ontology is wrong, or the
concept is unknown.`,
		Example: `  ontocrawl ontology tree 台风灾害
  ontocrawl ontology tree TropicalCyclone --depth 1 --ontology typhoon
  ontocrawl ontology tree Hazard --ontology hazards.owl --relations is-a --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			if depth < 1 || depth > deepestTree {
				return cli.Usagef("--depth is %d, but it must be 1 to %d", depth, deepestTree)
			}
			rels, err := walked(relations)
			if err != nil {
				return err
			}
			return a.tree(cmd.Context(), c, args[0], walk.TreeOptions{Depth: depth, Relations: rels}, asJSON)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"ontology"}, readFlags...)...)
	a.FetchFlag(cmd)
	cmd.Flags().IntVar(&depth, "depth", 100, "levels below the concept")
	cmd.Flags().StringSliceVar(&relations, "relations", []string{"is-a", "includes"}, "which of is-a, includes, other to go down by")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) tree(ctx context.Context, c *config.Config, name string, opt walk.TreeOptions, asJSON bool) error {
	s, ids, err := a.inGraph(ctx, c, name)
	if err != nil {
		return err
	}
	root := walk.Tree(s.Graph(), ids[0], opt)
	if asJSON {
		return a.JSON(struct {
			Ontology string    `json:"ontology"`
			Tree     *treeNode `json:"tree"`
		}{s.Name, s.treeNode(root)})
	}
	t := treeText{s: s, lang: cli.AnswerLang(c, name), under: map[*walk.Node]*walk.Node{}}
	t.parents(root)
	t.write(root, "", "")
	_, err = a.Out.Write([]byte(t.b.String()))
	return err
}

// treeNode is the JSON form of a node.
type treeNode struct {
	Concept   semsim.Ref  `json:"concept"`
	Labels    []cli.Label `json:"labels"`             // of all synonyms
	Synonyms  []string    `json:"synonyms,omitempty"` // IRIs folded into the concept
	Relations []treeLink  `json:"relations,omitempty"`
	Children  []*treeNode `json:"children,omitempty"`
	Elsewhere bool        `json:"elsewhere,omitempty"` // its children stand with another node of it
	Hidden    int         `json:"hidden,omitempty"`    // children left out by --depth
}

// treeLink is a relation to the node above.
type treeLink struct {
	Relation string `json:"relation"`
	Property string `json:"property,omitempty"`
}

func (s *source) treeNode(n *walk.Node) *treeNode {
	g := s.Graph()
	out := &treeNode{Concept: s.ref(n.ID), Elsewhere: n.Elsewhere != nil, Hidden: n.Hidden}
	for _, id := range g.Synonyms(n.ID) {
		if id != n.ID {
			out.Synonyms = append(out.Synonyms, g.Concept(id).IRI)
		}
		for _, l := range g.Concept(id).Labels {
			out.Labels = append(out.Labels, cli.Label{Text: l.Text, Lang: l.Lang})
		}
	}
	for _, l := range n.Links {
		out.Relations = append(out.Relations, treeLink{l.Rel.String(), l.Property})
	}
	for _, c := range n.Children {
		out.Children = append(out.Children, s.treeNode(c))
	}
	return out
}

// treeText draws a tree.
type treeText struct {
	s     *source
	lang  string
	under map[*walk.Node]*walk.Node // where a node hangs
	b     strings.Builder
}

func (t *treeText) parents(n *walk.Node) {
	for _, c := range n.Children {
		t.under[c] = n
		t.parents(c)
	}
}

// Write draws n; the lines below it begin with indent.
func (t *treeText) write(n *walk.Node, branch, indent string) {
	t.b.WriteString(branch + t.line(n) + "\n")
	for i, c := range n.Children {
		if i == len(n.Children)-1 {
			t.write(c, indent+"└─ ", indent+"   ")
		} else {
			t.write(c, indent+"├─ ", indent+"│  ")
		}
	}
	if n.Hidden > 0 {
		fmt.Fprintf(&t.b, "%s└─ … %d below, see --depth\n", indent, n.Hidden)
	}
}

func (t *treeText) line(n *walk.Node) string {
	var rels []string
	for _, l := range n.Links {
		rels = append(rels, cli.RelationText(t.s.Graph(), l.Rel.String(), l.Property, t.lang))
	}
	line := cli.RefName(t.s.ref(n.ID), t.lang)
	if len(rels) > 0 {
		line = "[" + strings.Join(rels, ", ") + "] " + line
	}
	if also := t.s.otherNames(n.ID, t.lang); also != "" {
		line += " = " + term.Safe(term.Clip(also, 60))
	}
	if n.Elsewhere != nil {
		line += "  (shown " + t.place(n.Elsewhere) + ")"
	}
	return line
}

func (t *treeText) place(n *walk.Node) string {
	if up := t.under[n]; up != nil {
		return "under " + cli.ShortName(t.s.ref(up.ID), t.lang)
	}
	return "at the top"
}

// otherNames are the labels of a synonym group but for its two names: the names
// of the other concepts before synonyms, of each those of the reader's language
// first. Loose and hidden ones are not shown.
func (s *source) otherNames(id ontology.ID, lang string) string {
	ref := s.ref(id)
	seen := map[string]bool{ref.Zh: true, ref.En: true}
	var also [4][]string
	for _, m := range s.Graph().Synonyms(id) {
		for _, l := range s.Graph().Concept(m).Labels {
			if l.Kind > ontology.Alternative || seen[l.Text] {
				continue
			}
			seen[l.Text] = true
			rank := 2 * int(l.Kind)
			if !strings.HasPrefix(strings.ToLower(l.Lang), lang) {
				rank++
			}
			also[rank] = append(also[rank], l.Text)
		}
	}
	return strings.Join(slices.Concat(also[:]...), ", ")
}
