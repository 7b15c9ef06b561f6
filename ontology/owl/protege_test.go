package owl

import (
	"strings"
	"testing"
)

// body makes classes in the shape in which Protégé saves them: each with its
// banner, absolute IRIs, tab-less indentation by four.
func classIn(name, inside string) string {
	iri := "http://x.org/o#" + name
	if inside == "" {
		return "\n\n    <!-- " + iri + " -->\n\n    <owl:Class rdf:about=\"" + iri + "\"/>\n"
	}
	return "\n\n    <!-- " + iri + " -->\n\n    <owl:Class rdf:about=\"" + iri + "\">\n" + inside + "\n    </owl:Class>\n"
}

// restrictionIn is a restriction as Protégé writes it inside a class.
func restrictionIn(property, kind, filler string) string {
	return `        <rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty rdf:resource="http://x.org/o#` + property + `"/>
                <owl:` + kind + ` rdf:resource="http://x.org/o#` + filler + `"/>
            </owl:Restriction>
        </rdfs:subClassOf>`
}

func propertyIn(name, inside string) string {
	return "\n    <owl:ObjectProperty rdf:about=\"http://x.org/o#" + name + "\">\n" + inside + "\n    </owl:ObjectProperty>\n"
}

// The rows of the relations table in the file format that Protégé proposes.
func TestRelationsRDFXML(t *testing.T) {
	b, c := classIn("B", ""), classIn("C", "")
	tests := []struct{ name, body, want string }{
		{"subClassOf", classIn("A", `        <rdfs:subClassOf rdf:resource="http://x.org/o#B"/>`) + b, "A isa B"},
		{"some", propertyIn("causes", "") + classIn("A", restrictionIn("causes", "someValuesFrom", "B")) + b, "A inc B"},
		{"only", propertyIn("causes", "") + classIn("A", restrictionIn("causes", "allValuesFrom", "B")) + b, "A inc B"},
		{"value", propertyIn("causes", "") + classIn("A", restrictionIn("causes", "hasValue", "i")) +
			`    <owl:NamedIndividual rdf:about="http://x.org/o#i"/>`, "A inc i"},
		{"min", propertyIn("causes", "") + classIn("A", `        <rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty rdf:resource="http://x.org/o#causes"/>
                <owl:minQualifiedCardinality rdf:datatype="http://www.w3.org/2001/XMLSchema#nonNegativeInteger">1</owl:minQualifiedCardinality>
                <owl:onClass rdf:resource="http://x.org/o#B"/>
            </owl:Restriction>
        </rdfs:subClassOf>`) + b, "A inc B"},
		{"equivalent class", classIn("A", `        <owl:equivalentClass rdf:resource="http://x.org/o#B"/>`) + b, "A = B"},
		{"genus and difference", classIn("A", `        <owl:equivalentClass>
            <owl:Class>
                <owl:intersectionOf rdf:parseType="Collection">
                    <rdf:Description rdf:about="http://x.org/o#B"/>
                    <owl:Restriction>
                        <owl:onProperty rdf:resource="http://x.org/o#causes"/>
                        <owl:someValuesFrom rdf:resource="http://x.org/o#C"/>
                    </owl:Restriction>
                </owl:intersectionOf>
            </owl:Class>
        </owl:equivalentClass>`) + b + c, "A inc C; A isa B"},
		{"union", classIn("A", `        <owl:equivalentClass>
            <owl:Class>
                <owl:unionOf rdf:parseType="Collection">
                    <rdf:Description rdf:about="http://x.org/o#B"/>
                    <rdf:Description rdf:about="http://x.org/o#C"/>
                </owl:unionOf>
            </owl:Class>
        </owl:equivalentClass>`) + b + c, "B isa A; C isa A"},
		{"one of", classIn("A", `        <owl:equivalentClass>
            <owl:Class>
                <owl:oneOf rdf:parseType="Collection">
                    <rdf:Description rdf:about="http://x.org/o#i"/>
                </owl:oneOf>
            </owl:Class>
        </owl:equivalentClass>`) + `    <owl:NamedIndividual rdf:about="http://x.org/o#i"/>`, "i isa A"},
		{"some of a union", propertyIn("causes", "") + classIn("A", `        <rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty rdf:resource="http://x.org/o#causes"/>
                <owl:someValuesFrom>
                    <owl:Class>
                        <owl:unionOf rdf:parseType="Collection">
                            <rdf:Description rdf:about="http://x.org/o#B"/>
                            <rdf:Description rdf:about="http://x.org/o#C"/>
                        </owl:unionOf>
                    </owl:Class>
                </owl:someValuesFrom>
            </owl:Restriction>
        </rdfs:subClassOf>`) + b + c, "A inc B; A inc C"},
		{"unnamed inverse", propertyIn("causes", "") + classIn("A", `        <rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty>
                    <rdf:Description>
                        <owl:inverseOf rdf:resource="http://x.org/o#causes"/>
                    </rdf:Description>
                </owl:onProperty>
                <owl:someValuesFrom rdf:resource="http://x.org/o#B"/>
            </owl:Restriction>
        </rdfs:subClassOf>`) + b, "B inc A"},
		{"inverse and super-property", propertyIn("p", `        <rdfs:subPropertyOf rdf:resource="http://x.org/o#q"/>`) +
			propertyIn("q", `        <owl:inverseOf rdf:resource="http://x.org/o#r"/>`) +
			propertyIn("r", `        <rdfs:label xml:lang="zh">引发</rdfs:label>`) +
			classIn("A", restrictionIn("p", "someValuesFrom", "B")) + b, "B inc A"},
		{"domain and range", propertyIn("causes", `        <rdfs:domain rdf:resource="http://x.org/o#A"/>
        <rdfs:range rdf:resource="http://x.org/o#B"/>`) + classIn("A", "") + b, "A inc B"},
		{"individuals", classIn("A", "") + `
    <owl:NamedIndividual rdf:about="http://x.org/o#i">
        <rdf:type rdf:resource="http://x.org/o#A"/>
        <causes rdf:resource="http://x.org/o#j"/>
        <owl:sameAs rdf:resource="http://x.org/o#k"/>
    </owl:NamedIndividual>
    <owl:NamedIndividual rdf:about="http://x.org/o#j"/>
    <owl:NamedIndividual rdf:about="http://x.org/o#k"/>`, "i = k; i inc j; i isa A"},
		{"Chinese property elements", classIn("台风", `        <别名 xml:lang="zh">颱風</别名>
        <导致 rdf:resource="http://x.org/o#风暴潮"/>`) + classIn("风暴潮", "") + `
    <owl:AnnotationProperty rdf:about="http://x.org/o#别名"/>`, "台风 inc 风暴潮"},
		{"SKOS", `
    <skos:Concept rdf:about="http://x.org/o#s">
        <skos:broader rdf:resource="http://x.org/o#r"/>
        <skos:exactMatch rdf:resource="http://x.org/o#t"/>
        <skos:related rdf:resource="http://x.org/o#t"/>
    </skos:Concept>
    <skos:Concept rdf:about="http://x.org/o#r"/>
    <skos:Concept rdf:about="http://x.org/o#t"/>`, "s = t; s isa r; s other:related t"},
		{"deprecated", classIn("A", `        <rdfs:subClassOf rdf:resource="http://x.org/o#B"/>
        <owl:deprecated rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">true</owl:deprecated>`) + b + c, ""},
		{"annotated axiom", classIn("A", `        <rdfs:subClassOf rdf:resource="http://x.org/o#B"/>`) + `
    <owl:Axiom>
        <owl:annotatedSource rdf:resource="http://x.org/o#A"/>
        <owl:annotatedProperty rdf:resource="http://www.w3.org/2000/01/rdf-schema#subClassOf"/>
        <owl:annotatedTarget rdf:resource="http://x.org/o#B"/>
        <rdfs:comment>sure</rdfs:comment>
    </owl:Axiom>` + b, "A isa B"},
		{"general axioms", `
    <owl:Restriction>
        <owl:onProperty rdf:resource="http://x.org/o#causes"/>
        <owl:someValuesFrom rdf:resource="http://x.org/o#C"/>
        <rdfs:subClassOf rdf:resource="http://x.org/o#B"/>
    </owl:Restriction>` + b + c, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := load(t, protege(tt.body), Options{})
			if got := edges(o.Graph); got != tt.want {
				t.Errorf("edges %q\nwant  %q", got, tt.want)
			}
			if o.IRI != "http://x.org/o" {
				t.Errorf("ontology %q", o.IRI)
			}
		})
	}
}

