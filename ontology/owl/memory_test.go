package owl

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// live is how many bytes of the heap are in use.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first only made finalisable
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// footprint returns how many bytes of the heap an ontology takes, and its
// graph alone.
func footprint(path string) (whole, graph int64, err error) {
	before := live()
	o, err := Open(path, Options{})
	if err != nil {
		return 0, 0, err
	}
	whole = live() - before
	g := o.Graph
	o = nil
	graph = live() - before
	runtime.KeepAlive(g)
	return whole, graph, nil
}

// largeFiles are the files of real ontologies of more than 100 KB, in every
// syntax. Of smaller ones the fixed cost of a graph says nothing.
func largeFiles(t testing.TB) []string {
	dir := goldentest.Dir(t, "ontologies/real-ontologies")
	var files []string
	for _, pattern := range []string{"edam/*", "envo/*.obo", "sweet/*", "pizza/*", "ssn/*", "hazard/*", "owlapi-converted/*"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > 100_000 {
				files = append(files, path)
			}
		}
	}
	if len(files) < 10 {
		t.Fatalf("only %d files in %s", len(files), dir)
	}
	return files
}

// The graph of a file takes no more than six times the room of the file.
func TestMemoryOfGraph(t *testing.T) {
	const most = 6
	for _, path := range largeFiles(t) {
		whole, graph, err := footprint(path)
		if err != nil {
			continue // what is refused, and why: see TestCorpus
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		size := float64(info.Size())
		t.Logf("%-32s %8d bytes: graph %.2f, ontology %.2f times the file",
			filepath.Base(path), info.Size(), float64(graph)/size, float64(whole)/size)
		if float64(graph) > most*size {
			t.Errorf("%s: the graph takes %d bytes, more than %d times the file's %d", path, graph, most, info.Size())
		}
		if graph < info.Size()/50 {
			t.Errorf("%s: %d bytes cannot be a graph; what was measured?", path, graph)
		}
	}
}

// BenchmarkMemory tells, as times the file, how large the graph is, the whole
// ontology, and all that is on the heap at once while it is read.
func BenchmarkMemory(b *testing.B) {
	dir := goldentest.Dir(b, "ontologies/real-ontologies")
	for _, name := range []string{
		"edam/EDAM_1.25.owl", "envo/envo.obo", "pizza/pizza.owl",
		"owlapi-converted/EDAM_1.25.ttl", "owlapi-converted/EDAM_1.25.omn", "owlapi-converted/EDAM_1.25.jsonld",
	} {
		b.Run(filepath.Base(name), func(b *testing.B) {
			path := filepath.Join(dir, name)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			size := float64(info.Size())
			whole, graph, err := footprint(path)
			if err != nil {
				b.Fatal(err)
			}
			highest := int64(0)
			for b.Loop() {
				highest = max(highest, peak(func() { _, err = Open(path, Options{}) }))
			}
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(graph)/size, "graph/file")
			b.ReportMetric(float64(whole)/size, "ontology/file")
			b.ReportMetric(float64(highest)/size, "peak/file")
		})
	}
}

// peak returns how much more of the heap was in use at once while f ran. The
// collector runs often meanwhile, so that little of it is garbage.
func peak(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	before := live()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	stop, highest := make(chan bool), make(chan int64)
	go func() {
		most := int64(0)
		for {
			metrics.Read(sample)
			most = max(most, int64(sample[0].Value.Uint64()))
			select {
			case <-stop:
				highest <- most
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	f()
	close(stop)
	return <-highest - before
}
