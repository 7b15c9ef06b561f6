package document

import (
	"bytes"
	"errors"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
)

func FuzzDOCX(f *testing.F) {
	f.Add("<w:p><w:r><w:t>storm</w:t></w:r></w:p>")
	f.Add("<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:hyperlink/>")
	f.Fuzz(func(t *testing.T, body string) { sound(t, doctype.DOCX, word(t, body)) })
}

func FuzzODT(f *testing.F) {
	f.Add("<text:h text:outline-level='-3'>a</text:h><text:list-item/><text:p>b<text:a xlink:href='c'>d</text:a></text:p>")
	f.Fuzz(func(t *testing.T, body string) { sound(t, doctype.ODT, openText(t, body)) })
}

// FuzzArchive reads bytes that need not be an archive.
func FuzzArchive(f *testing.F) {
	f.Add(word(f, paragraph("", "storm")))
	f.Add(openText(f, "<text:p>storm</text:p>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		sound(t, doctype.DOCX, body)
		sound(t, doctype.ODT, body)
	})
}

// sound checks what every document must give: an error that says that it is no page,
// or a page within the bound that no text of the document can break out of.
func sound(t *testing.T, kind doctype.Kind, body []byte) {
	out, err := New(Options{Pdftotext: "-"}).convert(t.Context(), kind, body)
	if err != nil {
		if !errors.Is(err, crawl.ErrNotPage) {
			t.Fatal(err)
		}
		return
	}
	if len(out) > maxMarkup+maxToken+64<<10 {
		t.Fatalf("%d bytes", len(out))
	}
	for _, s := range []string{"<script", "<iframe", "<img", "\x1b"} {
		if bytes.Contains(bytes.ToLower(out), []byte(s)) {
			t.Fatalf("%q in %q", s, out)
		}
	}
}
