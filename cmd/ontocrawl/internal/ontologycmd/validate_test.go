package ontologycmd

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

func TestValidateExitCodes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	warned := write(t, dir, "warned.ttl", hazards)
	circular := write(t, dir, "circular.ttl", circle)
	broken := write(t, dir, "broken.ttl", strings.ReplaceAll(circle, ":A", ":X0001")) // a name that no text has
	for _, tt := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"a note only", []string{"typhoon"}, cli.ExitOK, "0 errors, 0 warnings, 1 note"},
		{"a note only, strict", []string{"rainstorm", "--strict"}, cli.ExitOK, "0 errors, 0 warnings, 1 note"},
		{"warnings", []string{warned}, cli.ExitOK, "0 errors, 1 warning, 0 notes"},
		{"warnings, strict", []string{warned, "--strict"}, cli.ExitFailure, "0 errors, 1 warning, 0 notes"},
		{"a circle", []string{circular}, cli.ExitOK, "Is-a runs in a circle: A -> B -> A; so these mean the same"},
		{"errors", []string{broken}, cli.ExitUsage, "ERROR  missing_label"},
		{"errors, as TSV", []string{broken, "--format", "tsv"}, cli.ExitUsage, "ERROR\tmissing_label"},
		{"mapped: no warning left", []string{warned, "--strict", "--map", "nearTo: ignore"}, cli.ExitOK, "nothing to report"},
	} {
		r := ontocrawl(t, append([]string{"ontology", "validate"}, tt.args...)...)
		if r.code != tt.code {
			t.Errorf("%s: code %d, want %d\n%s%s", tt.name, r.code, tt.code, r.out, r.err)
		}
		contains(t, tt.name, r.out, tt.want)
		if (r.code != cli.ExitOK) != (r.err != "") {
			t.Errorf("%s: code %d, and on the error stream %q", tt.name, r.code, r.err)
		}
	}
}

// flawed has three concepts without a parent, labels that find too much, and a
// long list of the same flaw.
func flawed() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(hazards, `"洪水"@zh`, `"水"@zh`))
	for _, n := range strings.Fields("A B C D") {
		b.WriteString(":" + n + " a owl:Class ; rdfs:label \"thing " + n + "\"@en , \"事物" + n + "\"@zh .\n")
	}
	return b.String()
}

func TestValidateText(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "flawed.ttl", flawed())
	r := ontocrawl(t, "ontology", "validate", file, "--topic", "灾害", "--top", "2", "--fix-hints")
	if r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	contains(t, "the table", r.out, "level  rule", "WARN   unmapped_property", "flawed.ttl:7", `label "水" is so short`,
		"no path of Is-a, Synonym or Includes leads to it from the topic 灾害 (hazard)",
		"… and 4 more of the same rules (--top 0 shows all)",
		"How to fix it in Protégé", "label_too_short\n  Select 水 (flood); under Annotations press o beside", `--map "nearTo:`,
		"0 errors, 6 warnings, 4 notes")
	if n := strings.Count(r.out, "WARN   topic_unreachable"); n != 2 {
		t.Errorf("%d rows of topic_unreachable, want the 2 of --top:\n%s", n, r.out)
	}
	all := ontocrawl(t, "ontology", "validate", file, "--topic", "灾害", "--top", "0")
	if n := strings.Count(all.out, "WARN   topic_unreachable"); n != 4 || strings.Contains(all.out, "Protégé") {
		t.Errorf("--top 0: %d rows of topic_unreachable:\n%s", n, all.out)
	}
}

