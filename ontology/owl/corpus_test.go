package owl

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// facts writes all that a graph says, one fact each. A synonym has no
// direction: syntaxes write the two in either order.
func facts(o *Ontology) map[string]bool {
	g := o.Graph
	all := map[string]bool{}
	add := func(format string, args ...any) { all[fmt.Sprintf(format, args...)] = true }
	add("ontology %s %s", o.IRI, o.Version)
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		add("concept %s individual=%v core=%v", c.IRI, c.Individual, c.Core)
		for _, l := range c.Labels {
			add("label %s %q@%s %d", c.IRI, l.Text, l.Lang, l.Kind)
		}
		for _, l := range c.Definitions {
			add("definition %s %q@%s", c.IRI, l.Text, l.Lang)
		}
	}
	for _, e := range g.Edges() {
		from, to := g.Concept(e.From).IRI, g.Concept(e.To).IRI
		add("edge %s %v %s %s", from, e.Rel, to, e.Property)
		if e.Rel == ontology.Synonym {
			add("edge %s %v %s %s", to, e.Rel, from, e.Property)
		}
	}
	return all
}

// differences between syntaxes of one ontology: what a syntax cannot carry, or
// its writer got wrong. Facts that same makes equal, or that but holds a piece
// of, are no difference.
type difference struct {
	file string
	why  string
	same func(fact string) string // both files' facts are compared as this
	but  []string
}

// noTexts leaves out what terms are called, and what is said of the ontology.
func noTexts(fact string) string {
	if strings.HasPrefix(fact, "label ") || strings.HasPrefix(fact, "definition ") || strings.HasPrefix(fact, "ontology ") {
		return ""
	}
	return fact
}

// differences lists all there are among 56 files.
func differences() []difference {
	return []difference{
		{"pizza.obo", "OBO has no languages and one name for each term: of en and pt, the writer kept pt; it left the individuals out, but for two in restrictions",
			noTexts, []string{"#England ", "#France ", "#Germany ", "#Country "}},
		{"bfo-core.obo", "OBO has no languages, and unions as domains and ranges were left out",
			func(fact string) string { return strings.ReplaceAll(fact, `"@en`, `"@`) },
			[]string{"ontology ", "/BFO_0000056", "/BFO_0000059", "/BFO_0000066", "/BFO_0000101", "/BFO_0000183",
				"/BFO_0000194", "/BFO_0000196", "/BFO_0000199", "/BFO_0000200"}},
		{"beAWARE_ontology.obo", "the writer left the individual out", nil, []string{"#person_1 "}},
		{"photography.obo", "where a data range stood, the writer put the name of an error", nil, []string{"owlapi/error#"}},
		{"empathi.ttl", "the writer declared the empty prefix as one namespace and used it for another",
			func(fact string) string {
				return strings.ReplaceAll(fact, "http://knoesis.org/ontology/empathi", "https://w3id.org/empathi/")
			}, nil},
	}
}

// The nine ontologies that the OWL API saved in six or seven syntaxes each give
// the same graph from each.
func TestSameInEverySyntax(t *testing.T) {
	dir := filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "owlapi-converted")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]string{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		of[name] = append(of[name], file)
	}
	if len(files) != 58 || len(of) != 9 {
		t.Fatalf("%d files of %d ontologies, want 58 of 9", len(files), len(of))
	}
	used := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		want := openFacts(t, filepath.Join(dir, name+".owl"))
		for _, file := range of[name] {
			t.Run(filepath.Base(file), func(t *testing.T) {
				got, want := openFacts(t, file), want
				for _, d := range differences() {
					if d.file == filepath.Base(file) {
						used[d.file] = true
						if n := len(minus(got, want)) + len(minus(want, got)); n == 0 {
							t.Errorf("no difference, though %s", d.why)
						}
						got, want = d.apply(got), d.apply(want)
					}
				}
				missing, more := minus(want, got), minus(got, want)
				if len(missing)+len(more) > 0 || len(want) < 90 {
					t.Errorf("of %d facts %d are missing: %s\n%d are more: %s", len(want), len(missing), first(missing), len(more), first(more))
				}
			})
		}
	}
	if len(used) != len(differences()) {
		t.Errorf("differences of files that are not there: %v", used)
	}
}

