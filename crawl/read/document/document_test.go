package document

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// parse reads pages without a topic.
type parse struct{}

func (parse) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) { return page.Parse(r) }

type entry struct{ name, text string }

// archive makes a ZIP file. The first entry is not compressed.
func archive(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if i == 0 || e.text == "" {
			h.Method = zip.Store
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const wordNS = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`

// word makes a DOCX whose body is given.
func word(t testing.TB, body string, more ...entry) []byte {
	t.Helper()
	return archive(t, append([]entry{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`},
		{"_rels/.rels", `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/document.xml", `<?xml version="1.0" encoding="UTF-8"?><w:document ` + wordNS + `><w:body>` + body + `</w:body></w:document>`},
	}, more...)...)
}

func paragraph(props, text string) string {
	return `<w:p><w:pPr>` + props + `</w:pPr><w:r><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
}

const officeNS = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"`

// openText makes an ODT whose text is given.
func openText(t testing.TB, body string, more ...entry) []byte {
	t.Helper()
	return archive(t, append([]entry{
		{"mimetype", "application/vnd.oasis.opendocument.text"},
		{"content.xml", `<?xml version="1.0"?><office:document-content ` + officeNS + `><office:body><office:text>` + body + `</office:text></office:body></office:document-content>`},
	}, more...)...)
}

// read reads a body as the crawl does.
func read(t testing.TB, c *Converter, contentType string, body []byte) (*crawl.Page, error) {
	t.Helper()
	return Reader{parse{}, c}.Read(t.Context(), &crawl.Response{
		URL: "http://a.example/files/1", Final: "http://a.example/files/1", Status: 200, ContentType: contentType, Body: body,
	})
}

// texts are the blocks of a page with their heaviest group.
func texts(p *crawl.Page) (all []string) {
	for _, b := range p.Blocks {
		mark := ""
		if b.H1 {
			mark = "h1:"
		} else if len(b.Spans) > 0 && b.Spans[0].Group != crawl.GroupBody {
			mark = b.Spans[0].Group.String() + ":"
		}
		all = append(all, mark+b.Text)
	}
	return all
}

func equal(t *testing.T, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

func TestDOCX(t *testing.T) {
	body := word(t,
		paragraph(`<w:pStyle w:val="1"/>`, "台风“烟花”公报")+
			paragraph(`<w:pStyle w:val="a2"/>`, "Landfall &amp; surge")+
			`<w:p><w:r><w:t xml:space="preserve">See </w:t></w:r><w:hyperlink r:id="r7"><w:r><w:t>the </w:t></w:r><w:r><w:t>track</w:t></w:r></w:hyperlink><w:r><w:t> here.</w:t></w:r></w:p>`+
			`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "../map.html?a=1&amp;b=2" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Map</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`+
			paragraph(`<w:numPr/>`, "one")+paragraph(`<w:numPr/>`, "two")+paragraph("", "")+
			`<w:tbl><w:tr><w:tc>`+paragraph("", "Wind")+`</w:tc><w:tc>`+paragraph("", "12<!-- -->级")+`</w:tc></w:tr></w:tbl>`+
			`<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:t>, not</w:t></w:r><w:r><w:tab/></w:r><w:r><w:t>tab</w:t></w:r></w:p>`+
			`<mc:AlternateContent><mc:Choice>`+paragraph("", "box")+`</mc:Choice><mc:Fallback>`+paragraph("", "box again")+`</mc:Fallback></mc:AlternateContent>`+
			`<w:p><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>`,
		entry{"word/_rels/document.xml.rels", `<Relationships><Relationship Id="r7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="http://b.example/track" TargetMode="External"/></Relationships>`},
		entry{"word/styles.xml", `<w:styles ` + wordNS + `><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="a2"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`},
		entry{"docProps/core.xml", `<cp:coreProperties xmlns:cp="c" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="t"><dc:title>Bulletin &lt;7&gt;</dc:title><dc:creator>NMC</dc:creator><dcterms:created>2024-07-25T10:00:00Z</dcterms:created></cp:coreProperties>`},
	)
	p, err := read(t, New(Options{Pdftotext: "-"}), "application/octet-stream", body)
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "Bulletin <7>" || p.Document != "docx" || p.Charset != "" || p.Bytes != len(body) {
		t.Errorf("title %q, document %q, charset %q, %d bytes", p.Title, p.Document, p.Charset, p.Bytes)
	}
	equal(t, texts(p), []string{
		"title:Bulletin <7>", "h1:台风“烟花”公报", "heading:Landfall & surge", "See the track here.", "anchor:Map", "one", "two", "Wind", "12级", "emphasis:Bold, not tab", "box",
	})
	var links []string
	for _, l := range p.Links {
		links = append(links, l.Text+" "+l.URL+" "+l.Heading)
	}
	equal(t, links, []string{"the track http://b.example/track Landfall & surge", "Map http://a.example/map.html?a=1&b=2 Landfall & surge"})
}

func TestODT(t *testing.T) {
	body := openText(t, `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
<text:p text:style-name="Title">风暴潮警报</text:p><text:h text:outline-level="2">Where</text:h>
<text:p>At<text:s text:c="1000000000"/>the <text:a xlink:href="coast.odt">coast</text:a><text:note><text:note-body><text:p>a note</text:p></text:note-body></text:note>.<text:line-break/>Now</text:p>
<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell table:number-columns-repeated="1000000000"><text:p>Wind</text:p></table:table-cell></table:table-row></table:table>`,
		entry{"meta.xml", `<office:document-meta ` + officeNS + `><office:meta><dc:title>Warning</dc:title><dc:language>zh-CN</dc:language><meta:creation-date>2024-09-01T08:00:00</meta:creation-date></office:meta></office:document-meta>`})
	p, err := read(t, New(Options{Pdftotext: "-"}), "application/vnd.oasis.opendocument.text", body)
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "Warning" || p.Document != "odt" || p.Lang != "zh-CN" {
		t.Errorf("title %q, document %q, language %q", p.Title, p.Document, p.Lang)
	}
	equal(t, texts(p), []string{"title:Warning", "h1:风暴潮警报", "heading:Where", "At the coast. Now", "one", "Wind"})
	if len(p.Links) != 1 || p.Links[0].URL != "http://a.example/files/coast.odt" {
		t.Errorf("links %v", p.Links)
	}
}

// Plain text is read in any encoding of the web, and called a document.
func TestText(t *testing.T) {
	for name, x := range map[string]struct{ kind, body string }{
		"utf-8":   {"text/plain; charset=utf-8", "台风登陆\n\nsecond"},
		"gb18030": {"text/plain; charset=gb18030", "\xcc\xa8\xb7\xe7\xb5\xc7\xc2\xbd\n\nsecond"},
		"utf-16":  {"text/plain", "\xff\xfe\xf0\x53\xce\x98\x7b\x76\x46\x96\n\x00\n\x00s\x00e\x00c\x00o\x00n\x00d\x00"},
	} {
		p, err := read(t, New(Options{}), x.kind, []byte(x.body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.Document != "text" {
			t.Errorf("%s: document %q", name, p.Document)
		}
		equal(t, texts(p), []string{"台风登陆", "second"})
	}
}

// Each bad document fails with its own error, within its bounds.
func TestBadDocuments(t *testing.T) {
	for name, x := range map[string]struct {
		body []byte
		kind string
		want error
	}{
		"one token":  {word(t, paragraph("", strings.Repeat("storm ", 1<<18))), "", errTooLarge},
		"nesting":    {word(t, strings.Repeat("<w:p>", 100_000)), "", errTooLarge},
		"odt nested": {openText(t, strings.Repeat("<text:span>", 100_000)), "", errTooLarge},
		"entity": {archive(t, entry{"mimetype", "application/vnd.oasis.opendocument.text"},
			entry{"content.xml", `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`}), "", errBroken},
		"unknown entity": {word(t, paragraph("", "&lol9;")), "", errBroken},
		"cut":            {word(t, paragraph("", "storm"))[:400], "", errBroken},
		"no content":     {archive(t, entry{"mimetype", "application/vnd.oasis.opendocument.text"}), "", errBroken},
		"empty":          {word(t, ""), "", errNoText},
		"encrypted": {openText(t, "", entry{"META-INF/manifest.xml", `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>`}),
			"", errEncrypted},
		"lies":         {[]byte("MZ\x90\x00 this program"), "application/pdf", errOther},
		"a photograph": {[]byte("PK\x03\x04 photo.jpg"), "application/vnd.oasis.opendocument.text", errOther},
	} {
		p, err := read(t, New(Options{Pdftotext: "-"}), x.kind, x.body)
		if p != nil || !errors.Is(err, x.want) || !errors.Is(err, crawl.ErrNotPage) {
			t.Errorf("%s: a page is %v, %v; want %v", name, p != nil, err, x.want)
		}
	}
}

// TestBomb: what is unpacked is counted, over all parts; with ONTOCRAWL_LONG=1 up to the
// real bound.
func TestBomb(t *testing.T) {
	body := word(t, strings.Repeat("<w:p/>"+strings.Repeat(" ", 1000<<10), 2))
	p, err := openParts(t.Context(), body)
	if err != nil {
		t.Fatal(err)
	}
	p.left = 1 << 20
	err = p.walk("word/document.xml", func(xml.Token) error { return nil })
	if !errors.Is(err, errTooLarge) || p.walk("_rels/.rels", func(xml.Token) error { return nil }) == nil {
		t.Errorf("%v", err)
	}
	if os.Getenv("ONTOCRAWL_LONG") != "1" {
		t.Log("a bomb of 40 MB is unpacked with ONTOCRAWL_LONG=1 only")
		return
	}
	if _, err := read(t, New(Options{}), "", word(t, strings.Repeat("<w:p/>"+strings.Repeat(" ", 1000<<10), 40))); !errors.Is(err, errTooLarge) {
		t.Errorf("%v", err)
	}
}

func TestManyParts(t *testing.T) {
	many := make([]entry, maxParts)
	for i := range many {
		many[i].name = fmt.Sprint("x", i)
	}
	if _, err := read(t, New(Options{}), "", word(t, paragraph("", "storm"), many...)); !errors.Is(err, errTooLarge) {
		t.Errorf("%v", err)
	}
}

// What calls itself a document and is a page is read as a page, and the other way
// round; without a converter nothing changes.
func TestLies(t *testing.T) {
	c := New(Options{Pdftotext: "-"})
	if p, err := read(t, c, "application/pdf", []byte("<html><title>Not found</title><p>Gone")); err != nil || p.Title != "Not found" || p.Document != "" {
		t.Errorf("%v, %v", p, err)
	}
	if p, err := read(t, c, "text/html", word(t, paragraph("", "storm"))); err != nil || p.Document != "docx" {
		t.Errorf("%v, %v", p, err)
	}
	if p, err := read(t, nil, "application/pdf", []byte("%PDF-1.4")); err == nil || !errors.Is(err, crawl.ErrNotPage) {
		t.Errorf("%v, %v", p, err)
	}
}

// A document stops when its crawl does, and the error is not one of the document.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := New(Options{}).convert(ctx, doctype.DOCX, word(t, paragraph("", "storm")))
	if !errors.Is(err, context.Canceled) || errors.Is(err, crawl.ErrNotPage) {
		t.Errorf("%v", err)
	}
}

// TestLongText: a document of much text gives its first part, in whole characters, and
// its markup is closed.
func TestLongText(t *testing.T) {
	p, err := openParts(t.Context(), word(t, strings.Repeat(paragraph("", strings.Repeat("台", 100)), 50)))
	if err != nil {
		t.Fatal(err)
	}
	d := &docxReader{}
	d.m.limit = 1000
	if err := p.walk("word/document.xml", d.token); !errors.Is(err, errFull) {
		t.Fatal(err)
	}
	out := string(d.m.page(Info{}))
	if n := strings.Count(out, "台"); n < 300 || n > 333 || strings.Count(out, "<p>") != strings.Count(out, "</p>") || !utf8.ValidString(out) {
		t.Errorf("%d characters of %s", n, out)
	}
}