func TestValidateTSVAndJSON(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "flawed.ttl", flawed()+`:E a owl:Class ; rdfs:label "=1+1"@en , "东西"@zh , "tabbed	label"@en .`)
	r := ontocrawl(t, "ontology", "validate", file, "--topic", "灾害", "--format", "tsv", "--fix-hints")
	cr := csv.NewReader(strings.NewReader(r.out))
	cr.Comma = '\t'
	rows, err := cr.ReadAll()
	if err != nil {
		t.Fatalf("%v\n%s", err, r.out)
	}
	if !slices.Equal(rows[0], []string{"Level", "Rule Name", "File", "Line", "Subject", "Name", "Property", "Value", "Message", "Hint"}) {
		t.Errorf("head %q", rows[0])
	}
	v := decode[report.Validation](t, ontocrawl(t, "ontology", "validate", file, "--topic", "灾害", "--json"))
	if len(rows)-1 != len(v.Findings) || v.Warnings+v.Infos != len(v.Findings) || v.Errors != 0 {
		t.Errorf("%d rows, %d findings, %d warnings, %d notes", len(rows)-1, len(v.Findings), v.Warnings, v.Infos)
	}
	if len(v.Topic) != 1 || v.Topic[0] != "http://h.example/o#Hazard" {
		t.Errorf("topic %v", v.Topic)
	}
	i := slices.IndexFunc(v.Findings, func(f report.HintedFinding) bool { return f.Rule == "label_too_short" })
	if i < 0 {
		t.Fatal("no label_too_short")
	}
	if f := v.Findings[i]; f.Subject != "http://h.example/o#Flood" || f.Value != "水" || f.Line != 13 || f.File != file || f.Hint != "" {
		t.Errorf("%+v", f)
	}
	withHints := decode[report.Validation](t, ontocrawl(t, "ontology", "validate", file, "--topic", "灾害", "--json", "--fix-hints"))
	for _, f := range withHints.Findings {
		if f.Hint == "" {
			t.Errorf("%s has no hint", f.Rule)
		}
	}
}

func TestValidateLanguages(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "en.ttl", strings.NewReplacer(`, "灾害"@zh`, "", `, "风暴"@zh ; skos:altLabel "暴风"@zh`, "", `, "洪水"@zh`, "").Replace(hazards))
	both := ontocrawl(t, "ontology", "validate", file)
	contains(t, "zh and en", both.out, "no concept has a label in zh")
	one := ontocrawl(t, "ontology", "validate", file, "--languages", "en", "--map", "nearTo: includes")
	contains(t, "en", one.out, "nothing to report")
}

// SARIF holds every finding with its rule, and what can have no instance is an error though nothing is defined.
func TestValidateSARIF(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "o.ttl", `@prefix : <http://h.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class ; rdfs:label "alpha thing"@en ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom owl:Nothing ] .
:p a owl:ObjectProperty .
:A rdfs:subclassOf :A .
`)
	r := ontocrawl(t, "ontology", "validate", file, "--languages", "en", "--format", "sarif", "--rules", ruleFolder(t, map[string]string{"two.rq": "ASK { ?s ?p ?o }"}))
	if r.code != cli.ExitUsage {
		t.Fatalf("code %d: %s", r.code, r.err)
	}
	s := decode[report.Sarif](t, r)
	contains(t, "SARIF", r.out, `"ruleId": "unsatisfiable"`, `"ruleId": "unknown_word"`, `"startLine": 2`, `"level": "error"`, `"version": "2.1.0"`)
	if len(s.Runs) != 1 || len(s.Runs[0].Results) < 2 {
		t.Fatalf("%+v", s)
	}
	rules := map[string]bool{}
	for _, rule := range s.Runs[0].Tool.Driver.Rules {
		rules[rule.ID] = true
		if rule.ShortDescription.Text == "" || rule.ID != "two" && (rule.Help == nil || rule.Help.Text == "" || strings.ContainsAny(rule.Help.Text, "{}")) {
			t.Errorf("rule %+v", rule)
		}
	}
	for _, result := range s.Runs[0].Results {
		if !rules[result.RuleID] {
			t.Errorf("the rule %s is in no list", result.RuleID)
		}
	}
	if !rules["two"] {
		t.Error("the rule of one's own is in no list")
	}
}
