// Package evaltest stores a small labelled web for tests of evaluations.
package evaltest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Page is a page of the web. A link that begins with ! says nofollow.
type Page struct{ URL, Labels, Links string }

// Pages returns the pages of the web:
//
//	/ -> a* b gone;  a* -> c;  c -> d -> e*;  e* -> hidden* (nofollow);
//	b -> a*, f*;  f* -> g*;  far* has no in-link; a* is also found as /a/index.html
//
// A page with a star is on topic; gone does not exist. The title of page i is
// "page i".
func Pages() []Page {
	return []Page{
		{"http://one.example/", "home", "/a/ /b /gone"},
		{"http://one.example/a/", "topic:x,near:y", "/c"},
		{"http://one.example/b", "near:y", "/a/index.html http://two.example/f"},
		{"http://one.example/c", "", "/d"},
		{"http://one.example/d", "", "/e"},
		{"http://one.example/e", "topic:x", "!/hidden"},
		{"http://one.example/hidden", "topic:x", ""},
		{"http://one.example/far", "topic:x", ""},
		{"http://two.example/f", "topic:x", "/g"},
		{"http://two.example/g", "topic:x", ""},
	}
}

// Store writes Pages as a stored web and returns its folder.
func Store(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	var index strings.Builder
	for i, p := range Pages() {
		var body strings.Builder
		fmt.Fprintf(&body, "<title>page %d</title><p>some words</p>", i)
		for l := range strings.FieldsSeq(p.Links) {
			if l, ok := strings.CutPrefix(l, "!"); ok {
				fmt.Fprintf(&body, `<a href="%s" rel=nofollow>x</a>`, l)
				continue
			}
			fmt.Fprintf(&body, `<a href="%s">link</a> `, l)
		}
		Write(t, dir, fmt.Sprintf("pages/%d.html", i), body.String())
		fmt.Fprintf(&index, "%s\t%d.html\ttext/html; charset=utf-8\t%s\n", p.URL, i, p.Labels)
	}
	Write(t, dir, "index.tsv", index.String())
	return dir
}

// Write writes a file below dir.
func Write(t testing.TB, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
