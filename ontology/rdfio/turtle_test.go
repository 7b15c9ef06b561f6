package rdfio_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// ttl puts the prefixes of the tests before content, which begins in line 2.
func ttl(content string) string {
	return "@prefix e: <e:> . @prefix rdf: <" + rdfNS + "> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix : <d:> .\n" + content
}

func TestTurtle(t *testing.T) {
	runGraphs(t, "turtle", []graphCase{
		{"nothing", "", ""},
		{"comment without line end", "# a", ""},
		{"lists of predicates and objects", ttl(`e:s e:p e:a , e:b ; e:q e:c .`), `<e:s> <e:p> <e:a> . <e:s> <e:p> <e:b> . <e:s> <e:q> <e:c> .`},
		{"no blanks", ttl(`e:s<e:p>"a",<e:b>;a[];e:q(1).`),
			`<e:s> <e:p> "a" . <e:s> <e:p> <e:b> . <e:s> <rdf:type> _:x . <e:s> <e:q> _:l . _:l <rdf:first> "1"^^<xsd:integer> . _:l <rdf:rest> <rdf:nil> .`},
		{"semicolon before bracket", ttl("e:s e:p [ a owl:Restriction ; owl:onProperty e:q ; ] ."),
			`<e:s> <e:p> _:x . _:x <rdf:type> <owl:Restriction> . _:x <owl:onProperty> <e:q> .`},
		{"semicolons in a row and before the dot", ttl("e:s e:p e:a ;; e:q e:b ; ."), `<e:s> <e:p> <e:a> . <e:s> <e:q> <e:b> .`},
		{"number and line end", ttl("e:s e:p 18\n."), `<e:s> <e:p> "18"^^<xsd:integer> .`},
		{"number and dot", ttl("e:s e:p 18.\ne:s e:p 1.5. e:s e:p .5 . e:s e:p 1.e5 . e:s e:p -1E-2 . e:s e:p +7 ."),
			`<e:s> <e:p> "18"^^<xsd:integer> . <e:s> <e:p> "1.5"^^<xsd:decimal> . <e:s> <e:p> ".5"^^<xsd:decimal> .
<e:s> <e:p> "1.e5"^^<xsd:double> . <e:s> <e:p> "-1E-2"^^<xsd:double> . <e:s> <e:p> "+7"^^<xsd:integer> .`},
		{"number and semicolon, bracket, comma", ttl("e:s e:p [ e:q 1;e:r 2,3.0] ."),
			`<e:s> <e:p> _:x . _:x <e:q> "1"^^<xsd:integer> . _:x <e:r> "2"^^<xsd:integer> . _:x <e:r> "3.0"^^<xsd:decimal> .`},
		{"number and e", ttl("e:s e:p 1,2,1e1 ."), `<e:s> <e:p> "1"^^<xsd:integer> . <e:s> <e:p> "2"^^<xsd:integer> . <e:s> <e:p> "1e1"^^<xsd:double> .`},
		{"empty local part", ttl("e:s e:p e:, : , rdf: ."), `<e:s> <e:p> <e:> . <e:s> <e:p> <d:> . <e:s> <e:p> <rdf:> .`},
		{"a and line end", ttl("e:s a\nowl:Class ."), `<e:s> <rdf:type> <owl:Class> .`},
		{"a and bracket", ttl("e:s a<e:T>."), `<e:s> <rdf:type> <e:T> .`},
		{"relative datatype", `<e:s> <e:p> "47 km/h"^^<#speed> .`, `<e:s> <e:p> "47 km/h"^^<b:#speed> .`},
		{"prefixes called like keywords", "@prefix base: <b1:> . PREFIX prefix: <p:> @prefix a: <a:> . @prefix true: <t:> .\nbase:Story a prefix:Class ; a:b true:c , true .",
			`<b1:Story> <rdf:type> <p:Class> . <b1:Story> <a:b> <t:c> . <b1:Story> <a:b> "true"^^<xsd:boolean> .`},
		{"directives of either kind", "prefix e: <e:>\nBASE <http://x/y/>\n@base <z/> .\nPrEfIx f: <f/>\n<> e:p <a>, f:b .",
			`<http://x/y/z/> <e:p> <http://x/y/z/a> . <http://x/y/z/> <e:p> <http://x/y/z/f/b> .`},
		{"prefix given again", "@prefix e: <e:> . e:s e:p e:a . @prefix e: <f:> . e:s e:p e:a .", `<e:s> <e:p> <e:a> . <f:s> <f:p> <f:a> .`},
		{"base given again", "<a> <e:p> <> . @base <http://h/> . <a> <e:p> <> .", `<http://example.org/dir/a> <e:p> <b:> . <http://h/a> <e:p> <http://h/> .`},
		{"relative IRIs", "<#X> <e:p> <X>, <../x>, </x>, <?q>, <//h/x> .", `<b:#X> <e:p> <http://example.org/dir/X> . <b:#X> <e:p> <http://example.org/x> .
<b:#X> <e:p> <http://example.org/x> . <b:#X> <e:p> <b:?q> . <b:#X> <e:p> <http://h/x> .`},
		{"escapes in IRIs", `<e:\u53F0\U000098CE> <e:p> <e:o> .`, `<e:台风> <e:p> <e:o> .`},
		{"Chinese names and tags", ttl(`e:台风 e:影响 "颱風"@zh-Hant-TW , "台风"@zh .`), `<e:台风> <e:影响> "颱風"@zh-Hant-TW . <e:台风> <e:影响> "台风"@zh .`},
		{"names with all sorts", ttl(`e:a.b e:c-d e:1 , e:a:b , e:%20x , e:a\,\~b , :a·b .`),
			`<e:a.b> <e:c-d> <e:1> . <e:a.b> <e:c-d> <e:a:b> . <e:a.b> <e:c-d> <e:%20x> . <e:a.b> <e:c-d> <e:a,~b> . <e:a.b> <e:c-d> <d:a·b> .`},
		{"dots after names", ttl("e:s e:p e:b. e:s e:p e:b.c.\n"), `<e:s> <e:p> <e:b> . <e:s> <e:p> <e:b.c> .`},
		{"strings", ttl(`e:s e:p 'a"b' , "a'b" , '''a''b''' , """a"b
c""" , """"x""" , "" , '' , "\t\n\r\b\f\"\'\\\u0041" .`),
			`<e:s> <e:p> "a\"b" . <e:s> <e:p> "a'b" . <e:s> <e:p> "a''b" . <e:s> <e:p> "a\"b\nc" . <e:s> <e:p> "\"x" . <e:s> <e:p> "" . <e:s> <e:p> "\t\n\r\b\f\"'\\A" .`},
		{"datatype by name, with space", ttl(`e:s e:p "a" ^^ e:t , "b" @en .`), `<e:s> <e:p> "a"^^<e:t> . <e:s> <e:p> "b"@en .`},
		{"language called base", ttl(`e:s e:p "a"@base , "b"@prefix .`), `<e:s> <e:p> "a"@base . <e:s> <e:p> "b"@prefix .`},
		{"collections", ttl(`e:s e:p () , ( e:a ( 1 ) [ e:q "b" ] ) .`),
			`<e:s> <e:p> <rdf:nil> . <e:s> <e:p> _:1 . _:1 <rdf:first> <e:a> . _:1 <rdf:rest> _:2 . _:2 <rdf:first> _:i . _:i <rdf:first> "1"^^<xsd:integer> . _:i <rdf:rest> <rdf:nil> .
_:2 <rdf:rest> _:3 . _:3 <rdf:first> _:b . _:b <e:q> "b" . _:3 <rdf:rest> <rdf:nil> .`},
		{"collection and blank node as subject", ttl(`( e:a ) e:p e:b . [ e:q e:c ] . [ e:q e:d ] e:r e:e . [] e:q e:f .`),
			`_:l <rdf:first> <e:a> . _:l <rdf:rest> <rdf:nil> . _:l <e:p> <e:b> . _:1 <e:q> <e:c> . _:2 <e:q> <e:d> . _:2 <e:r> <e:e> . _:3 <e:q> <e:f> .`},
		{"blank node labels", ttl("_:a.b e:p _:1 . _:a.b e:p _:é ."), `_:x <e:p> _:y . _:x <e:p> _:z .`},
		{"blank node label and dot", ttl("e:s e:p _:a. e:t e:p _:a."), `<e:s> <e:p> _:x . <e:t> <e:p> _:x .`},
		{"comments", ttl("e:s # one\n <e:p>#two\r<e:o> # three\n. # four"), `<e:s> <e:p> <e:o> .`},
		{"line ends of Windows", ttl("e:s\r\n  e:p\r\n  e:o .\r\n"), `<e:s> <e:p> <e:o> .`},
	})
}

