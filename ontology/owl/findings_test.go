package owl

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

func TestUnmappedProperties(t *testing.T) {
	o := load(t, prefixes+`:A a owl:Class . :B a owl:Class . :C a owl:Class .
:q a owl:ObjectProperty .
:影响 a owl:ObjectProperty ; rdfs:label "Einfluss"@de , "影响程度"@zh .
:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :影响 ; owl:someValuesFrom :B ] ,
	[ a owl:Restriction ; owl:onProperty :影响 ; owl:someValuesFrom :C ] ,
	[ a owl:Restriction ; owl:onProperty :q ; owl:someValuesFrom :C ] .
:d a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .`, Options{File: "hazard.ttl"})
	want := []Finding{
		{Warning, UnmappedProperty, `2 edges of property :影响 (影响程度) ignored; map it with "影响: includes" (or is-a, synonym, included-by, ignore)`,
			"hazard.ttl", 12, "http://x.org/o#影响", ":影响 (影响程度)", 2, english.Phrase{}},
		{Warning, UnmappedProperty, `1 edge of property :q ignored; map it with "q: includes" (or is-a, synonym, included-by, ignore)`,
			"hazard.ttl", 11, "http://x.org/o#q", ":q", 1, english.Phrase{}},
		{Info, UnmappedProperty, `1 edge of property :d ignored; map it with "d: includes" (or is-a, synonym, included-by, ignore)`,
			"hazard.ttl", 0, "http://x.org/o#d", ":d", 1, english.Phrase{}},
		{Info, NoLabel, "3 concepts have no label; the last part of the IRI is used", "hazard.ttl", 0, "", "", 3, english.Phrase{}},
	}
	if d := cmp.Diff(want, o.Findings, cmpopts.IgnoreFields(Finding{}, "Says")); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
	if got, want := o.Findings[1].String(), "hazard.ttl:11: warning: 1 edge of property :q"; !strings.HasPrefix(got, want) {
		t.Errorf("String() = %q", got)
	}
}

func TestMapping(t *testing.T) {
	const text = prefixes + `@prefix ex: <http://x.org/o#> .
:A a owl:Class . :B a owl:Class . :p a owl:ObjectProperty ; rdfs:label "影响"@zh , "Has an effect on"@en .
:sub rdfs:subPropertyOf :p .
:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .
:B rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :sub ; owl:someValuesFrom :A ] .
:A rdfs:seeAlso :B . :A rdfs:comment "c" .`
	tests := []struct {
		key  string
		m    Meaning
		want string
	}{
		{"http://x.org/o#p", includes, "A inc B; B inc A"},
		{"p", includedBy, "A inc B; B inc A"},
		{"影响", synonym, "A = B; B = A"},
		{"has an effect-on", includes, "A inc B; B inc A"},
		{"sub", isA, "A other:p B; B isa A"},
		{"sub", hasKind, "A isa B; A other:p B"},
		{"p", ignore, ""},
		{"p", unmapped, "A other:p B; B other:sub A"},
		{"ex:p", includes, "A inc B; B inc A"},
		{":p", includedBy, "A inc B; B inc A"},
		{"seeAlso", includes, "A inc B; A other:p B; B other:sub A"},
	}
	for _, tt := range tests {
		t.Run(tt.key+" "+tt.m.String(), func(t *testing.T) {
			o := load(t, text, Options{Mapping: map[string]Meaning{tt.key: tt.m}})
			if got := edges(o.Graph); got != tt.want {
				t.Errorf("edges %q\nwant  %q", got, tt.want)
			}
			if got := found(o, UnusedMapping); got != "" {
				t.Error(got)
			}
		})
	}
}

// The user's word goes before a name that means something by itself.
func TestMappingOverridesNames(t *testing.T) {
	const text = prefixes + `:A a owl:Class . :B a owl:Class . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :B ] .`
	o := load(t, text, Options{Mapping: map[string]Meaning{"causes": isA, "efects": includes}})
	if got := edges(o.Graph); got != "A isa B" {
		t.Errorf("edges %q", got)
	}
	if got, want := found(o, UnusedMapping), `the mapping "efects" fits no property: give its IRI, local name or label`; got != want {
		t.Errorf("finding %q\nwant    %q", got, want)
	}
}

func TestMeaningText(t *testing.T) {
	var m map[string]Meaning
	if err := json.Unmarshal([]byte(`{"a":"Is-A","b":"included by","c":"core"}`), &m); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]Meaning{"a": isA, "b": includedBy, "c": core}, m); d != "" {
		t.Error(d)
	}
	for v := unmapped; v <= core; v++ {
		if got, err := ParseMeaning(v.String()); err != nil || got != v {
			t.Errorf("ParseMeaning(%q) = %v, %v", v, got, err)
		}
	}
	_, err := ParseMeaning("isnt")
	want := `unknown property meaning "isnt": want one of ignore, synonym, is-a, has-kind, includes, included-by, core`
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

