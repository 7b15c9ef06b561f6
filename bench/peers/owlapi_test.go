package peers

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// counts are the axioms of a file by construct, and its entities by kind.
type counts map[string]int

// owlAPI asks the OWL API for the counts of files, or for why it cannot read
// them.
func owlAPI(t *testing.T, files []string) (map[string]counts, map[string]string) {
	t.Helper()
	classpath := os.Getenv("PEERS_OWLAPI")
	if classpath == "" {
		t.Skip("SKIPPED: PEERS_OWLAPI names no class path of the OWL API (bench/peers/install)")
	}
	list := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	cmd := exec.Command("java", "-cp", classpath, filepath.Join("java", "Axioms.java"), list)
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	read, failed := map[string]counts{}, map[string]string{}
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		file, rest, _ := strings.Cut(lines.Text(), "\t")
		name, value, _ := strings.Cut(rest, "\t")
		if name == "error" {
			failed[file] = value
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		if read[file] == nil {
			read[file] = counts{}
		}
		construct, times := named(name)
		read[file][construct] += n * times
	}
	return read, failed
}

// named turns a name of the OWL API into ours, and says how many of our axioms
// one of theirs is: an equivalence among n is n-1 to us.
func named(name string) (construct string, times int) {
	construct, operands, nary := strings.Cut(name, " ")
	if construct == "entity" {
		return name, 1
	}
	times = 1
	if n, err := strconv.Atoi(operands); nary && err == nil && (strings.HasPrefix(construct, "Equivalent") || construct == "SameIndividual") {
		times = n - 1
	}
	switch construct {
	case "SubPropertyChainOf":
		return "SubObjectPropertyOf", times
	case "Rule":
		return "DLSafeRule", times
	case "AnnotationPropertyRangeOf":
		return "AnnotationPropertyRange", times
	case "IrrefexiveObjectProperty": // sic
		return "IrreflexiveObjectProperty", times
	}
	return construct, times
}

// A reading holds what we read in a file.
type reading struct {
	counts counts
	// vague says why the file alone does not say what its terms are: it uses one
	// that it does not declare, or declares one as two things that OWL 2 holds
	// apart (OWL 2 Structural Specification, sections 5.8.1 and 5.9.1). Readers
	// may take such terms for anything.
	vague string
}

// ourAxioms reads a file.
func ourAxioms(file string) (*reading, error) {
	o, left, err := readAxioms(file)
	if err != nil {
		return nil, err
	}
	r := &reading{counts: counts{}}
	seen, entities, declared := map[string]bool{}, map[axiom.Op]map[string]bool{}, map[axiom.Op]map[string]bool{}
	for _, a := range o.Axioms {
		if key := set(a).String(); !seen[key] {
			seen[key] = true
			r.counts[a.Op.String()]++
		}
		a.Walk(func(e axiom.Expr) { note(entities, e) })
		if a.Op == axiom.Declaration {
			note(declared, a.Args[0])
		}
	}
	for _, n := range o.Annotations {
		axiom.Axiom{Annotations: []axiom.Annotation{n}}.Walk(func(e axiom.Expr) { note(entities, e) })
	}
	for op, named := range entities {
		r.counts["entity "+op.String()] = len(named)
	}
	r.vague = vague(entities, declared)
	if len(left) > 0 {
		r.vague = "it states what is no axiom of OWL 2"
	}
	return r, nil
}

// readAxioms reads a file into axioms and what is none.
func readAxioms(file string) (*axiom.Ontology, []rdf.Triple, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	var triples []rdf.Triple
	opt := syntax.Options{File: filepath.Base(file), Base: base, Warn: func(*rdfio.SyntaxError) {}}
	if err := syntax.Decode(f, opt, func(t rdf.Triple) error { triples = append(triples, t); return nil }); err != nil {
		return nil, nil, err
	}
	o, left := axiom.FromTriples(triples)
	return o, left, nil
}

