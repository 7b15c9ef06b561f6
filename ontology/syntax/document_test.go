package syntax

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
)

// samples say in every syntax that a typhoon (台风) is a kind of storm.
func samples() map[string]string {
	return map[string]string{
		"rdfxml": `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">
  <owl:Ontology rdf:about="http://x.org/o"/>
  <owl:Class rdf:about="http://x.org/o#Typhoon"><rdfs:label>台风</rdfs:label><rdfs:subClassOf rdf:resource="http://x.org/o#Storm"/></owl:Class>
  <owl:Class rdf:about="http://x.org/o#Storm"/>
</rdf:RDF>`,
		"turtle": `@prefix : <http://x.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://x.org/o> a owl:Ontology . :Typhoon a owl:Class ; rdfs:label "台风" ; rdfs:subClassOf :Storm . :Storm a owl:Class .`,
		"ntriples": `<http://x.org/o> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .
<http://x.org/o#Typhoon> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
<http://x.org/o#Typhoon> <http://www.w3.org/2000/01/rdf-schema#label> "台风" .
<http://x.org/o#Typhoon> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x.org/o#Storm> .
<http://x.org/o#Storm> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .`,
		"owlxml": `<?xml version="1.0"?>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://x.org/o" ontologyIRI="http://x.org/o">
  <Prefix name="rdfs" IRI="http://www.w3.org/2000/01/rdf-schema#"/>
  <Declaration><Class IRI="#Typhoon"/></Declaration><Declaration><Class IRI="#Storm"/></Declaration>
  <SubClassOf><Class IRI="#Typhoon"/><Class IRI="#Storm"/></SubClassOf>
  <AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/><IRI>#Typhoon</IRI><Literal>台风</Literal></AnnotationAssertion>
</Ontology>`,
		"functional": `Prefix(:=<http://x.org/o#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://x.org/o>
Declaration(Class(:Typhoon)) Declaration(Class(:Storm))
AnnotationAssertion(rdfs:label :Typhoon "台风")
SubClassOf(:Typhoon :Storm)
)`,
		"manchester": `Prefix: : <http://x.org/o#>
Prefix: rdfs: <http://www.w3.org/2000/01/rdf-schema#>
Ontology: <http://x.org/o>
Class: Typhoon
    Annotations: rdfs:label "台风"
    SubClassOf: Storm
Class: Storm
`,
		"obo": "ontology: http://x.org/o\n\n[Term]\nid: Typhoon\nname: 台风\nis_a: Storm\n\n[Term]\nid: Storm\n",
		"obograph": `{"graphs": [{"id": "http://x.org/o", "nodes": [{"id": "http://x.org/o#Typhoon", "lbl": "台风", "type": "CLASS"},
{"id": "http://x.org/o#Storm", "type": "CLASS"}], "edges": [{"sub": "http://x.org/o#Typhoon", "pred": "is_a", "obj": "http://x.org/o#Storm"}]}]}`,
		"jsonld": `[{"@id": "http://x.org/o", "@type": ["http://www.w3.org/2002/07/owl#Ontology"]},
{"@id": "http://x.org/o#Typhoon", "@type": ["http://www.w3.org/2002/07/owl#Class"],
"http://www.w3.org/2000/01/rdf-schema#label": [{"@value": "台风"}], "http://www.w3.org/2000/01/rdf-schema#subClassOf": [{"@id": "http://x.org/o#Storm"}]},
{"@id": "http://x.org/o#Storm", "@type": ["http://www.w3.org/2002/07/owl#Class"]}]`,
	}
}