func TestNamesOfProperties(t *testing.T) {
	tests := map[string]Meaning{
		"is-a": isA, "Is A": isA, "is_a": isA, "是一种": isA, "属于": isA,
		"hasSynonym": synonym, "同义词": synonym, "又称": synonym, "别名": synonym, "sameMeaning": synonym,
		"hasPart": includes, "has part": includes, "包含": includes, "包括": includes,
		"causes": includes, "leadsTo": includes, "引发": includes, "导致": includes,
		"causesDisasterImpact": includes, "triggers-flood": includes, "导致灾害": includes,
		"partOf": includedBy, "is part of": includedBy, "causedBy": includedBy, "由……引起": includedBy,
		"caused_by_incident": includedBy, "是…的一部分": includedBy,
		"isCore": core, "核心概念": core,
		"": unmapped, "hasTopping": unmapped, "causesless": unmapped, "because": unmapped, "影响": unmapped,
	}
	for name, want := range tests {
		if got := byName(name); got != want {
			t.Errorf("byName(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestOtherFindings(t *testing.T) {
	o := load(t, prefixes+`:A a owl:Class ; rdfs:label "台风"@zh . :B a owl:Class ; rdfs:label "台风"@zh .
:C a owl:Class ; owl:deprecated true . :D a owl:Class ; rdfs:label "D" ; owl:equivalentClass :E . :E a owl:Class ; rdfs:label "D" .
:包含 a owl:AnnotationProperty . :A :包含 "风暴潮" , "台风" . :B :包含 "风暴潮" .
[ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :B ] rdfs:subClassOf :A .`, Options{})
	tests := []struct {
		code Code
		want string
	}{
		{unknownValue, `property :包含 has 3 values that no concept has as a name: "风暴潮", "台风"`}, // 台风 names two
		{SharedLabel, `1 label is shared by concepts that are not stated to be synonyms, for example "台风" of A and B`},
		{Deprecated, "1 concept is marked as deprecated and left out"},
		{generalAxiom, "1 axiom about unnamed classes left out"},
		{NoLabel, ""},
		{MissingImport, ""},
	}
	for _, tt := range tests {
		if got := found(o, tt.code); got != tt.want {
			t.Errorf("%s: %q\nwant %q", tt.code, got, tt.want)
		}
	}
}

func TestFindingsHoldNoControls(t *testing.T) {
	o := load(t, prefixes+`:A a owl:Class ; rdfs:label "\u001b[2Jx" . :B a owl:Class ; rdfs:label "\u001b[2Jx" .
:p rdfs:label "\u001b]0;x\u0007"@zh . :A :p :B . :包含 a owl:AnnotationProperty . :A :包含 "\u001b[31m" .
<http://x.org/o> owl:imports <http://x.org/i> .`, Options{File: "a\x1b.ttl"})
	if len(o.Findings) < 4 {
		t.Fatalf("findings %v", o.Findings)
	}
	for _, f := range o.Findings {
		if s := f.String(); strings.ContainsAny(s, "\x1b\a") {
			t.Errorf("%q", s)
		}
	}
}

func TestFlaws(t *testing.T) {
	o := load(t, protege("\n    <owl:Class rdf:ID=\"A\"/>"+strings.Repeat("\n    <owl:Class rdf:ID=\"A\"/>", 22)), Options{})
	var lines []int
	for _, f := range o.Findings {
		if f.Code == Flaw && f.Level == Warning {
			lines = append(lines, f.Line)
		}
	}
	// The first is right, 20 of the others are listed, one line counts the rest.
	if len(lines) != 21 || lines[0] == 0 || lines[1] != lines[0]+1 || !strings.Contains(found(o, Flaw), "2 more flaws") {
		t.Errorf("flaws at %v: %s", lines, found(o, Flaw))
	}
	if o.Graph.Len() != 1 {
		t.Errorf("%d concepts", o.Graph.Len())
	}
}

// Classes that are a kind of each other are read as synonyms, and told.
func TestCircles(t *testing.T) {
	text := prefixes + `:A a owl:Class ; rdfs:subClassOf :B . :B a owl:Class ; rdfs:subClassOf :A, :C .`
	seen := map[string]int{}
	o := load(t, text, Options{Statement: func(file string, tr rdf.Triple) { seen[file]++ }})
	if got, want := found(o, IsACircle), "Is-a runs in a circle: A -> B -> A; so these mean the same, and are read as synonyms"; !strings.Contains(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if a, _ := o.Graph.ByIRI("http://x.org/o#A"); o.Graph.Len() != 3 || len(o.Graph.Roots()) != 1 || len(o.Graph.Synonyms(a)) != 2 {
		t.Errorf("%d concepts, roots %v, synonyms of A %v", o.Graph.Len(), o.Graph.Roots(), o.Graph.Synonyms(a))
	}
	if seen["test.owl"] != 5 || len(seen) != 1 {
		t.Errorf("statements told of: %v, want 5 of test.owl", seen)
	}
}
