package owl

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Level is the importance of a finding.
type Level string

// The levels of findings.
const (
	Warning Level = "warning" // something the author meant may be lost
	Info    Level = "info"    // good to know
)

// Code names a kind of finding.
type Code string

// The kinds of findings.
const (
	Flaw             Code = "flaw"              // wrong in the syntax, and passed over
	Charset          Code = "charset"           // the charset was guessed
	MissingImport    Code = "missing-import"    // an import is not beside the file
	UnreadableImport Code = "unreadable-import" // it is there and cannot be read
	UnmappedProperty Code = "unmapped-property" // edges without weight, because their meaning is unknown
	unknownValue     Code = "unknown-value"     // a text that should name a concept and does not
	UnusedMapping    Code = "unused-mapping"    // a key of Options.Mapping that fits no property
	SharedLabel      Code = "shared-label"      // concepts that are no synonyms have one name
	NoLabel          Code = "no-label"          // concepts that only have a local name
	Deprecated       Code = "deprecated"        // concepts left out
	IsACircle        Code = "is-a-circle"       // concepts that are a kind of each other, read as synonyms
	generalAxiom     Code = "general-axiom"     // axioms about unnamed classes, left out
	inconsistent     Code = "inconsistent"      // by the axioms nothing can exist
	Unsatisfiable    Code = "unsatisfiable"     // a class can have no instance
	disjointParents  Code = "disjoint-parents"  // the same, since it stands under disjoint classes
	notReasoned      Code = "not-reasoned"      // the reasoner gave up
	outsideEL        Code = "outside-el"        // axioms that the reasoner did not read in full
	inferredClass    Code = "inferred-class"    // classes that are used as such, and declared nowhere
	noConcept        Code = "no-concept"        // nothing that a crawl could look for
)

