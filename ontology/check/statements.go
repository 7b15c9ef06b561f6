package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// statements checks the statements as written.
func (c *checker) statements() {
	c.writtenLabels()
	c.deprecated()
	c.selves()
}

// owl checks the statements as OWL 2.
func (c *checker) owl() {
	o, rest := c.opt.Written.Axioms()
	c.unknownWords()
	c.malformed(rest)
	c.entityKinds(o)
	c.illTyped()
	c.headers()
	if c.opt.Profile != "" {
		c.leaving(c.opt.Profile, outsideProfile, o)
	}
	if c.opt.Profile != axiom.DL {
		c.leaving(axiom.DL, outsideDL, o)
	}
}

// leaving reports the axioms that leave a profile of OWL 2.
func (c *checker) leaving(p axiom.Profile, rule ID, o *axiom.Ontology) {
	for _, l := range axiom.Leaves(p, o.Axioms) {
		f := Finding{Rule: rule, Value: l.Axiom.String(), Says: english.Phrasef("%s: %v", term.Clip(shortAxiom(l.Axiom), 200), l.Why)}
		l.Axiom.Walk(func(e axiom.Expr) {
			if f.Subject == "" && e.Op.IsEntity() && !reserved(e.Text) {
				f.Subject = e.Text
			}
		})
		c.add(f)
	}
}

// headers reports documents that are more than one ontology (Mapping to RDF Graphs, section 3.1.2): a header that another
// imports, or names as an older version, does not count.
func (c *checker) headers() {
	w := c.opt.Written
	named := map[string]bool{}
	for _, l := range w.links {
		switch strings.TrimPrefix(w.names[l.p], nsOWL) {
		case "imports", "priorVersion", "backwardCompatibleWith", "incompatibleWith", "versionIRI":
			named[w.names[l.o]] = true
		}
	}
	first := map[string]string{}
	for _, h := range w.headers {
		switch have := first[h.file]; {
		case named[h.iri] || have == h.iri:
		case have == "":
			first[h.file] = h.iri
		default:
			c.add(Finding{Rule: MalformedOWL, Subject: h.iri, File: h.file, Property: nsRDF + "type", Value: nsOWL + "Ontology",
				Says: english.Phrasef("%s rdf:type owl:Ontology: the file is the ontology <%s> already, and a file is one ontology", shortIRI(h.iri), have)})
		}
	}
}

// isLabel reports whether a property gives labels under any mapping.
func isLabel(p string) bool {
	switch p {
	case nsRDFS + "label", nsSKOS + "prefLabel", nsSKOS + "altLabel", nsSKOS + "hiddenLabel":
		return true
	}
	return strings.HasPrefix(p, "http://www.geneontology.org/formats/oboInOwl#has") && strings.HasSuffix(p, "Synonym")
}

// isName reports whether a property gives the name.
func isName(p string) bool { return p == nsRDFS+"label" || p == nsSKOS+"prefLabel" }

// writtenLabels checks labels before trimming and deduplication.
func (c *checker) writtenLabels() {
	w := c.opt.Written
	type slot struct {
		s    int32
		lang string
	}
	names := map[slot]string{}
	for _, t := range w.texts {
		p, s := w.names[t.p], w.names[t.s]
		if _, ok := c.g.ByIRI(s); !ok || !isLabel(p) {
			continue
		}
		label := collapsed(t.text)
		f := Finding{Subject: s, Property: p, Value: label}
		switch {
		case label == "":
			f.Rule = emptyLabel
			f.Says = english.Phrasef("%s is empty", ontology.LocalName(p))
			c.add(f)
			continue
		case label != t.text:
			f.Rule = labelWhitespace
			f.Says = english.Phrasef("label %s has %s", clipped(t.text), blemish(t.text))
			c.add(f)
		}
		if !isName(p) {
			continue
		}
		at := slot{t.s, strings.ToLower(t.lang)}
		switch first, ok := names[at]; {
		case !ok:
			names[at] = label
		case first != label:
			f.Rule = multipleLabels
			f.Says = english.Phrasef("label %s is read as a synonym: %s is its name in that language", strconv.Quote(label), strconv.Quote(first))
			c.add(f)
		}
	}
}

