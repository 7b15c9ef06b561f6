package document

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
	"github.com/ontocrawl/ontocrawl/crawl/read/document/documenttest"
)

// readers are the readers of PDF: the process of Go, and poppler where it is installed.
func readers(t *testing.T, f func(t *testing.T, c *Converter)) {
	t.Run("go", func(t *testing.T) { f(t, New(Options{Pdftotext: "-", Self: self(childWord), Timeout: patient})) })
	t.Run("pdftotext", func(t *testing.T) {
		if _, err := exec.LookPath("pdftotext"); err != nil {
			t.Skip("pdftotext (poppler-utils) is not installed")
		}
		f(t, New(Options{Timeout: patient}))
	})
}

func stream(s string) string { return fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(s), s) }

func deflated(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(s)) //nolint:errcheck // into memory
	w.Close()          //nolint:errcheck // into memory
	return fmt.Sprintf("<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream", b.Len(), b.String())
}

const pageTree = "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 612 792]>>"

// onePage is a PDF of one page with the fonts F1 (Latin) and F2 (given).
func onePage(content, font string, more ...string) []byte {
	objects := append([]string{
		"<</Type/Catalog/Pages 2 0 R>>", pageTree,
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>/Annots[7 0 R]>>",
		content, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", font,
		"<</Type/Annot/Subtype/Link/Rect[72 660 300 690]/A<</S/URI/URI(http://b.example/track.html)>>>>",
		"<</Title(Typhoon bulletin 7)/Author(NMC)/CreationDate(D:20240725100000Z)>>",
	}, more...)
	return documenttest.PDFFile("/Info 8 0 R", objects...)
}

const bulletin = "BT /F1 24 Tf 72 720 Td (Typhoon In-fa) Tj ET BT /F1 12 Tf 72 680 Td (The storm made land-) Tj 0 -14 Td (fall at noon near the coast.) Tj 0 -60 Td [(A sec) -20 (ond) -300 (paragraph here, long enough.)] TJ ET"

func TestPDF(t *testing.T) {
	readers(t, func(t *testing.T, c *Converter) {
		body := onePage(deflated(bulletin), "<</Type/Font/Subtype/Type1/BaseFont/Courier>>")
		p, err := read(t, c, "application/pdf", body)
		if err != nil {
			t.Fatal(err)
		}
		if p.Title != "Typhoon bulletin 7" || p.Document != "pdf" || p.Bytes != len(body) {
			t.Errorf("title %q, document %q, %d bytes", p.Title, p.Document, p.Bytes)
		}
		equal(t, texts(p), []string{"title:Typhoon bulletin 7", "h1:Typhoon In-fa", "The storm made landfall at noon near the coast.", "A second paragraph here, long enough."})
		if len(p.Links) != 1 || p.Links[0].URL != "http://b.example/track.html" || p.Links[0].Heading != "Typhoon In-fa" {
			t.Errorf("links %+v", p.Links)
		}
	})
}

// chinese is a composite font whose codes 1, 2, ... stand for the characters of s, as
// a subset in a real file; without a map if s is "".
func chinese(s string) (font string, more []string) {
	font = "<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+SimSun/Encoding/Identity-H/DescendantFonts[9 0 R]"
	descendant := "<</Type/Font/Subtype/CIDFontType0/BaseFont/ABCDEF+SimSun/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor 10 0 R>>"
	descriptor := "<</Type/FontDescriptor/FontName/ABCDEF+SimSun/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 80>>"
	if s == "" {
		return font + ">>", []string{descendant, descriptor}
	}
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	fmt.Fprintf(&b, "%d beginbfchar\n", len([]rune(s)))
	for i, r := range []rune(s) {
		fmt.Fprintf(&b, "<%04X> <%04X>\n", i+1, utf16.Encode([]rune{r})[0])
	}
	b.WriteString("endbfchar endcmap CMapName currentdict /CMap defineresource pop end end")
	return font + "/ToUnicode 11 0 R>>", []string{descendant, descriptor, stream(b.String())}
}

// codes is the string of the characters 1 to n of such a font.
func codes(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "%04X", i)
	}
	return "<" + b.String() + ">"
}

func TestPDFChinese(t *testing.T) {
	readers(t, func(t *testing.T, c *Converter) {
		font, more := chinese("台风烟花在浙江登陆沿海有大浪")
		body := onePage(stream("BT /F2 12 Tf 72 700 Td "+codes(1, 9)+" Tj 0 -14 Td "+codes(10, 14)+" Tj ET"), font, more...)
		p, err := read(t, c, "application/pdf", body)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, texts(p), []string{"title:Typhoon bulletin 7", "台风烟花在浙江登陆沿海有大浪"})
		if p.Lang != "zh" {
			t.Errorf("language %q", p.Lang)
		}
	})
}