func decodeAll(data []byte, opt Options) ([]rdf.Triple, error) {
	var all []rdf.Triple
	err := Decode(bytes.NewReader(data), opt, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	return all, err
}

// plain leaves out what OBO adds: identifiers.
func plain(all []rdf.Triple) []rdf.Triple {
	var out []rdf.Triple
	for _, t := range all {
		if !strings.Contains(t.Pred.String(), "oboInOwl") && !strings.Contains(t.Subj.String(), "oboInOwl") {
			out = append(out, t)
		}
	}
	return out
}

func pack(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

// Every syntax in every charset, packed and not, says the same.
func TestDecode(t *testing.T) {
	want, err := decodeAll([]byte(samples()["turtle"]), Options{})
	if err != nil || len(want) != 5 {
		t.Fatal(err, want)
	}
	charsets := []struct {
		name    string
		enc     encoding.Encoding
		mark    string
		guessed bool
	}{
		{"utf-8", encoding.Nop, "", false},
		{"utf-8", encoding.Nop, "\xEF\xBB\xBF", false},
		{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "\xFF\xFE", false},
		{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "\xFE\xFF", false},
		{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "", false},
		{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "", false},
		{"utf-32le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "\xFF\xFE\x00\x00", false},
		{"gb18030", simplifiedchinese.GBK, "", true},
		{"gb18030", simplifiedchinese.GB18030, "", true},
		{"big5", traditionalchinese.Big5, "", true},
	}
	for f, sample := range samples() {
		for _, c := range charsets {
			if c.name == "big5" {
				sample = strings.ReplaceAll(sample, "台风", "颱風")
			}
			data, err := c.enc.NewEncoder().Bytes([]byte(sample))
			if err != nil {
				t.Fatal(err)
			}
			data = append([]byte(c.mark), data...)
			d, err := Recognise(data)
			if err != nil || d.Syntax.Name != f || d.Charset != c.name || d.Guessed != c.guessed {
				t.Errorf("%s in %s (mark %q): %+v, %v", f, c.name, c.mark, d, err)
				continue
			}
			for _, data := range [][]byte{data, pack(data)} {
				got, err := decodeAll(data, Options{})
				if err != nil {
					t.Errorf("%s in %s: %v", f, c.name, err)
					continue
				}
				wanted := want
				if c.name == "big5" {
					if wanted, err = decodeAll([]byte(strings.ReplaceAll(samples()["turtle"], "台风", "颱風")), Options{}); err != nil {
						t.Fatal(err)
					}
				}
				if !rdfiotest.Isomorphic(plain(got), wanted) {
					t.Errorf("%s in %s: %v", f, c.name, got)
				}
			}
		}
	}
}

// What an XML declaration says of the charset counts, unless it is plainly
// wrong.
func TestDeclaredCharset(t *testing.T) {
	const body = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/"><rdf:Description rdf:about="http://x.org/a"><x:p>%s</x:p></rdf:Description></rdf:RDF>`
	gbk := func(s string) string {
		b, err := simplifiedchinese.GBK.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	latin, err := charmap.ISO8859_1.NewEncoder().String("Zürich")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ declared, text, want, charset string }{
		{"GB2312", gbk("台风和暴雨"), "台风和暴雨", "gbk"},
		{"utf-8", gbk("台风和暴雨"), "台风和暴雨", "gb18030"}, // what an editor left behind
		{"gbk", "台风和暴雨的监测与预报", "台风和暴雨的监测与预报", "utf-8"},
		{"iso-8859-1", latin, "Zürich", "windows-1252"},
		{"UTF-16", "台风", "台风", "utf-8"},
		{"us-ascii", "台风", "台风", "utf-8"},
	}
	for _, tt := range tests {
		data := []byte(`<?xml version="1.0" encoding="` + tt.declared + `"?>` + "\n" + fmt.Sprintf(body, tt.text))
		d, err := Recognise(data)
		if err != nil || d.Charset != tt.charset {
			t.Errorf("%s: %+v, %v", tt.declared, d, err)
		}
		got, err := decodeAll(data, Options{})
		if err != nil || len(got) != 1 || got[0].Obj.String() != tt.want {
			t.Errorf("%s: %v, %v", tt.declared, got, err)
		}
	}
}

// Real Chinese text is told apart although every pair of bytes is possible in
// both charsets.
func TestGuess(t *testing.T) {
	const simplified = "台风是产生于热带洋面上的一种强烈热带气旋。暴雨往往引发洪水、滑坡和泥石流等次生灾害，造成人员伤亡和财产损失。气象部门发布预警信号，应急管理部门组织群众转移。"
	const traditional = "颱風是產生於熱帶洋面上的一種強烈熱帶氣旋。暴雨往往引發洪水、滑坡和土石流等次生災害，造成人員傷亡和財產損失。氣象部門發布預警信號，應急管理部門組織群眾轉移。"
	for _, tt := range []struct {
		text string
		enc  encoding.Encoding
		want string
	}{
		{simplified, simplifiedchinese.GBK, "gb18030"},
		{traditional, simplifiedchinese.GBK, "gb18030"},
		{simplified + "㐀𠀀", simplifiedchinese.GB18030, "gb18030"},
		{traditional, traditionalchinese.Big5, "big5"},
	} {
		for n := range len([]rune(tt.text)) - 1 {
			part := string([]rune(tt.text)[n:])
			data, err := tt.enc.NewEncoder().Bytes([]byte("# " + part + "\n"))
			if err != nil {
				t.Fatal(err)
			}
			if n > len([]rune(tt.text))-20 {
				break // too little to tell
			}
			got, charset, guessed, err := text(data)
			if err != nil || charset != tt.want || !guessed || string(got) != "# "+part+"\n" {
				t.Errorf("%.30s… in %s: taken for %s, %v", part, tt.want, charset, err)
				break
			}
		}
	}
}

// Hostile and mistaken input: one line that says what is wrong and where.
func TestErrors(t *testing.T) {
	latin := "@prefix : <http://x.org/> .\n:a :p \"Z\xfcrich, Gen\xe8ve\" ."
	tests := []struct{ name, text, want string }{
		{"empty", "", "f:1:1: the file is empty; expected an ontology"},
		{"HTML", "<!DOCTYPE html><html><head><title>o.owl</title>", "f:1:1: this looks like an HTML page; expected an ontology: download the ontology itself"},
		{"zip", "PK\x03\x04\x14\x00\x06\x00", "f:1:1: this looks like a zip archive (or an Office document); expected an ontology: unpack"},
		{"PDF", "%PDF-1.7\n\xe2\xe3", "f:1:1: this looks like a PDF document"},
		{"zeros", strings.Repeat("\x00", 64), "f:1:1: this looks like a binary file"},
		{"program", "\x7fELF\x02\x01\x01\x00\x00\xff", "f:1:1: this looks like a binary file"},
		{"Latin-1", latin, "f:2:9: byte 0xFC is not UTF-8, and the text is not GB18030 or Big5 either; save the file as UTF-8"},
		{"unknown encoding", `<?xml version="1.0" encoding="EBCDIC-X"?><a/>`, `f:1:1: unknown encoding "EBCDIC-X" in the XML declaration; save the file as UTF-8`},
		{"broken UTF-8 behind a mark", "\xEF\xBB\xBF# \xff", "f:1:3: byte 0xFF is not UTF-8"},
		{"LaTeX", `\documentclass{article}`, "f:1:1: this looks like LaTeX"},
		{"JSON", `{"name": "x"}`, "f:1:1: this looks like JSON that is neither JSON-LD"},
		{"Git LFS", "version https://git-lfs.github.com/spec/v1\n", "f:1:1: this looks like a Git LFS pointer"},
		{"prose", "Typhoon is a storm.", "f:1:1: expected a subject"},
		{"billion laughs", "<?xml version=\"1.0\"?>\n<!DOCTYPE rdf:RDF [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;\"><!ENTITY g \"&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;\"><!ENTITY h \"&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;\">]>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:x=\"http://x.org/\"><rdf:Description><x:p>&h;</x:p></rdf:Description></rdf:RDF>", "f:"},
		{"external entity", "<!DOCTYPE rdf:RDF [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>", "f:1:"},
		{"deep RDF/XML", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/">` + strings.Repeat("<x:A><x:p>", 100000), "f:1:"},
		{"deep Turtle", "<http://x.org/a> <http://x.org/p> " + strings.Repeat("[ <http://x.org/p> ", 100000), "f:1:"},
		{"deep OWL/XML", `<Ontology xmlns="http://www.w3.org/2002/07/owl#">` + strings.Repeat("<ObjectIntersectionOf>", 100000), "f:1:"},
		{"deep functional", "Ontology(SubClassOf(" + strings.Repeat("ObjectComplementOf(", 100000), "f:1:"},
		{"deep Manchester", "Ontology: <http://x.org/o>\nClass: <http://x.org/A>\n SubClassOf: " + strings.Repeat("(", 100000), "f:3:"},
		{"deep OBO graph", `{"graphs":` + strings.Repeat("[", 100000), "f:1:"},
		{"deep JSON-LD", `[{"@id":"http://x.org/a","http://x.org/p":` + strings.Repeat("[", 100000), "f:1:"},
		{"context on the network", `{"@context":"https://x.org/c"}`, `f:1:14: the context "https://x.org/c" lies on the network`},
	}
	for _, tt := range tests {
		_, err := decodeAll([]byte(tt.text), Options{File: "f"})
		if syn := (*rdfio.SyntaxError)(nil); !errors.As(err, &syn) || !strings.HasPrefix(err.Error(), tt.want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s: error %.200v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// A document that ends early is an error wherever it is cut, unless what is
// left is a whole document by itself.
func TestTruncated(t *testing.T) {
	for f, sample := range samples() {
		line := map[string]bool{"ntriples": true, "obo": true, "turtle": true, "manchester": true}[f]
		failed := 0
		for n := range len(sample) {
			_, err := decodeAll([]byte(sample[:n]), Options{File: "f"})
			if err != nil {
				failed++
				if !strings.HasPrefix(err.Error(), "f:") {
					t.Errorf("%s cut at %d: %v", f, n, err)
				}
			}
		}
		if !line && failed < len(sample)-2 {
			t.Errorf("%s: %d of %d beginnings are taken for whole documents", f, len(sample)-failed, len(sample))
		}
	}
	packed := pack([]byte(samples()["turtle"]))
	if _, err := decodeAll(packed[:len(packed)/2], Options{}); err == nil {
		t.Error("half of a packed file is no error")
	}
}

func TestLimits(t *testing.T) {
	big := pack(bytes.Repeat([]byte("# filler\n"), 1<<17))
	if _, err := decodeAll(big, Options{Limits: rdfio.Limits{Bytes: 1 << 16}}); err == nil || !strings.Contains(err.Error(), "longer than the limit of 65536 bytes") {
		t.Errorf("error %v", err)
	}
	stop := errors.New("enough")
	for f, sample := range samples() {
		n := 0
		err := Decode(strings.NewReader(sample), Options{}, func(rdf.Triple) error { n++; return stop })
		if !errors.Is(err, stop) || n != 1 {
			t.Errorf("%s: %d triples after the error of yield, error %v", f, n, err)
		}
	}
}

func TestEncode(t *testing.T) {
	for f, sample := range samples() {
		want, err := decodeAll([]byte(sample), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range All().Written() {
			var b bytes.Buffer
			dropped, err := to.Encode(&b, want, EncodeOptions{Prefixes: map[string]string{"x": "http://x.org/o#"}})
			if err != nil || len(dropped) > 0 {
				t.Errorf("%s as %s: %v, not written %q", f, to.Name, err, dropped)
			}
			d, err := Recognise(b.Bytes())
			if err != nil || d.Syntax.Name != to.Name {
				t.Errorf("%s as %s is taken for %+v, %v", f, to.Name, d, err)
				continue
			}
			got, err := decodeAll(b.Bytes(), Options{})
			if to.Name == "obo" { // it adds the identifier of each term
				got = slices.DeleteFunc(got, func(t rdf.Triple) bool {
					return !slices.ContainsFunc(want, func(w rdf.Triple) bool { return rdf.TriplesEqual(t, w) })
				})
			}
			if err != nil || !rdfiotest.Isomorphic(got, want) {
				t.Errorf("%s as %s: %v\n%s", f, to.Name, err, b.String())
			}
		}
	}
}

// Whatever the bytes, there is one line of an error, or triples that can be
// written.
func FuzzDecode(f *testing.F) {
	for _, s := range samples() {
		f.Add([]byte(s))
	}
	f.Add(pack([]byte("[]")))
	f.Add([]byte("\xFF\xFE[\x00]\x00"))
	f.Add([]byte("# \xcc\xa8\xb7\xe7\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, warn := range []func(*rdfio.SyntaxError){nil, func(*rdfio.SyntaxError) {}} {
			all, err := decodeAll(data, Options{File: "f", Warn: warn, Limits: rdfio.Limits{Bytes: 1 << 20}})
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\x1b") {
					t.Fatalf("error %q", err)
				}
				continue
			}
			var b bytes.Buffer
			if err := ntriples.Encode(&b, all, rdfio.EncodeOptions{}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
