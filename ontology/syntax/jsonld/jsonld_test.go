package jsonld

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const turtlePrefixes = `@prefix : <http://x.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

func decodeAll(text string, opt rdfio.Options) ([]rdf.Triple, error) {
	var all []rdf.Triple
	err := Decode(strings.NewReader(text), opt, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	return all, err
}

func fromTurtle(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	var all []rdf.Triple
	err := turtle.Decode(strings.NewReader(turtlePrefixes+text), rdfio.Options{}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return all
}

func shown(t testing.TB, all []rdf.Triple) string {
	t.Helper()
	var b bytes.Buffer
	if err := ntriples.Encode(&b, all, rdfio.EncodeOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// direct says how a document is read.
type direct bool

const (
	ours direct = true  // in expanded form
	gold direct = false // through json-gold
)

func TestDecode(t *testing.T) {
	tests := []struct {
		name, text, want string
		by               direct
	}{
		{"Protégé", `[ {
  "@id" : "http://x.org/o#Typhoon",
  "@type" : [ "http://www.w3.org/2002/07/owl#Class" ],
  "http://www.w3.org/2000/01/rdf-schema#label" : [ {
    "@language" : "zh",
    "@value" : "台风"
  }, {
    "@value" : "typhoon"
  } ],
  "http://www.w3.org/2000/01/rdf-schema#subClassOf" : [ {
    "@id" : "_:genid1"
  } ]
}, {
  "@id" : "_:genid1",
  "http://x.org/o#n" : [ {
    "@type" : "http://www.w3.org/2001/XMLSchema#nonNegativeInteger",
    "@value" : "1"
  } ]
} ]`, `:Typhoon a owl:Class ; rdfs:label "台风"@zh , "typhoon" ; rdfs:subClassOf [ :n "1"^^xsd:nonNegativeInteger ] .`, ours},
		{"empty", `[]`, ``, ours},
		{"one object", `{"@id":"http://x.org/o#A","http://x.org/o#p":{"@id":"http://x.org/o#B"}}`, `:A :p :B .`, ours},
		{"nested", `[{"@id":"http://x.org/o#A","http://x.org/o#p":[{"http://x.org/o#q":[{"@id":"http://x.org/o#B","http://x.org/o#r":[{"@value":"c"}]}]}]}]`,
			`:A :p [ :q :B ] . :B :r "c" .`, ours},
		{"without a name", `[{"http://x.org/o#p":[{"@value":"a"}]}]`, `[] :p "a" .`, ours},
		{"list", `[{"@id":"http://x.org/o#A","http://x.org/o#p":[{"@list":[{"@id":"http://x.org/o#B"},{"@value":"c"},{"@list":[]}]}]}]`,
			`:A :p ( :B "c" () ) .`, ours},
		{"native values", `[{"@id":"http://x.org/o#A","http://x.org/o#p":[{"@value":true},{"@value":5},{"@value":-0.0},{"@value":5.5},{"@value":1e30},{"@type":"http://www.w3.org/2001/XMLSchema#double","@value":2},{"@value":null}]}]`,
			`:A :p true , 5 , 0 , "5.5E0"^^xsd:double , "1.0E30"^^xsd:double , "2.0E0"^^xsd:double .`, ours},
		{"escapes", `[{"@id":"http://x.org/o#\u53f0","http://x.org/o#p":[{"@value":"\"\\\/\b\f\n\r\t\u00e9\ud83c\udf00\ud800x"}]}]`,
			`<http://x.org/o#台> :p "\"\\/\b\f\n\r\té🌀` + "\uFFFD" + `x" .`, ours},
		{"graphs", `{"@graph":[{"@id":"http://x.org/o#A","http://x.org/o#p":[{"@id":"http://x.org/o#B"}]}]}`, `:A :p :B .`, ours},
		{"a named graph", `[{"@id":"http://x.org/g","http://x.org/o#p":[{"@value":"g"}],"@graph":[{"@id":"http://x.org/o#A","http://x.org/o#p":[{"@id":"http://x.org/o#B"}]}]}]`,
			`:A :p :B . <http://x.org/g> :p "g" .`, ours},
		{"a named graph before its name", `[{"@graph":[{"@id":"http://x.org/o#A","http://x.org/o#p":[{"@id":"http://x.org/o#B"}]}],"@id":"http://x.org/g","http://x.org/o#p":[{"@value":"g"}]}]`,
			`:A :p :B . <http://x.org/g> :p "g" .`, ours},
		{"reverse", `[{"@id":"http://x.org/o#A","@reverse":{"http://x.org/o#p":[{"@id":"http://x.org/o#B"}]}}]`, `:B :p :A .`, ours},
		{"included", `[{"@id":"http://x.org/o#A","@included":[{"@id":"http://x.org/o#B","http://x.org/o#p":[{"@value":"c"}]}]}]`, `:B :p "c" .`, ours},
		{"JSON", `[{"@id":"http://x.org/o#A","http://x.org/o#p":[{"@type":"@json","@value":{"a":1}}]}]`, `:A :p "{\"a\":1}"^^rdf:JSON .`, ours},
		{"a byte order mark", "\ufeff[]", ``, ours},

		{"a context", `{"@context":{"name":"http://x.org/o#name","x":"http://x.org/o#"},"@id":"x:A","name":"a","x:p":{"@id":"x:B"}}`, `:A :name "a" ; :p :B .`, gold},
		{"a named graph with a context", `{"@context":{"p":"http://x.org/o#p"},"@id":"http://x.org/g","p":"g","@graph":[{"@id":"http://x.org/o#A","p":{"@id":"http://x.org/o#B"}}]}`,
			`:A :p :B . <http://x.org/g> :p "g" .`, gold},
		{"graphs in a graph", `{"@context":{"p":"http://x.org/o#p","in":{"@id":"http://x.org/o#in","@container":"@graph"}},"@graph":[{"@id":"http://x.org/g","@graph":[{"@id":"http://x.org/o#A","p":"a"}]},{"@id":"http://x.org/o#B","in":{"@id":"http://x.org/o#C","p":"c"}}]}`,
			`:A :p "a" . :B :in [] . :C :p "c" .`, gold},
		{"graphs by their names", `{"@context":{"p":"http://x.org/o#p","of":{"@id":"http://x.org/o#of","@container":["@graph","@id"]}},"@id":"http://x.org/o#A","of":{"http://x.org/g":{"@id":"http://x.org/o#B","p":"b"}}}`,
			`:A :of <http://x.org/g> . :B :p "b" .`, gold},
		{"a base with two slashes", `{"@context":{"@base":"http://x.org/web/http://y.org/o/"},"@id":"A","http://x.org/o#p":[{"@id":"../B"},{"@id":"/C"}]}`,
			`<http://x.org/web/http://y.org/o/A> :p <http://x.org/web/http://y.org/B> , <http://x.org/C> .`, gold},
		{"a vocabulary", `{"@context":{"@vocab":"http://x.org/o#","@language":"zh"},"@graph":[{"@id":"http://x.org/o#A","@type":"T","p":["台风",5,true]}]}`,
			`:A a :T ; :p "台风"@zh , 5 , true .`, gold},
		{"relative names", `[{"@id":"#A","http://x.org/o#p":[{"@id":""}]}]`, `<http://x.org/doc#A> :p <http://x.org/doc> .`, gold},
		{"names that come late", `[{"http://x.org/o#p":[{"@value":"a"}],"@id":"http://x.org/o#A"}]`, `:A :p "a" .`, gold},
		{"short values", `[{"@id":"http://x.org/o#A","http://x.org/o#p":"a"}]`, `:A :p "a" .`, gold},
		{"containers", `{"@context":{"label":{"@id":"http://x.org/o#l","@container":"@language"},"of":{"@reverse":"http://x.org/o#p"},"all":{"@id":"http://x.org/o#all","@container":"@list","@type":"@id"}},
			"@id":"http://x.org/o#A","label":{"zh":"台风","en":"typhoon"},"of":{"@id":"http://x.org/o#B"},"all":["http://x.org/o#C","http://x.org/o#D"]}`,
			`:A :l "台风"@zh , "typhoon"@en ; :all ( :C :D ) . :B :p :A .`, gold},
		{"a set", `[{"@id":"http://x.org/o#A","http://x.org/o#p":{"@set":[{"@value":"a"}]}}]`, `:A :p "a" .`, gold},
		{"many numbers", `{"@context":{"p":"http://x.org/o#p"},"@id":"http://x.org/o#A","p":[5.0,0.1]}`, `:A :p 5 , "1.0E-1"^^xsd:double .`, gold},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := rdfio.Options{Base: "http://x.org/doc"}
			got, err := decodeAll(tt.text, opt)
			if err != nil {
				t.Fatal(err)
			}
			if want := fromTurtle(t, tt.want); !rdfiotest.Isomorphic(got, want) {
				t.Errorf("got\n%swant\n%s", shown(t, got), shown(t, want))
			}
			_, err = expanded([]byte(strings.TrimPrefix(tt.text, "\ufeff")), opt, nil)
			if by := direct(err == nil); by != tt.by {
				t.Errorf("read directly: %v (%v)", by, err)
			}
		})
	}
}

