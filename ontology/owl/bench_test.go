package owl

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

func benchmark(b *testing.B, data []byte) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(bytes.NewReader(data), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoadEDAM reads 3.2 MB of RDF/XML, 36,888 triples, into a graph.
func BenchmarkLoadEDAM(b *testing.B) {
	dir := goldentest.Dir(b, "ontologies/real-ontologies")
	data, err := os.ReadFile(filepath.Join(dir, "edam", "EDAM_1.25.owl"))
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, data)
}

// BenchmarkLoad46 reads a file of 46 concepts as Protégé saves it, with two
// labels and one restriction each.
func BenchmarkLoad46(b *testing.B) {
	var s strings.Builder
	for i := range 46 {
		s.WriteString(classIn(fmt.Sprint("C", i), fmt.Sprintf(`        <rdfs:subClassOf rdf:resource="http://x.org/o#C%d"/>
%s
        <rdfs:label xml:lang="en">concept number %[3]d</rdfs:label>
        <rdfs:label xml:lang="zh">概念%[3]d</rdfs:label>
        <skos:altLabel xml:lang="zh-Hant">概念之%[3]d</skos:altLabel>`, i/2, restrictionIn("causes", "someValuesFrom", fmt.Sprint("C", (i+7)%46)), i)))
	}
	benchmark(b, []byte(protege(s.String())))
}

// BenchmarkLoadENVO reads 2.9 MB of OBO, the whole of ENVO, into a graph.
func BenchmarkLoadENVO(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), "envo", "envo.obo"))
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, data)
}

// BenchmarkLoadEDAMIn reads EDAM from each syntax in which the OWL API saved it.
func BenchmarkLoadEDAMIn(b *testing.B) {
	dir := filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), "owlapi-converted")
	for _, ext := range []string{".owl", ".ttl", ".owx", ".ofn", ".omn", ".jsonld"} {
		b.Run(ext[1:], func(b *testing.B) {
			data, err := os.ReadFile(filepath.Join(dir, "EDAM_1.25"+ext))
			if err != nil {
				b.Fatal(err)
			}
			benchmark(b, data)
		})
	}
}
