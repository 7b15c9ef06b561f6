package rdfio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// inRDF puts content into a root element with the prefixes of the tests, from
// line 3, column 1 on.
func inRDF(content string) string {
	return `<rdf:RDF xmlns:rdf="` + rdfNS + `" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
 xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:e="e:">
` + content + `</rdf:RDF>`
}

// about puts content into a node <e:s>, from line 4, column 1 on.
func about(content string) string {
	return inRDF(`<rdf:Description rdf:about="e:s">
` + content + `</rdf:Description>`)
}

func TestRDFXML(t *testing.T) {
	runGraphs(t, "rdfxml", []graphCase{
		{"literal", about(`<e:p>text</e:p>`), `<e:s> <e:p> "text" .`},
		{"language", about(`<rdfs:label xml:lang="zh-Hant-TW">颱風</rdfs:label>`), `<e:s> <rdfs:label> "颱風"@zh-Hant-TW .`},
		{"language inherited and ended", inRDF(`<e:T rdf:about="e:s" xml:lang="en"><e:p>a</e:p><e:p xml:lang="">b</e:p></e:T>`),
			`<e:s> <rdf:type> <e:T> . <e:s> <e:p> "a"@en . <e:s> <e:p> "b" .`},
		{"language of a Java locale", about(`<e:p xml:lang="zh_CN">a</e:p>`), `<e:s> <e:p> "a"@zh-CN .`},
		{"datatype", about(`<e:p rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">5</e:p>`), `<e:s> <e:p> "5"^^<xsd:integer> .`},
		{"datatype has no language", about(`<e:p xml:lang="en" rdf:datatype="e:t">5</e:p>`), `<e:s> <e:p> "5"^^<e:t> .`},
		{"white space is text", about("<e:p> a\n b </e:p>"), `<e:s> <e:p> " a\n b " .`},
		{"empty element", about(`<e:p/><e:q></e:q>`), `<e:s> <e:p> "" . <e:s> <e:q> "" .`},
		{"empty element with language", about(`<e:p xml:lang="en"/>`), `<e:s> <e:p> ""@en .`},
		{"text around comment, CDATA and instruction", about(`<e:p>a<!-- no -->b<![CDATA[<&]]><?x y?>c</e:p>`), `<e:s> <e:p> "ab<&c" .`},
		{"references", about(`<e:p>&lt;&amp;&#x53F0;&#39118;&quot;&apos;&gt;</e:p>`), `<e:s> <e:p> "<&台风\"'>" .`},
		{"line ends", about("<e:p>a\r\nb\rc&#13;</e:p>"), `<e:s> <e:p> "a\nb\nc\r" .`},
		{"line ends in attributes", inRDF("<e:T rdf:about='e:s' e:p='a\r\nb\tc&#10;d'/>"), `<e:s> <rdf:type> <e:T> . <e:s> <e:p> "a b c\nd" .`},
		{"quotes of either kind", inRDF(`<e:T rdf:about='e:s' e:p='"' e:q=">'" />`), `<e:s> <rdf:type> <e:T> . <e:s> <e:p> "\"" . <e:s> <e:q> ">'" .`},

		{"resource", about(`<e:p rdf:resource="e:o"/>`), `<e:s> <e:p> <e:o> .`},
		{"resource with white space inside", about("<e:p rdf:resource='e:o'>\n</e:p>"), `<e:s> <e:p> <e:o> .`},
		{"resource with blanks around", about(`<e:p rdf:resource=" e:o "/>`), `<e:s> <e:p> <e:o> .`},
		{"nodeID", inRDF(`<e:T rdf:nodeID="x"><e:p rdf:nodeID="y"/></e:T><e:U rdf:nodeID="y"/>`),
			`_:x <rdf:type> <e:T> . _:x <e:p> _:y . _:y <rdf:type> <e:U> .`},
		{"ID", inRDF(`<e:T rdf:ID="台风"/>`), `<b:#台风> <rdf:type> <e:T> .`},
		{"about is empty", inRDF(`<e:T rdf:about=""/>`), `<b:> <rdf:type> <e:T> .`},
		{"about is relative", inRDF(`<e:T rdf:about="#X"/><e:T rdf:about="X"/><e:T rdf:about="../x"/>`),
			`<b:#X> <rdf:type> <e:T> . <http://example.org/dir/X> <rdf:type> <e:T> . <http://example.org/x> <rdf:type> <e:T> .`},
		{"base at any element", inRDF(`<e:T xml:base="http://a/b#f" rdf:about="#x"><e:p rdf:resource="#y" xml:base="c/"/><e:p rdf:resource="#y"/></e:T>`),
			`<http://a/b#x> <rdf:type> <e:T> . <http://a/b#x> <e:p> <http://a/c/#y> . <http://a/b#x> <e:p> <http://a/b#y> .`},
		{"base with fragment", inRDF(`<e:T xml:base="http://a/b#" rdf:about=""/>`), `<http://a/b> <rdf:type> <e:T> .`},
		{"schemes that look like prefixes", about(`<e:p rdf:resource="urn:x"/><e:p rdf:resource="mailto:a@b"/><e:p rdf:resource="tel:1"/><e:p rdf:resource="orcid:0000"/>`),
			`<e:s> <e:p> <urn:x> . <e:s> <e:p> <mailto:a@b> . <e:s> <e:p> <tel:1> . <e:s> <e:p> <orcid:0000> .`},
		{"characters no IRI may hold", about(`<e:p rdf:resource="http://a/b c|d"/>`), `<e:s> <e:p> <http://a/b%20c%7Cd> .`},

		{"type by element", inRDF(`<owl:Class rdf:about="e:s"/>`), `<e:s> <rdf:type> <owl:Class> .`},
		{"type by attribute", inRDF(`<rdf:Description rdf:about="e:s" rdf:type="#T"/>`), `<e:s> <rdf:type> <b:#T> .`},
		{"property attributes", inRDF(`<e:T rdf:about="e:s" e:p="a" rdfs:label="b" xml:lang="en"/>`),
			`<e:s> <rdf:type> <e:T> . <e:s> <e:p> "a"@en . <e:s> <rdfs:label> "b"@en .`},
		{"property attributes of a property", about(`<e:p e:q="a"/><e:p rdf:resource="e:o" e:q="b"/>`),
			`<e:s> <e:p> _:x . _:x <e:q> "a" . <e:s> <e:p> <e:o> . <e:o> <e:q> "b" .`},

		{"nested node keeps its type", about(`<rdfs:subClassOf><owl:Class rdf:about="e:o"/></rdfs:subClassOf>`),
			`<e:s> <rdfs:subClassOf> <e:o> . <e:o> <rdf:type> <owl:Class> .`},
		{"nested node without name", about(`<rdfs:subClassOf><owl:Restriction><owl:onProperty rdf:resource="e:q"/></owl:Restriction></rdfs:subClassOf>`),
			`<e:s> <rdfs:subClassOf> _:r . _:r <rdf:type> <owl:Restriction> . _:r <owl:onProperty> <e:q> .`},
		{"nested node with relative name", about(`<e:p><e:T rdf:about="#p1"/></e:p>`), `<e:s> <e:p> <b:#p1> . <b:#p1> <rdf:type> <e:T> .`},
		{"nested property element called rdf:Property", about(`<e:p><rdf:Property rdf:about="e:o"/></e:p>`), `<e:s> <e:p> <e:o> . <e:o> <rdf:type> <rdf:Property> .`},
		{"language does not leak", about(`<rdfs:label xml:lang="en"></rdfs:label><rdfs:label>E</rdfs:label>`),
			`<e:s> <rdfs:label> ""@en . <e:s> <rdfs:label> "E" .`},

		{"parseType Resource", about(`<e:p rdf:parseType="Resource"><e:q>a</e:q></e:p>`), `<e:s> <e:p> _:x . _:x <e:q> "a" .`},
		{"parseType Collection", about(`<e:p rdf:parseType="Collection"><owl:ObjectProperty rdf:about="e:a"/><rdf:Description rdf:about="e:b"/></e:p><e:q>after</e:q>`),
			`<e:s> <e:p> _:1 . _:1 <rdf:first> <e:a> . _:1 <rdf:rest> _:2 . _:2 <rdf:first> <e:b> . _:2 <rdf:rest> <rdf:nil> .
<e:a> <rdf:type> <owl:ObjectProperty> . <e:s> <e:q> "after" .`},
		{"parseType Collection, empty", about(`<e:p rdf:parseType="Collection"> </e:p>`), `<e:s> <e:p> <rdf:nil> .`},
		{"parseType Collection, reified", about(`<e:p rdf:ID="r" rdf:parseType="Collection"><e:T/></e:p>`),
			`<e:s> <e:p> _:1 . _:1 <rdf:first> _:m . _:m <rdf:type> <e:T> . _:1 <rdf:rest> <rdf:nil> .
<b:#r> <rdf:type> <rdf:Statement> . <b:#r> <rdf:subject> <e:s> . <b:#r> <rdf:predicate> <e:p> . <b:#r> <rdf:object> _:1 .`},
		{"parseType Literal", about(`<e:p rdf:parseType="Literal">a <e:b z="1" a="&quot;&#9;"/> &lt;</e:p>`),
			`<e:s> <e:p> "a <e:b xmlns:e=\"e:\" a=\"&quot;&#x9;\" z=\"1\"></e:b> &lt;"^^<rdf:XMLLiteral> .`},
		{"parseType Literal, comment and instruction", about("<e:p rdf:parseType='Literal'><!-- c --><?t d?><![CDATA[<]]></e:p>"),
			`<e:s> <e:p> "<!-- c --><?t d?>&lt;"^^<rdf:XMLLiteral> .`},
		{"parseType Literal, default namespace ends", about(`<e:p rdf:parseType="Literal"><a xmlns="u:"><b xmlns=""/></a></e:p>`),
			`<e:s> <e:p> "<a xmlns=\"u:\"><b xmlns=\"\"></b></a>"^^<rdf:XMLLiteral> .`},
		{"parseType unknown is Literal", about(`<e:p rdf:parseType="x">a</e:p>`), `<e:s> <e:p> "a"^^<rdf:XMLLiteral> .`},

		{"li and _n", inRDF(`<rdf:Bag rdf:about="e:s"><rdf:li>a</rdf:li><rdf:_7>b</rdf:_7><rdf:li>c</rdf:li></rdf:Bag>`),
			`<e:s> <rdf:type> <rdf:Bag> . <e:s> <rdf:_1> "a" . <e:s> <rdf:_7> "b" . <e:s> <rdf:_2> "c" .`},
		{"reification", about(`<e:p rdf:ID="r">a</e:p>`),
			`<e:s> <e:p> "a" . <b:#r> <rdf:type> <rdf:Statement> . <b:#r> <rdf:subject> <e:s> . <b:#r> <rdf:predicate> <e:p> . <b:#r> <rdf:object> "a" .`},
		{"axiom annotation", inRDF(`<owl:Axiom><owl:annotatedSource rdf:resource="e:a"/><owl:annotatedTarget>台风</owl:annotatedTarget></owl:Axiom>`),
			`_:x <rdf:type> <owl:Axiom> . _:x <owl:annotatedSource> <e:a> . _:x <owl:annotatedTarget> "台风" .`},

		{"default namespace for properties", `<RDF xmlns="` + rdfNS + `"><Description about="e:s"><p xmlns="e:">a</p></Description></RDF>`, `<e:s> <e:p> "a" .`},
		{"names that are not ASCII", about(`<影响 xmlns="e:气象#" rdf:resource="e:o"/><e:台风>a</e:台风>`), `<e:s> <e:气象#影响> <e:o> . <e:s> <e:台风> "a" .`},
		{"prefix bound again", about(`<e:p/><e:p xmlns:e="f:"/><e:p/>`), `<e:s> <e:p> "" . <e:s> <f:p> "" .`},
		{"root is a node", `<T xmlns="e:" xmlns:rdf="` + rdfNS + `" rdf:about="e:s"><p>a</p></T>`, `<e:s> <rdf:type> <e:T> . <e:s> <e:p> "a" .`},
		{"attributes reserved for XML", inRDF(`<e:T rdf:about="e:s" xml:space="preserve" xmlfoo="a"/>`), `<e:s> <rdf:type> <e:T> .`},
		{"nothing", `<rdf:RDF xmlns:rdf="` + rdfNS + `"/>`, ``},
		{"comments around", "<!-- a -->\n" + inRDF(`<!-- b --><e:T rdf:about="e:s"/>`) + "\n<!-- c -->\n", `<e:s> <rdf:type> <e:T> .`},
	})
}