// note adds an entity. The OWL API counts the datatype of a literal too.
func note(entities map[axiom.Op]map[string]bool, e axiom.Expr) {
	if e.Op == axiom.Literal {
		e = axiom.Named(axiom.Datatype, datatype(e))
	}
	if e.Op.IsEntity() {
		if entities[e.Op] == nil {
			entities[e.Op] = map[string]bool{}
		}
		entities[e.Op][e.Text] = true
	}
}

// set orders the arguments of an axiom whose arguments have no order.
func set(a axiom.Axiom) axiom.Axiom {
	switch a.Op {
	case axiom.EquivalentClasses, axiom.DisjointClasses, axiom.EquivalentObjectProperties, axiom.DisjointObjectProperties,
		axiom.EquivalentDataProperties, axiom.DisjointDataProperties, axiom.InverseObjectProperties, axiom.SameIndividual, axiom.DifferentIndividuals:
		a.Args = slices.SortedFunc(slices.Values(a.Args), func(x, y axiom.Expr) int { return strings.Compare(x.String(), y.String()) })
	}
	return a
}

// vague says why entities are not told apart by their declarations.
func vague(entities, declared map[axiom.Op]map[string]bool) string {
	for _, kinds := range [][]axiom.Op{{axiom.Class, axiom.Datatype}, {axiom.ObjectProperty, axiom.DataProperty, axiom.AnnotationProperty}} {
		of := map[string]axiom.Op{}
		for _, op := range kinds {
			for _, iri := range slices.Sorted(maps.Keys(entities[op])) {
				if was, ok := of[iri]; ok {
					return fmt.Sprintf("%s is a %s and a %s", iri, was, op)
				}
				of[iri] = op
				if !declared[op][iri] && !builtIn(iri) {
					return fmt.Sprintf("%s %s is not declared", op, iri)
				}
			}
		}
	}
	return ""
}

// builtIn reports whether a term needs no declaration.
func builtIn(iri string) bool {
	return slices.ContainsFunc([]string{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#",
		"http://www.w3.org/2002/07/owl#", "http://www.w3.org/2001/XMLSchema#"}, func(ns string) bool { return strings.HasPrefix(iri, ns) })
}

// datatype returns the datatype of a literal.
func datatype(l axiom.Expr) string {
	if l.Lang != "" {
		return "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
	}
	return cmp.Or(l.Datatype, "http://www.w3.org/2001/XMLSchema#string")
}

// owlFiles returns the files of the corpus that the OWL API is asked about.
func owlFiles(t *testing.T) (root string, files []string) {
	t.Helper()
	root = goldentest.Dir(t, "ontologies/real-ontologies")
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return root, files
}

// The OWL API counts the axioms and entities of every ontology as we do.
func TestJudgeOWLAPI(t *testing.T) {
	root, files := owlFiles(t)
	theirs, failed := owlAPI(t, files)
	known := owlAPIDiffers()
	used := make([]int, len(known))
	same, both, axioms := 0, 0, 0
	var guessed []string
	for _, file := range files {
		name, _ := filepath.Rel(root, file)
		ours, err := ourAxioms(file)
		said := differ(filepath.Ext(file) == ".obo", ours, err, theirs[file], failed[file])
		if said == "" {
			if err != nil {
				both++
			} else {
				same++
				axioms += total(ours.counts)
			}
			continue
		}
		i := slices.IndexFunc(known, func(v verdict) bool {
			ok, err := path.Match(v.file, filepath.ToSlash(name))
			return ok && err == nil && strings.Contains(said, v.says)
		})
		switch {
		case i >= 0:
			used[i]++
		case err == nil && failed[file] == "" && ours.vague != "":
			guessed = append(guessed, name+": "+said+" ("+ours.vague+")")
		default:
			t.Errorf("%s: %s", name, said)
		}
	}
	t.Logf("the same counts from %d files, %d axioms; %d refused by both", same, axioms, both)
	for i, v := range known {
		if used[i] == 0 {
			t.Errorf("no longer so: %s: %s (%s)", v.file, v.says, v.why)
		} else {
			t.Logf("%d known to differ: %s: %s: %s", used[i], v.file, v.says, v.why)
		}
	}
	t.Logf("%d differ that do not say what their terms are:\n  %s", len(guessed), strings.Join(guessed, "\n  "))
	if len(guessed) != owlAPIGuesses {
		t.Errorf("%d files without all declarations differ, want %d", len(guessed), owlAPIGuesses)
	}
}

