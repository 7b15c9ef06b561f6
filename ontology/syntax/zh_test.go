package syntax_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// An error in a file of any syntax names the same place and value in Chinese as in English, in Chinese words.
func TestErrorsInChinese(t *testing.T) {
	t.Parallel()
	zh := message.New("zh")
	for _, tt := range []struct{ name, syntax, text, want string }{
		{"prefix", "turtle", ":A a :B .", `f:1:1: ":A" 的前缀未声明；应在其之前写 "@prefix : <...> ."`},
		{"predicate", "turtle", "<http://a>\n  .", `f:2:3: 此处应为谓语（IRI、带前缀的名称或 a），实为 "."`},
		{"end", "turtle", "<http://a> a <http://b>", `f:1:24: 此处应为 '.'（陈述末尾），实为 文件末尾`},
		{"escape", "turtle", `<http://a> a "\uZZZZ" .`, `f:1:15: 字面值中：\u 之后应有 4 位十六进制数字`},
		{"object", "ntriples", "<http://a> <http://b> .\n", `f:1:23: 此处应为宾语（如 <http://example.org/o>、_:b 或 "text"），实为 "."`},
		{"end tag", "rdfxml", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n</rdf:Rdf>", `f:2:1: 此处应为结束标签 </rdf:RDF>，实为 "</rdf:Rdf>"`},
		{"entity", "rdfxml", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"&x;\"/></rdf:RDF>", `实体 &x; 未在此文件中声明`},
		{"arguments", "functional", "Ontology(\nSubClassOf(owl:Thing)\n)", `f:2:1: SubClassOf: 应有 2 个参数，而不是 1 个`},
		{"sort", "functional", "Ontology(\nSubClassOf(owl:Thing \"x\")\n)", `f:2:1: SubClassOf: 第 2 个参数应为类表达式，而不是字面值`},
		{"bracket", "functional", "Ontology(\nDeclaration(Class(owl:Thing owl:Nothing))\n)", `f:2:29: 此处应为符号 ')'（Class 末尾），实为 "owl:Nothing"`},
		{"frame", "manchester", "Ontology: <http://x>\nClass: owl:Thing\n SubClassOf: (owl:Thing", `f:3:24: 此处应为 ")"（括号末尾），实为 文件末尾`},
		{"axiom", "owlxml", "<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\" ontologyIRI=\"http://x\">\n<Foo/></Ontology>", `f:2:1: 此处应为公理（如 <SubClassOf>），实为 <Foo>`},
		{"quotes", "obo", "ontology: x\n\n[Term]\nid: X:1\nsynonym: storm\n", `f:5:1: synonym：此处应为引号中的文本`},
		{"context", "jsonld", "{\"@context\": \"http://x.example/c\", \"@id\": \"http://a\"}", `上下文 "http://x.example/c" 在网络上`},
		{"array", "obograph", "{\"graphs\": [{\"nodes\": \"x\"}]}", `"graphs.nodes" 是字符串`},
		{"page", "", "<html><body>x</body></html>", `f:1:1: 这像是 HTML 网页`},
		{"limit", "turtle", "<http://a> a " + strings.Repeat("[ a ", 1100), `括号嵌套超过 1000 层（Limits.Depth）`},
	} {
		err := syntax.Decode(strings.NewReader(tt.text), syntax.Options{File: "f", Syntax: tt.syntax}, func(rdf.Triple) error { return nil })
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) {
			t.Errorf("%s, %s: error %v, want a *SyntaxError", tt.syntax, tt.name, err)
			continue
		}
		english, said := err.Error(), zh.Error(err)
		if !strings.Contains(said, tt.want) || strings.Contains(said, "%!") {
			t.Errorf("%s, %s: %s\nwant %s", tt.syntax, tt.name, said, tt.want)
		}
		place := english[:len(english)-len(syn.Msg)]
		if !strings.HasPrefix(said, place) || strings.ContainsFunc(english, func(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }) {
			t.Errorf("%s, %s: in Chinese %q, in English %q", tt.syntax, tt.name, said, english)
		}
	}
}
