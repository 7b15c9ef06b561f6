package kinds_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// The graph: hub and small link to weather and to storms; portal links to everything;
// weather links to hub and to itself.
const (
	vertices = "0\tcn.xn--fiq228c.hub\t3\n1\torg.example-storms\t1\n2\torg.example-weather\t12\n3\tcom.portal\t900\n4\tnet.small\t1\n5\tde.xn--bcher-kva\t1\n"
	edges    = "0\t1\n0\t2\n2\t0\n2\t2\n3\t0\n3\t1\n3\t2\n3\t4\n3\t5\n4\t1\n4\t2\n4\t5\n"
)

func pack(t testing.TB, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// graph opens a graph of these files.
func graph(t testing.TB, vertices, edges []byte) *search.Asker {
	dir := t.TempDir()
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, "cc-main-2026-domain-vertices.txt.gz"), vertices, 0o644),
		os.WriteFile(filepath.Join(dir, "cc-main-2026-domain-edges.txt.gz"), edges, 0o644))
	if err != nil {
		t.Fatal(err)
	}
	all, err := search.Open([]search.Settings{search.Inline("webgraph="+dir, "--search")}, search.Deps{Kinds: []search.Kind{kinds.WebGraph()}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return all.All()[0]
}

func ask(t testing.TB, s search.Source, op search.Op, target string) (string, []string) {
	a, err := s.Ask(t.Context(), search.Query{Op: op, Target: target})
	if err != nil {
		t.Fatal(err)
	}
	var hosts []string
	for _, l := range a.Links {
		if !strings.HasPrefix(l.URL, "https://") {
			t.Errorf("%q", l.URL)
		}
		hosts = append(hosts, l.Host)
	}
	return strings.Join(hosts, " "), a.Failed
}

func TestGraph(t *testing.T) {
	for name, files := range map[string][2][]byte{
		"packed":       {pack(t, vertices), pack(t, edges)},
		"plain":        {[]byte(vertices), []byte(edges)},
		"carriage":     {[]byte(strings.ReplaceAll(vertices, "\n", "\r\n")), []byte(strings.ReplaceAll(edges, "\n", "\r\n"))},
		"two members":  {append(pack(t, vertices[:30]), pack(t, vertices[30:])...), pack(t, edges)},
		"strange rows": {[]byte("\nx\ty\n99999999999\tcom.big\n7\n" + vertices), []byte("a\tb\n1\n\n-1\t2\n" + edges)},
	} {
		t.Run(name, func(t *testing.T) {
			s := graph(t, files[0], files[1])
			// Those with few links first; not itself.
			if got, failed := ask(t, s, search.Backward, "https://www.example-weather.org/a?b"); got != "hub.xn--fiq228c.cn small.net portal.com" || failed != nil {
				t.Errorf("backward: %s, %v", got, failed)
			}
			// storms: hub 1/ln 3 + small 1/ln 4 + portal 1/ln 6; bücher: small + portal; then hub and small by portal.
			if got, _ := ask(t, s, search.Related, "example-weather.org"); got != "example-storms.org xn--bcher-kva.de hub.xn--fiq228c.cn small.net" {
				t.Errorf("related: %s", got)
			}
			if got, failed := ask(t, s, search.Backward, "unknown.example"); got != "" || failed != nil {
				t.Errorf("unknown: %s, %v", got, failed)
			}
			if got, _ := ask(t, s, search.Backward, "http://bücher.de/"); got != "small.net portal.com" {
				t.Errorf("IDN: %s", got)
			}
		})
	}
}

// Names in Unicode, as other tools write them.
func TestUnicodeNames(t *testing.T) {
	s := graph(t, []byte("1\tde.bücher\n2\torg.a\n"), []byte("2\t1\n1\t2\n"))
	if got, _ := ask(t, s, search.Backward, "bücher.de"); got != "a.org" {
		t.Errorf("backward: %q", got)
	}
	if got, _ := ask(t, s, search.Backward, "a.org"); got != "xn--bcher-kva.de" {
		t.Errorf("of a: %q", got)
	}
}

// Links that do not stand together: each still counts once.
func TestOutOfOrder(t *testing.T) {
	s := graph(t, []byte(vertices), []byte("3\t2\n0\t2\n3\t1\n0\t1\n3\t2\n4\t2\n"))
	if got, _ := ask(t, s, search.Backward, "example-weather.org"); got != "hub.xn--fiq228c.cn portal.com small.net" {
		t.Errorf("backward: %s", got)
	}
}

// A file that is cut off gives what it has, and says so; the answer is not kept.
func TestCutOff(t *testing.T) {
	long := strings.Repeat("5\t4\n", 50_000) + "6\t2\n"
	whole := pack(t, edges+long)
	s := graph(t, pack(t, vertices), whole[:len(whole)-40])
	got, failed := ask(t, s, search.Backward, "example-weather.org")
	if got != "hub.xn--fiq228c.cn small.net portal.com" && got != "" || len(failed) != 1 || !strings.Contains(failed[0], "edges.txt.gz is damaged or cut off") {
		t.Errorf("%s, %v", got, failed)
	}
	if s.Kept(search.Query{Op: search.Backward, Target: "example-weather.org"}) {
		t.Error("the answer is kept")
	}
}

// Prepare and questions at the same time share a reading, and know the same.
func TestPrepare(t *testing.T) {
	s := graph(t, pack(t, vertices), pack(t, edges))
	if err := s.Prepare(t.Context(), []string{"example-weather.org", "not a domain", "http://small.net/x"}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, _ := ask(t, s, search.Backward, "example-storms.org"); got != "hub.xn--fiq228c.cn small.net portal.com" {
				t.Errorf("%s", got)
			}
			if got, _ := ask(t, s, search.Backward, "small.net"); got != "portal.com" {
				t.Errorf("%s", got)
			}
		})
	}
	wg.Wait()
}

