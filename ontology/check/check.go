package check

import (
	"cmp"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// Level is the importance of a finding.
type Level int8

// The levels of findings.
const (
	Info  Level = iota // good to know
	Warn               // the crawl is likely to miss or mistake something
	Error              // the crawl cannot work as intended
)

// String returns "INFO", "WARN" or "ERROR".
func (l Level) String() string {
	switch l {
	case Info:
		return "INFO"
	case Warn:
		return "WARN"
	}
	return "ERROR"
}

// MarshalText implements [encoding.TextMarshaler].
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler], for readers of a report.
func (l *Level) UnmarshalText(text []byte) error {
	for _, known := range []Level{Info, Warn, Error} {
		if known.String() == string(text) {
			*l = known
			return nil
		}
	}
	return english.Errorf("level %q must be INFO, WARN or ERROR", text)
}

// Finding is a violation of a rule. Its texts come from the ontology and may hold any
// characters.
type Finding struct {
	Level    Level    `json:"level"`
	Rule     ID       `json:"rule"`
	Subject  string   `json:"subject,omitempty"`  // IRI of the concept, property or import
	Name     string   `json:"name,omitempty"`     // of the concept, for people
	Property string   `json:"property,omitempty"` // the property of the statement, if it matters
	Value    string   `json:"value,omitempty"`    // the label, tag or IRI in question
	Others   []string `json:"others,omitempty"`   // further concepts concerned
	Count    int      `json:"count,omitempty"`    // of edges, values or labels
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"` // from 1; 0 if unknown
	Message  string   `json:"message"`        // English; "" stands for the text of Says

	// Says is the message in any language. It is zero in a finding that was read from JSON.
	Says english.Phrase `json:"-"`
}

// Options configures a check.
type Options struct {
	// Languages are the languages of the crawl; empty: zh and en.
	Languages []string

	// Topic is the topic of the crawl. Empty: the root, if there is only one.
	Topic []ontology.ID

	// Named are the concepts by whose names the topic was given, or the one that bears the name of the
	// ontology. Empty: those of Topic are not known to be meant by their names.
	Named []ontology.ID

	// Fold maps labels that the crawl takes as equal to one text: upper and lower case,
	// traditional and simplified characters. nil: ignore case only.
	Fold func(string) string

	// Profile, unless "", is the profile of OWL 2 that no axiom may leave.
	Profile axiom.Profile

	// Own are findings of rules that the caller has.
	Own []Finding

	// Written holds the statements of the files. Nil: rules about statements are skipped.
	Written *Written

	// Open returns a file of the ontology as UTF-8, for the lines of findings; nil: no
	// lines.
	Open func(file string) (io.ReadCloser, error)
}

// Run checks an ontology by all rules. It sorts the findings by level, the worst first,
// then by the order of [Rules], then by the order of the concepts.
func Run(o *owl.Ontology, opt Options) []Finding {
	c := newChecker(o, opt)
	c.reading()
	c.cycles()
	c.labels()
	c.shared()
	c.languageTags()
	c.definitions()
	c.reach()
	c.redundant()
	c.core()
	if opt.Written != nil {
		c.statements()
		c.owl()
	}
	for _, f := range opt.Own {
		c.addAs(f)
	}
	c.locate()
	c.sort()
	return c.findings
}

// Marks checks which concepts are core by the rules that tell of marks, and by no others: a crawl for the
// topic would find other pages than its author may think. It needs neither Written nor Open.
func Marks(o *owl.Ontology, opt Options) []Finding {
	c := newChecker(o, opt)
	c.coreMarks()
	if core, marked := c.coreConcepts(); len(core) > 0 {
		c.distinction(core, marked)
	}
	c.sort()
	return c.findings
}

func newChecker(o *owl.Ontology, opt Options) *checker {
	if len(opt.Languages) == 0 {
		opt.Languages = []string{"zh", "en"}
	}
	if opt.Fold == nil {
		opt.Fold = func(s string) string { return strings.ToLower(collapsed(s)) }
	}
	roots := o.Graph.Roots()
	if len(opt.Topic) == 0 && len(roots) == 1 {
		opt.Topic = roots
	}
	return &checker{o: o, g: o.Graph, opt: opt}
}

type checker struct {
	o        *owl.Ontology
	g        *ontology.Graph
	opt      Options
	findings []Finding
}

// add reports a finding at the level of its rule.
func (c *checker) add(f Finding) {
	f.Level = f.Rule.rule().Level
	c.addAs(f)
}

// addAs reports a finding at its own level.
func (c *checker) addAs(f Finding) {
	if f.Message == "" {
		f.Message = f.Says.String()
	}
	if id, ok := c.g.ByIRI(f.Subject); ok && f.Name == "" {
		f.Name = name(c.g.Concept(id))
	}
	c.findings = append(c.findings, f)
}

// name returns the Chinese and English names of a concept.
func name(c *ontology.Concept) string {
	zh, en := c.Name("zh"), c.Name("en")
	if zh == en {
		return zh
	}
	return zh + " (" + en + ")"
}

func (c *checker) name(id ontology.ID) string { return name(c.g.Concept(id)) }
func (c *checker) iri(id ontology.ID) string  { return c.g.Concept(id).IRI }

// heads returns the heads of the synonym groups, by ID.
func (c *checker) heads() []ontology.ID {
	var all []ontology.ID
	for i := range c.g.Len() {
		if id := ontology.ID(i); c.g.Canon(id) == id {
			all = append(all, id)
		}
	}
	return all
}

func (c *checker) sort() {
	rank := map[ID]int{}
	for i, r := range Rules() {
		rank[r.ID] = i + 1
	}
	place := func(f Finding) int {
		if id, ok := c.g.ByIRI(f.Subject); ok {
			return int(id)
		}
		return -1
	}
	sorts.Stable(c.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(rank[a.Rule], rank[b.Rule]), cmp.Compare(place(a), place(b)))
	})
}

// collapsed returns s with single spaces, as labels are stored.
func collapsed(s string) string { return strings.Join(strings.Fields(s), " ") }