// A file as a meteorologist saves it from Protégé, from end to end.
const typhoonFile = `
    <owl:AnnotationProperty rdf:about="http://x.org/o#core"/>
    <owl:ObjectProperty rdf:about="http://x.org/o#causes">
        <rdfs:label xml:lang="en">causes</rdfs:label>
        <rdfs:label xml:lang="zh">引发</rdfs:label>
    </owl:ObjectProperty>

    <!-- http://x.org/o#TropicalCyclone -->

    <owl:Class rdf:about="http://x.org/o#TropicalCyclone">
        <rdfs:comment xml:lang="en">A storm with a warm core.</rdfs:comment>
        <rdfs:label xml:lang="en">tropical cyclone</rdfs:label>
        <rdfs:label xml:lang="zh">热带气旋</rdfs:label>
    </owl:Class>

    <!-- http://x.org/o#Typhoon -->

    <owl:Class rdf:about="http://x.org/o#Typhoon">
        <owl:equivalentClass rdf:resource="http://x.org/o#Hurricane"/>
        <rdfs:subClassOf rdf:resource="http://x.org/o#TropicalCyclone"/>
        <rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty rdf:resource="http://x.org/o#causes"/>
                <owl:someValuesFrom rdf:resource="http://x.org/o#StormSurge"/>
            </owl:Restriction>
        </rdfs:subClassOf>
        <core rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">true</core>
        <rdfs:label xml:lang="zh">台风</rdfs:label>
        <skos:altLabel xml:lang="zh-Hant">颱風</skos:altLabel>
    </owl:Class>
    <owl:Class rdf:about="http://x.org/o#Hurricane">
        <rdfs:label xml:lang="zh">飓风</rdfs:label>
    </owl:Class>
    <owl:Class rdf:about="http://x.org/o#StormSurge">
        <rdfs:label xml:lang="zh">风暴潮</rdfs:label>
    </owl:Class>`

