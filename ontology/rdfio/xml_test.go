package rdfio

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// ourTokens renders what the reader returns, text joined.
func ourTokens(doc []byte) (string, error) {
	opt := Options{Limits: Limits{}.withDefaults()}
	text, err := newText(bytes.NewReader(doc), opt)
	if err != nil {
		return "", err
	}
	x := MakeXML(NewWindow(text, opt.Limits), opt.Limits)
	var b tokens
	for {
		if err := x.next(); err != nil {
			return "", err
		}
		switch x.Kind {
		case XMLEOF:
			return b.String(), nil
		case XMLStart:
			b.token("<%s", x.Tag)
			for _, a := range x.Attributes {
				b.token(" %s=%q", a.Name, a.Value)
			}
			if x.closing { // encoding/xml returns both tags of <a/> too
				continue
			}
		case XMLEnd:
			b.token("</")
		case XMLText:
			b.text(x.Data)
		case XMLComment:
			b.token("<!--%q", AppendLines(nil, x.Data))
		case XMLInst:
			b.token("<?%s %q", x.Tag, AppendLines(nil, x.Data))
		}
	}
}

// theirTokens renders what encoding/xml returns. It leaves white space in
// attributes as it is.
func theirTokens(doc []byte) (string, error) {
	d := xml.NewDecoder(bytes.NewReader(doc))
	flat := strings.NewReplacer("\n", " ", "\t", " ")
	var b tokens
	depth := 0
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
			b.token("<%s", rawName(t.Name))
			for _, a := range t.Attr {
				b.token(" %s=%q", rawName(a.Name), flat.Replace(a.Value))
			}
		case xml.EndElement:
			depth--
			b.token("</")
		case xml.CharData:
			if depth > 0 {
				b.text(t)
			}
		case xml.Comment:
			b.token("<!--%q", t)
		case xml.ProcInst:
			if t.Target != "xml" {
				b.token("<?%s %q", t.Target, t.Inst)
			}
		}
	}
}

func rawName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// tokens joins texts that follow each other.
type tokens struct {
	strings.Builder
	pending []byte
}

func (b *tokens) text(s []byte) { b.pending = append(b.pending, s...) }

func (b *tokens) token(format string, args ...any) {
	if len(b.pending) > 0 {
		fmt.Fprintf(b, "%q\n", b.pending)
		b.pending = b.pending[:0]
	}
	fmt.Fprintf(b, format+"\n", args...)
}

// The standard library's reader is the judge of ours, where both agree that
// the document is well-formed.
func TestXMLTokens(t *testing.T) {
	for _, doc := range []string{
		"<a/>", "<a></a >", "<a\n b = '1'\tc=\"2\"/>", "<a>x<b>y</b>z</a>", "<?xml version='1.0'?>\n<!-- c --><a>&lt;&#65;&#x42;&quot;</a><!-- d -->",
		"<a>1<![CDATA[<&]]]]>2</a>", "<a b='&amp;>' c='\"'/>", "<?p q r?><a><?s?></a>", "<台:风 影='响'>é\r\né</台:风>",
		"<!DOCTYPE a [<!ELEMENT a (b)><!-- ]> -->]><a/>", "<a>]] ></a>", "<a.b-c_d:e1/>",
	} {
		want, err := theirTokens([]byte(doc))
		if err != nil {
			t.Fatalf("%s: encoding/xml: %v", doc, err)
		}
		if got, err := ourTokens([]byte(doc)); err != nil || got != want {
			t.Errorf("%s: %v\ngot\n%s\nwant\n%s", doc, err, got, want)
		}
	}
}

// What is not well-formed is refused, where encoding/xml refuses it too.
func TestXMLMalformed(t *testing.T) {
	for _, doc := range []string{
		"<a", "<a>", "</a>", "<a></b>", "<a b/>", "<a b=c/>", "<a b='<'/>", "<a>&</a>", "<a>&x;</a>", "<a>&#0;</a>", "<a>\x00</a>", "<a>\xff</a>",
		"<a><!-- -- --></a>", "<a>]]></a>", "<1/>", "< a/>", "<a><![CDATA[</a>", "<a><?</a>", "<a></a", "<a:/>x",
	} {
		if _, err := ourTokens([]byte(doc)); err == nil {
			t.Errorf("%q is accepted", doc)
		}
	}
}

func TestXMLTokensReal(t *testing.T) {
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	n := 0
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		doc, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(bytes.TrimSpace(doc), []byte("<?xml")) {
			return nil
		}
		want, err := theirTokens(doc)
		if err != nil { // entities, encodings: beyond encoding/xml
			return nil
		}
		n++
		if got, err := ourTokens(doc); err != nil || got != want {
			t.Errorf("%s: tokens differ, %v", name, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, the same tokens as encoding/xml", n)
	if n < 55 {
		t.Errorf("only %d files compared", n)
	}
}
