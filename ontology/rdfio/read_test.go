package rdfio_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// xmlTokens renders tokens with their positions.
func xmlTokens(doc string, opt rdfio.Options) (string, error) {
	x, err := rdfio.NewXML(strings.NewReader(doc), opt)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for {
		kind, err := x.Next()
		if err != nil {
			return b.String(), err
		}
		line, col := x.Pos()
		switch kind {
		case rdfio.XMLEOF:
			return b.String(), nil
		case rdfio.XMLStart:
			space, local, err := x.Name()
			if err != nil {
				return b.String(), err
			}
			fmt.Fprintf(&b, "%d:%d <{%s}%s", line, col, space, local)
			err = x.Attrs(func(space, local string, value []byte) error {
				fmt.Fprintf(&b, " {%s}%s=%q", space, local, value)
				return nil
			})
			if err != nil {
				return b.String(), err
			}
			b.WriteString("> ")
		case rdfio.XMLEnd:
			fmt.Fprintf(&b, "%d:%d </> ", line, col)
		case rdfio.XMLText:
			fmt.Fprintf(&b, "%d:%d %q ", line, col, x.Text())
		}
	}
}

func TestXML(t *testing.T) {
	doc := "<?xml version='1.0'?>\n<!DOCTYPE r [<!ENTITY e \"é\">]>\n" +
		"<r xmlns=\"n:\" xmlns:p='q:'>\n <!-- c -->é<p:a x=\"&e;1\" p:y='2' xml:lang='zh'/><b/>&e;\n</r>\n"
	want := `3:1 <{n:}r> 3:28 "\n " 4:12 "é" ` +
		`4:13 <{q:}a {}x="é1" {q:}y="2" {http://www.w3.org/XML/1998/namespace}lang="zh"> 4:13 </> ` +
		`4:50 <{n:}b> 4:50 </> 4:54 "é\n" 5:1 </> `
	for _, window := range []int{0, 1} {
		got, err := xmlTokens(doc, rdfio.WithWindow(rdfio.Options{}, window))
		if err != nil || got != want {
			t.Errorf("window %d: %v\n got %s\nwant %s", window, err, got, want)
		}
	}
	for doc, want := range map[string]string{
		"<a>\n<p:b/></a>":                   "2:1: the prefix of \"p:b\" is not declared",
		"<a p:x=''/>":                       "1:4: the prefix of \"p:x\" is not declared",
		"<a>\n":                             "2:1: expected the end tag </a>",
		"<!DOCTYPE a SYSTEM 'x'><a>&b;</a>": "1:27: the entity &b; is not declared",
		"<!DOCTYPE a [<!ENTITY b SYSTEM 'x'>]><a": "1:14: the entity &b; is external (SYSTEM)",
	} {
		_, err := xmlTokens(doc, rdfio.Options{})
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", doc, err, want)
		}
	}
}

func TestNewReader(t *testing.T) {
	for in, want := range map[string]string{
		"\xEF\xBB\xBFé": "é", "\xFF\xFEa\x00": "a", "plain": "plain",
		"<?xml version='1.0' encoding='GBK'?>\xCC\xA8": "<?xml version='1.0' encoding='GBK'?>台",
	} {
		r, err := rdfio.NewReader(strings.NewReader(in), rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	r, err := rdfio.NewReader(strings.NewReader("four"), rdfio.Options{Limits: rdfio.Limits{Bytes: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err == nil || string(got) != "fou" {
		t.Errorf("%q, %v: want three bytes and an error", got, err)
	}
}

func TestBase(t *testing.T) {
	b, err := rdfio.DocumentBase(rdfio.Options{File: "a b.owl"})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Resolve(" #x y "); got != "file:///a%20b.owl#x%20y" || b.String() != "file:///a%20b.owl" {
		t.Errorf("%s, base %s", got, b)
	}
	if _, err := rdfio.NewBase("x/y"); err == nil {
		t.Error("a relative base is accepted")
	}
}

func TestBlankLabel(t *testing.T) {
	for _, c := range []struct{ prefix, label, want string }{
		{"", "x", "x"}, {"d1", "x.1", "d1-x.1"}, {"", "g1", "gg1"}, {"d1", "gg1", "d1-ggg1"},
		{"", "", ""}, {"", "x.", ""}, {"", "a b", ""}, {"-", "x", ""},
	} {
		got, err := rdfio.BlankLabel(c.prefix, c.label)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q %q: %q, %v", c.prefix, c.label, got, err)
		}
	}
}

func TestPosition(t *testing.T) {
	if line, col := rdfio.Position([]byte("a\néb"), 4); line != 2 || col != 2 {
		t.Errorf("%d:%d, want 2:2", line, col)
	}
	if !rdfio.LangTag("zh-Hant") || rdfio.LangTag("zh_CN") || rdfio.LangTag("") {
		t.Error("language tags are taken for others")
	}
}