func total(n counts) int {
	sum := 0
	for name, k := range n {
		if !strings.HasPrefix(name, "entity ") {
			sum += k
		}
	}
	return sum
}

// notLogical names what is compared of no OBO file. The mapping of OBO 1.4 to
// OWL (section 5 of its specification) leaves room here: they write the default
// namespace at every term, which we do not, and the shorthand of properties as
// a property with a label; we declare every annotation property that is used
// and every subset, and take dc:, dcterms: and the like for what they are.
func notLogical(name string) bool {
	return slices.Contains([]string{"AnnotationAssertion", "Declaration", "entity AnnotationProperty", "entity Datatype"}, name)
}

// differ says how the counts differ, "" if they do not.
func differ(obo bool, ours *reading, ourErr error, theirs counts, theirErr string) string {
	switch {
	case ourErr != nil && theirErr != "":
		return ""
	case ourErr != nil:
		return fmt.Sprintf("only they read it, %d axioms; our error: %v", total(theirs), ourErr)
	case theirErr != "":
		return fmt.Sprintf("only we read it, %d axioms; their error: %s", total(ours.counts), theirErr)
	}
	all := maps.Clone(ours.counts)
	maps.Copy(all, theirs)
	var said []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if obo && notLogical(name) {
			continue
		}
		if ours.counts[name] != theirs[name] {
			said = append(said, fmt.Sprintf("%s %d, they %d", name, ours.counts[name], theirs[name]))
		}
	}
	return strings.Join(said, "; ")
}

// owlAPIGuesses is how many files that do not say what all their terms are the
// OWL API and we take otherwise.
const owlAPIGuesses = 64

// owlAPIDiffers lists where the OWL API 5.1.20 reads otherwise.
func owlAPIDiffers() []verdict {
	const (
		relative = "we: RDF 1.1 Concepts, section 3.2: IRIs are absolute, and the namespace makes the property's relative"
		utf8     = "we: XML 1.0, section 4.3.3, and N-Triples, section 1: bytes that are not UTF-8 are an error; they read on with other letters"
		prefix   = "we: Turtle, section 2.4: a prefix must be declared; they take some for known, others for the scheme of an IRI"
		json     = "we: the OWL API has no reader of OBO graphs"
		jsonld   = "we: JSON-LD 1.1, sections 4.1 and 4.9: a document may begin with @context or @graph; they take it for RDF/JSON"
	)
	return []verdict{
		{"foaf/foafproject/htdocs/2003/schemas/profiles/foaf-*-broken.rdf", "only they read it", relative},
		{"foaf/rdfweb.org/htdocs/foaf/corp/data/_corpdata.*", "only they read it", utf8},
		{"foaf/rdfweb.org/htdocs/foafcorp/data/_corpdata.*", "only they read it", utf8},
		{"ssn/ssn/rdf/examples/2017ex*.ttl", "only they read it", prefix},
		{"ssn/ssn/rdf/examples/ip68.ttl", "only they read it", prefix},
		{"envo/subsets/*.json", "Not a valid (absolute) IRI: graphs", json},
		{"ssn/ssn-extensions/rdf/*.jsonld", "Not a valid (absolute) IRI: @graph", jsonld},
		{"zh/*.jsonld", "Not a valid (absolute) IRI: @context", jsonld},
		{"zh/buda/context.jsonld", "Not a valid (absolute) IRI: @context", jsonld},
		{"owlapi-converted/ontology.omn", "Prefix not registered", "they, by the letter of Manchester Syntax, section 2.1: their writer left wgs84_pos undeclared; we take it for the scheme of an IRI"},
		{"owlapi-converted/ontology.owx", "Declaration 4591, they 0", "we: the other syntaxes of the same ontology hold these axioms too; of its OWL/XML they read nothing and report no error"},
		{"owlapi-converted/beAWARE_ontology.obo", "UnloadableImportException", "we: whether an import can be found is not the file's fault; they pass over missing ones in other syntaxes"},
	}
}
