package page

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

var (
	titleElement = regexp.MustCompile(`(?is)<title[^>]*>.*?</title>`)
	headingOpen  = regexp.MustCompile(`(?i)<h[1-6]\b[^>]*>`)
	headingClose = regexp.MustCompile(`(?i)</h[1-6]\s*>`)
)

// TestHeadlinesOutside hides the titles of stored pages and looks whether the
// layout tells them; then their headings too, so that only emphasis is left.
func TestHeadlinesOutside(t *testing.T) {
	for _, w := range []struct {
		name          string
		every         int     // one page of so many
		plain, hidden float64 // least share told rightly: with headings, without
	}{
		{"wikispeedia-en", 20, .95, .9}, {"lohelp-zh", 10, .75, .7}, {"hosts-dev", 20, .5, .2}, {"extract-shared", 2, .5, .2},
	} {
		var pages, right, bold, none float64
		for _, r := range storedResponses(t, w.name, w.every) {
			p, err := Parse(r)
			if err != nil || p.Title == "" || p.Title == p.Headline && !titleElement.Match(r.Body) {
				continue
			}
			pages++
			bare := *r
			bare.Body = titleElement.ReplaceAll(r.Body, nil)
			if q, err := Parse(&bare); err == nil && sameTitle(q.Title, p.Title) {
				right++
			} else if err == nil && q.Title == "" {
				none++
			}
			bare.Body = headingClose.ReplaceAll(headingOpen.ReplaceAll(bare.Body, []byte("<div><b>")), []byte("</b></div>"))
			if q, err := Parse(&bare); err == nil && sameTitle(q.Title, p.Title) {
				bold++
			}
		}
		t.Logf("%s: of %.0f titles the layout tells %.3f (none found: %.3f), without headings %.3f", w.name, pages, right/pages, none/pages, bold/pages)
		if right/pages < w.plain || bold/pages < w.hidden {
			t.Errorf("%s: %.3f and %.3f, want %.2f and %.2f", w.name, right/pages, bold/pages, w.plain, w.hidden)
		}
	}
}

// storedResponses are the HTML pages of a stored web, one of every few.
func storedResponses(t *testing.T, web string, every int) (all []*crawl.Response) {
	t.Helper()
	dir := goldentest.Web(t, web)
	f, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 0; lines.Scan(); n++ {
		row := strings.Split(lines.Text(), "\t")
		if n%every != 0 {
			continue
		}
		body, err := os.ReadFile(filepath.Join(dir, "pages", row[1]))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &crawl.Response{URL: row[0], Final: row[0], Status: 200, ContentType: row[2], Body: body})
	}
	return all
}

// sameTitle compares a headline with a title, or the part of it that is not the
// site's name, by letters and digits.
func sameTitle(headline, title string) bool {
	h := letters(headline)
	if h == "" {
		return false
	}
	if near(h, letters(title)) {
		return true
	}
	for _, part := range strings.FieldsFunc(strings.NewReplacer(" - ", "|", " : ", "|").Replace(title), func(r rune) bool { return strings.ContainsRune("|_–—·•»›：｜－", r) }) {
		if near(h, letters(part)) {
			return true
		}
	}
	return false
}

// near reports texts that share three quarters of their pairs of characters
// (Dice's coefficient): 分类: Markdown is Markdown 分类.
func near(a, b string) bool {
	pairs := map[string]int{}
	n := 0
	each := func(s string, f func(pair string)) {
		runes := []rune(s)
		for i := 1; i < len(runes); i++ {
			f(string(runes[i-1 : i+1]))
			n++
		}
	}
	each(a, func(p string) { pairs[p]++ })
	common := 0
	each(b, func(p string) {
		if pairs[p] > 0 {
			pairs[p]--
			common++
		}
	})
	return a == b || n > 0 && 2*float64(common)/float64(n) >= .75
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