// Finding is a remark about a readable ontology. Its texts are safe for a terminal.
type Finding struct {
	Level   Level  `json:"level"`
	Code    Code   `json:"code"`
	Text    string `json:"message"` // English
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`    // from 1; 0 if unknown
	Subject string `json:"subject,omitempty"` // IRI of the property or import, or key of the mapping
	Name    string `json:"name,omitempty"`    // of the property
	Count   int    `json:"count,omitempty"`   // of edges, values or concepts

	// Says is the message in any language. It is zero in a finding that was read from JSON.
	Says english.Phrase `json:"-"`
}

// worded returns findings with the English messages of what they say.
func worded(all ...Finding) []Finding {
	for i := range all {
		all[i].Text = all[i].Says.String()
	}
	return all
}

// String returns "file:line: level: message".
func (f Finding) String() string { return f.Message().String() }

// Message implements [english.Sentence].
func (f Finding) Message() english.Phrase {
	says := f.Says
	if says.IsZero() {
		says = english.Phrasef("%s", f.Text)
	}
	switch f.Level {
	case Warning:
		says = english.Phrasef("warning: %s", says)
	case Info:
		says = english.Phrasef("info: %s", says)
	default:
		says = english.Phrasef("%s: %s", string(f.Level), says)
	}
	switch {
	case f.File != "" && f.Line > 0:
		return english.Phrasef("%s:%d: %s", shown(f.File), f.Line, says)
	case f.File != "":
		return english.Phrasef("%s: %s", shown(f.File), says)
	}
	return says
}

// problem is a wrong value of property p.
type problem struct {
	p    node
	text string
}

func (r *reader) unknown(p node, text string) {
	x := problem{p, text}
	if r.wrong[x] == 0 {
		r.order = append(r.order, x)
	}
	r.wrong[x]++
}

// findings returns everything that a user should know about the file.
func (r *reader) findings(g *ontology.Graph, root *document) []Finding {
	var all []Finding
	if g.Len() == 0 {
		all = append(all, Finding{Level: Warning, Code: noConcept, Says: r.nothing().says})
	}
	all = append(all, r.inferences()...)
	all = append(all, r.unmapped(g)...)
	all = append(all, r.unknownValues()...)
	all = append(all, r.unusedMapping()...)
	all = append(all, r.sharedLabels(g)...)
	if n := unlabelled(g); n > 0 {
		all = append(all, Finding{Level: Info, Code: NoLabel, Count: n, Says: english.Plural(n,
			"%d concept has no label; the last part of the IRI is used", "%d concepts have no label; the last part of the IRI is used")})
	}
	if n := r.left; n > 0 {
		all = append(all, Finding{Level: Info, Code: Deprecated, Count: n, Says: english.Plural(n,
			"%d concept is marked as deprecated and left out", "%d concepts are marked as deprecated and left out")})
	}
	all = append(all, r.inferred(g)...)
	if n := r.general; n > 0 {
		all = append(all, Finding{Level: Info, Code: generalAxiom, Count: n, Says: english.Plural(n,
			"%d axiom about unnamed classes left out", "%d axioms about unnamed classes left out")})
	}
	const most = 100 // nobody reads more lines
	var iris []string
	for i := range all {
		all[i].File = root.file
		if i < most && all[i].Level == Warning && all[i].Code != UnusedMapping {
			iris = append(iris, all[i].Subject)
		}
	}
	lines := linesOf(root.data, iris)
	for i := range all {
		if all[i].Code != UnusedMapping {
			all[i].Line = lines[all[i].Subject]
		}
	}
	return worded(all...)
}

// emptyError is errNoConcept with the reason.
type emptyError struct{ says english.Phrase }

func (e *emptyError) Error() string { return e.says.String() }

// Message implements [english.Sentence].
func (e *emptyError) Message() english.Phrase { return e.says }
func (e *emptyError) Unwrap() error           { return errNoConcept }

// nothing says why the graph is empty.
func (r *reader) nothing() *emptyError {
	if r.left > 0 {
		return &emptyError{english.Plural(r.left, "no class or concept left: %d concept is marked as deprecated",
			"no class or concept left: %d concepts are marked as deprecated")}
	}
	return &emptyError{english.Plural(len(r.all), "no class or concept in its %d statement: an ontology declares its concepts as owl:Class or skos:Concept",
		"no class or concept in its %d statements: an ontology declares its concepts as owl:Class or skos:Concept")}
}

// inferences reports the classes of a file that declares none, with up to three names.
func (r *reader) inferences() []Finding {
	if len(r.undeclared) == 0 {
		return nil
	}
	var names []string
	for _, n := range r.undeclared[:min(3, len(r.undeclared))] {
		names = append(names, shown(ontology.LocalName(r.names[n])))
	}
	return []Finding{{Level: Info, Code: inferredClass, Count: len(r.undeclared), Subject: r.names[r.undeclared[0]],
		Says: english.Plural(len(r.undeclared), "no class is declared; %d term that stands as one is taken for one: %s",
			"no class is declared; %d terms that stand as one are taken for one: %s", strings.Join(names, ", "))}}
}

// unmapped reports properties whose edges have no weight, most edges first.
func (r *reader) unmapped(g *ontology.Graph) []Finding {
	edges := map[string]int{}
	var iris []string
	for _, e := range g.Edges() {
		if e.Rel == ontology.Other {
			if edges[e.Property] == 0 {
				iris = append(iris, e.Property)
			}
			edges[e.Property]++
		}
	}
	slices.SortStableFunc(iris, func(a, b string) int { return cmp.Compare(edges[b], edges[a]) })
	var all []Finding
	for _, iri := range iris {
		p := r.numbers[iri]
		level := Warning
		if !r.used[p] { // only a domain and a range: no edge of a concept
			level = Info
		}
		all = append(all, Finding{
			Level: level, Code: UnmappedProperty, Subject: iri, Name: shown(r.props.name(p)), Count: edges[iri],
			Says: english.Plural(edges[iri], "%d edge of property %s ignored; map it with %q (or is-a, synonym, included-by, ignore)",
				"%d edges of property %s ignored; map it with %q (or is-a, synonym, included-by, ignore)",
				shown(r.props.name(p)), ontology.LocalName(iri)+": includes"),
		})
	}
	return all
}

// unknownValues reports texts that name no concept, up to three for each property.
func (r *reader) unknownValues() []Finding {
	const examples = 3
	texts := map[node][]string{}
	number := map[node]int{}
	var ps []node
	for _, x := range r.order {
		if number[x.p] == 0 {
			ps = append(ps, x.p)
		}
		number[x.p] += r.wrong[x]
		if len(texts[x.p]) < examples {
			texts[x.p] = append(texts[x.p], strconv.Quote(x.text))
		}
	}
	var all []Finding
	for _, p := range ps {
		all = append(all, Finding{
			Level: Warning, Code: unknownValue, Subject: r.names[p], Name: shown(r.props.name(p)), Count: number[p],
			Says: english.Plural(number[p], "property %[2]s has %[1]d value that no concept has as a name: %[3]s",
				"property %[2]s has %[1]d values that no concept has as a name: %[3]s", shown(r.props.name(p)), strings.Join(texts[p], ", ")),
		})
	}
	return all
}

func (r *reader) unusedMapping() []Finding {
	if len(r.opt.Mapping) == 0 {
		return nil
	}
	var names []string
	for i := range r.names {
		if n := node(i); r.kinds[n]&property != 0 {
			r.props.mapped(n)
			names = append(names, r.props.namesOf(n)...)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var all []Finding
	for _, key := range r.props.unused(r.opt.Mapping) {
		f := Finding{Level: Warning, Code: UnusedMapping, Subject: key, Says: english.Phrasef("the mapping %q fits no property: give its IRI, local name or label", key)}
		if near := nearest(ontology.LocalName(key), names, 3); len(near) > 0 {
			f.Says = english.Phrasef("%v; the nearest are: %s", f.Says, shown(strings.Join(near, ", ")))
		}
		all = append(all, f)
	}
	return all
}

// name is a label in lower case.
type name struct{ text, lang string }

// sharedLabels reports labels that two concepts share although they are not synonyms.
func (r *reader) sharedLabels(g *ontology.Graph) []Finding {
	first := make(map[name]ontology.ID, g.Len())
	shared := map[name]bool{}
	var example english.Phrase
	for i := range g.Len() {
		id := ontology.ID(i)
		for _, l := range g.Concept(id).Labels {
			if l.Kind != ontology.Preferred {
				continue
			}
			key := name{strings.ToLower(l.Text), strings.ToLower(l.Lang)}
			other, ok := first[key]
			switch {
			case !ok:
				first[key] = id
			case g.Canon(other) != g.Canon(id):
				if example.IsZero() {
					example = english.Phrasef("%q of %s and %s", l.Text,
						shown(g.Concept(other).LocalName()), shown(g.Concept(id).LocalName()))
				}
				shared[key] = true
			}
		}
	}
	if len(shared) == 0 {
		return nil
	}
	return []Finding{{Level: Info, Code: SharedLabel, Count: len(shared), Says: english.Plural(len(shared),
		"%d label is shared by concepts that are not stated to be synonyms, for example %s",
		"%d labels are shared by concepts that are not stated to be synonyms, for example %s", example)}}
}

func unlabelled(g *ontology.Graph) int {
	n := 0
	for i := range g.Len() {
		if len(g.Concept(ontology.ID(i)).Labels) == 0 {
			n++
		}
	}
	return n
}

// shown returns s, quoted if it could control a terminal.
func shown(s string) string {
	s = redact.Text(s)
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// safe returns a phrase that cannot control a terminal: its English text in quotes if it could.
func safe(says english.Phrase) english.Phrase {
	if s := says.String(); shown(s) != s {
		return english.Phrasef("%s", shown(s))
	}
	return says
}
