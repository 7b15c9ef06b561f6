package rdfio_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/rdfxml"
)

func rdfXML(t testing.TB, triples []rdf.Triple, opt rdfio.EncodeOptions) string {
	t.Helper()
	var b strings.Builder
	if err := rdfxml.Encode(&b, triples, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const stormTurtle = `@prefix : <http://x.org/o#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Surge a owl:Class .
:Typhoon rdfs:label "台风"@zh, "a < \"b\" & 'c'" ; a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:someValuesFrom [ a owl:Class ; owl:unionOf ( :Surge [ a owl:Class ; owl:complementOf :Storm ] ) ] ; owl:onProperty :causes ],
   :Storm, _:shared ; dct:created "2026-01-01"^^xsd:date ; :seen 3 .
_:shared a owl:Restriction ; owl:onProperty :causes ; owl:minCardinality 1 .
[] a owl:Axiom ; owl:annotatedSource :Typhoon ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget _:shared ; rdfs:comment "why" .
:causes a owl:TransitiveProperty, owl:ObjectProperty ; rdfs:range :Storm ; owl:inverseOf [ owl:inverseOf :causes ] ; rdfs:comment "" .
<http://x.org/o> owl:imports <http://y.org/> ; a owl:Ontology ; owl:versionIRI <http://x.org/o/1> .
:Mangkhut a :Typhoon, owl:NamedIndividual ; :hit "Shen--zhen" .
:x--y a :Storm .
[] a owl:AllDisjointClasses ; owl:members ( :Storm :Surge ) .
[ a owl:Restriction ; owl:onProperty :causes ; owl:hasSelf true ] rdfs:subClassOf :Storm .
<http://elsewhere/> rdfs:seeAlso :Storm .
:list rdfs:seeAlso ( "a" ) .
_:a :next _:b . _:b :next _:a .
`

const stormXML = `<?xml version="1.0"?>
<rdf:RDF xmlns="http://x.org/o#"
     xml:base="http://x.org/o"
     xmlns:owl="http://www.w3.org/2002/07/owl#"
     xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
     xmlns:xml="http://www.w3.org/XML/1998/namespace"
     xmlns:xsd="http://www.w3.org/2001/XMLSchema#"
     xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
     xmlns:terms="http://purl.org/dc/terms/">
    <owl:Ontology rdf:about="http://x.org/o">
        <owl:versionIRI rdf:resource="http://x.org/o/1"/>
        <owl:imports rdf:resource="http://y.org/"/>
    </owl:Ontology>
    


    <!-- 
    ///////////////////////////////////////////////////////////////////////////////////////
    //
    // Object Properties
    //
    ///////////////////////////////////////////////////////////////////////////////////////
     -->

    


    <!-- http://x.org/o#causes -->

    <owl:ObjectProperty rdf:about="http://x.org/o#causes">
        <owl:inverseOf>
            <rdf:Description>
                <owl:inverseOf rdf:resource="http://x.org/o#causes"/>
            </rdf:Description>
        </owl:inverseOf>
        <rdf:type rdf:resource="http://www.w3.org/2002/07/owl#TransitiveProperty"/>
        <rdfs:range rdf:resource="http://x.org/o#Storm"/>
        <rdfs:comment></rdfs:comment>
    </owl:ObjectProperty>
    


    <!-- 
    ///////////////////////////////////////////////////////////////////////////////////////
    //
    // Classes
    //
    ///////////////////////////////////////////////////////////////////////////////////////
     -->

    


    <!-- http://x.org/o#Surge -->

    <owl:Class rdf:about="http://x.org/o#Surge"/>
    


    <!-- http://x.org/o#Typhoon -->

    <owl:Class rdf:about="http://x.org/o#Typhoon">
        <rdfs:subClassOf rdf:resource="http://x.org/o#Storm"/>
        <rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty rdf:resource="http://x.org/o#causes"/>
                <owl:someValuesFrom>
                    <owl:Class>
                        <owl:unionOf rdf:parseType="Collection">
                            <rdf:Description rdf:about="http://x.org/o#Surge"/>
                            <owl:Class>
                                <owl:complementOf rdf:resource="http://x.org/o#Storm"/>
                            </owl:Class>
                        </owl:unionOf>
                    </owl:Class>
                </owl:someValuesFrom>
            </owl:Restriction>
        </rdfs:subClassOf>
        <rdfs:subClassOf rdf:nodeID="genid1"/>
        <terms:created rdf:datatype="http://www.w3.org/2001/XMLSchema#date">2026-01-01</terms:created>
        <rdfs:label>a &lt; &quot;b&quot; &amp; &apos;c&apos;</rdfs:label>
        <rdfs:label xml:lang="zh">台风</rdfs:label>
        <seen rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">3</seen>
    </owl:Class>
    <owl:Restriction rdf:nodeID="genid1">
        <owl:onProperty rdf:resource="http://x.org/o#causes"/>
        <owl:minCardinality rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">1</owl:minCardinality>
    </owl:Restriction>
    <owl:Axiom>
        <owl:annotatedSource rdf:resource="http://x.org/o#Typhoon"/>
        <owl:annotatedProperty rdf:resource="http://www.w3.org/2000/01/rdf-schema#subClassOf"/>
        <owl:annotatedTarget rdf:nodeID="genid1"/>
        <rdfs:comment>why</rdfs:comment>
    </owl:Axiom>
    


    <!-- 
    ///////////////////////////////////////////////////////////////////////////////////////
    //
    // Individuals
    //
    ///////////////////////////////////////////////////////////////////////////////////////
     -->

    


    <!-- http://x.org/o#Mangkhut -->

    <owl:NamedIndividual rdf:about="http://x.org/o#Mangkhut">
        <rdf:type rdf:resource="http://x.org/o#Typhoon"/>
        <hit>Shen--zhen</hit>
    </owl:NamedIndividual>
    


    <!-- http://x.org/o#x%2D%2Dy -->

    <rdf:Description rdf:about="http://x.org/o#x--y">
        <rdf:type rdf:resource="http://x.org/o#Storm"/>
    </rdf:Description>
    


    <!-- 
    ///////////////////////////////////////////////////////////////////////////////////////
    //
    // Annotations
    //
    ///////////////////////////////////////////////////////////////////////////////////////
     -->

    <rdf:Description rdf:about="http://elsewhere/">
        <rdfs:seeAlso rdf:resource="http://x.org/o#Storm"/>
    </rdf:Description>
    <rdf:Description rdf:about="http://x.org/o#list">
        <rdfs:seeAlso>
            <rdf:Description>
                <rdf:first>a</rdf:first>
                <rdf:rest rdf:resource="http://www.w3.org/1999/02/22-rdf-syntax-ns#nil"/>
            </rdf:Description>
        </rdfs:seeAlso>
    </rdf:Description>
    


    <!-- 
    ///////////////////////////////////////////////////////////////////////////////////////
    //
    // General axioms
    //
    ///////////////////////////////////////////////////////////////////////////////////////
     -->

    <owl:Restriction>
        <owl:onProperty rdf:resource="http://x.org/o#causes"/>
        <owl:hasSelf rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">true</owl:hasSelf>
        <rdfs:subClassOf rdf:resource="http://x.org/o#Storm"/>
    </owl:Restriction>
    <rdf:Description>
        <rdf:type rdf:resource="http://www.w3.org/2002/07/owl#AllDisjointClasses"/>
        <owl:members rdf:parseType="Collection">
            <rdf:Description rdf:about="http://x.org/o#Storm"/>
            <rdf:Description rdf:about="http://x.org/o#Surge"/>
        </owl:members>
    </rdf:Description>
    <rdf:Description rdf:nodeID="genid2">
        <next>
            <rdf:Description>
                <next rdf:nodeID="genid2"/>
            </rdf:Description>
        </next>
    </rdf:Description>
</rdf:RDF>



<!-- Written by hand - or not -->

`

// Whatever the order of the triples, the file is the same, and it is laid out
// as Protégé lays it out.
func TestEncodeRDFXML(t *testing.T) {
	triples, err := decode([]byte(stormTurtle), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(triples), func(i, j int) { triples[i], triples[j] = triples[j], triples[i] })
		triples = append(triples, triples[0])
		got := rdfXML(t, triples, rdfio.EncodeOptions{Comment: "Written by hand ----- or not"})
		if got != stormXML {
			t.Fatalf("got\n%s", got)
		}
	}
	back, err := decode([]byte(stormXML), rdfio.Options{})
	if err != nil || !rdfiotest.Isomorphic(triples, back) {
		t.Errorf("reading it back: %v", err)
	}
}

// resave reads a document and writes it with the prefixes and the comment it
// has.
func resave(t testing.TB, name string, data []byte) ([]rdf.Triple, string, error) {
	triples, err := decode(data, rdfio.Options{File: name, Warn: func(*rdfio.SyntaxError) {}})
	if err != nil {
		t.Fatal(err)
	}
	opt := rdfio.EncodeOptions{Prefixes: prefixes(data)}
	if _, after, ok := strings.Cut(string(data), "</rdf:RDF>"); ok {
		opt.Comment = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(after), "<!-- "), " -->")
	}
	var b strings.Builder
	err = rdfxml.Encode(&b, triples, opt)
	return triples, b.String(), err
}