func TestRefused(t *testing.T) {
	s := graph(t, []byte(vertices), []byte(edges))
	for _, q := range []search.Query{{Text: "typhoon"}, {Op: search.Related, Target: "com"}, {Op: search.Backward, Target: "http://127.0.0.1/"}, {Op: search.HostPages, Target: "a.example"}} {
		var e *search.Error
		if _, err := s.Ask(t.Context(), q); !errors.As(err, &e) || e.Kind != search.Unsupported {
			t.Errorf("%+v: %v", q, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Ask(ctx, search.Query{Op: search.Backward, Target: "portal.com"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, err := search.Open([]search.Settings{search.Inline("webgraph="+t.TempDir(), "--search")}, search.Deps{Kinds: []search.Kind{kinds.WebGraph()}, Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "no files *vertices*.txt.gz") {
		t.Error(err)
	}
}

func FuzzFiles(f *testing.F) {
	f.Add([]byte(vertices), []byte(edges))
	f.Add(pack(f, vertices), pack(f, edges)[:20])
	f.Add([]byte("1\torg.a\n2\t\x00..\n"), []byte("2\t1\n"))
	f.Fuzz(func(t *testing.T, vertices, edges []byte) {
		s := graph(t, vertices, edges)
		for _, op := range []search.Op{search.Backward, search.Related} {
			a, err := s.Ask(t.Context(), search.Query{Op: op, Target: "https://a.org/"})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range a.Links {
				if l.Host == "" || l.Host == "a.org" && op == search.Backward {
					t.Errorf("%q", l.URL)
				}
			}
		}
	})
}

// BenchmarkEdges reads a packed file of 2 million links. It reports the time for one link.
func BenchmarkEdges(b *testing.B) {
	var text strings.Builder
	const n = 2_000_000
	for i := range n {
		fmt.Fprintf(&text, "%d\t%d\n", i/20, (i*7919)%100_000)
	}
	s := graph(b, pack(b, vertices), pack(b, text.String()))
	domains := []string{"example-weather.org", "small.net", "portal.com"}
	b.ResetTimer()
	for i := range b.N {
		// Another domain each time, so that the files are read again.
		if err := s.Prepare(b.Context(), append(domains, fmt.Sprintf("d%d.example.org", i), fmt.Sprintf("x%d.de", i))); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/link")
}
