package reason

import (
	"slices"
	"sort"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// naive is a second reasoner that is written for being right by sight: it looks at all axioms and
// all expressions again and again until nothing changes. It knows EL without nominals and data.
type naive struct {
	inclusions [][2]axiom.Expr
	parts      map[string]axiom.Expr
	under      map[[2]string]bool
	chains     [][]string // the others together equal the last
	ranges     map[string][]axiom.Expr
	reflexive  []string
	contexts   map[string]map[string]bool
	begun      map[string][]axiom.Expr // what a context was made of
	edges      map[[3]string]bool
	changed    bool
}

func newNaive(axioms []axiom.Axiom) *naive {
	n := &naive{parts: map[string]axiom.Expr{}, under: map[[2]string]bool{}, ranges: map[string][]axiom.Expr{},
		contexts: map[string]map[string]bool{}, begun: map[string][]axiom.Expr{}, edges: map[[3]string]bool{}}
	for _, a := range axioms {
		n.add(a)
		a.Walk(func(e axiom.Expr) {
			switch e.Op {
			case axiom.ObjectProperty:
				n.under[[2]string{e.Text, e.Text}] = true
			case axiom.Class, axiom.ObjectIntersectionOf, axiom.ObjectSomeValuesFrom:
				n.part(e)
			}
		})
	}
	n.closeRoles()
	return n
}

func (n *naive) part(e axiom.Expr) axiom.Expr {
	n.parts[e.String()] = e
	return e
}

func (n *naive) add(a axiom.Axiom) {
	thing := axiom.Named(axiom.Class, Thing)
	switch a.Op {
	case axiom.SubClassOf:
		n.inclusions = append(n.inclusions, [2]axiom.Expr{a.Args[0], a.Args[1]})
	case axiom.EquivalentClasses:
		for _, x := range a.Args {
			for _, y := range a.Args {
				n.inclusions = append(n.inclusions, [2]axiom.Expr{x, y})
			}
		}
	case axiom.DisjointClasses:
		for i, x := range a.Args {
			for _, y := range a.Args[:i] {
				n.inclusions = append(n.inclusions, [2]axiom.Expr{n.part(axiom.Of(axiom.ObjectIntersectionOf, x, y)), axiom.Named(axiom.Class, Nothing)})
			}
		}
	case axiom.ObjectPropertyDomain:
		some := n.part(axiom.Of(axiom.ObjectSomeValuesFrom, a.Args[0], thing))
		n.inclusions = append(n.inclusions, [2]axiom.Expr{some, a.Args[1]})
	case axiom.ObjectPropertyRange:
		n.ranges[a.Args[0].Text] = append(n.ranges[a.Args[0].Text], a.Args[1])
	case axiom.TransitiveObjectProperty:
		r := a.Args[0].Text
		n.chains = append(n.chains, []string{r, r, r})
	case axiom.ReflexiveObjectProperty:
		n.reflexive = append(n.reflexive, a.Args[0].Text)
	case axiom.SubObjectPropertyOf:
		n.subRole(a.Args[0], a.Args[1].Text)
	}
}

func (n *naive) subRole(sub axiom.Expr, super string) {
	if sub.Op != axiom.ObjectPropertyChain {
		n.under[[2]string{sub.Text, super}] = true
		return
	}
	var c []string
	for _, p := range sub.Args {
		c = append(c, p.Text)
	}
	n.chains = append(n.chains, append(c, super))
}

func (n *naive) closeRoles() {
	for again := true; again; {
		again = false
		for x := range n.under {
			for y := range n.under {
				if z := [2]string{x[0], y[1]}; x[1] == y[0] && !n.under[z] {
					n.under[z], again = true, true
				}
			}
		}
	}
	for _, r := range n.reflexive {
		for p, classes := range n.ranges {
			for _, c := range classes {
				if n.under[[2]string{r, p}] {
					n.inclusions = append(n.inclusions, [2]axiom.Expr{axiom.Named(axiom.Class, Thing), c})
				}
			}
		}
	}
}

// context returns the name of what is all of the expressions.
func (n *naive) context(all ...axiom.Expr) string {
	set := map[string]bool{axiom.Named(axiom.Class, Thing).String(): true}
	for _, e := range all {
		set[n.part(e).String()] = true
	}
	var names []string
	for s := range set {
		names = append(names, s)
	}
	sort.Strings(names)
	key := strings.Join(names, " & ")
	if n.contexts[key] == nil {
		n.contexts[key], n.begun[key], n.changed = set, all, true
	}
	return key
}

func (n *naive) hold(key string, e axiom.Expr) {
	if s := e.String(); !n.contexts[key][s] {
		n.contexts[key][s], n.changed = true, true
	}
}

func (n *naive) edge(from, role, to string) {
	if k := [3]string{from, role, to}; !n.edges[k] {
		n.edges[k], n.changed = true, true
	}
}

// run applies every rule to everything until nothing changes.
func (n *naive) run() {
	for n.changed = true; n.changed; {
		n.changed = false
		for key, set := range n.contexts {
			for _, x := range n.inclusions {
				if set[x[0].String()] {
					n.hold(key, x[1])
				}
			}
			for s, e := range n.parts {
				if set[s] {
					n.open(key, e)
				} else if n.built(key, e) {
					n.hold(key, e)
				}
			}
			for _, r := range n.reflexive {
				n.edge(key, r, key)
			}
		}
		for k := range n.edges {
			if n.contexts[k[2]][axiom.Named(axiom.Class, Nothing).String()] {
				n.hold(k[0], axiom.Named(axiom.Class, Nothing))
			}
		}
		for _, c := range n.chains {
			n.chain(c)
		}
	}
}

func (n *naive) open(key string, e axiom.Expr) {
	switch e.Op {
	case axiom.ObjectIntersectionOf:
		for _, p := range e.Args {
			n.hold(key, n.part(p))
		}
	case axiom.ObjectSomeValuesFrom:
		all := []axiom.Expr{e.Args[1]}
		for p, classes := range n.ranges {
			if n.under[[2]string{e.Args[0].Text, p}] {
				all = append(all, classes...)
			}
		}
		n.edge(key, e.Args[0].Text, n.context(all...))
	}
}

func (n *naive) built(key string, e axiom.Expr) bool {
	switch e.Op {
	case axiom.ObjectIntersectionOf:
		return !slices.ContainsFunc(e.Args, func(p axiom.Expr) bool { return !n.contexts[key][p.String()] })
	case axiom.ObjectSomeValuesFrom:
		for k := range n.edges {
			if k[0] == key && n.under[[2]string{k[1], e.Args[0].Text}] && n.contexts[k[2]][e.Args[1].String()] {
				return true
			}
		}
	}
	return false
}

func (n *naive) chain(c []string) {
	reach := map[[2]string]bool{}
	for key := range n.contexts {
		reach[[2]string{key, key}] = true
	}
	for _, role := range c[:len(c)-1] {
		next := map[[2]string]bool{}
		for x := range reach {
			for k := range n.edges {
				if k[0] == x[1] && n.under[[2]string{k[1], role}] {
					next[[2]string{x[0], k[2]}] = true
				}
			}
		}
		reach = next
	}
	whole := c[len(c)-1]
	for x := range reach {
		n.edge(x[0], whole, n.inRange(x[1], whole))
	}
}

// inRange returns the context of what is in another and in the ranges of a role.
func (n *naive) inRange(key, role string) string {
	all := slices.Clone(n.begun[key])
	for p, classes := range n.ranges {
		if n.under[[2]string{role, p}] {
			all = append(all, classes...)
		}
	}
	return n.context(all...)
}

// isA answers for named classes after run.
func (n *naive) isA(sub, super string) bool {
	set := n.contexts[n.context(axiom.Named(axiom.Class, sub))]
	return set[axiom.Named(axiom.Class, super).String()] || set[axiom.Named(axiom.Class, Nothing).String()]
}