func TestTyphoonFile(t *testing.T) {
	o := load(t, protege(typhoonFile), Options{})
	g := o.Graph
	if got, want := edges(g), "Typhoon = Hurricane; Typhoon inc StormSurge; Typhoon isa TropicalCyclone"; got != want {
		t.Errorf("edges %q\nwant  %q", got, want)
	}
	if got, want := concepts(g), "TropicalCyclone Typhoon Hurricane StormSurge"; got != want {
		t.Errorf("concepts %q, want %q", got, want)
	}
	if got, want := labels(g, "http://x.org/o#Typhoon"), "台风@zh; 颱風@zh-Hant alt"; got != want {
		t.Errorf("labels %q, want %q", got, want)
	}
	id, _ := g.ByIRI("http://x.org/o#Typhoon")
	if c := g.Concept(id); !c.Core || c.Name("zh") != "台风" || g.Depth(id) != 2 {
		t.Errorf("Typhoon: core %t, name %q, depth %d", c.Core, c.Name("zh"), g.Depth(id))
	}
	if len(o.Findings) != 0 {
		t.Errorf("findings %v", o.Findings)
	}
}

// The shapes of old files and of other editors mean the same.
func TestSameMeaning(t *testing.T) {
	const want = "A inc B; A isa C"
	files := map[string]string{
		"entities, both separators, relative IRIs": `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [
    <!ENTITY owl "http://www.w3.org/2002/07/owl#" >
    <!ENTITY o "http://x.org/o" >
]>
<rdf:RDF xmlns="&o;#" xml:base="&o;" xmlns:owl="&owl;" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Class rdf:ID="A"><rdfs:subClassOf><owl:Restriction><owl:onProperty><owl:ObjectProperty rdf:about="#causes"/></owl:onProperty>
    <owl:someValuesFrom><owl:Class rdf:about="&o;#B"/></owl:someValuesFrom></owl:Restriction></rdfs:subClassOf>
    <rdfs:subClassOf rdf:resource="#C"/></owl:Class>
  <owl:Class rdf:about="#C"/>
</rdf:RDF>`,
		"nodeID and Description": `<rdf:RDF xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="http://x.org/o">
  <rdf:Description rdf:about="#A"><rdf:type rdf:resource="http://www.w3.org/2002/07/owl#Class"/><rdfs:subClassOf rdf:nodeID="r"/><rdfs:subClassOf rdf:resource="#C"/></rdf:Description>
  <rdf:Description rdf:nodeID="r"><owl:onProperty rdf:resource="#causes"/><owl:someValuesFrom rdf:resource="#B"/></rdf:Description>
</rdf:RDF>`,
		"N-Triples": strings.NewReplacer("o:", "<http://x.org/o#", "w:", "<http://www.w3.org/2002/07/owl#", "s:", "<http://www.w3.org/2000/01/rdf-schema#").Replace(
			`o:A> s:subClassOf> _:r .
_:r w:onProperty> o:causes> .
_:r w:someValuesFrom> o:B> .
o:A> s:subClassOf> o:C> .
`),
		"byte order mark": "\ufeff" + prefixes + ":A rdfs:subClassOf :C , [ owl:onProperty :causes ; owl:someValuesFrom :B ; ] .",
		"packed":          packed(prefixes + ":A rdfs:subClassOf :C , [ owl:onProperty :causes ; owl:someValuesFrom :B ] ."),
	}
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			if got := edges(load(t, text, Options{}).Graph); got != want {
				t.Errorf("edges %q, want %q", got, want)
			}
		})
	}
}
