package rdfio_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// The examples of RFC 3986, section 5.4, and others.
func TestResolve(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for _, c := range []struct{ base, ref, want string }{
		{base, "g:h", "g:h"}, {base, "g", "http://a/b/c/g"}, {base, "./g", "http://a/b/c/g"}, {base, "g/", "http://a/b/c/g/"},
		{base, "/g", "http://a/g"}, {base, "//g", "http://g"}, {base, "?y", "http://a/b/c/d;p?y"}, {base, "g?y", "http://a/b/c/g?y"},
		{base, "#s", "http://a/b/c/d;p?q#s"}, {base, "g#s", "http://a/b/c/g#s"}, {base, "g?y#s", "http://a/b/c/g?y#s"},
		{base, ";x", "http://a/b/c/;x"}, {base, "g;x", "http://a/b/c/g;x"}, {base, "g;x?y#s", "http://a/b/c/g;x?y#s"},
		{base, "", base}, {base, ".", "http://a/b/c/"}, {base, "./", "http://a/b/c/"}, {base, "..", "http://a/b/"},
		{base, "../", "http://a/b/"}, {base, "../g", "http://a/b/g"}, {base, "../..", "http://a/"}, {base, "../../", "http://a/"}, {base, "../../g", "http://a/g"},
		{base, "../../../g", "http://a/g"}, {base, "../../../../g", "http://a/g"}, {base, "/./g", "http://a/g"}, {base, "/../g", "http://a/g"},
		{base, "g.", "http://a/b/c/g."}, {base, ".g", "http://a/b/c/.g"}, {base, "g..", "http://a/b/c/g.."}, {base, "..g", "http://a/b/c/..g"},
		{base, "./../g", "http://a/b/g"}, {base, "./g/.", "http://a/b/c/g/"}, {base, "g/./h", "http://a/b/c/g/h"}, {base, "g/../h", "http://a/b/c/h"},
		{base, "g;x=1/./y", "http://a/b/c/g;x=1/y"}, {base, "g;x=1/../y", "http://a/b/c/y"}, {base, "g?y/./x", "http://a/b/c/g?y/./x"},
		{base, "g#s/../x", "http://a/b/c/g#s/../x"}, {base, "http:g", "http:g"}, {base, "http://h/a/../b", "http://h/b"},
		{"http://a", "b", "http://a/b"}, {"http://a?q", "", "http://a?q"}, {"http://a/b#f", "", "http://a/b"}, {"http://a/b#f", "#g", "http://a/b#g"},
		{"urn:x:y", "#a", "urn:x:y#a"}, {"urn:x:y", "z", "urn:z"}, {"file:///a/b.owl", "c.owl", "file:///a/c.owl"}, {"file:///a/b.owl", "#台风", "file:///a/b.owl#台风"},
	} {
		if got, err := rdfio.Resolve(c.base, c.ref); err != nil || got != c.want {
			t.Errorf("%q against %q: got %q, %v, want %q", c.ref, c.base, got, err, c.want)
		}
	}
	if _, err := rdfio.Resolve("a/b", "c"); err == nil {
		t.Error("a relative base is accepted")
	}
}

// Without a base, relative references are below the file.
func TestDefaultBase(t *testing.T) {
	for file, want := range map[string]string{
		"":                 "<file:///#x> <e:p> <file:///y> .",
		"a/b c.ttl":        "<file:///a/b%20c.ttl#x> <e:p> <file:///a/y> .",
		"/tmp/../100%.ttl": "<file:///100%25.ttl#x> <e:p> <file:///y> .",
		"../data/台风.ttl":   "<file:///data/台风.ttl#x> <e:p> <file:///data/y> .",
	} {
		got, err := decode([]byte("<#x> <e:p> <y> ."), rdfio.Options{Syntax: "turtle", File: file})
		if err != nil {
			t.Fatal(err)
		}
		wantGraph(t, got, want)
	}
	if _, err := decode([]byte("<#x> <e:p> <y> ."), rdfio.Options{Base: "x/y"}); err == nil {
		t.Error("a relative base is accepted")
	}
}
