package relevance

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// labelled is a page of a stored web with what its labels say of a topic.
type labelled struct {
	*crawl.Page
	labels []string
	file   string
}

// on reports whether the page is on the topic; ok is false if its labels do
// not settle it.
func (l *labelled) on(topic string) (on, ok bool) {
	for _, s := range l.labels {
		if s == "topic:"+topic {
			on = true
		}
		if strings.HasPrefix(s, "near:") || strings.HasPrefix(s, "maybe:") {
			return false, false
		}
	}
	return on, true
}

// readWeb reads all pages of a stored web as j does.
func readWeb(tb testing.TB, j *Judge, name string) []labelled {
	tb.Helper()
	return readRows(tb, name, func(r *crawl.Response) (*crawl.Page, error) { return j.Read(context.Background(), r) })
}

// readRows reads all pages of a stored web, in the order of its index. They have no
// links: those are not judged here.
func readRows(tb testing.TB, name string, read func(*crawl.Response) (*crawl.Page, error)) []labelled {
	tb.Helper()
	dir := goldentest.Web(tb, name)
	f, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var rows [][]string
	for s := bufio.NewScanner(f); s.Scan(); {
		rows = append(rows, strings.Split(s.Text(), "\t"))
	}
	web := make([]labelled, len(rows))
	each(len(rows), func(i int) { web[i] = readRow(tb, dir, rows[i], read) })
	return slices.DeleteFunc(web, func(l labelled) bool { return l.Page == nil })
}

func readRow(tb testing.TB, dir string, row []string, read func(*crawl.Response) (*crawl.Page, error)) labelled {
	body, err := os.ReadFile(filepath.Join(dir, "pages", row[1]))
	if err != nil {
		tb.Error(err)
		return labelled{}
	}
	key, err := urlkey.Canonical(row[0])
	if err != nil {
		tb.Errorf("%s: %v", row[0], err)
		return labelled{}
	}
	p, err := read(&crawl.Response{URL: key, Final: key, Status: 200, ContentType: row[2], Body: body})
	if err != nil {
		tb.Logf("%s: %v", row[0], err)
		return labelled{}
	}
	p.Links = nil
	l := labelled{Page: p, file: row[1]}
	if len(row) > 3 {
		l.labels = strings.Split(row[3], ",")
	}
	return l
}

// outcome counts decisions.
type outcome struct{ tp, fp, fn, tn int }

func (o outcome) precision() float64 { return float64(o.tp) / float64(max(1, o.tp+o.fp)) }
func (o outcome) recall() float64    { return float64(o.tp) / float64(max(1, o.tp+o.fn)) }
func (o outcome) f1() float64 {
	return 2 * float64(o.tp) / float64(max(1, 2*o.tp+o.fp+o.fn))
}

// judgement is the relevance of a page of which the truth is known.
type judgement struct {
	r  float64
	on bool
	at int
}

// judgeWeb scores every page after all of them were learned.
func judgeWeb(j *Judge, web []labelled, topic string) []judgement {
	return judgeWhole(j, web, "topic:"+topic)
}

func decide(js []judgement, phi float64) (o outcome) {
	for _, x := range js {
		switch {
		case x.on && x.r > phi:
			o.tp++
		case x.on:
			o.fn++
		case x.r > phi:
			o.fp++
		default:
			o.tn++
		}
	}
	return o
}

// best returns the threshold of the greatest F1.
func best(js []judgement) (phi, f1 float64) {
	for i := range 100 {
		if f := decide(js, float64(i)/100).f1(); f > f1 {
			phi, f1 = float64(i)/100, f
		}
	}
	return phi, f1
}
