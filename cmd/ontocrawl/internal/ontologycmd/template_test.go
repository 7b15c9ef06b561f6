package ontologycmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTemplate: a table that names classes of a file, as Turtle; its faults, with where they stand.
func TestTemplate(t *testing.T) {
	dir := t.TempDir()
	storms := editFile(t, dir, "storms.ttl", editStorms)
	table := filepath.Join(dir, "more.tsv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(table, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("Term\tName\tParent\nID\tAL rdfs:label@zh\tSC %\nex:squall\t飑线\tgale\n:Mist\t\t\n")
	args := []string{"ontology", "template", table, "--input", storms, "--prefix", "ex: http://e.org/"}
	want := `ex:squall a owl:Class ;
rdfs:label "飑线"@zh ;
rdfs:subClassOf :Gale .
:Mist a owl:Class .
[] a owl:Ontology .`
	if r := ontocrawl(t, append(args, "--to", "turtle")...); r.code != 0 || cmp.Diff(want, bodies(r.out)) != "" {
		t.Errorf("%+v\n%s", r, cmp.Diff(want, bodies(r.out)))
	}
	out := filepath.Join(dir, "out.owl")
	r := ontocrawl(t, append(args, "--out", out, "--json")...)
	var got struct{ Axioms int }
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || got.Axioms != 4 {
		t.Errorf("%v of %+v", err, r)
	}
	write("Term\tParent\nID\tSC %\nex:squall\tgail\nex:rain\t(storm\n")
	r = ontocrawl(t, append(args, "--to", "turtle")...)
	for _, want := range []string{`:3: column "Parent": "gail" is no label`, `:4: column "Parent": `} {
		if r.code != 2 || r.out != "" || !strings.Contains(r.err, want) {
			t.Errorf("no %s in %+v", want, r)
		}
	}
	for wrong, args := range map[string][]string{
		`--prefix is "ex"`: {"--prefix", "ex"},
		"no such file":     {"--input", filepath.Join(dir, "gone.owl")},
	} {
		if r := ontocrawl(t, append([]string{"ontology", "template", table, "--to", "turtle"}, args...)...); r.code != 2 || !strings.Contains(r.err, wrong) {
			t.Errorf("%s: %+v", wrong, r)
		}
	}
}
