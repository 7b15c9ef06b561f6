// Package doctype tells which kind of document an answer holds: by its
// Content-Type, by the end of its address, and by its first bytes. It reads no
// document; crawl/read/document does.
package doctype

import (
	"bytes"
	"strings"
)

// Kind is the kind of a document, as pages.jsonl names it. The zero Kind is a page
// of the web.
type Kind string

// The kinds of documents.
const (
	Text Kind = "text" // plain text or Markdown; every reader of pages reads it
	PDF  Kind = "pdf"  // ISO 32000
	DOCX Kind = "docx" // Office Open XML, WordprocessingML (ISO/IEC 29500)
	ODT  Kind = "odt"  // OpenDocument text (ISO/IEC 26300)
)

// ofMedia is the kind that a Content-Type names. The types of PDF beside the one of
// RFC 8118 are old ones that servers still send.
var ofMedia = map[string]Kind{
	"application/pdf": PDF, "application/x-pdf": PDF, "text/pdf": PDF, "application/acrobat": PDF,
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": DOCX,
	"application/vnd.oasis.opendocument.text":                                 ODT,
}

// vague are types by which a server says only that the body is some file.
var vague = map[string]bool{
	"application/octet-stream": true, "binary/octet-stream": true, "application/download": true, "application/x-download": true,
	"application/force-download": true, "application/zip": true, "application/msword": true,
}

// Media is the kind that a Content-Type names; "" if it names none.
func Media(contentType string) Kind { return ofMedia[mediaType(contentType)] }

// Named is the kind that the end of a path names; "" if it names none. The case of
// its letters does not matter.
func Named(path string) Kind {
	i := strings.LastIndexByte(path, '.')
	if i < 0 || len(path)-i > 5 {
		return ""
	}
	switch k := Kind(strings.ToLower(path[i+1:])); k {
	case PDF, DOCX, ODT:
		return k
	}
	return ""
}

// May reports whether an answer with this Content-Type, from a URL with this path,
// may hold a document other than plain text: its type names one, or its type says
// nothing and its name does.
func May(contentType, path string) bool {
	t := mediaType(contentType)
	return ofMedia[t] != "" || (t == "" || vague[t]) && Named(path) != ""
}

func mediaType(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// lead is how many bytes may stand before the header of a PDF: readers look for it
// in the first 1,024 (ISO 32000-1, Annex H.3, note 13).
const lead = 1024

var (
	zipMark = []byte("PK\x03\x04")
	pdfMark = []byte("%PDF-")
	odtMark = []byte("mimetypeapplication/vnd.oasis.opendocument.text")
)

// Sniff is the kind that the bytes of a body show; "" if they show none. declared is
// the answer's own name for its kind: if it does not call itself a document, the header
// of a PDF must stand at the very beginning, as a page may speak of it.
func Sniff(body []byte, declared Kind) Kind {
	switch {
	case bytes.HasPrefix(body, zipMark):
		return sniffZip(body)
	case bytes.HasPrefix(bytes.TrimLeft(body[:min(len(body), lead)], "\xef\xbb\xbf \t\r\n\x00"), pdfMark):
		return PDF
	case declared != "" && bytes.Contains(body[:min(len(body), lead)], pdfMark):
		return PDF
	}
	return ""
}

// sniffZip tells documents from other archives. An OpenDocument file begins with an
// entry "mimetype" that is not compressed (OpenDocument 1.2, part 3, 3.3), so its text
// stands at byte 38. A file of Office Open XML holds [Content_Types].xml (ISO/IEC
// 29500-2, 10.1.2.2).
func sniffZip(body []byte) Kind {
	const name = 30 // where the name of the first entry stands
	if len(body) > name && bytes.HasPrefix(body[name:], odtMark) {
		return ODT
	}
	if bytes.Contains(body, []byte("[Content_Types].xml")) {
		return DOCX
	}
	return ""
}
