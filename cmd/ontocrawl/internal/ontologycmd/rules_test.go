package ontologycmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ruleFolder writes rules to a folder.
func ruleFolder(t *testing.T, rules map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range rules {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOwnRules(t *testing.T) {
	file := editFile(t, t.TempDir(), "storms.ttl", editStorms)
	rules := ruleFolder(t, map[string]string{
		"two_parents.rq": "# level: WARN\n# title: two parents\nSELECT ?entity (COUNT(?p) AS ?value) { ?entity rdfs:subClassOf ?p } GROUP BY ?entity HAVING (COUNT(?p) > 1)",
		"no_chinese.rq":  `# level: info` + "\n" + `ASK { FILTER NOT EXISTS { ?s rdfs:label ?l FILTER (lang(?l) = "zh") } }`,
		"README.md":      "not a rule",
	})
	r := ontocrawl(t, "ontology", "validate", file, "--languages", "en", "--rules", rules, "--json")
	var got struct {
		Profiles []struct {
			Profile string
			Leaving int
		}
		Findings []struct {
			Level, Rule, Subject, Value, Message string
			Line                                 int
		}
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil {
		t.Fatal(r, err)
	}
	found := 0
	for _, f := range got.Findings {
		switch f.Rule {
		case "two_parents":
			if f.Level == "WARN" && f.Subject == "http://x.org/o#Typhoon" && f.Value == "2" && f.Line == 7 && f.Message == "two parents: entity = http://x.org/o#Typhoon, value = 2" {
				found++
			}
		case "no_chinese":
			if f.Level == "INFO" && f.Message == "the question of this rule is true" {
				found++
			}
		}
	}
	if found != 2 || len(got.Profiles) != 4 || got.Profiles[0].Profile != "DL" || got.Profiles[0].Leaving != 0 {
		t.Errorf("%s", r.out)
	}
	if r := ontocrawl(t, "ontology", "validate", file, "--rules", rules); !strings.Contains(r.out, "in OWL 2 DL, EL, QL, RL\n") {
		t.Errorf("no line about profiles:\n%s", r.out)
	}
}

func TestOwnRulesThatAreWrong(t *testing.T) {
	file := editFile(t, t.TempDir(), "storms.ttl", editStorms)
	for rule, want := range map[string]string{
		"INSERT DATA { <a:a> <a:b> <a:c> }":        "query:1:1",
		"SELECT * { ?s ?p }":                       "query:1:18",
		"CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }":      "a rule is SELECT or ASK",
		"# level: loud\nASK {}":                    `level "LOUD" must be INFO, WARN or ERROR`,
		"SELECT * { SERVICE <http://x/> {} }":      "SERVICE",
		"DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }":   "query:1:1",
		"SELECT (1/0 AS ?x) { ?s ?p ?o } ORDER BY": "query:1:",
	} {
		dir := ruleFolder(t, map[string]string{"wrong.rq": rule})
		if r := ontocrawl(t, "ontology", "validate", file, "--rules", dir); r.code == 0 || r.out != "" || !strings.Contains(r.err, "wrong.rq: ") || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit code %d, %s; want %q", rule, r.code, r.err, want)
		}
	}
	if r := ontocrawl(t, "ontology", "validate", file, "--rules", t.TempDir()); r.code != 2 || !strings.Contains(r.err, "holds no rule: a file whose name ends in .rq or .sparql") {
		t.Errorf("an empty folder: %+v", r)
	}
}

func TestProfileAskedFor(t *testing.T) {
	file := editFile(t, t.TempDir(), "union.ttl", `:A a owl:Class ; rdfs:label "a storm"@en ; owl:equivalentClass [ a owl:Class ; owl:unionOf ( :B :C ) ] . :B a owl:Class . :C a owl:Class .`)
	r := ontocrawl(t, "ontology", "validate", file, "--profile", "el", "--format", "tsv")
	if r.code != 2 || !strings.Contains(r.out, "ERROR\toutside_profile\t") || !strings.Contains(r.out, "ObjectUnionOf has no place in OWL 2 EL") || !strings.Contains(r.out, "\t4\thttp://x.org/o#A\t") {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.err)
	}
	if r := ontocrawl(t, "ontology", "validate", file, "--profile", "OWL"); r.code != 2 || !strings.Contains(r.err, `--profile is "OWL", but there are DL, EL, QL and RL`) {
		t.Errorf("%+v", r)
	}
}
