package document

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/read/document/documenttest"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

func onePagePDF(content string) []byte {
	return documenttest.PDFFile("",
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
}

// Readers find the header of a PDF in its first 1,024 bytes, whatever its version.
func TestPDFHeader(t *testing.T) {
	plain := onePagePDF("BT /F1 12 Tf 72 700 Td (the typhoon brought a storm surge) Tj ET")
	version := func(v string) []byte { return bytes.Replace(plain, []byte("%PDF-1.4"), []byte("%PDF-"+v), 1) }
	behind := func(n int) []byte { return append(bytes.Repeat([]byte("\n"), n), plain...) }
	for name, file := range map[string][]byte{
		"1.4": plain, "2.0": version("2.0"), "1.8": version("1.8"), "9.9": version("9.9"),
		"behind 5 bytes": behind(5), "behind 1,019 bytes": behind(1019), "behind 1,023 bytes": behind(1023),
	} {
		page, err := readPDF(file)
		if err != nil || !strings.Contains(string(page), "the typhoon brought a storm surge") {
			t.Errorf("%s: %s, %v", name, page, err)
		}
	}
	for name, file := range map[string][]byte{"far behind": behind(1200), "no header": plain[9:], "a header alone": []byte("%PDF-1.4"), "less": []byte("%PDF-")} {
		if page, err := readPDF(file); err == nil {
			t.Errorf("%s: %s", name, page)
		}
	}
}

// Skia and Google Docs show each glyph by itself, spaces too.
func TestPDFGlyphs(t *testing.T) {
	const text, narrow = "the typhoon brought common misery with him", "ijlt fr"
	var b strings.Builder
	b.WriteString("BT /F1 12 Tf 72 700 Td")
	for _, r := range text {
		width := 6.672
		switch {
		case strings.ContainsRune(narrow, r):
			width = 3.336
		case r == 'm' || r == 'w':
			width = 9.996
		}
		fmt.Fprintf(&b, " (%c) Tj %.3f 0 Td", r, width)
	}
	page, err := readPDF(onePagePDF(b.String() + " ET"))
	if err != nil || !strings.Contains(string(page), text) {
		t.Errorf("%s, %v", page, err)
	}
}

// Small files as readers of PDF take them: headers of any version or behind other bytes, words shown glyph by
// glyph, by kerning, across lines.
func TestPDFCases(t *testing.T) {
	dir := goldentest.Path(t, "cases/reading/pdf")
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		page, err := readPDF(body)
		if text := strings.ReplaceAll(string(page), "\n", " "); err != nil || !strings.Contains(text, "storm surge") || strings.Contains(text, "broughta") {
			t.Errorf("%s: %s, %v", filepath.Base(name), page, err)
		}
	}
}
