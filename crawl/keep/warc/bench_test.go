package warc

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// webPage is some 30 kB of HTML that shrinks about as pages do.
func webPage(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 2))
	words := strings.Fields("the storm surge of a typhoon made landfall at dawn and warnings stayed in force along coast harbour rain wind flood river city people")
	var b strings.Builder
	b.WriteString("<!doctype html><title>page</title>")
	for b.Len() < 30_000 {
		fmt.Fprintf(&b, `<p class="text"><a href="/wiki/%x">`, rng.Uint32())
		for range 5 + rng.IntN(40) {
			b.WriteString(words[rng.IntN(len(words))])
			b.WriteByte(' ')
		}
		b.WriteString("</a></p>\n")
	}
	return b.String()
}

// BenchmarkKeep measures the cost of an archived page for the goroutine that decides,
// without making it durable.
func BenchmarkKeep(b *testing.B) {
	v := openArchiver(b, b.TempDir(), nil, Options{})
	defer v.Close()
	x := answer(1, "http://a.example/", "")
	pages := make([][]byte, 64)
	for i := range pages {
		pages[i] = []byte(webPage(uint64(i)))
	}
	b.SetBytes(30_000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		x.Page.Hash = uint64(i)
		x.Response.Exchanges[0].Body = pages[i%len(pages)]
		if _, err := v.Keep(x); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGzipLevel compares levels, on a page as it is and on one that was
// sent compressed.
func BenchmarkGzipLevel(b *testing.B) {
	page := []byte(webPage(1))
	var sent bytes.Buffer
	z := gzip.NewWriter(&sent)
	z.Write(page) //nolint:errcheck // to memory
	z.Close()     //nolint:errcheck // to memory
	for _, body := range []struct {
		name string
		b    []byte
	}{{"page", page}, {"sent-compressed", sent.Bytes()}} {
		for level := 1; level <= 7; level++ {
			b.Run(fmt.Sprintf("%s/%d", body.name, level), func(b *testing.B) {
				var out bytes.Buffer
				z, err := gzip.NewWriterLevel(&out, level)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(body.b)))
				for b.Loop() {
					out.Reset()
					z.Reset(&out)
					z.Write(body.b) //nolint:errcheck // to memory
					z.Close()       //nolint:errcheck // to memory
				}
				b.ReportMetric(float64(out.Len())/float64(len(body.b)), "size")
			})
		}
	}
}

// BenchmarkReader measures reading through an archive, by its bytes before compression.
func BenchmarkReader(b *testing.B) {
	var file bytes.Buffer
	w := NewWriter(&file)
	size := 0
	for i := range 100 {
		page := webPage(uint64(i))
		size += len(page)
		if _, err := w.Write(Header{{FieldType, TypeResponse}, {FieldRecordID, NewID()}, {FieldDate, "2026-03-01T00:00:00Z"}, {FieldTargetURI, "http://a.example/"}}, []byte(page)); err != nil {
			b.Fatal(err)
		}
	}
	for name, newReader := range map[string]func(io.Reader) *Reader{"tolerant": NewReader, "strict": NewStrictReader} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				r := newReader(bytes.NewReader(file.Bytes()))
				for {
					if _, err := r.Next(); err != nil {
						break
					}
				}
			}
		})
	}
}

// BenchmarkRestore measures what 100,000 archived pages add to the time a crawl takes
// to go on, beside the reading of its journal.
func BenchmarkRestore(b *testing.B) {
	dir := b.TempDir()
	v := openArchiver(b, dir, nil, Options{})
	x := answer(1, "http://a.example/", "page")
	keep(b, v, x)
	last := answer(2, "http://a.example/2", "another page")
	keep(b, v, last)
	if err := v.Close(); err != nil {
		b.Fatal(err)
	}
	var j journal
	for i := range 100_000 {
		y := *x
		y.Page = &crawl.Page{Final: fmt.Sprintf("http://a.example/%d", i), Hash: uint64(i)}
		j = append(j, &y)
	}
	j = append(j, last)
	for b.Loop() {
		if err := openArchiver(b, dir, j, Options{Again: true}).Close(); err != nil {
			b.Fatal(err)
		}
	}
}
