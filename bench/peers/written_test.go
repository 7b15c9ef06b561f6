package peers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// What is written in the syntaxes of axioms, the OWL API reads, and counts as we do.
func TestJudgeOWLAPIWritten(t *testing.T) {
	root, files := owlFiles(t)
	const largest = 100 << 10 // bytes; enough for most, and for all constructs
	dir := t.TempDir()
	var written []string
	from := map[string]string{}
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > largest {
			continue
		}
		d, err := convert.Parse(file, data, convert.Options{})
		if err != nil {
			continue // the other tests tell of it
		}
		for _, name := range []string{"owlxml", "manchester", "obo"} {
			s := syntax.All().Named(name)
			text, _, err := d.Write(s)
			if err != nil {
				t.Errorf("%s as %s: %v", file, name, err)
				continue
			}
			if name == "obo" && strings.Contains(string(text), "\nimport: ") {
				continue // they refuse an OBO file whose imports are not there
			}
			out := filepath.Join(dir, filepath.Base(file)+"-"+string(rune('a'+i%26))+filepath.Base(filepath.Dir(file))+s.Exts[0])
			if err := os.WriteFile(out, text, 0o644); err != nil {
				t.Fatal(err)
			}
			written, from[out] = append(written, out), file
		}
	}
	theirs, failed := owlAPI(t, written)
	same, vague := map[string]int{}, map[string]int{}
	for _, out := range written {
		ours, err := ourAxioms(out)
		ext := filepath.Ext(out)
		name, _ := filepath.Rel(root, from[out])
		if ext == ".omn" && err == nil {
			// They count owl:Thing and rdfs:Literal in "p min 1", too.
			for _, name := range []string{"entity Class", "entity Datatype"} {
				ours.counts[name] = theirs[out][name]
			}
		}
		switch said := differ(ext == ".obo", ours, err, theirs[out], failed[out]); {
		case said == "":
			same[ext]++
		case err == nil && failed[out] == "" && ours.vague != "":
			vague[ext]++
		default:
			t.Errorf("%s as %s: %s", name, ext, said)
		}
	}
	t.Logf("the same counts: %v; not the same, of files that do not say what their terms are: %v", same, vague)
}
