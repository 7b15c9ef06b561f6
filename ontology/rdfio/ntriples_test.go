package rdfio_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func TestNTriples(t *testing.T) {
	// The expectations are N-Triples too, so they are compared as terms.
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"comment", "# a", ""},
		{"no blanks", `<e:s><e:p>"a"@en.`, "<e:s> <e:p> \"a\"@en .\n"},
		{"blanks and comments", " \t<e:s>\t<e:p>  <e:o>\t. # a\r\n\r\n#b\n", "<e:s> <e:p> <e:o> .\n"},
		{"line ends of old Macs", "<e:s> <e:p> <e:o> .\r<e:s> <e:p> <e:q> . # a\r#b\r", "<e:s> <e:p> <e:o> .\n<e:s> <e:p> <e:q> .\n"},
		{"escapes", `<e:\u53f0> <e:p> "\u98CE\U0001F300\t\b\n\r\f\"\'\\" .`, "<e:台> <e:p> \"风🌀\\t\\u0008\\n\\r\\u000C\\\"'\\\\\" .\n"},
		{"quote after a backslash", `<e:s> <e:p> "a\\" .`, `<e:s> <e:p> "a\\" .` + "\n"},
		{"datatype", `<e:s> <e:p> "1"^^<e:t> .`, "<e:s> <e:p> \"1\"^^<e:t> .\n"},
		{"xsd:string is the default", `<e:s> <e:p> "1"^^<http://www.w3.org/2001/XMLSchema#string> .`, "<e:s> <e:p> \"1\" .\n"},
		{"langString without language", `<e:s> <e:p> "1"^^<` + rdfNS + `langString> .`, `<e:s> <e:p> "1"^^<` + rdfNS + "langString> .\n"},
		{"languages", `<e:s> <e:p> "a"@zh-Hant-TW .`, "<e:s> <e:p> \"a\"@zh-Hant-TW .\n"},
		{"same subject again", "<e:s> <e:p> <e:o> .\n<e:s> <e:p> <e:q> .\n<e:s2> <e:p> _:s .\n_:s <e:p> _:s.", "<e:s> <e:p> <e:o> .\n<e:s> <e:p> <e:q> .\n<e:s2> <e:p> _:s .\n_:s <e:p> _:s .\n"},
		{"blank node labels", "_:a.b <e:p> _:1 .\n_:é <e:p> _:a.", "_:a.b <e:p> _:1 .\n_:é <e:p> _:a .\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, window := range []int{0, 1} {
				got, err := decode([]byte(c.in), rdfio.WithWindow(rdfio.Options{Syntax: "ntriples"}, window))
				if err != nil {
					t.Fatal(err)
				}
				if s := inNTriples(t, got); s != c.want {
					t.Errorf("got  %s\nwant %s", s, c.want)
				}
			}
		})
	}
}

func TestNTriplesErrors(t *testing.T) {
	runErrors(t, rdfio.Options{Syntax: "ntriples"}, []errorCase{
		{"text", "hello", `f:1:1: expected a subject such as <http://example.org/s> or _:b, found "hello"`},
		{"literal as subject", `"a" <e:p> <e:o> .`, `f:1:1: expected a subject`},
		{"blank node as predicate", `<e:s> _:p <e:o> .`, `f:1:7: expected a predicate such as <http://example.org/p>, found "_:p"`},
		{"no object", `<e:s> <e:p> .`, `f:1:13: expected an object such as <http://example.org/o>, _:b or "text", found "."`},
		{"cut", "<e:s> <e:p> <e:o> .\n<e:s> <e:p>", `f:2:12: expected an object such as <http://example.org/o>, _:b or "text", found the end of the file`},
		{"cut in an escape", `<e:s> <e:p> "\u4\u0627`, `f:1:13: expected '"' at the end of the literal`},
		{"bad escape", `<e:s> <e:p> "\u4\u0627" .`, `f:1:14: in a literal: expected 4 hexadecimal digits after \u`},
		{"escape beyond Unicode", `<e:s> <e:p> "a\U00110000" .`, `f:1:15: in a literal: "\\U00110000" is not a Unicode character`},
		{"no dot", "<e:s> <e:p> <e:o>\n", `f:1:18: expected '.' after the object, found the end of the line`},
		{"two in a line", "<e:s> <e:p> <e:o> . <e:s> <e:p> <e:o> .", `f:1:21: expected the end of the line after '.', found "<e:s>"`},
		{"relative IRI", "<s> <e:p> <e:o> .", `f:1:2: "s" is a relative IRI where an absolute one is expected`},
		{"IRI never ends", "<e:s> <e:p> <e:o", `f:1:13: expected '>' at the end of the IRI "<e:o"`},
		{"blank in an IRI", "<e:s> <e:p> <e:a b> .", `f:1:17: in an IRI: unexpected ' '`},
		{"blank in an IRI by escape", `<e:s> <e:p> <e:a\u0020b> .`, `f:1:14: "e:a b" is not a valid IRI`},
		{"carriage return in a literal", "<e:s> <e:p> \"a\rb\" .", `f:1:13: a line break inside a literal`},
		{"not UTF-8", "<e:s> <e:p> \"\xb7\xe7\" .", `f:1:14: bytes that are not UTF-8`},
		{"no language", `<e:s> <e:p> "a"@ .`, `f:1:16: expected a language tag after '@'`},
		{"no datatype", `<e:s> <e:p> "a"^^ .`, `f:1:16: expected a datatype such as`},
		{"no label", `<e:s> <e:p> _: .`, `f:1:13: expected a label after "_:"`},
		{"column counts characters", "# 台风\n<e:台风> x", `f:2:8: expected a predicate`},
	})
}

// What begins like N-Triples may go on as Turtle.
func TestNTriplesGoesOnAsTurtle(t *testing.T) {
	head := "<e:s> <e:p> <e:o> .\n_:g1 <e:p> \"a\" .\n"
	for len(head) < 200<<10 { // longer than what Detect sees
		head += "<e:s> <e:p> <e:o> .\n"
	}
	got, err := decode([]byte(head+"@prefix e: <e:> .\n_:g1 e:p [] .\n"), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantGraph(t, got, "<e:s> <e:p> <e:o> .\n_:x <e:p> \"a\" .\n_:x <e:p> _:y .")
	_, err = decode([]byte(head+"oops"), rdfio.Options{File: "f"})
	if want := "f:10242:1: expected a subject (IRI"; err == nil || err.Error()[:len(want)] != want {
		t.Errorf("got %v, want %s…", err, want)
	}
}
