package dateline

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// TestWebs measures on real pages how often each source says something, and how
// often it names the day that the most believed one names, where that is another.
// What a meta element or an article's JSON-LD declares is taken for the truth.
func TestWebs(t *testing.T) {
	for _, web := range []string{"hosts-dev", "extract-shared", "cec-zh"} {
		t.Run(web, func(t *testing.T) { measure(t, filepath.Join(goldentest.Dir(t, "webs/"+web), web)) })
	}
}

func measure(t *testing.T, dir string) {
	var says, asked, agrees [ranks]int
	pages, dated, declared, guessed, right := 0, 0, 0, 0, 0
	var wrong []string
	each(t, dir, func(r *crawl.Response, p *crawl.Page) {
		pages++
		x := finder{here: placeOf(p)}
		x.read(decoded(r.Body, p.Charset), p)
		if _, ok := x.best(); ok {
			dated++
		}
		truth := x.found[rankMeta]
		if truth.IsZero() {
			truth = x.found[rankJSONLD]
		}
		for rank, d := range x.found {
			if d.IsZero() {
				continue
			}
			says[rank]++
			if !truth.IsZero() {
				asked[rank]++
				if near(truth, d) {
					agrees[rank]++
				}
			}
		}
		if truth.IsZero() {
			return
		}
		declared++
		x.found[rankMeta], x.found[rankJSONLD] = Date{}, Date{}
		if d, ok := x.best(); ok {
			guessed++
			if near(truth, d) {
				right++
			} else if len(wrong) < 25 {
				wrong = append(wrong, fmt.Sprintf("%s declared %v, %s says %v", p.Final, truth.Date, d.By, d.Date))
			}
		}
	})
	t.Logf("%d pages, %d dated; %d declare it; without that %d are dated, %d rightly", pages, dated, declared, guessed, right)
	names := [ranks]string{"meta", "json-ld", "microdata", "labelled", "json-ld other", "meta other", "url", "named", "time published", "time near", "dated", "line", "time", "short"}
	for rank, name := range names {
		t.Logf("%-14s says %5d  agrees %5d of %5d", name, says[rank], agrees[rank], asked[rank])
	}
	t.Logf("wrong:\n%s", strings.Join(wrong, "\n"))
	if declared > 100 && right*10 < guessed*8 {
		t.Errorf("of %d pages that were dated without what they declare %d are right", guessed, right)
	}
}

// near reports that two dates are of one day, in whatever zone.
func near(a, b Date) bool {
	d := a.Sub(b.Time)
	return -36*time.Hour < d && d < 36*time.Hour
}

// each parses the pages of a web.
func each(t *testing.T, dir string, f func(*crawl.Response, *crawl.Page)) {
	index, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	lines := bufio.NewScanner(index)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		cols := strings.Split(lines.Text(), "\t")
		if len(cols) < 3 {
			continue
		}
		body, err := os.ReadFile(filepath.Join(dir, "pages", cols[1]))
		if err != nil {
			continue
		}
		r := &crawl.Response{URL: cols[0], Final: cols[0], Status: 200, ContentType: cols[2], Body: body}
		if p, err := page.Parse(r); err == nil {
			f(r, p)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