// A predefined map of GBK needs no map in the file: it has the codes of GBK.
func TestPDFPredefined(t *testing.T) {
	font := "<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/GBK-EUC-H/DescendantFonts[9 0 R]>>"
	body := onePage(stream("BT /F2 12 Tf 72 700 Td <CCA8B7E7B5C7C2BD> Tj ET"), font, "<</Type/Font/Subtype/CIDFontType0>>")
	p, err := read(t, New(Options{Pdftotext: "-", Self: self(childWord), Timeout: patient}), "", body)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, texts(p), []string{"title:Typhoon bulletin 7", "台风登陆"})
}

// manyPages is a PDF of n pages with one content.
func manyPages(n int) []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "", stream("BT /F1 12 Tf 72 700 Td (A storm on this page.) Tj ET"), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"}
	var kids strings.Builder
	for range n {
		objects = append(objects, "<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
		fmt.Fprintf(&kids, "%d 0 R ", len(objects))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/MediaBox[0 0 612 792]/Kids[%s]/Count %d>>", kids.String(), n)
	return documenttest.PDFFile("", objects...)
}

func TestBadPDF(t *testing.T) {
	unmapped, more := chinese("")
	encrypted := documenttest.PDFFile(`/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<`+strings.Repeat("41", 32)+`>/U<`+strings.Repeat("42", 32)+`>>>`,
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>")
	good := onePage(stream(bulletin), unmapped, more...)
	readers(t, func(t *testing.T, c *Converter) {
		for name, x := range map[string]struct {
			body []byte
			want error
		}{
			"encrypted":  {encrypted, errEncrypted},
			"header":     {[]byte("%PDF-1.7\nthat is all"), errBroken},
			"no text":    {onePage(stream("0 0 100 100 re f"), unmapped, more...), errNoText},
			"unreadable": {onePage(stream("BT /F2 12 Tf 72 700 Td "+codes(1, 9)+" Tj ET"), unmapped, more...), nil},
		} {
			p, err := read(t, c, "application/pdf", x.body)
			if p != nil || !errors.Is(err, crawl.ErrNotPage) || x.want != nil && !errors.Is(err, x.want) {
				t.Errorf("%s: a page is %v, %v; want %v", name, p != nil, err, x.want)
			}
		}
		// Whatever is cut off, the end is a page or a plain error.
		for _, n := range []int{20, 300, len(good) - 200} {
			if _, err := read(t, c, "", good[:n]); err != nil && !errors.Is(err, crawl.ErrNotPage) {
				t.Errorf("cut at %d: %v", n, err)
			}
		}
	})
}

// Of a document with very many pages the first ones are read. A tree of pages may also
// be a circle.
func TestManyPages(t *testing.T) {
	circle := documenttest.PDFFile("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 2 0 R 3 0 R]/Count 9999999>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>>>", stream("BT /F1 12 Tf 72 700 Td (A storm.) Tj ET"),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	many := 100_000
	if testing.Short() {
		many = 5_000
	}
	body := manyPages(many)
	readers(t, func(t *testing.T, c *Converter) {
		out, err := c.convert(t.Context(), doctype.PDF, body)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(out, []byte("A storm on this page.")); n == 0 || n > maxPages {
			t.Errorf("the text of %d pages", n)
		}
		if _, err := c.convert(t.Context(), doctype.PDF, circle); err != nil && !errors.Is(err, crawl.ErrNotPage) {
			t.Error(err)
		}
	})
}

// A stream that unpacks to very much ends at the bounds of the process; with
// ONTOCRAWL_LONG=1 it is that large.
func TestPDFBomb(t *testing.T) {
	times := 1 << 15
	if os.Getenv("ONTOCRAWL_LONG") == "1" {
		times = 1 << 20
	}
	body := onePage(deflated("BT /F1 12 Tf "+strings.Repeat("(storm) Tj ", times)+"ET"), "null")
	readers(t, func(t *testing.T, c *Converter) {
		out, err := c.convert(t.Context(), doctype.PDF, body)
		if err == nil && len(out) > 2*maxMarkup || err != nil && !errors.Is(err, crawl.ErrNotPage) {
			t.Errorf("%d bytes, %v", len(out), err)
		}
	})
}

// FuzzPDF reads by the process of Go: of hostile bytes its library may also find no end,
// and then the process is killed.
func FuzzPDF(f *testing.F) {
	f.Add(onePage(stream(bulletin), "null"))
	f.Add(manyPages(3))
	f.Add([]byte("%PDF-1.7\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		c := New(Options{Pdftotext: "-", Self: self(childWord), Timeout: time.Second})
		if _, err := c.convert(t.Context(), doctype.PDF, body); err != nil && !errors.Is(err, crawl.ErrNotPage) {
			t.Fatal(err)
		}
	})
}

// FuzzPlaced reads what pdftotext might write.
func FuzzPlaced(f *testing.F) {
	f.Add(`<title>a</title><page><block><line><word yMin="1" yMax="9">storm</word></line></block></page>`)
	f.Fuzz(func(t *testing.T, s string) {
		var p placed
		if err := p.read(strings.NewReader(s)); err != nil {
			return
		}
		if _, err := layout(p.lines, map[int][]string{1: {s}}, p.info); err != nil && !errors.Is(err, crawl.ErrNotPage) {
			t.Fatal(err)
		}
	})
}
