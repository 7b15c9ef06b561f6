package semsim

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
)

func BenchmarkSim(b *testing.B) {
	m := measure(b, chain(b, 46), Params{})
	b.ReportAllocs()
	for i := range b.N {
		m.Sim(ontology.ID(i%46), ontology.ID(i*7%46))
	}
}

func BenchmarkTopic(b *testing.B) {
	m := measure(b, chain(b, 46), Params{})
	dst := make([]float64, 46)
	b.ReportAllocs()
	for i := range b.N {
		dst = m.Topic(ontology.ID(i%46), dst)
	}
}

func BenchmarkTopicOfTable(b *testing.B) {
	m := measure(b, readTable(b, goldentest.Path(b, "concepts/rainstorm.tsv")).graph, Params{})
	dst := make([]float64, 46)
	b.ReportAllocs()
	for b.Loop() {
		dst = m.Topic(0, dst)
	}
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []struct {
		name     string
		concepts int
	}{{"46", 46}, {"1024", 1024}, {"7000", 7000}} {
		g := chain(b, n.concepts)
		b.Run(n.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				measure(b, g, Params{})
			}
		})
	}
}

func BenchmarkRow7000(b *testing.B) {
	m := measure(b, chain(b, 7000), Params{})
	row := make([]float64, 7000)
	b.ReportAllocs()
	for i := range b.N {
		m.row(int32(i%7000), row)
	}
}

func BenchmarkExplain(b *testing.B) {
	m := measure(b, chain(b, 46), Params{})
	b.ReportAllocs()
	for b.Loop() {
		m.Explain(3, 45)
	}
}
