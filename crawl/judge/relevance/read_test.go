package relevance

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// readSet is a topic of which people read pages and said whether they are about it.
type readSet struct{ name, file, web string }

func readSets() []readSet {
	return []readSet{
		{"plants", "topics/read/plants.ttl", "wikispeedia-en"},
		{"geology", "topics/read/geology.ttl", "wikispeedia-en"},
		{"music", "topics/read/music-genres.ttl", "wikispeedia-en"},
		{"slavery", "topics/read/slavery.ttl", "wikispeedia-en"},
		{"cryptography", "topics/cryptography.ttl", "techblogs-dev"},
		{"epidemic", "topics/epidemic.ttl", "techblogs-dev"},
	}
}

// pageRead is a page that somebody read: y, m (a near kind) or n. It stands for weight pages.
type pageRead struct {
	r, weight float64
	label     string
}

// answersIn are the answers about the pages of a web, by address: of a file of answers, or of the web's labels.
func answersIn(tb testing.TB, s readSet, web []labelled) map[string]pageRead {
	tb.Helper()
	list := map[string]pageRead{}
	if s.web == "techblogs-dev" {
		for i := range web {
			list[web[i].Final] = pageRead{weight: 1, label: labelOf(&web[i], s.name)}
		}
		return list
	}
	f, err := os.Open(goldentest.Path(tb, "topics/read/labels.tsv"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		row := strings.Split(lines.Text(), "\t")
		if row[0] != s.name {
			continue
		}
		key, err := urlkey.Canonical(row[1])
		if err != nil {
			tb.Fatal(err)
		}
		weight, err := strconv.ParseFloat(row[3], 64)
		if err != nil {
			tb.Fatal(err)
		}
		list[key] = pageRead{weight: weight, label: row[4]}
	}
	return list
}

func labelOf(l *labelled, topic string) string {
	label := "n"
	for _, s := range l.labels {
		switch s {
		case "topic:" + topic:
			return "y"
		case "near:" + topic, "maybe:" + topic:
			label = "m"
		}
	}
	return label
}

// readFigures hold the quality of relevances by weighted answers.
type readFigures struct{ p, r, f1, best, at, ap float64 }

func (f readFigures) String() string {
	return fmt.Sprintf("P %.3f R %.3f F1 %.3f (%.3f at %.2f) AP %.3f", f.p, f.r, f.f1, f.best, f.at, f.ap)
}

// figuresOf judges weighted answers at phi, as n where a near kind is read strictly, and without it else.
func figuresOf(list []pageRead, phi float64, strict bool) (f readFigures) {
	list = slices.Clone(list)
	if !strict {
		list = slices.DeleteFunc(list, func(a pageRead) bool { return a.label == "m" })
	}
	at := func(phi float64) (p, r, f1 float64) {
		var found, on, both float64
		for _, a := range list {
			if a.r > phi {
				found += a.weight
			}
			if a.label == "y" {
				on += a.weight
			}
			if a.r > phi && a.label == "y" {
				both += a.weight
			}
		}
		return stats.Ratio(both, found), stats.Ratio(both, on), stats.Ratio(2*both, found+on)
	}
	f.p, f.r, f.f1 = at(phi)
	for i := 1; i < 100; i++ {
		if _, _, f1 := at(float64(i) / 100); f1 > f.best {
			f.best, f.at = f1, float64(i)/100
		}
	}
	slices.SortStableFunc(list, func(a, b pageRead) int { return cmp.Compare(b.r, a.r) })
	var seen, got float64
	for _, a := range list {
		if seen += a.weight; a.label == "y" {
			got += a.weight
			f.ap += a.weight * got / seen
		}
	}
	f.ap = stats.Ratio(f.ap, got)
	return f
}

// walkRead calls f with each topic's judge, and the web's pages marked for it.
func walkRead(tb testing.TB, f func(s readSet, web []labelled, j *Judge)) {
	tb.Helper()
	var name string
	var web []labelled
	for _, s := range readSets() {
		if s.web != name {
			web = nil // one at a time
			name, web = s.web, parseWeb(tb, s.web)
		}
		j := judgeOf(tb, topicIn(tb, goldentest.Path(tb, s.file)), Options{})
		each(len(web), func(i int) { j.Mark(web[i].Page) })
		f(s, web, j)
	}
}

// judgeRead judges a web as at the end of a crawl of it, and returns the pages that were read. A list or a stub is no find.
func judgeRead(tb testing.TB, s readSet, web []labelled, j *Judge) []pageRead {
	tb.Helper()
	var list []pageRead
	answers := answersIn(tb, s, web)
	learnWhole(j, web)
	for i := range web {
		a, ok := answers[web[i].Final]
		if !ok {
			continue
		}
		p := *web[i].Page
		if a.r = j.Score(&p).Relevance; p.About.Kind.Leads() {
			a.r = 0
		}
		list = append(list, a)
	}
	return list
}

// TestRead judges pages that people read, for the table in docs/verdict.md: the threshold, the kind of page and all else as shipped.
func TestRead(t *testing.T) {
	var sums [2]readFigures
	walkRead(t, func(s readSet, web []labelled, j *Judge) {
		list := judgeRead(t, s, web, j)
		for i, strict := range []bool{false, true} {
			f := figuresOf(list, j.phi, strict)
			t.Logf("%-12s %4d read, strict %-5v  %v", s.name, len(list), strict, f)
			n := float64(len(readSets()))
			sums[i].f1, sums[i].best, sums[i].ap = sums[i].f1+f.f1/n, sums[i].best+f.best/n, sums[i].ap+f.ap/n
		}
	})
	for i, bar := range []readFigures{{f1: .85, ap: .94}, {f1: .79, ap: .89}} {
		t.Logf("mean, strict %-5v  F1 %.3f best F1 %.3f AP %.3f", i == 1, sums[i].f1, sums[i].best, sums[i].ap)
		if sums[i].f1 < bar.f1 || sums[i].ap < bar.ap {
			t.Errorf("strict %v: F1 %.3f, AP %.3f; want %.2f and %.2f", i == 1, sums[i].f1, sums[i].ap, bar.f1, bar.ap)
		}
	}
}