// The ontologies of this repository, which are laid out as Protégé saves them,
// are saved again without a byte of difference.
func TestResave(t *testing.T) {
	for _, name := range []string{"typhoon", "rainstorm"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "ontologies", name+".owl"))
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := resave(t, name, data); err != nil || got != string(data) {
			t.Errorf("%s.owl is saved with differences: %v", name, err)
		}
	}
}

// Real files, which the OWL API 4.5 wrote, and how many of their lines it
// writes otherwise than we do: the header of EDAM has annotations sorted by
// what they say, and axioms annotated within one entity have no order.
var resaved = map[string]int{
	"bfo/21838-2/owl/profiles/atemporal/bfo-2020-without-some-all-times.owl": 0,
	"edam/EDAM_1.25.owl":                     29,
	"envo/subsets/environmental_hazards.owl": 187,
	"envo/subsets/envoPolar.owl":             20,
}

// Every real file is read back as it was, and saved a second time to the byte.
func TestEncodeRDFXMLReal(t *testing.T) {
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		name := filepath.ToSlash(rel)
		if s, err := syntax.All().Detect(data[:min(len(data), rdfio.HeadSize)]); err != nil || !s.Streams || brokenFiles[name] != "" {
			return nil
		}
		files++
		t.Run(name, func(t *testing.T) { checkResave(t, name, data) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files", files)
}

func checkResave(t *testing.T, name string, data []byte) {
	triples, text, err := resave(t, name, data)
	if err != nil {
		t.Fatal(err)
	}
	back, again, err := resave(t, name, []byte(text))
	if err != nil || !rdfiotest.Isomorphic(triples, back) {
		t.Errorf("read back it is not the same: %v", err)
	}
	if again != text {
		t.Error("saved a second time it differs")
	}
	if most, ok := resaved[name]; ok {
		if n := linesMoved(string(data), text); n > most {
			t.Errorf("%d lines are elsewhere, want at most %d", n, most)
		}
	}
}

// linesMoved counts the lines of a that b has in another place, places being
// counted from the end nearer to the line, or not at all.
func linesMoved(a, b string) int {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for len(la) > 0 && len(lb) > 0 && la[0] == lb[0] {
		la, lb = la[1:], lb[1:]
	}
	for len(la) > 0 && len(lb) > 0 && la[len(la)-1] == lb[len(lb)-1] {
		la, lb = la[:len(la)-1], lb[:len(lb)-1]
	}
	n := 0
	for i, line := range la {
		if i >= len(lb) || lb[i] != line {
			n++
		}
	}
	return n
}

// Any graph that RDF/XML can say is read back as the same graph.
func TestRDFXMLRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		triples := genGraph(t)
		var b bytes.Buffer
		opt := rdfio.EncodeOptions{Prefixes: map[string]string{"e": "e:", "": "e:c/"}}
		if err := rdfxml.Encode(&b, triples, opt); err != nil {
			if !cannotSay(triples) {
				t.Fatal(err)
			}
			return
		}
		back, err := decode(b.Bytes(), rdfio.Options{Syntax: "rdfxml"})
		if err != nil || !rdfiotest.Isomorphic(triples, back) {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
	})
}

