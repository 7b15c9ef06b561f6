package ontologycmd

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/axiom/axiomtest"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// Every real ontology that can be read comes back from every syntax that has
// words for everything, and is the same file when saved again.
func TestConvertRealOntologies(t *testing.T) {
	t.Parallel()
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	const largest = 100 << 10 // bytes; enough for most, and for all constructs
	converted, refused := 0, 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if info, err := e.Info(); err != nil || info.Size() > largest {
			return err
		}
		a := testApp()
		d, err := a.readDocument(path)
		if err != nil {
			refused++
			return nil
		}
		converted++
		for _, to := range syntax.All().Written() {
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
func saveTwice(t *testing.T, d *convert.Document, to *syntax.Syntax) {
	t.Helper()
	first, left, err := d.Write(to)
	if errors.Is(err, convert.ErrWordless) && to.Name == "obograph" {
		return
	}
	if err != nil {
		t.Errorf("%s as %s: %v", d.Name, to.Name, err)
		return
	}
	back, err := convert.Parse(d.Name, first, convert.Options{})
	if err != nil {
		t.Errorf("%s as %s, read back: %v", d.Name, to.Name, err)
		return
	}
	if to.Name == "obograph" || to.Name == "obo" {
		// They have no place for much, and say of themselves what they are; their own tests tell.
	} else if to.Name == "manchester" && !declares(d) {
		// Frames declare what the file did not, which may make axioms of what was left out.
	} else if diff := lost(t, to, d.Triples, back.Triples, left); diff != "" {
		t.Errorf("%s as %s: %d statements came back of %d, and %d were said to be left out:\n%.4000s",
			d.Name, to.Name, len(back.Triples), len(d.Triples), len(left), diff)
		return
	}
	if second, _, err := back.Write(to); err != nil || !bytes.Equal(first, second) {
		t.Errorf("%s as %s: saved again it is another file (%v)", d.Name, to.Name, err)
	}
}

// declares reports whether a document declares every entity that it uses.
func declares(d *convert.Document) bool {
	o, _ := axiom.FromTriples(d.Triples)
	declared := map[string]bool{}
	for _, a := range o.Axioms {
		if a.Op == axiom.Declaration {
			declared[a.String()] = true
		}
	}
	return !slices.ContainsFunc(axiomtest.Declared(o).Axioms, func(a axiom.Axiom) bool {
		return a.Op == axiom.Declaration && !declared[a.String()]
	})
}