// blemish returns the white space problem of a label, or "".
func blemish(s string) english.Word {
	switch {
	case strings.ContainsAny(s, "\n\r"):
		return english.Word("a line break in it")
	case strings.TrimSpace(s) != s:
		return english.Word("space around it")
	}
	return english.Word("more than single spaces in it")
}

// deprecated reports deprecated terms and references to them.
func (c *checker) deprecated() {
	w := c.opt.Written
	out := w.deprecated(c.g)
	labels := map[int32]string{}
	for _, t := range w.texts {
		if out[t.s] && isName(w.names[t.p]) && labels[t.s] == "" {
			labels[t.s] = collapsed(t.text)
		}
	}
	called := func(n int32) string {
		local := ontology.LocalName(w.names[n])
		if l := labels[n]; l != "" && l != local {
			return l + " (" + local + ")"
		}
		return local
	}
	for n := range w.names {
		if n := int32(n); out[n] {
			c.add(Finding{Rule: deprecatedClass, Subject: w.names[n], Name: called(n), Says: english.Phrasef("is deprecated and left out")})
		}
	}
	owner := w.owners()
	seen := map[[2]int32]bool{}
	for _, l := range w.links {
		s := owner(l.s)
		ref := [2]int32{s, l.o}
		if _, live := c.g.ByIRI(w.names[s]); !live || !out[l.o] || seen[ref] {
			continue
		}
		seen[ref] = true
		c.add(Finding{Rule: deprecatedReference, Subject: w.names[s], Property: w.names[l.p], Value: w.names[l.o],
			Says: english.Phrasef("refers to %s, which is deprecated: that relation is left out", called(l.o))})
	}
}

// deprecated returns the deprecated nodes that are not concepts of g.
func (w *Written) deprecated(g *ontology.Graph) map[int32]bool {
	out := map[int32]bool{}
	mark := func(n int32) {
		if _, live := g.ByIRI(w.names[n]); !live && !strings.HasPrefix(w.names[n], "_:") {
			out[n] = true
		}
	}
	for _, t := range w.texts {
		if w.names[t.p] == nsOWL+"deprecated" && slices.Contains([]string{"true", "1"}, strings.ToLower(collapsed(t.text))) {
			mark(t.s)
		}
	}
	for _, l := range w.links {
		if p := w.names[l.p]; (p == nsRDF+"type" || p == nsRDFS+"subClassOf") && w.names[l.o] == nsOWL+"DeprecatedClass" {
			mark(l.s)
		}
	}
	return out
}

// owners returns a function from a blank node in an axiom to the subject of the axiom.
// Annotations of axioms have no such subject.
func (w *Written) owners() func(int32) int32 {
	above := map[int32]int32{}
	for _, l := range w.links {
		if strings.HasPrefix(w.names[l.o], "_:") {
			if _, ok := above[l.o]; !ok {
				above[l.o] = l.s
			}
		}
	}
	return func(n int32) int32 {
		const deepest = 1000 // blank nodes may run in a circle
		for range deepest {
			up, ok := above[n]
			if !ok {
				break
			}
			n = up
		}
		return n
	}
}

// selves reports classes that are stated to be kinds of themselves. This is true of every
// class, and never intended.
func (c *checker) selves() {
	w := c.opt.Written
	for _, l := range w.links {
		if _, ok := c.g.ByIRI(w.names[l.s]); ok && l.s == l.o && w.names[l.p] == nsRDFS+"subClassOf" {
			c.addAs(Finding{Rule: isACycle, Level: Warn, Subject: w.names[l.s], Value: w.names[l.o], Says: english.Phrasef("is stated to be a kind of itself")})
		}
	}
}
