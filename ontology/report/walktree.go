package report

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Node is an occurrence of a concept in a tree.
type Node struct {
	ID       ontology.ID // the head of a synonym group
	Links    []Link      // from the parent, the strongest first; nil at the top
	Children []*Node     // by the strongest relation, then in file order
	// Elsewhere is the node of the same concept nearest to the top, which shows the
	// children.
	Elsewhere *Node
	Hidden    int // children left out, for the tree ends here
}

// TreeOptions configures a tree.
type TreeOptions struct {
	Depth     int // of the deepest nodes, the top being 0; below 1: no limit
	Relations Relations
}

// Tree returns the tree below top: its kinds, and what top includes. A concept with
// several parents, or below itself in a cycle, has a node at each place, and children at
// the place nearest to the top. So a tree has no more nodes than the graph has edges.
func WalkTree(g *ontology.Graph, top ontology.ID, opt TreeOptions) *Node {
	root := &Node{ID: g.Canon(top)}
	open := map[ontology.ID]*Node{root.ID: root}
	level := []*Node{root}
	for depth := 0; len(level) > 0; depth++ {
		var next []*Node
		for _, n := range level {
			children := below(g, n.ID, opt.Relations)
			if opt.Depth > 0 && depth == opt.Depth {
				n.Hidden = len(children)
				continue
			}
			n.Children = children
			for _, c := range children {
				if c.Elsewhere = open[c.ID]; c.Elsewhere == nil {
					open[c.ID] = c
					next = append(next, c)
				}
			}
		}
		level = next
	}
	leaves(root)
	return root
}

// leaves removes Elsewhere from concepts without children.
func leaves(root *Node) {
	for todo := []*Node{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		if n.Elsewhere != nil && len(n.Elsewhere.Children) == 0 && n.Elsewhere.Hidden == 0 {
			n.Elsewhere = nil
		}
	}
}

// below returns a node for each group directly below id.
func below(g *ontology.Graph, id ontology.ID, rels Relations) []*Node {
	var nodes []*Node
	at := map[ontology.ID]*Node{}
	for _, l := range links(g, id, rels) {
		if l.Forward == (l.Rel == ontology.IsA) { // it leads up
			continue
		}
		c := g.Canon(l.To)
		if at[c] == nil {
			at[c] = &Node{ID: c}
			nodes = append(nodes, at[c])
		}
		at[c].Links = append(at[c].Links, l)
	}
	for _, n := range nodes {
		slices.SortStableFunc(n.Links, stronger)
	}
	slices.SortStableFunc(nodes, func(a, b *Node) int { return stronger(a.Links[0], b.Links[0]) })
	return nodes
}
