package owl

import (
	"path/filepath"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// inSyntaxes says in every syntax what typhoonIs says: the ontology
// http://x.org/syntax in which a typhoon (台风) is a storm that causes a flood.
func inSyntaxes() map[string]string {
	return map[string]string{
		"rdfxml": `<rdf:RDF xmlns="http://x.org/o#" xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<owl:Ontology rdf:about="http://x.org/syntax"/><owl:ObjectProperty rdf:about="http://x.org/o#causes"/>
<owl:Class rdf:about="http://x.org/o#Typhoon"><rdfs:label>台风</rdfs:label><rdfs:subClassOf rdf:resource="http://x.org/o#Storm"/><rdfs:subClassOf><owl:Restriction>
<owl:onProperty rdf:resource="http://x.org/o#causes"/><owl:someValuesFrom rdf:resource="http://x.org/o#Flood"/></owl:Restriction></rdfs:subClassOf></owl:Class>
<owl:Class rdf:about="http://x.org/o#Storm"/><owl:Class rdf:about="http://x.org/o#Flood"/></rdf:RDF>`,
		"turtle": prefixes + `<http://x.org/syntax> a owl:Ontology . :causes a owl:ObjectProperty . :Storm a owl:Class . :Flood a owl:Class .
:Typhoon a owl:Class ; rdfs:label "台风" ; rdfs:subClassOf :Storm , [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :Flood ] .`,
		"ntriples": `<http://x.org/syntax> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .
<http://x.org/o#Typhoon> <http://www.w3.org/2000/01/rdf-schema#label> "台风" .
<http://x.org/o#Typhoon> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x.org/o#Storm> .
<http://x.org/o#Typhoon> <http://www.w3.org/2000/01/rdf-schema#subClassOf> _:r .
_:r <http://www.w3.org/2002/07/owl#onProperty> <http://x.org/o#causes> .
_:r <http://www.w3.org/2002/07/owl#someValuesFrom> <http://x.org/o#Flood> .
`,
		"owlxml": `<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://x.org/o" ontologyIRI="http://x.org/syntax">
<Prefix name="rdfs" IRI="http://www.w3.org/2000/01/rdf-schema#"/><Declaration><Class IRI="#Typhoon"/></Declaration>
<SubClassOf><Class IRI="#Typhoon"/><Class IRI="#Storm"/></SubClassOf>
<SubClassOf><Class IRI="#Typhoon"/><ObjectSomeValuesFrom><ObjectProperty IRI="#causes"/><Class IRI="#Flood"/></ObjectSomeValuesFrom></SubClassOf>
<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/><IRI>#Typhoon</IRI><Literal>台风</Literal></AnnotationAssertion></Ontology>`,
		"functional": `Prefix(:=<http://x.org/o#>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://x.org/syntax> Declaration(Class(:Typhoon)) SubClassOf(:Typhoon :Storm) SubClassOf(:Typhoon ObjectSomeValuesFrom(:causes :Flood))
AnnotationAssertion(rdfs:label :Typhoon "台风"))`,
		"manchester": "Prefix: : <http://x.org/o#>\nPrefix: rdfs: <http://www.w3.org/2000/01/rdf-schema#>\nOntology: <http://x.org/syntax>\n" +
			"ObjectProperty: causes\nClass: Storm\nClass: Flood\nClass: Typhoon\n  Annotations: rdfs:label \"台风\"\n  SubClassOf: Storm, causes some Flood\n",
		"obo": "ontology: http://x.org/syntax\nidspace: o http://x.org/o#\n\n[Term]\nid: o:Typhoon\nname: 台风\nis_a: o:Storm\nrelationship: o:causes o:Flood\n",
		"obograph": `{"graphs":[{"id":"http://x.org/syntax","nodes":[{"id":"http://x.org/o#Typhoon","lbl":"台风","type":"CLASS"}],"edges":[
{"sub":"http://x.org/o#Typhoon","pred":"is_a","obj":"http://x.org/o#Storm"},{"sub":"http://x.org/o#Typhoon","pred":"http://x.org/o#causes","obj":"http://x.org/o#Flood"}]}]}`,
		"jsonld": `{"@context":{"@vocab":"http://x.org/o#","owl":"http://www.w3.org/2002/07/owl#","rdfs":"http://www.w3.org/2000/01/rdf-schema#"},"@graph":[
{"@id":"http://x.org/syntax","@type":"owl:Ontology"},{"@id":"http://x.org/o#Typhoon","@type":"owl:Class","rdfs:label":"台风",
"rdfs:subClassOf":[{"@id":"http://x.org/o#Storm"},{"@type":"owl:Restriction","owl:onProperty":{"@id":"http://x.org/o#causes"},"owl:someValuesFrom":{"@id":"http://x.org/o#Flood"}}]}]}`,
	}
}

// Every syntax loads under any name, in any charset, and is found as an import.
func TestSyntaxes(t *testing.T) {
	for f, text := range inSyntaxes() {
		t.Run(f, func(t *testing.T) {
			utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			gbk, err := simplifiedchinese.GBK.NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			for charset, data := range map[string]string{"utf-8": text, "utf-16le": utf16, "gb18030": gbk} {
				o := load(t, data, Options{File: "whatever.owl"})
				if edges(o.Graph) != "Typhoon inc Flood; Typhoon isa Storm" || labels(o.Graph, "http://x.org/o#Typhoon") != "台风" {
					t.Errorf("%s: edges %q, labels %q", charset, edges(o.Graph), labels(o.Graph, "http://x.org/o#Typhoon"))
				}
				if o.IRI != "http://x.org/syntax" || o.Syntax.Name != f || o.Charset != charset {
					t.Errorf("%s: IRI %q, syntax %q, charset %q", charset, o.IRI, o.Syntax.Name, o.Charset)
				}
				if guessed := found(o, Charset) != ""; guessed != (charset == "gb18030") {
					t.Errorf("%s: finding %q", charset, found(o, Charset))
				}
			}
			dir := lay(t, map[string]string{"a.ttl": onto("http://x.org/a", "http://x.org/syntax"), "b.xml.gz": packed(text)})
			o, err := Open(filepath.Join(dir, "a.ttl"), Options{})
			if err != nil || imports(o) != "a.ttl http://x.org/syntax folder b.xml.gz" || o.Graph.Len() != 4 {
				t.Errorf("as an import: %v, %q", err, imports(o))
			}
		})
	}
}

// What a file imports by its name lies beside it.
func TestImportByName(t *testing.T) {
	dir := lay(t, map[string]string{
		"a.obo":         "ontology: a\nimport: sub/b c.obo\n\n[Term]\nid: A:1\n",
		"sub/b c.obo":   "[Term]\nid: B:1\n",
		"../secret.obo": "[Term]\nid: C:1\n",
		"c.obo":         "ontology: c\nimport: ../secret.obo\n\n[Term]\nid: A:1\n",
	})
	o, err := Open(filepath.Join(dir, "a.obo"), Options{})
	if err != nil || concepts(o.Graph) != "A_1 B_1" {
		t.Errorf("%v, findings %v", err, o.Findings)
	}
	if o, err = Open(filepath.Join(dir, "c.obo"), Options{}); err != nil || o.Graph.Len() != 1 {
		t.Errorf("a file outside the folder was read (%v)", err)
	}
}
