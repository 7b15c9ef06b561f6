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

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/formats"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
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

// ourAxioms counts what we read in a file.
func ourAxioms(file string) (counts, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var triples []rdf.Triple
	opt := formats.Options{File: filepath.Base(file), Base: base, Warn: func(*rdfio.SyntaxError) {}}
	if err := formats.Decode(f, opt, func(t rdf.Triple) error { triples = append(triples, t); return nil }); err != nil {
		return nil, err
	}
	o, _ := axiom.FromTriples(triples)
	n := counts{}
	seen, entities := map[string]bool{}, map[string]bool{}
	entity := func(e axiom.Expr) {
		if e.Op == axiom.Literal { // the OWL API counts the datatype of a literal too
			e = axiom.Named(axiom.Datatype, datatype(e))
		}
		if e.Op.IsEntity() && !entities[e.Op.String()+e.Text] {
			entities[e.Op.String()+e.Text] = true
			n["entity "+e.Op.String()]++
		}
	}
	for _, a := range o.Axioms {
		if key := a.String(); !seen[key] {
			seen[key] = true
			n[a.Op.String()]++
		}
		a.Walk(entity)
	}
	for _, note := range o.Annotations {
		axiom.Axiom{Annotations: []axiom.Annotation{note}}.Walk(entity)
	}
	return n, nil
}

// datatype is that of a literal.
func datatype(l axiom.Expr) string {
	if l.Lang != "" {
		return "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
	}
	return cmp.Or(l.Datatype, "http://www.w3.org/2001/XMLSchema#string")
}

// owlFiles returns the files of the corpus that the OWL API is asked about.
func owlFiles(t *testing.T) (root string, files []string) {
	t.Helper()
	root = outside.Dir(t, "ontologies/real-ontologies")
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
	for _, file := range files {
		name, _ := filepath.Rel(root, file)
		ours, err := ourAxioms(file)
		said := differ(ours, err, theirs[file], failed[file])
		if said == "" {
			if err != nil {
				both++
			} else {
				same++
				axioms += total(ours)
			}
			continue
		}
		i := slices.IndexFunc(known, func(v verdict) bool {
			ok, err := path.Match(v.file, filepath.ToSlash(name))
			return ok && err == nil && strings.Contains(said, v.says)
		})
		if i < 0 {
			t.Errorf("%s: %s", name, said)
			continue
		}
		used[i]++
	}
	t.Logf("the same counts from %d files, %d axioms; %d refused by both", same, axioms, both)
	for i, v := range known {
		if used[i] == 0 {
			t.Errorf("no longer so: %s: %s (%s)", v.file, v.says, v.why)
		} else {
			t.Logf("%d known to differ: %s: %s: %s", used[i], v.file, v.says, v.why)
		}
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

// differ says how the counts differ, "" if they do not.
func differ(ours counts, ourErr error, theirs counts, theirErr string) string {
	switch {
	case ourErr != nil && theirErr != "":
		return ""
	case ourErr != nil:
		return fmt.Sprintf("only they read it, %d axioms; our error: %v", total(theirs), ourErr)
	case theirErr != "":
		return fmt.Sprintf("only we read it, %d axioms; their error: %s", total(ours), theirErr)
	}
	all := maps.Clone(ours)
	maps.Copy(all, theirs)
	var said []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if ours[name] != theirs[name] {
			said = append(said, fmt.Sprintf("%s %d, they %d", name, ours[name], theirs[name]))
		}
	}
	return strings.Join(said, "; ")
}

func owlAPIDiffers() []verdict { return nil }