// json-gold reads the same from what we read by ourselves.
func TestSameAsGold(t *testing.T) {
	for _, text := range []string{
		`[{"@id":"http://x.org/o#A","@type":["http://x.org/o#T"],"http://x.org/o#p":[{"@list":[{"@id":"_:b"},{"@value":"c","@language":"zh-Hant"}]},{"@value":5.5},{"@value":"z"}]},{"@id":"_:b","http://x.org/o#q":[{"http://x.org/o#r":[{"@value":true}]}]}]`,
		`[{"@id":"http://x.org/o#A","@reverse":{"http://x.org/o#p":[{"@id":"http://x.org/o#B","http://x.org/o#q":[{"@value":"1","@type":"http://x.org/t"}]}]}}]`,
	} {
		ours, err := decodeAll(text, rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		data, tags, err := expand([]byte(text), "http://x.org/doc")
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := expanded(data, rdfio.Options{}, tags)
		if err != nil || len(ours) == 0 || !rdfiotest.Isomorphic(ours, theirs) {
			t.Errorf("%v\n%s\n%s", err, shown(t, ours), shown(t, theirs))
		}
	}
}

func TestErrors(t *testing.T) {
	deep := strings.Repeat(`[{"http://x.org/p":`, 600)
	tests := []struct{ text, want string }{
		{"", "f.json:1:1: the file is empty; expected JSON"},
		{"[\n{\"@id\" \"x\"}]", `f.json:2:8: expected a colon, not "\""`},
		{"[{}", `f.json:1:4: expected a comma or ']', not the end of the file`},
		{"[{}] x", `f.json:1:6: expected the end of the file, not "x"`},
		{`{"a":"b`, `f.json:1:6: a text that is not closed`},
		{`{"a":"\x"}`, `f.json:1:8: unknown escape sequence \x in a text`},
		{`{"a":"\u12"}`, `f.json:1:8: expected four hexadecimal digits after \u`},
		{"{\"a\":\"\n\"}", `f.json:1:7: a control character in a text`},
		{`{"a":01}`, `f.json:1:6: "01" is not a JSON number`},
		{`{"a":-}`, `f.json:1:6: "-" is not a JSON number`},
		{`{a:1}`, `f.json:1:2: expected a name in quotes, not "a"`},
		{`{"a":nil}`, `f.json:1:6: expected a JSON value, not "n"`},
		{"{\"a\":\"\xff\"}", `f.json:1:6: a text that is not UTF-8; save the file as UTF-8`},
		{deep, `f.json:1:9501: more than 1000 objects and arrays inside each other (Limits.Depth)`},
		{"{\n\"@context\": \"https://schema.org/\"}", `f.json:2:14: the context "https://schema.org/" lies on the network, where nothing is fetched from; write the context into the file, or save it as expanded JSON-LD or in another syntax`},
		{`{"@context":5}`, `f.json:1:1: this JSON-LD makes no sense: invalid local context`},
		{`[{"@id":"http://x.org/A","http://x.org/p":[{"@value":"a","@language":"not a tag"}]}]`, `f.json:1:44: "not a tag" is not a language tag`},
	}
	for _, tt := range tests {
		all, err := decodeAll(tt.text, rdfio.Options{File: "f.json"})
		if syn := (*rdfio.SyntaxError)(nil); !errors.As(err, &syn) || !strings.HasPrefix(err.Error(), tt.want) || len(all) > 0 {
			t.Errorf("%.60q: error %v\nwant %s", tt.text, err, tt.want)
		}
	}
	if _, err := decodeAll("[ [ ] ]", rdfio.Options{Limits: rdfio.Limits{Depth: 1}}); err == nil {
		t.Error("no limit of depth")
	}
	stop := errors.New("enough")
	err := Decode(strings.NewReader(`[{"http://x.org/p":[{"@value":1},{"@value":2}]}]`), rdfio.Options{}, func(rdf.Triple) error { return stop })
	if err != stop {
		t.Errorf("error %v", err)
	}
}

const sample = `<http://x.org/o> a owl:Ontology ; rdfs:comment "two\nlines \"quoted\" \\ \u0007" .
:A a owl:Class , :T ; rdfs:label "台风"@zh-Hant , "typhoon" ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] , :B .
:B owl:equivalentClass [ owl:intersectionOf ( :C [ owl:unionOf ( :D ( ) _:x ) ] ) ] ; :n 5 , "5.50"^^xsd:decimal , "a"^^:t ; :q [] .
_:x :p _:x . _:y :p _:z . _:z :p _:y . [] :p "alone" . :L a "odd" , [] ; :p ( ) , rdf:nil .
<urn:x> :p <mailto:a@b> .
`

func TestEncode(t *testing.T) {
	want := fromTurtle(t, sample)
	for _, opt := range []rdfio.EncodeOptions{{}, {Expanded: true}, {Prefixes: map[string]string{"x": "http://x.org/o#", "": "http://x.org/", "urn": "urn:", "odd": "http://x.org/od"}}} {
		var a, b bytes.Buffer
		if err := Encode(&a, want, opt); err != nil {
			t.Fatal(err)
		}
		got, err := decodeAll(a.String(), rdfio.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, a.String())
		}
		if !rdfiotest.Isomorphic(got, want) {
			t.Errorf("%s\nread as\n%s", a.String(), shown(t, got))
		}
		if _, err := expanded(a.Bytes(), rdfio.Options{}, nil); opt.Expanded != (err == nil) {
			t.Errorf("expanded: %v", err)
		}
		if err := Encode(&b, append(want, want...), opt); err != nil || a.String() != b.String() {
			t.Errorf("not the same twice (%v)", err)
		}
	}
}

