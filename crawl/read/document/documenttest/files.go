// Package documenttest makes small documents for tests: of one page, in Latin script, or a PDF of any objects.
package documenttest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"strings"
)

// PDF makes a PDF with a title, and lines below a heading. link, if not "", is the
// address of a link.
func PDF(title, heading, link string, lines ...string) []byte {
	text := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)
	content := fmt.Sprintf("BT /F1 24 Tf 72 720 Td (%s) Tj ET BT /F1 12 Tf 72 690 Td 14 TL", text.Replace(heading))
	for _, l := range lines {
		content += fmt.Sprintf(" (%s) '", text.Replace(l))
	}
	content += " ET"
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 612 792]>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R]>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		"<</Type/Annot/Subtype/Link/Rect[72 660 300 690]/A<</S/URI/URI(" + text.Replace(link) + ")>>>>",
		"<</Title(" + text.Replace(title) + ")>>",
	}
	return PDFFile("/Info 7 0 R", objects...)
}

// PDFFile makes a PDF of objects; the first is the catalog. trailer is added to the file's own.
func PDFFile(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	x := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, x)
	return b.Bytes()
}

// DOCX makes a document of paragraphs. It panics if memory cannot be written.
func DOCX(paragraphs ...string) []byte {
	var body strings.Builder
	for _, p := range paragraphs {
		body.WriteString("<w:p><w:r><w:t>" + html.EscapeString(p) + "</w:t></w:r></w:p>")
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`},
		{"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body.String() + `</w:body></w:document>`},
	} {
		f, err := w.Create(part[0])
		if err == nil {
			_, err = f.Write([]byte(part[1]))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