// cannotSay tells whether there is a property without a name in XML, or a
// character that XML cannot hold.
func cannotSay(triples []rdf.Triple) bool {
	for _, t := range triples {
		switch p := t.Pred.String(); p[len(p)-1] {
		case '.', ':', '1', '/', '-':
			return true
		}
		if l, ok := t.Obj.(rdf.Literal); ok && strings.ContainsFunc(l.String(), func(r rune) bool {
			return r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0xFFFE || r == 0xFFFF
		}) {
			return true
		}
	}
	return false
}

func TestEncodeRDFXMLErrors(t *testing.T) {
	for _, tt := range []struct {
		turtle   string
		prefixes map[string]string
		want     string
	}{
		{"<e:s> <http://x.org/1> <e:o> .", nil, `rdfio: the property "http://x.org/1" cannot be written in RDF/XML, where it must end in an XML name: write Turtle instead, or rename it`},
		{"<e:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#li> <e:o> .", nil, `rdfio: the property "http://www.w3.org/1999/02/22-rdf-syntax-"… cannot be written`},
		{"<e:s> <e:p> \"bell \\u0007\" .", nil, `rdfio: XML 1.0 cannot hold the character U+0007 in "bell \a": write Turtle instead, or remove it`},
		{"<e:s> <e:p> <e:o> .", map[string]string{"a b": "e:"}, `rdfio: "a b" cannot be a prefix in XML`},
		{"<e:s> <e:p> <e:o> .", map[string]string{"xmlfoo": "e:"}, `rdfio: "xmlfoo" cannot be a prefix in XML`},
	} {
		triples, err := decode([]byte(tt.turtle), rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = rdfxml.Encode(io.Discard, triples, rdfio.EncodeOptions{Prefixes: tt.prefixes})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	if err := rdfxml.Encode(io.Discard, []rdf.Triple{{}}, rdfio.EncodeOptions{}); err == nil || err.Error() != "triple 0: a term is missing" {
		t.Errorf("a triple of nothing: %v", err)
	}
	good, err := decode([]byte(stormTurtle), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := rdfxml.Encode(failing{}, good, rdfio.EncodeOptions{}); !errors.Is(err, errTest) {
		t.Errorf("to a failing writer: %v", err)
	}
}

// What is nested more deeply than readers follow is written less deeply, and
// Names go where XML has room for them.
func TestEncodeRDFXMLDeep(t *testing.T) {
	var doc strings.Builder
	doc.WriteString("<e:s> <e:p> _:n0 .\n")
	for i := range 10_000 {
		doc.WriteString("_:n" + itoa(i) + " <e:p> _:n" + itoa(i+1) + " .\n_:n" + itoa(i) + " <e:p> _:m" + itoa(i) + " .\n")
	}
	triples, err := decode([]byte(doc.String()), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := decode([]byte(rdfXML(t, triples, rdfio.EncodeOptions{})), rdfio.Options{})
	if err != nil || len(back) != len(triples) {
		t.Errorf("%d triples of %d, %v", len(back), len(triples), err)
	}
}

func TestPrefixes(t *testing.T) {
	for name, tt := range map[string]struct {
		doc  string
		want map[string]string
	}{
		"RDF/XML": {`<?xml version="1.0"?><!DOCTYPE rdf:RDF [<!ENTITY o "http://x.org/o">]><!-- xmlns:no="no" --><rdf:RDF xmlns="&o;#" xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:no="no"/></rdf:RDF>`,
			map[string]string{"": "http://x.org/o#", "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#"}},
		"Turtle":    {"@prefix : <http://x.org/o#> .\n  PREFIX a-b: <rel/>\n# @prefix no: <no> .\n:a a-b:c \"\"\"@prefix\"\"\" .", map[string]string{"": "http://x.org/o#", "a-b": "file:///rel/"}},
		"N-Triples": {"<e:s> <e:p> <e:o> .", map[string]string{}},
		"broken":    {"<html>", map[string]string{}},
	} {
		if got := prefixes([]byte(tt.doc)); !maps.Equal(got, tt.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzEncodeRDFXML(f *testing.F) {
	f.Add(stormTurtle)
	f.Add("_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:a . _:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> _:b, \"\\r\\n\" .")
	f.Add("@prefix : <e:/> . :a :b ( ( 1 ) [ :c _:d ] ) . _:d :e :\\-f , \"x\"@a-b-c .")
	f.Fuzz(func(t *testing.T, doc string) {
		triples, err := decode([]byte(doc), rdfio.Options{Syntax: "turtle", Base: "http://x.org/"})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := rdfxml.Encode(&b, triples, rdfio.EncodeOptions{}); err != nil {
			return
		}
		back, err := decode(b.Bytes(), rdfio.Options{Syntax: "rdfxml"})
		if err != nil || len(triples) < 100 && !rdfiotest.Isomorphic(triples, back) {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
	})
}

func BenchmarkEncodeRDFXML(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), "edam", "EDAM_1.25.owl"))
	if err != nil {
		b.Fatal(err)
	}
	triples, err := decode(data, rdfio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if err := rdfxml.Encode(io.Discard, triples, rdfio.EncodeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(triples))*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
}

// prefixes returns the prefixes that a document declares.
func prefixes(data []byte) map[string]string {
	d, err := syntax.Recognise(data)
	if err != nil {
		return nil
	}
	return d.Prefixes()
}