func TestEncodeLayout(t *testing.T) {
	var b bytes.Buffer
	err := Encode(&b, fromTurtle(t, `:A rdfs:label "台风"@zh ; a owl:Class ; :p "x" , ( 1 ) .`), rdfio.EncodeOptions{Prefixes: map[string]string{"x": "http://x.org/o#"}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "@context": {
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "x": "http://x.org/o#",
    "xsd": "http://www.w3.org/2001/XMLSchema#"
  },
  "@graph": [
    {
      "@id": "x:A",
      "@type": "owl:Class",
      "rdfs:label": {"@value": "台风", "@language": "zh"},
      "x:p": [
        "x",
        {"@list": [
          {"@value": "1", "@type": "xsd:integer"}
        ]}
      ]
    }
  ]
}
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

// Whatever the bytes, there is an error with a place, or triples that come back
// when they are written and read.
func FuzzDecode(f *testing.F) {
	f.Add(`[{"@id":"http://x.org/A","@type":["http://x.org/T"],"http://x.org/p":[{"@value":"a","@language":"zh"},{"@list":[{"@id":"_:b"}]},{"@value":1.5}]}]`)
	f.Add(`{"@context":{"@vocab":"http://x.org/","p":{"@container":"@set"}},"@graph":[{"@id":"A","p":["a",{"q":1}]}]}`)
	f.Add(`{"@reverse":{"http://x.org/p":{"@id":"_:x"}},"@included":[{}],"@index":"i"}`)
	f.Add(`{"@context":["http://x.org/c",null]}`)
	f.Fuzz(func(t *testing.T, text string) {
		all, err := decodeAll(text, rdfio.Options{File: "f"})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("error %q", err)
			}
			return
		}
		if len(all) > 200 {
			return // of many nodes alike the comparison takes long
		}
		var b bytes.Buffer
		if err := Encode(&b, all, rdfio.EncodeOptions{Expanded: true}); err != nil {
			t.Fatal(err)
		}
		again, err := decodeAll(b.String(), rdfio.Options{})
		if err != nil || !rdfiotest.Isomorphic(all, again) {
			t.Fatalf("%v\n%s\nwritten as\n%s", err, shown(t, all), b.String())
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	var s strings.Builder
	s.WriteString("[")
	for i := range 10000 {
		if i > 0 {
			s.WriteString(", ")
		}
		fmt.Fprintf(&s, `{ "@id" : "http://x.org/o#C%d", "@type" : [ "http://www.w3.org/2002/07/owl#Class" ],
  "http://www.w3.org/2000/01/rdf-schema#label" : [ { "@language" : "en", "@value" : "concept %[1]d" } ],
  "http://www.w3.org/2000/01/rdf-schema#subClassOf" : [ { "@id" : "http://x.org/o#C%[2]d" } ] }`, i, i/3)
	}
	s.WriteString("]")
	b.SetBytes(int64(s.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if err := Decode(strings.NewReader(s.String()), rdfio.Options{}, func(rdf.Triple) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
