package progress

import (
	"bytes"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

func TestProgressLine(t *testing.T) {
	t.Parallel()
	c := Counts{Totals: rundir.Totals{Pages: 123, Relevant: 45, Hosts: 20, Failures: 3}, Budget: 500, PagesPerSecond: 12.34, SecondsLeft: 30.5, Waiting: 4512,
		LastURL: "http://a.example/%E5%8F%B0%E9%A3%8E"}
	want := "123/500 pages  45 relevant (36.6 %)  12/s  31 s left  20 hosts  4512 waiting  3 failed  http://a.example/台风"
	if got := progressLine(nil, c); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.Postponed, c.AgainIn, c.LastURL = 2, 27.5, ""
	if got, want := progressLine(nil, c), "123/500 pages  45 relevant (36.6 %)  12/s  31 s left  20 hosts  4512 waiting  3 failed  2 asked again in 28 s"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c = Counts{SecondsLeft: -1, Totals: rundir.Totals{Queries: 4}}
	if got, want := progressLine(nil, c), "0 pages  0 relevant (-)  0.00/s  0 hosts  0 waiting  0 failed  4 queries"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c = Counts{SecondsLeft: -1}
	if got, want := progressLine(nil, c), "0 pages  0 relevant (-)  0.00/s  0 hosts  0 waiting  0 failed"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// However narrow the terminal and wide the characters, the line fits, and what
// is logged stands on a line of its own.
func TestProgressOnTerminal(t *testing.T) {
	t.Parallel()
	m := NewMeter(Options{Budget: 500})
	m.Visited(&crawl.Visit{Choice: crawl.Choice{URL: "http://a.example/" + strings.Repeat("%E5%8F%B0%E9%A3%8E", 40) + "\x1b]0;x\x07"}, Page: &crawl.Page{}})
	var out bytes.Buffer
	p := NewScreen(&out)
	if p.columns != nil {
		t.Fatal("a buffer is no terminal")
	}
	p.meter = m
	for _, columns := range []int{20, 79, 80, 81, 200} {
		out.Reset()
		p.columns = func() int { return columns }
		p.show(time.Second)
		line, ok := strings.CutPrefix(out.String(), "\r\x1b[K")
		if !ok || term.Cells(line) >= columns || strings.ContainsAny(line, "\x1b\x07\r\n") {
			t.Errorf("%d columns: %d cells, %q", columns, term.Cells(line), line)
		}
	}
	out.Reset()
	if _, err := io.WriteString(p, "level=WARN\n"); err != nil || out.String() != "\r\x1b[Klevel=WARN\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	out.Reset()
	if _, err := io.WriteString(p, "again\n"); err != nil || out.String() != "again\n" {
		t.Errorf("no line stood there: %v, %q", err, out.String())
	}
}

// Elsewhere it is a log line, without a single control character.
func TestProgressInLog(t *testing.T) {
	t.Parallel()
	m := NewMeter(Options{Budget: 500})
	m.Visited(&crawl.Visit{Page: &crawl.Page{Host: "a.example"}, Score: crawl.Score{Relevant: true}})
	var out bytes.Buffer
	p := NewScreen(&out)
	p.Start(m, slog.New(slog.NewTextHandler(p, nil)))
	p.show(90 * time.Second)
	p.End()
	for _, want := range []string{"msg=crawling", "pages=1", "of=500", "relevant=1", "harvest=1", "pages_per_second=1", "hosts=1", "waiting=0", "failed=0", "seconds=90", "seconds_left=499"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %s: %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "\x1b") || strings.Count(out.String(), "\n") != 1 || strings.Contains(out.String(), "queries=") {
		t.Errorf("%q", out.String())
	}
	m.Visited(&crawl.Visit{Choice: crawl.Choice{URL: "search:own?op=kw&page=1&q=x", Query: "x"}, Page: &crawl.Page{Source: true}})
	if p.show(0); !strings.Contains(out.String(), "queries=1") {
		t.Errorf("a question is not counted: %q", out.String())
	}
}
