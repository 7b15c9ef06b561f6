package ontologycmd

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// defined is an ontology in which Is-a follows from definitions.
const defined = `@prefix : <http://h.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://h.example/o> a owl:Ontology . :causes a owl:ObjectProperty .
:Hazard a owl:Class ; rdfs:label "hazard"@en . :Flood a owl:Class ; rdfs:label "flood"@en ; rdfs:subClassOf :Hazard .
:Storm a owl:Class ; rdfs:label "storm"@en ; rdfs:subClassOf :Hazard , [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :Flood ] .
:FloodHazard a owl:Class ; rdfs:label "flood hazard"@en ; owl:equivalentClass [ owl:intersectionOf ( :Hazard [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :Flood ] ) ] .
:Dry a owl:Class ; rdfs:label "dry"@en ; rdfs:subClassOf :Hazard , [ a owl:Restriction ; owl:onProperty :causes ; owl:allValuesFrom owl:Nothing ] .
:Odd a owl:Class ; rdfs:label "odd"@en ; rdfs:subClassOf :Dry , :Storm , [ a owl:Restriction ; owl:onProperty :causes ; owl:allValuesFrom :Hazard ] .
`

// verb runs a command line below "ontology" whose words hold no space.
func verb(t *testing.T, line string) result {
	t.Helper()
	return ontocrawl(t, append([]string{"ontology"}, strings.Fields(line)...)...)
}

func TestReason(t *testing.T) {
	file := write(t, t.TempDir(), "defined.ttl", defined)
	r := verb(t, "reason "+file+" --inferred --outside")
	contains(t, "reason", r.out, "1 edge; 1 stated Is-a edges", "storm Is-a flood hazard", "no instance: Odd", "ObjectAllValuesFrom is outside OWL 2 EL: SubClassOf(Odd ObjectAllValuesFrom(causes Hazard))")
	j := decode[report.Reasoned](t, verb(t, "reason "+file+" --json"))
	if j.Inferred != 1 || j.Replaced != 1 || !j.Consistent || len(j.Edges) != 1 || len(j.Outside) != 1 || len(j.Unsatisfiable) != 1 {
		t.Errorf("%+v %+v", j, j.Inference)
	}
	contains(t, "why", verb(t, "reason "+file+" --why storm,FloodHazard").out, "follows from these 3 axioms", "SubClassOf(Storm Hazard)", "EquivalentClasses(FloodHazard")
	contains(t, "why not", verb(t, "reason "+file+" --why Odd").out, "Odd can have no instance", "SubClassOf(Odd Storm)")
	if r := verb(t, "reason "+file+" --why Flood,Storm"); r.code != 1 {
		t.Errorf("what does not follow: exit %d, %s", r.code, r.err)
	}
	if r := verb(t, "reason "+file+" --why Flood,Storm,Odd"); r.code != 2 {
		t.Errorf("three concepts: exit %d, %s", r.code, r.err)
	}
}

// The setting reaches the commands: with the reasoner the tree and the diff have the edge, marked.
func TestReasonSetting(t *testing.T) {
	file := write(t, t.TempDir(), "defined.ttl", defined)
	contains(t, "tree", verb(t, "tree FloodHazard --ontology "+file+" --lang en").out, "[Is-a(inferred)] storm")
	if r := verb(t, "tree FloodHazard --reason off --ontology "+file); strings.Contains(r.out, "storm") || !strings.Contains(r.out, "flood hazard") {
		t.Errorf("tree without the reasoner: %s%s", r.out, r.err)
	}
	v := verb(t, "validate "+file+" --languages en")
	contains(t, "validate", v.out, "unsatisfiable", "Odd can have no instance", "outside_el")
	other := write(t, t.TempDir(), "other.ttl", defined+`:Storm owl:deprecated false . :Gale a owl:Class ; rdfs:label "gale"@en ; rdfs:subClassOf :Storm .`)
	contains(t, "diff", verb(t, "diff "+file+" "+other+" --lang en").out, "gale")
}