func TestTurtleErrors(t *testing.T) {
	runErrors(t, rdfio.Options{Syntax: "turtle"}, []errorCase{
		{"text", "hello world", `f:1:1: expected a subject (IRI, prefixed name, blank node, list) or a directive, found "hello"`},
		{"prefix not declared", "\n  x:a x:b x:c .", `f:2:3: the prefix of "x:a" is not declared; expected "@prefix x: <...> ." before it`},
		{"no dot", ttl("e:s e:p e:o\ne:s e:p e:o ."), `f:3:1: expected '.' at the end of the statement, found "e:s"`},
		{"cut after the object", ttl("e:s e:p e:o"), `f:2:12: expected '.' at the end of the statement, found the end of the file`},
		{"cut after the predicate", ttl("e:s e:p "), `f:2:9: expected an object (IRI, prefixed name, blank node, list or literal), found the end of the file`},
		{"cut after the subject", ttl("e:s "), `f:2:5: expected a predicate (IRI, prefixed name or a), found the end of the file`},
		{"literal as subject", ttl(`"a" e:p e:o .`), `f:2:1: expected a subject`},
		{"literal as predicate", ttl(`e:s "a" e:o .`), `f:2:5: expected a predicate (IRI, prefixed name or a), found "\"a\""`},
		{"blank node as predicate", ttl(`e:s _:a e:o .`), `f:2:5: expected a predicate`},
		{"word as object", ttl(`e:s e:p True .`), `f:2:9: expected an object, found "True"; a prefixed name has a colon, text stands in quotes`},
		{"string never ends", ttl("e:s e:p \"a\n ."), `f:2:9: expected '"' at the end of the line`},
		{"string ends with the file", ttl(`e:s e:p "a`), `f:2:9: expected '"' at the end of the literal "\"a"`},
		{"long string never ends", ttl("e:s e:p '''a\n''"), `f:2:9: expected three '\'' at the end of the literal`},
		{"IRI never ends", ttl("e:s e:p <a\n> ."), `f:2:9: expected '>' at the end of the IRI "<a"`},
		{"blank in an IRI", ttl("e:s e:p <a b> ."), `f:2:11: in an IRI: unexpected ' '`},
		{"escape in an IRI", ttl(`e:s e:p <a\n> .`), `f:2:11: in an IRI: unknown escape sequence "\\n"`},
		{"escape in a string", ttl(`e:s e:p "a\x" .`), `f:2:11: in a literal: unknown escape sequence "\\x"`},
		{"escape in a long string", ttl(`e:s e:p """a\x""" .`), `f:2:13: in a literal: unknown escape sequence "\\x"`},
		{"surrogate", ttl(`e:s e:p "\uD800" .`), `f:2:10: in a literal: "\\uD800" is not a Unicode character`},
		{"short escape", ttl(`e:s e:p "\u12" .`), `f:2:10: in a literal: expected 4 hexadecimal digits after \u`},
		{"escape in a name", ttl(`e:s e:p e:a\x .`), `f:2:12: "\\x" is not an escape sequence of a prefixed name`},
		{"percent in a name", ttl(`e:s e:p e:50%! .`), `f:2:13: expected two hexadecimal digits after '%'`},
		{"bracket never ends", ttl("e:s e:p [ e:q e:o ."), `f:2:19: expected ']' at the end of the blank node, found "."`},
		{"list never ends", ttl("e:s e:p ( 1 ."), `f:2:13: expected an object`},
		{"list ends with the file", ttl("e:s e:p ( 1"), `f:2:12: expected ')' at the end of the list`},
		{"empty bracket is no statement", ttl("[] ."), `f:2:4: expected a predicate`},
		{"datatype missing", ttl(`e:s e:p "a"^^ .`), `f:2:15: expected a datatype (IRI or prefixed name) after ^^, found "."`},
		{"lone caret", ttl(`e:s e:p "a"^e:t .`), `f:2:12: expected ^^ and a datatype`},
		{"language missing", ttl(`e:s e:p "a"@ .`), `f:2:12: expected a language tag, prefix or base after '@'`},
		{"unknown directive", "@preifx e: <e:> .", `f:1:1: expected @prefix, @base or a statement, found "@preifx"`},
		{"directive without dot", "@prefix e: <e:>\ne:s e:p e:o .", `f:2:1: expected '.' at the end of the directive, found "e:s"`},
		{"SPARQL directive with dot", "PREFIX e: <e:> .", `f:1:16: expected a subject`},
		{"prefix without colon", "@prefix e <e:> .", `f:1:9: expected a prefix with its colon, such as ex:, found "e"`},
		{"prefix without IRI", "@prefix e: e: .", `f:1:12: expected an IRI in angle brackets for the prefix "e"`},
		{"base without IRI", "@base e: .", `f:1:7: expected an IRI in angle brackets as base`},
		{"sign without digits", ttl("e:s e:p +a ."), `f:2:9: expected a digit after "+"`},
		{"empty blank node label", ttl("e:s e:p _: ."), `f:2:9: expected a label after "_:"`},
		{"not UTF-8", ttl("e:s e:p \"\xcc\xa8\xb7\xe7\" ."), `f:2:9: bytes that are not UTF-8; save the file as UTF-8`},
		{"not UTF-8 in a name", ttl("e:s e:p e:\xb7\xe7 ."), `f:2:11: bytes that are not UTF-8`},
		{"terminal escape", ttl("e:s e:p \x1b[2J"), `f:2:9: expected an IRI, a prefixed name, a blank node or a literal, found "\x1b[2J"`},
		{"TriG", ttl("e:g { e:s e:p e:o }"), `f:2:5: expected an IRI, a prefixed name, a blank node or a literal, found "{"`},
		{"column counts characters", ttl("e:台风 e:p ] ."), `f:2:10: expected an object`},
	})
}
