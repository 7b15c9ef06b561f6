package relevance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestLearningMemory: what is learned from 20,000 pages of 200 words, in the long form
// 100,000, each fifth surely relevant, stays small (docs/operations.md tells the figures).
func TestLearningMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("learns 20,000 pages, in one goroutine")
	}
	pages := 20_000
	if os.Getenv("ONTOCRAWL_LONG") == "1" {
		pages = 100_000
	}
	j := stormJudge(t, Options{Judge: Fielded})
	vocabulary := make([]string, 50_000)
	for i := range vocabulary {
		vocabulary[i] = fmt.Sprintf("word%05d", i)
	}
	r := rand.New(rand.NewPCG(1, 2))
	before := heapInUse()
	var took time.Duration
	for i := range pages {
		p := synthetic(j, r, i, vocabulary)
		start := time.Now()
		j.Learn(p)
		took += time.Since(start)
	}
	grown := heapInUse() - before
	data, err := binenc.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := j.EncodeModel()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f MB of memory, %.1f MB in a checkpoint, model %d of %.1f KB, %.0f us a page",
		float64(grown)/1e6, float64(len(data))/1e6, stored.Number, float64(len(stored.Data))/1e3, took.Seconds()*1e6/float64(pages))
	if grown > 32<<20 || len(data) > 8<<20 || stored.Number < 5 || len(j.Model().Words) < 64 {
		t.Error("that is more than was promised, or too few models")
	}
	runtime.KeepAlive(j)
	runtime.KeepAlive(vocabulary)
}

// synthetic is page i, as a journal gives it back.
func synthetic(j *Judge, r *rand.Rand, i int, vocabulary []string) *crawl.Page {
	f := &crawl.Features{Topic: j.topicNumber(), Length: 300}
	if i%5 == 0 {
		f.First = 2 + r.Float64()
		for k := range 100 {
			f.Words = append(f.Words, crawl.WordCount{Word: fmt.Sprintf("storm%02d", (k+i)%300), Count: 2})
		}
		f.Concepts = []crawl.ConceptCount{{Entry: 0, Count: 3}, {Entry: int32(1 + i%3), Count: 1}}
	}
	for len(f.Words) < 200 {
		f.Words = append(f.Words, crawl.WordCount{Word: vocabulary[int(float64(len(vocabulary))*r.Float64()*r.Float64())], Count: 1})
	}
	slices.SortFunc(f.Words, func(a, b crawl.WordCount) int { return strings.Compare(a.Word, b.Word) })
	f.Words = merge(f.Words)
	host := fmt.Sprintf("h%d.example", i%100)
	return &crawl.Page{Final: fmt.Sprintf("http://%s/a/%d", host, i), Host: host, Lang: "en", Features: f}
}

// heapInUse returns the bytes that live after a collection.
func heapInUse() int64 {
	runtime.GC()
	runtime.GC() // what a finalizer or a cleanup held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
