package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Each rule is broken alone, below a root that is fine.
func TestRules(t *testing.T) {
	root := fine("Root", "")
	below := "; rdfs:subClassOf :Root"
	class := func(more string) string {
		return `:X a owl:Class ; rdfs:subClassOf :Root ; rdfs:comment "An x."@en ; ` + more + " .\n"
	}
	both := `rdfs:label "mudslide"@en , "泥石流"@zh `
	tests := []struct {
		name, turtle string
		want         []string
	}{
		{"nothing", fine("X", below), nil},
		{"no label", class(`skos:note "x"`), []string{
			`WARN missing_label X:3 no label: only its local name "X" is looked for, split into words`}},
		{"no label, and no name", `:C0001 a owl:Class ; rdfs:subClassOf :Root ; rdfs:comment "An x."@en .`, []string{
			`ERROR missing_label C0001:3 no label, and its local name "C0001" is not what texts call it`}},
		{"only a label nobody crawls for", class(`rdfs:label "Erdrutsch"@de`), []string{
			"ERROR missing_label X:3 no label in zh or en: no page in these languages can be found by it"}},
		{"one language", class(`rdfs:label "mudslide"@en`), []string{"WARN label_language_missing X:3 no label in zh"}},
		{"a synonym has the other", class(`rdfs:label "mudslide"@en ; owl:equivalentClass :Y`) +
			`:Y a owl:Class ; rdfs:label "泥石流"@zh ; rdfs:comment "A y."@en .`, nil},
		{"stop words", class(both + `; skos:altLabel "Page"@en , "網頁"@zh-Hant`), []string{
			`WARN label_stop_word X:3 label "Page" is a word on almost every page`,
			`WARN label_stop_word X:3 label "網頁" is a word on almost every page`}},
		{"several names in one", class(both + `; skos:altLabel "飓风；旋风"@zh , "ATT;"@en , "教育、科学组织"@zh ; :alias "x storm；y storm"@en`), []string{
			`WARN label_list X:3 label "飓风；旋风" seems to list several names; it is looked for as one`}},
		{"short ones", class(both + `; skos:altLabel "TD"@en , "雨"@zh , "TDs"@en , "--"@en`), []string{
			`WARN label_too_short X:3 label "TD" is so short that it is found in texts about other things`,
			`WARN label_too_short X:3 label "雨" is so short that it is found in texts about other things`,
			`WARN label_too_short X:3 label "--" has no letter and no digit; the crawl ignores it`}},
		{"a long one", class(both + `; skos:altLabel "` + strings.Repeat("word ", 41) + `end"@en`), []string{
			`WARN label_too_long X:3 label "word word word word word word word word "… has 208 characters; the crawl looks for up to 200`}},
		{"one name for two", class(both) + fine("Y", below+`; rdfs:label "泥石流"@zh-Hans`), []string{
			`WARN duplicate_label X:3 label "泥石流" is one of Y事物 (Y thing) too: in a text, it counts for only one of them`}},
		{"two of one name and label", class(both) + `:Y a owl:Class ; rdfs:subClassOf :Root ; rdfs:comment "A y."@en ; ` + both + ".", []string{
			`WARN duplicate_label X:3 label "mudslide" is one of 泥石流 (mudslide) [Y] too: in a text, it counts for only one of them`,
			`WARN duplicate_label X:3 label "泥石流" is one of 泥石流 (mudslide) [Y] too: in a text, it counts for only one of them`}},
		{"a synonym of one is the name of another", class(both) + fine("Y", below+`; skos:altLabel "mudslide"@en`), []string{
			`WARN duplicate_exact_synonym X:3 label "mudslide" is one of Y事物 (Y thing) too: in a text, it counts for only one of them`}},
		{"alike when folded", class(`rdfs:label "mudslide"@en , "台风"@zh`) + fine("Y", below+`; skos:altLabel "Mudslide"@en , "颱風"@zh-Hant`), []string{
			`WARN duplicate_folded_label X:3 label "mudslide" is the same as "Mudslide" of Y事物 (Y thing) to the crawl`,
			`WARN duplicate_folded_label X:3 label "台风" is the same as "颱風" of Y事物 (Y thing) to the crawl`}},
		{"shared by synonyms", class(both+"; owl:equivalentClass :Y") + fine("Y", `; rdfs:label "mudslide"@en-GB`), nil},
		{"shared in a language not crawled", class(both+`; rdfs:label "Mure"@de`) + fine("Y", below+`; rdfs:label "Mure"@de`), nil},
		{"unreachable", fine("X", ""), []string{
			"WARN topic_unreachable X:3 no path of Is-a, Synonym or Includes leads to it from the topic Root事物 (Root thing)"}},
		{"a property without meaning leads nowhere", fine("X", `; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :nearTo ; owl:someValuesFrom :Root ]`) + ":nearTo a owl:ObjectProperty .\n", []string{
			`WARN unmapped_property nearTo:3 1 edge of property :nearTo ignored; map it with "nearTo: includes" (or is-a, synonym, included-by, ignore)`,
			"WARN topic_unreachable X:3 no path of Is-a, Synonym or Includes leads to it from the topic Root事物 (Root thing)"}},
		{"another root", fine("X", "") + fine("Y", below+", :X"), []string{
			"INFO missing_superclass X:3 no parent, though the topic is Root事物 (Root thing)"}},
		{"a circle", fine("X", below+", :Y") + fine("Y", "; rdfs:subClassOf :X"), []string{
			"WARN is_a_cycle X:3 Is-a runs in a circle: X事物 (X) -> Y事物 (Y) -> X事物 (X); so these mean the same",
		}},
		{"of itself", fine("X", below+", :X"), []string{"WARN is_a_cycle X:3 is stated to be a kind of itself"}},
		{"a redundant edge", fine("X", below) + fine("Y", below+", :X"), []string{
			"WARN is_a_redundant Y:4 is a Root事物 (Root thing) through another parent already: the edge is redundant"}},
		{"no definition", `:X a owl:Class ; rdfs:subClassOf :Root ; ` + both + ".", []string{"INFO missing_definition X:3 no definition"}},
		{"space around a label", class(both + `; skos:altLabel " mud flow"@en , """mud
flood"""@en , "mud  river"@en`), []string{
			`WARN label_whitespace X:3 label " mud flow" has space around it`,
			`WARN label_whitespace X:3 label "mud\nflood" has a line break in it`,
			`WARN label_whitespace X:3 label "mud  river" has more than single spaces in it`}},
		{"an empty label", class(both + `; skos:altLabel " "@en`), []string{"WARN empty_label X:3 altLabel is empty"}},
		{"a second name", class(both + `, "mud flow"@en`), []string{
			`INFO multiple_labels X:3 label "mud flow" is read as a synonym: "mudslide" is its name in that language`}},
		{"no language", class(both + `; skos:altLabel "mud flow"`), []string{`INFO untagged_label X:3 label "mud flow" has no language`}},
		{"odd tags", class(both + `; skos:altLabel "土流"@cn , "mud flow"@eng , "mud river"@xq`), []string{
			`WARN language_tag X:3 label "土流": language tag "cn" is not that of a language: write zh (or zh-Hans)`,
			`WARN language_tag X:3 label "mud flow": language tag "eng" should be the shorter en`,
			`WARN language_tag X:3 label "mud river": language tag "xq" holds "xq", which is no registered language, script or region`}},
		{"the wrong script", class(both + `; skos:altLabel "土流"@en , "mud flow"@zh , "GPS定位"@zh , "GPS"@zh , "颱風流"@zh-Hans`), []string{
			`WARN language_script X:3 label "土流" is tagged en, but is written in Chinese characters`,
			`INFO language_script X:3 label "mud flow" is tagged zh, but has no Chinese character`,
			`INFO language_script X:3 label "颱風流" is tagged zh-Hans, but has traditional characters`}},
		{"deprecated", fine("X", below+`; rdfs:subClassOf :Old , [ a owl:Restriction ; owl:onProperty :includes ; owl:someValuesFrom :Old ]`) +
			":includes a owl:ObjectProperty .\n" + `:Old a owl:Class ; owl:deprecated true ; rdfs:label "old thing"@en .`, []string{
			"WARN deprecated_class_reference X:3 refers to old thing (Old), which is deprecated: that relation is left out",
			"INFO deprecated_class Old:5 is deprecated and left out"}},
		{"a missing import", "<http://x.org/o> a owl:Ontology ; owl:imports <http://far.example/o> .", []string{
			"WARN missing_import :3 imports http://far.example/o, which was not read: a file read alone has no folder to look in; save a copy beside the file"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, words(checked(t, root+tt.turtle, "Root"))); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// What all concepts lack is said once.
func TestSaidOnce(t *testing.T) {
	got := words(checked(t, `:A a owl:Class ; rdfs:label "mudslide" .
:B a owl:Class ; rdfs:label "rockfall" .
:C a owl:Class ; rdfs:label "avalanche" ; rdfs:subClassOf :A .`, ""))
	want := []string{
		"WARN label_language_missing :0 no concept has a label in zh: pages in that language are not found",
		"INFO topic_open :0 2 concepts have no parent; set --topic to check also what the topic does not reach",
		"INFO missing_superclass A:2 no parent",
		"INFO missing_superclass B:3 no parent",
		"INFO untagged_label :0 none of the 3 labels has a language; their characters decide",
		"INFO missing_definition :0 no concept has a definition",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestCoreUnused(t *testing.T) {
	got := words(checked(t, fine("Root", "; :core true")+fine("X", "; rdfs:subClassOf :Root")+":core a owl:AnnotationProperty .", "X"))
	want := []string{"WARN core_unused :0 1 core marks are not used: the topic X事物 (X thing) is not a root, so every kind of it is core"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The ontologies that come with ontocrawl, and the tests' own, break nothing of weight.
func TestOwnOntologies(t *testing.T) {
	for _, name := range ontologies.Names() {
		f, err := ontologies.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		w := &Written{}
		o, err := owl.Load(f, owl.Options{File: name, Statement: w.Add})
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		found := Run(o, Options{Fold: lexicon.Fold, Written: w})
		if len(found) != 1 || found[0].Rule != labelHoldsCore || found[0].Count < 9 { // typhoon damage, 台风灾情: meant so
			t.Errorf("%s:\n%s", name, strings.Join(words(found), "\n"))
		}
		if u := w.Unread(o.Graph); len(u) > 0 {
			t.Errorf("%s: not read: %v", name, u)
		}
	}
	o := &owl.Ontology{Graph: ontologytest.Hazards()}
	if found := Run(o, Options{Fold: lexicon.Fold}); len(found) > 0 {
		t.Errorf("hazards:\n%s", strings.Join(words(found), "\n"))
	}
}

func TestRuleTable(t *testing.T) {
	seen := map[ID]bool{}
	last := Error
	for _, r := range Rules() {
		if seen[r.ID] || r.Says == "" || r.Fix == "" || r.Level > last {
			t.Errorf("rule %s: twice, silent or out of order", r.ID)
		}
		seen[r.ID], last = true, r.Level
	}
	if r := ID("new_one").rule(); r.Level != Warn {
		t.Errorf("an unknown rule has level %v", r.Level)
	}
}

func TestHint(t *testing.T) {
	f := Finding{Rule: labelTooShort, Subject: "http://x.org/o#X", Name: "雨 (rain)", Value: "雨"}
	want := `Select 雨 (rain); under Annotations press o beside "雨" and write the name out, or delete it with the x.`
	if got := f.Hint(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	f = Finding{Rule: untaggedLabel, Value: "rain"}
	if got := f.Hint(); !strings.HasPrefix(got, "Select the concept; ") {
		t.Errorf("got %s", got)
	}
	f = Finding{Rule: unmappedProperty, Subject: "http://x.org/o#nearTo"}
	if got := f.Hint(); !strings.Contains(got, `--map "nearTo: includes"`) {
		t.Errorf("got %s", got)
	}
}

func TestLevelText(t *testing.T) {
	for _, l := range []Level{Info, Warn, Error} {
		text, _ := l.MarshalText()
		var back Level
		if err := back.UnmarshalText(text); err != nil || back != l {
			t.Errorf("%v comes back as %v, %v", l, back, err)
		}
	}
	if err := new(Level).UnmarshalText([]byte("warn")); err == nil {
		t.Error("warn is no level")
	}
}

// What is redundant is told even where there are many ways up, and quickly.
func TestRedundantInADeepGraph(t *testing.T) {
	var b ontology.Builder
	const n = 20_000
	id := func(i int) ontology.ID { return b.Concept(fmt.Sprint("ex:C", i)) }
	for i := 1; i < n; i++ {
		b.Relate(id(i), id(i-1), ontology.IsA, "")
		if i > 1 {
			b.Relate(id(i), id(i-2), ontology.IsA, "")
		}
	}
	g := b.Build()
	count := 0
	for _, f := range Run(&owl.Ontology{Graph: g}, Options{}) {
		if f.Rule == isARedundant {
			count++
		}
	}
	if count != n-2 {
		t.Errorf("%d redundant edges, want %d", count, n-2)
	}
}
