package functional_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// functionalFiles are the real files in this syntax, whatever they are called.
func functionalFiles(tb testing.TB) (root string, files []string) {
	tb.Helper()
	root = goldentest.Dir(tb, "ontologies/real-ontologies")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".ofn", ".owl"}, filepath.Ext(path)) {
			return err
		}
		data, err := os.ReadFile(path)
		if filepath.Ext(path) == ".ofn" || bytes.HasPrefix(data, []byte("Prefix(")) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return root, files
}

func benchEDAM(b *testing.B) []byte {
	data, err := os.ReadFile(filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), "owlapi-converted", "EDAM_1.25.ofn"))
	if err != nil {
		b.Fatal(err)
	}
	return data
}

func BenchmarkParseEDAM(b *testing.B) {
	data := benchEDAM(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := functional.Parse(bytes.NewReader(data), rdfio.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