func openFacts(t *testing.T, file string) map[string]bool {
	t.Helper()
	o, err := Open(file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return facts(o)
}

func (d difference) apply(facts map[string]bool) map[string]bool {
	out := map[string]bool{}
	for fact := range facts {
		if slices.ContainsFunc(d.but, func(s string) bool { return strings.Contains(fact, s) }) {
			continue
		}
		if d.same != nil {
			fact = d.same(fact)
		}
		if fact != "" {
			out[fact] = true
		}
	}
	return out
}

func minus(a, b map[string]bool) []string {
	var all []string
	for fact := range a {
		if !b[fact] {
			all = append(all, fact)
		}
	}
	slices.Sort(all)
	return all
}

func first(all []string) string { return strings.Join(all[:min(3, len(all))], "\n  ") }

// refusals are the files of the archive that are not read, by path or pattern,
// with the reason.
func refusals() [][2]string {
	return [][2]string{
		// Syntax.
		{"foaf/foafproject/htdocs/2003/schemas/profiles/foaf-basic-broken.rdf", `:9:4: in the name "foo:blah": "barblah" is a relative IRI`},
		{"foaf/foafproject/htdocs/2003/schemas/profiles/foaf-minimal-broken.rdf", `:10:4: in the name "foo:blah": "barblah" is a relative IRI`},
		{"foaf/rdfweb.org/htdocs/foaf/corp/data/_corpdata.nt", ":4353:92: byte 0xE9 is not UTF-8"}, // ISO 8859-1
		{"foaf/rdfweb.org/htdocs/foaf/corp/data/_corpdata.rdf", ":94:97: byte 0xE9 is not UTF-8"},
		{"foaf/rdfweb.org/htdocs/foafcorp/data/_corpdata.nt", ":4353:92: byte 0xE9 is not UTF-8"},
		{"foaf/rdfweb.org/htdocs/foafcorp/data/_corpdata.rdf", ":94:97: byte 0xE9 is not UTF-8"},
		{"ssn/ssn/rdf/examples/2017ex1.ttl", `:7:4: the prefix of "rdfs:comment" is not declared`},
		{"ssn/ssn/rdf/examples/2017ex11.ttl", `:16:15: the prefix of "qudt-1-1:QuantityValue" is not declared`},
		{"ssn/ssn/rdf/examples/2017ex13.ttl", `:42:18: the prefix of "qunit:M" is not declared`},
		{"ssn/ssn/rdf/examples/2017ex15.ttl", `:38:15: the prefix of "qudt-1-1:QuantityValue" is not declared`},
		{"ssn/ssn/rdf/examples/2017ex2.ttl", `:6:4: the prefix of "rdfs:comment" is not declared`},
		{"ssn/ssn/rdf/examples/2017ex25.ttl", `:20:3: the prefix of "rdfs:label" is not declared`},
		{"ssn/ssn/rdf/examples/2017ex[45].ttl", `:1:1: the prefix of "ex:Temperature" is not declared`},
		{"ssn/ssn/rdf/examples/2017ex[67].ttl", `:1:1: the prefix of "ex:TemperatureSensor" is not declared`},
		{"ssn/ssn/rdf/examples/complex-sensors/entailments.shacl.ttl", `:1:1: the prefix of "ex:ObservationEntailments" is not declared`},
		{"ssn/ssn/rdf/examples/dht22.ttl", `:114:18: expected '.' at the end of the statement, found "<Tom>"`},
		{"ssn/ssn/rdf/examples/ip68.ttl", `:86:36: the prefix of "xsd:date" is not declared`},
		{"ssn/ssn/rdf/ontology/extensions/sosa-oms.ttl", `:275:1: the prefix of "osa:resultQuality" is not declared`},
	}
}

// Every file of the archive is read, or refused for a reason that is true.
func TestWholeCorpus(t *testing.T) {
	dir := goldentest.Dir(t, "ontologies/real-ontologies")
	if testing.Short() {
		t.Skip("reads all of the corpus")
	}
	used := map[string]bool{}
	syntaxes := map[string]int{}
	refused, inferred, empty := 0, 0, 0
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		o, err := Load(f, Options{File: rel})
		if err == nil {
			syntaxes[o.Syntax.Name]++
			switch {
			case o.Graph.Len() == 0:
				empty++
			case slices.ContainsFunc(o.Findings, func(f Finding) bool { return f.Code == inferredClass }):
				inferred++
			}
			return nil
		}
		refused++
		pattern, reason := refusal(rel)
		used[pattern] = true
		if pattern == "" || !strings.HasPrefix(err.Error(), rel+":") || !strings.Contains(err.Error(), reason) {
			t.Errorf("error %v\nwant %q", err, reason)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range refusals() {
		if !used[r[0]] {
			t.Errorf("%s was read", r[0])
		}
	}
	t.Logf("%d refused, read %v, of these %d with inferred classes and %d without any concept", refused, syntaxes, inferred, empty)
	for _, f := range syntax.All() {
		if syntaxes[f.Name] == 0 {
			t.Errorf("no file in %s", f.Title)
		}
	}
}

// refusal returns the first entry that a file fits.
func refusal(file string) (pattern, reason string) {
	for _, r := range refusals() {
		if ok, err := path.Match(r[0], file); ok && err == nil {
			return r[0], r[1]
		}
	}
	return "", ""
}

// What ENVO publishes of its subsets in OBO and as OBO graphs gives the graph
// of the OWL, but for languages, which neither has.
func TestENVOSubsets(t *testing.T) {
	dir := filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "envo", "subsets")
	owls, err := filepath.Glob(filepath.Join(dir, "*.owl"))
	if err != nil {
		t.Fatal(err)
	}
	tag, own := regexp.MustCompile(`"@[A-Za-z-]*`), regexp.MustCompile(` \S*/obo/envo\S*#`)
	languages := difference{
		same: func(fact string) string {
			if strings.HasPrefix(fact, "edge ") { // a relation without a number belongs to the file
				return own.ReplaceAllString(fact, " #")
			}
			// Of one text in two languages the nearer kind of synonym is left.
			return strings.TrimRight(tag.ReplaceAllString(fact, `"`), " 0123")
		},
		but: []string{"ontology ",
			"concept " + nsOBO + "ENVO_00000369 ", "concept " + nsOBO + "ENVO_01000005 ", // made up for alternative identifiers
		},
	}
	compared := 0
	for _, file := range owls {
		want, ok := loadFacts(t, file)
		if !ok {
			continue
		}
		want = languages.apply(want)
		for _, ext := range []string{".obo", ".json"} {
			got, ok := loadFacts(t, strings.TrimSuffix(file, ".owl")+ext)
			if !ok {
				continue
			}
			compared++
			got = languages.apply(got)
			missing := slices.DeleteFunc(minus(want, got), func(fact string) bool {
				// OBO graphs have no cardinalities.
				return ext == ".json" && strings.HasPrefix(fact, "edge ") && strings.Contains(fact, " Other ")
			})
			if more := minus(got, want); len(missing)+len(more) > 0 {
				t.Errorf("%s%s: of %d facts missing: %s\nmore: %s", filepath.Base(file), ext, len(want), first(missing), first(more))
			}
		}
	}
	if compared < 25 {
		t.Errorf("%d files compared", compared)
	}
}

func loadFacts(t *testing.T, file string) (map[string]bool, bool) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	o, err := Load(f, Options{File: file})
	if err != nil {
		t.Fatal(err)
	}
	return facts(o), o.Graph.Len() > 0
}
