package ontologycmd

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// edited is hazards after an afternoon's work: Drought is new, Tempest is
// gone, Flood is called Inundation and hangs under Storm too.
func edited() string {
	var b strings.Builder
	for line := range strings.Lines(hazards) {
		if !strings.HasPrefix(line, ":Tempest") {
			b.WriteString(line)
		}
	}
	s := strings.NewReplacer(":Flood", ":Inundation", `"风暴"@zh ; skos:altLabel "暴风"@zh`, `"风暴"@zh ; skos:altLabel "暴风雨"@zh`,
		`"Wind and rain."`, `"Wind, rain and thunder."`, ":core true", `:core false`).Replace(b.String())
	return s + `:Inundation rdfs:subClassOf :Storm . :Drought a owl:Class ; rdfs:subClassOf :Hazard ; rdfs:label "drought"@en , "干旱"@zh .` + "\n"
}

func TestDiffText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, now := write(t, dir, "old.ttl", hazards), write(t, dir, "new.ttl", edited())
	r := ontocrawl(t, "ontology", "diff", old, now)
	if r.code != cli.ExitFailure || r.err == "" && r.out == "" {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	contains(t, "the text", r.out,
		": 1 added, 1 removed, 1 renamed, 1 moved, 1 label, 1 definition, 1 relation, 1 mark, axioms and annotations: ",
		"Added: 1 concept\n  + drought (干旱) [Drought]\n    + drought (干旱) -Is-a-> hazard (灾害)\n",
		"Removed: 1 concept\n  - tempest [Tempest]\n    - tempest -Synonym-> storm (风暴)\n",
		"~ flood (洪水): http://h.example/o#Flood -> http://h.example/o#Inundation (recognised by its labels)",
		"Moved: 1 concept\n  ~ flood (洪水) [Inundation]: hazard (灾害) -> hazard (灾害), storm (风暴)\n",
		"~ \"暴风\"@zh (alternative) -> \"暴风雨\"@zh (alternative)",
		"~ \"Wind and rain.\"@en -> \"Wind, rain and thunder.\"@en",
		"- hazard (灾害) [Hazard]: core",
		"What it does to the crawl for hazard (灾害)", "drought (干旱)    none", "tempest",
		"Terms found no longer: 2\n  - \"tempest\"@en of storm (风暴)\n  - \"暴风\"@zh of storm (风暴)",
		"+ \"干旱\"@zh of drought (干旱)")
	if strings.Contains(r.out, "Relations:") {
		t.Errorf("the move is told twice:\n%s", r.out)
	}
	if strings.Contains(r.err, "ontocrawl:") {
		t.Errorf("an error is printed where there is none: %q", r.err)
	}
}

func TestDiffSame(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "markdown"} {
		r := ontocrawl(t, "ontology", "diff", "typhoon", "typhoon", "--format", format)
		if r.code != cli.ExitOK || !strings.Contains(r.out, "they say the same") || strings.Count(r.out, "\n") != 1 {
			t.Errorf("%s: code %d\n%s%s", format, r.code, r.out, r.err)
		}
	}
	// The same ontology from another syntax.
	dir := t.TempDir()
	ttl := write(t, dir, "t.ttl", readFile(t, "../../../../ontologies", "typhoon.ttl"))
	if r := ontocrawl(t, "ontology", "diff", "typhoon", ttl); r.code != cli.ExitOK {
		t.Errorf("code %d\n%s", r.code, r.out)
	}
}

func TestDiffVersionOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := write(t, dir, "old.ttl", hazards)
	now := write(t, dir, "new.ttl", strings.Replace(hazards, "<http://h.example/o/1>", "<http://h.example/o/2>", 1))
	r := ontocrawl(t, "ontology", "diff", old, now)
	if r.code != cli.ExitFailure {
		t.Errorf("code %d", r.code)
	}
	contains(t, "the text", r.out, "the concepts are the same", "version: http://h.example/o/1 -> http://h.example/o/2",
		"Nothing: weights and terms of the topic hazard (灾害) are the same.")
}

func TestDiffJSON(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, now := write(t, dir, "old.ttl", hazards), write(t, dir, "new.ttl", edited())
	r := ontocrawl(t, "ontology", "diff", old, now, "--json")
	if r.code != cli.ExitFailure {
		t.Fatalf("code %d: %s", r.code, r.err)
	}
	c := decode[report.Comparison](t, r)
	if !c.Differ || len(c.Diff.Added) != 1 || c.Diff.Added[0].IRI != "http://h.example/o#Drought" || c.Crawl == nil {
		t.Fatalf("%+v", c)
	}
	weights := map[string][2]bool{}
	for _, w := range c.Crawl.Weights {
		weights[w.Concept.En] = [2]bool{w.Before != nil, w.After != nil}
	}
	if weights["drought"] != [2]bool{false, true} {
		t.Errorf("drought: %v", weights["drought"])
	}
	if again := ontocrawl(t, "ontology", "diff", old, now, "--json"); again.out != r.out {
		t.Error("the same question gets another answer")
	}
}

func TestDiffTopic(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, now := write(t, dir, "old.ttl", hazards), write(t, dir, "new.ttl", edited())
	roots := write(t, dir, "roots.ttl", hazards+":Other a owl:Class .\n")
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"renamed: found by its old name", []string{old, now, "--topic", "Flood"}, "What it does to the crawl for flood (洪水)"},
		{"gone", []string{old, now, "--topic", "Tempest"}, "the topic Tempest is gone"},
		{"new", []string{old, now, "--topic", "Drought"}, "the topic Drought is new"},
		{"not known", []string{old, roots}, "say with --topic"},
		{"several", []string{old, now, "--topic", "Storm, Flood"}, "What it does to the crawl for storm (风暴), flood (洪水)"},
		{"top", []string{old, now, "--top", "1"}, "more weights changed (--top 0 shows all)"},
		{"markdown", []string{old, now, "--format", "markdown", "--lang", "zh"}, "| 干旱 (drought) | none |"},
	} {
		r := ontocrawl(t, append([]string{"ontology", "diff"}, tt.args...)...)
		if r.code != cli.ExitFailure {
			t.Errorf("%s: code %d\n%s", tt.name, r.code, r.err)
		}
		contains(t, tt.name, r.out, tt.want)
	}
}

// Who fixes a circle wants to see the difference.
func TestDiffCycle(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := write(t, dir, "old.ttl", circle)
	now := write(t, dir, "new.ttl", strings.Replace(circle, ":B rdfs:subClassOf :A .", "", 1))
	r := ontocrawl(t, "ontology", "diff", old, now)
	if r.code != cli.ExitFailure {
		t.Fatalf("code %d: %s", r.code, r.err)
	}
	contains(t, "the text", r.out, old+": Is-a runs in a circle: A -> B -> A", "~ B: A -> no parent")
}
