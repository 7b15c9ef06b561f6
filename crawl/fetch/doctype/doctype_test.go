package doctype

import (
	"strings"
	"testing"
)

func TestMay(t *testing.T) {
	for _, x := range []struct {
		media, path string
		want        bool
	}{
		{"application/pdf", "/a", true}, {"Application/PDF; name=x", "/a", true}, {"", "/a.pdf", true}, {"", "/a", false},
		{"application/octet-stream", "/公报.PDF", true}, {"application/octet-stream", "/setup.exe", false},
		{"text/html", "/a.pdf", false}, {"image/png", "/a.pdf", false}, {"application/zip", "/a.docx", true},
		{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "", true},
		{"application/vnd.oasis.opendocument.text", "", true}, {"application/vnd.oasis.opendocument.spreadsheet", "/a.ods", false},
	} {
		if got := May(x.media, x.path); got != x.want {
			t.Errorf("May(%q, %q) = %v", x.media, x.path, got)
		}
	}
}

func TestSniff(t *testing.T) {
	odt := "PK\x03\x04" + strings.Repeat("\x00", 26) + "mimetypeapplication/vnd.oasis.opendocument.text"
	for _, x := range []struct {
		body           string
		declared, want Kind
	}{
		{"%PDF-1.4\n", "", PDF}, {"\xef\xbb\xbf\n%PDF-1.7", "", PDF},
		{"HTTP junk %PDF-1.4", PDF, PDF}, {"<p>A file begins with %PDF-", "", ""},
		{strings.Repeat(" ", 2000) + "%PDF-", PDF, ""},
		{odt, "", ODT}, {odt[:30], "", ""}, {"PK\x03\x04 [Content_Types].xml", "", DOCX}, {"PK\x03\x04 photo.jpg", DOCX, ""},
		{"", PDF, ""}, {"<html>", PDF, ""},
	} {
		if got := Sniff([]byte(x.body), x.declared); got != x.want {
			t.Errorf("Sniff(%.40q, %q) = %q, want %q", x.body, x.declared, got, x.want)
		}
	}
}
