package check

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// cycles reports where Is-a runs in a circle.
func (c *checker) cycles() {
	circles, total := c.g.Circles()
	for _, e := range circles {
		f := Finding{Rule: isACycle, Subject: e.Path[0], Says: english.Phrasef("Is-a runs in a circle: %s; so these mean the same", e.Way()), Value: e.Path[1]}
		for _, iri := range e.Path[1 : len(e.Path)-1] {
			if !slices.Contains(f.Others, iri) && len(f.Others) < 100 {
				f.Others = append(f.Others, iri)
			}
		}
		c.add(f)
	}
	if more := total - len(circles); more > 0 {
		c.add(Finding{Rule: isACycle, Count: more, Says: english.Phrasef("%d more circles of Is-a", more)})
	}
}

// reach reports what the topic does not reach, and concepts outside its hierarchy.
func (c *checker) reach() {
	if len(c.opt.Topic) == 0 {
		c.topicOpen()
		return
	}
	reached := c.around(c.opt.Topic)
	above := map[ontology.ID]bool{} // the topic, or with a reason to have no parent
	circles, _ := c.g.Circles()
	for _, e := range circles {
		if id, ok := c.g.ByIRI(e.Path[0]); ok {
			above[c.g.Canon(id)] = true
		}
	}
	for _, t := range c.opt.Topic {
		for _, a := range c.g.Ancestors(t) {
			above[a] = true
		}
	}
	for _, id := range c.heads() {
		switch {
		case !reached[id]:
			c.add(Finding{Rule: topicUnreachable, Subject: c.iri(id),
				Says: english.Phrasef("no path of Is-a, Synonym or Includes leads to it from the topic %v", c.topicName())})
		case len(c.g.Parents(id)) == 0 && !above[id]:
			c.add(Finding{Rule: missingSuperclass, Subject: c.iri(id),
				Says: english.Phrasef("no parent, though the topic is %v", c.topicName())})
		}
	}
	c.coreMarks()
}

func (c *checker) topicName() english.Phrase {
	var names []string
	for _, t := range c.opt.Topic {
		names = append(names, c.name(t))
	}
	return list(names)
}

func (c *checker) topicOpen() {
	roots := c.g.Roots()
	if len(roots) < 2 {
		return
	}
	c.add(Finding{Rule: topicOpen, Count: len(roots),
		Says: english.Phrasef("%d concepts have no parent; set --topic to check also what the topic does not reach", len(roots))})
	for _, id := range roots {
		c.add(Finding{Rule: missingSuperclass, Subject: c.iri(id), Says: english.Phrasef("no parent")})
	}
}

// around returns the heads that weighted edges connect with any of from.
func (c *checker) around(from []ontology.ID) map[ontology.ID]bool {
	seen := map[ontology.ID]bool{}
	var todo []ontology.ID
	visit := func(id ontology.ID) {
		if id = c.g.Canon(id); !seen[id] {
			seen[id] = true
			todo = append(todo, id)
		}
	}
	for _, id := range from {
		visit(id)
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range c.g.Synonyms(at) {
			for _, a := range c.g.Arcs(s) {
				if a.Rel != ontology.Other {
					visit(a.To)
				}
			}
		}
	}
	return seen
}

// coreMarks reports core marks if no topic is a root, because they have no effect then. Where all kinds of
// the topics are marked, they would have none either.
func (c *checker) coreMarks() {
	agree := true
	for _, t := range c.opt.Topic {
		if len(c.g.Parents(t)) == 0 {
			return
		}
		agree = agree && ontology.MarksAgree(c.g, t)
	}
	if agree {
		return
	}
	n := 0
	for i := range c.g.Len() {
		if c.g.Concept(ontology.ID(i)).Core {
			n++
		}
	}
	if n > 0 {
		c.add(Finding{Rule: CoreUnused, Count: n,
			Says: english.Phrasef("%d core marks are not used: the topic %s is not a root, so every kind of it is core", n, c.topicName())})
	}
}

// redundant reports Is-a edges that follow from others: A is a B, B is a C, and A is a C
// again. They shorten the distance from A to C wrongly.
func (c *checker) redundant() {
	work := 50_000_000 // edges looked at; a file made for it could ask for more
	up := c.isa()
	height := heights(up)
	for _, id := range c.heads() {
		for _, p := range implied(up, height, id, &work) {
			c.add(Finding{Rule: isARedundant, Subject: c.iri(id), Value: c.name(p), Others: []string{c.iri(p)},
				Says: english.Phrasef("is a %s through another parent already: the edge is redundant", c.name(p))})
		}
		if work <= 0 {
			c.addAs(Finding{Rule: isARedundant, Says: english.Phrasef("redundant Is-a edges were searched in a part of the concepts only: the hierarchy has too many paths")})
			return
		}
	}
}

// heights returns the lengths of the longest ways up. up must be acyclic.
func heights(up [][]ontology.ID) []int32 {
	height := make([]int32, len(up)) // plus 1; 0: not known yet
	for start := range up {
		for todo := []ontology.ID{ontology.ID(start)}; len(todo) > 0; {
			at := todo[len(todo)-1]
			if height[at] != 0 {
				todo = todo[:len(todo)-1]
				continue
			}
			most, waiting := int32(0), false
			for _, p := range up[at] {
				if height[p] == 0 {
					todo = append(todo, p)
					waiting = true
				}
				most = max(most, height[p])
			}
			if !waiting {
				height[at] = most + 1
				todo = todo[:len(todo)-1]
			}
		}
	}
	return height
}

// isa returns the Is-a parents of each head.
func (c *checker) isa() [][]ontology.ID {
	up := make([][]ontology.ID, c.g.Len())
	for _, e := range c.g.Edges() {
		if from := c.g.Canon(e.From); e.Rel == ontology.IsA && up[from] == nil {
			parents := c.g.Parents(from)
			if _, ok := slices.BinarySearch(parents, c.g.Canon(e.To)); ok {
				up[from] = parents
			}
		}
	}
	return up
}

// implied returns the parents of id that are above another parent. The way from a concept
// up to a parent is at most the difference of their heights, so lower concepts than all
// parents are skipped.
func implied(up [][]ontology.ID, height []int32, id ontology.ID, work *int) []ontology.ID {
	parents := up[id]
	if len(parents) < 2 {
		return nil
	}
	least := height[parents[0]]
	for _, p := range parents {
		least = min(least, height[p])
	}
	var out []ontology.ID
	seen := map[ontology.ID]bool{}
	todo := slices.Clone(parents)
	for len(todo) > 0 && *work > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range up[at] {
			*work--
			if height[p] >= least && !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	for _, p := range parents {
		if seen[p] {
			out = append(out, p)
		}
	}
	return out
}
