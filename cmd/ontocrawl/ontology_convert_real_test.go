package main

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Every real ontology that can be read comes back from every syntax that has
// words for everything, and is the same file when saved again.
func TestConvertRealOntologies(t *testing.T) {
	root := outside.Dir(t, "ontologies/real-ontologies")
	const largest = 200 << 10 // bytes; enough for most, and for all constructs
	converted, refused := 0, 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if info, err := e.Info(); err != nil || info.Size() > largest {
			return err
		}
		a := &app{}
		d, err := a.readDocument(path)
		if err != nil {
			refused++
			return nil
		}
		converted++
		for _, to := range exact() {
			saveTwice(t, d, to)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if converted < 400 {
		t.Errorf("%d converted and %d refused: that is not the archive", converted, refused)
	}
	t.Logf("%d ontologies converted, %d refused", converted, refused)
}

// saveTwice writes a document, reads it back and writes it again.
func saveTwice(t *testing.T, d *document, to target) {
	t.Helper()
	var first, second bytes.Buffer
	left, err := to.write(&first, d)
	if err != nil {
		t.Errorf("%s as %s: %v", d.name, to.name, err)
		return
	}
	a := &app{streams: streams{in: bytes.NewReader(first.Bytes())}}
	back, err := a.readDocument("-")
	if err != nil {
		t.Errorf("%s as %s, read back: %v", d.name, to.name, err)
		return
	}
	if len(left) == 0 && !rdfio.Isomorphic(d.triples, back.triples) {
		t.Errorf("%s as %s: %d statements came back of %d, and none was said to be left out:\n%s",
			d.name, to.name, len(back.triples), len(d.triples), triplesDiffer(t, d.triples, back.triples))
		return
	}
	if _, err := to.write(&second, back); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("%s as %s: saved again it is another file (%v)", d.name, to.name, err)
	}
}