func TestRDFXMLEntities(t *testing.T) {
	doctype := func(subset, content string) string {
		return `<?xml version="1.0"?>` + "\n<!DOCTYPE rdf:RDF [" + subset + "]>\n" + content
	}
	runGraphs(t, "rdfxml", []graphCase{
		{"in attributes and text", doctype(`<!ENTITY e "e:"> <!ENTITY xsd 'http://www.w3.org/2001/XMLSchema#'>`,
			inRDF(`<e:T rdf:about="&e;s"><e:p rdf:datatype="&xsd;string">&e;x</e:p></e:T>`)),
			`<e:s> <rdf:type> <e:T> . <e:s> <e:p> "e:x" .`},
		{"in xmlns and xml:base", doctype(`<!ENTITY o "http://a/b"><!ENTITY f "f:">`,
			inRDF(`<f:T xmlns:f="&f;" xml:base="&o;" rdf:about="#s"/>`)), `<http://a/b#s> <rdf:type> <f:T> .`},
		{"nested, declared later", doctype(`<!ENTITY a "1&b;3"><!ENTITY b "2">`, about(`<e:p>&a;</e:p>`)), `<e:s> <e:p> "123" .`},
		{"first declaration counts", doctype(`<!ENTITY a "1"><!ENTITY a "2">`, about(`<e:p>&a;</e:p>`)), `<e:s> <e:p> "1" .`},
		{"character references in values", doctype(`<!ENTITY a "&#60;&#x26;#60;"><!ENTITY b "&#38;amp;">`, about(`<e:p>&b;</e:p>`)), `<e:s> <e:p> "&" .`},
		{"comment, instruction, element and quote in the subset", doctype(`
<!-- it's <!ENTITY a "no"> -->
<?x '?>
<!ELEMENT e (a|b)> <!ATTLIST e a CDATA "]>">
<!ENTITY a "yes">
`, about(`<e:p>&a;</e:p>`)), `<e:s> <e:p> "yes" .`},
		{"external subset is not fetched", `<!DOCTYPE rdf:RDF PUBLIC "-//X//EN" "http://127.0.0.1:1/x.dtd">` + about(`<e:p>a</e:p>`), `<e:s> <e:p> "a" .`},
	})

	many := strings.Builder{}
	for i := range 201 {
		fmt.Fprintf(&many, "<!ENTITY e%d 'x'>", i)
	}
	laughs := strings.Builder{}
	laughs.WriteString(`<!ENTITY l0 "ha">`)
	for i := range 7 {
		fmt.Fprintf(&laughs, `<!ENTITY l%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&l%d;", i), 10))
	}
	chain := strings.Builder{}
	for i := range 9 {
		fmt.Fprintf(&chain, `<!ENTITY c%d "&c%d;">`, i, i+1)
	}
	chain.WriteString(`<!ENTITY c9 "">`)
	runErrors(t, rdfio.Options{Syntax: "rdfxml"}, []errorCase{
		{"unknown", about(`<e:p>&nbsp;</e:p>`), `f:4:6: the entity &nbsp; is not declared in this file`},
		{"SYSTEM", doctype(`<!ENTITY x SYSTEM "file:///etc/passwd">`, about(`<e:p>&x;</e:p>`)), `f:2:20: the entity &x; is external (SYSTEM); nothing is fetched`},
		{"PUBLIC", doctype(`<!ENTITY x PUBLIC "p" "http://127.0.0.1/">`, about(`<e:p/>`)), `f:2:20: the entity &x; is external (PUBLIC); nothing is fetched`},
		{"parameter entity declared", doctype(`<!ENTITY % x "a">`, about(``)), `f:2:20: the parameter entity "x" is declared`},
		{"parameter entity used", doctype("\n %x;", about(``)), `f:3:2: the parameter entity "%x;]" is used`},
		{"too many", doctype(many.String(), about(``)), `f:2:3510: more than 200 entities are declared`},
		{"too long", doctype(`<!ENTITY x "`+strings.Repeat("a", 4097)+`">`, about(``)), `f:2:20: the entity &x; is longer than 4096 bytes`},
		{"too deep", doctype(chain.String(), about(`<e:p>&c0;</e:p>`)), `f:6:6: entities nested more than 8 deep, or in a circle, at &c8;`},
		{"circle", doctype(`<!ENTITY a "&b;"><!ENTITY b "&a;">`, about(`<e:p>&a;</e:p>`)), `f:6:6: entities nested more than 8 deep, or in a circle`},
		{"billion laughs", doctype(laughs.String(), about(`<e:p>&l7;</e:p>`)), `f:6:6: the entity &l5; expands to more than 1048576 bytes`},
		{"many smaller laughs", doctype(laughs.String(), about(strings.Repeat(`<e:p>&l5;</e:p>`, 100))), `f:6:`},
		{"markup", doctype(`<!ENTITY a "<b/>">`, about(`<e:p>&a;</e:p>`)), `f:6:6: the entity &a; holds markup`},
		{"lone ampersand in value", doctype(`<!ENTITY a "x & y">`, about(`<e:p>&a;</e:p>`)), `f:6:6: the entity &a; holds an ampersand`},
		{"junk", doctype(`junk`, about(``)), `f:2:20: expected a declaration such as <!ENTITY owl`},
		{"twice", doctype(``, "<!DOCTYPE a>"+about(``)), `f:3:1: a DOCTYPE must come once`},
		{"never ends", `<!DOCTYPE rdf:RDF [ <!-- `, `f:1:1: expected '>' at the end of the DOCTYPE`},
	})
}

func TestRDFXMLErrors(t *testing.T) {
	runErrors(t, rdfio.Options{Syntax: "rdfxml", Base: testBase}, []errorCase{
		{"empty", "", `f:1:1: expected a root element`},
		{"text", "hello", `f:1:1: expected the root element, found the text "hello"`},
		{"wrong end tag", "<a xmlns='e:'>\n</b>", `f:2:1: expected the end tag </a>, found "</b>"`},
		{"cut", "<a xmlns='e:'>\n  <b>", `f:2:6: expected the end tag </b>, found the end of the file`},
		{"two roots", "<a xmlns='e:'/><b/>", `f:1:16: expected nothing after the root element, found "<b/>"`},
		{"text after root", "<a xmlns='e:'/>\nx", `f:2:1: expected nothing after the root element, found the text "x"`},
		{"blank line before the declaration", "\n<?xml version='1.0'?><a/>", `f:2:1: the XML declaration must be the first thing`},
		{"prefix not declared", "<a:b/>", `f:1:1: the prefix of "a:b" is not declared; expected xmlns:a=`},
		{"attribute prefix not declared", "<b xmlns='e:' x:y='1'/>", `f:1:15: the prefix of "x:y" is not declared`},
		{"attribute twice", "<b xmlns='e:' a='1'\n a='2'/>", `f:2:2: the attribute a appears twice in the tag <b>`},
		{"no quotes", "<b a=1/>", `f:1:6: expected a quotation mark before the value of the attribute a`},
		{"no blank", "<b a='1'c='2'/>", `f:1:9: expected a blank`},
		{"no equals sign", "<b a/>", `f:1:5: expected '=' after the attribute a`},
		{"less-than in attribute", "<b a='<'/>", `f:1:7: '<' in the value of the attribute a`},
		{"less-than in text", about("<e:p>a < b</e:p>"), `f:4:8: expected a tag, found "<"; a less-than sign in text is written &lt;`},
		{"ampersand in text", about("<e:p>a & b</e:p>"), `f:4:8: expected a reference such as &amp; after '&'`},
		{"bad character reference", about("<e:p>&#0;</e:p>"), `f:4:6: "&#0;" is not a character of XML`},
		{"control character", about("<e:p>\x1b[2J</e:p>"), `f:4:6: the control character '\x1b' is not allowed in XML`},
		{"not UTF-8", about("<e:p>\xcc\xa8</e:p><e:p>\xb7\xe7</e:p>"), `f:4:18: bytes that are not UTF-8; declare the encoding`},
		{"comment with hyphens", "<a xmlns='e:'><!-- a -- b --></a>", `f:1:22: "--" inside a comment`},
		{"end of CDATA in text", about("<e:p>]]></e:p>"), `f:4:6: "]]>" in text`},
		{"comment never ends", "<a xmlns='e:'><!-- ", `f:1:15: expected "-->"`},
		{"CDATA never ends", "<a xmlns='e:'><![CDATA[", `f:1:15: expected "]]>"`},
		{"tag never ends", "<a xmlns='e:", `f:1:1: expected '>' at the end of the tag "<a"`},
		{"prefix bound to nothing", "<a xmlns:x=''/>", `f:1:4: the prefix "x" is bound to nothing`},

		{"element without namespace", "<a/>", `f:1:1: the element <a> has no namespace`},
		{"attribute without namespace", inRDF("<e:T a='1'/>"), `f:3:6: the attribute "a" has no namespace; expected a prefix`},
		{"text among nodes", inRDF("x"), `f:3:1: expected a node element such as <owl:Class> inside <rdf:RDF>, found the text "x"`},
		{"text among properties", about("x"), `f:4:1: expected a property element such as <rdfs:label> inside <rdf:Description>, found the text "x"`},
		{"text and element", about("<e:p>a<e:T/></e:p>"), `f:4:7: expected text or an element, found both: "a" and <e:T>`},
		{"element and text", about("<e:p><e:T/>a</e:p>"), `f:4:12: expected one node inside <e:p>, found the text "a"`},
		{"two nodes", about("<e:p><e:T/><e:U/></e:p>"), `f:4:12: expected one node inside the property <e:p>, found a second: <e:U>`},
		{"content beside resource", about("<e:p rdf:resource='e:o'>x</e:p>"), `f:4:25: expected nothing inside <e:p>`},
		{"node beside resource", about("<e:p rdf:resource='e:o'><e:T/></e:p>"), `f:4:25: expected nothing inside a property`},
		{"element beside datatype", about("<e:p rdf:datatype='e:o'><e:T/></e:p>"), `f:4:25: expected text inside a property with rdf:datatype, found <e:T>`},
		{"about on a property", about("<e:p rdf:about='e:o'/>"), `f:4:1: rdf:about belongs on a node element`},
		{"resource on a node", inRDF("<e:T rdf:resource='e:o'/>"), `f:3:1: rdf:resource, rdf:datatype and rdf:parseType belong on a property`},
		{"about and ID", inRDF("<e:T rdf:about='e:o' rdf:ID='x'/>"), `f:3:1: expected one of rdf:about, rdf:ID and rdf:nodeID`},
		{"parseType and resource", about("<e:p rdf:parseType='Literal' rdf:resource='e:o'/>"), `f:4:1: rdf:parseType on <e:p> allows no other attribute`},
		{"bad ID", inRDF("<e:T rdf:ID='a b'/>"), `f:3:1: expected a name (letters, digits, '-', '_', '.') as rdf:ID, found "a b"`},
		{"bad nodeID", inRDF("<e:T rdf:nodeID='1'/>"), `f:3:1: expected a name (letters, digits, '-', '_', '.') as rdf:nodeID, found "1"`},
		{"ID twice", inRDF("<e:T rdf:ID='x'/>\n<e:T rdf:ID='x'/>"), `f:4:1: the rdf:ID "x" appears twice`},
		{"li as attribute", inRDF("<e:T rdf:li='1'/>"), `f:3:6: "rdf:li" cannot be an attribute`},
		{"withdrawn", inRDF("<e:T rdf:bagID='x'/>"), `f:3:6: "rdf:bagID" cannot be an attribute`},
		{"Description as property", about("<rdf:Description/>"), `f:4:1: expected a property element such as <rdfs:label>, found <rdf:Description>`},
		{"RDF inside", inRDF("<rdf:RDF/>"), `f:3:1: expected a node element such as <owl:Class>, found <rdf:RDF>`},
		{"language is none", about("<e:p xml:lang='chinese language'/>"), `f:4:6: xml:lang: "chinese language" is not a language tag`},
		{"name is no IRI", "<x:y xmlns:x='rel'/>", `f:1:1: in the name "x:y": "rely" is a relative IRI`},
	})
}
