package dateline

import (
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	maxLine   = 200 // bytes of a block that may be a dateline
	nearAbove = 3   // blocks before the headline,
	nearBelow = 8   // and after it
	maxDated  = 4   // lines with dates near the headline; with more the page is a list
	maxLabels = 100 // lines that are searched for a label; a page has one or two
)

// lines reads the blocks of the page: lines with a label of publication
// anywhere, and dates near the headline.
func (x *finder) lines(p *crawl.Page) {
	head := headline(p)
	dated := 0
	var near []string
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Title || b.Region == crawl.RegionNav || b.Region == crawl.RegionFooter || b.Region == crawl.RegionAside {
			continue
		}
		isNear := head-nearAbove <= i && i <= head+nearBelow
		if len(b.Text) > maxLine {
			if isNear {
				x.short(b.Text)
			}
			continue
		}
		if !mayHold(b.Text) {
			continue
		}
		text := plain(b.Text)
		if x.labelled(text) {
			continue
		}
		if isNear {
			x.short(text)
			if _, ok := findDate(text, x.here); ok {
				dated++
				near = append(near, text)
			}
		}
	}
	if dated <= maxDated {
		for _, s := range near {
			x.text(rankLine, s)
		}
	}
}

// headline is the index of the headline's block: the first h1, or a block that
// begins the title, or the first block.
func headline(p *crawl.Page) int {
	guess := 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.H1 {
			return i
		}
		if guess == 0 && !b.Title && b.Region != crawl.RegionNav && utf8.RuneCountInString(b.Text) >= 6 && strings.HasPrefix(p.Title, b.Text) {
			guess = i
		}
	}
	return guess
}

// mayHold quickly checks for a year.
func mayHold(s string) bool {
	return strings.Contains(s, "20") || strings.Contains(s, "19") || strings.ContainsAny(s, "２年月")
}

// mayLabel quickly checks for formLabel, whose many alternatives take a hundred
// times as long.
func mayLabel(s string) bool {
	return containsAny(strings.ToLower(s), "发", "發", "刊", "公", "播", "成文", "印", "掲", "配", "publi", "posted", "issued", "released")
}

// labelled takes the date after a label of publication.
func (x *finder) labelled(s string) bool {
	if x.labels == maxLabels || !mayLabel(s) {
		return false
	}
	x.labels++
	at := formLabel().FindStringIndex(s)
	return at != nil && x.text(rankLabelled, clip(s[at[1]:], 80))
}

// text takes the date in s, if it has one.
func (x *finder) text(rank int, s string) bool {
	st, ok := findDate(s, x.here)
	if ok {
		x.stamp(rank, "text", &st)
	}
	return ok
}

// short reads a date without a year, as in warnings: the last such day before
// the fetch, if it is not long ago.
func (x *finder) short(s string) {
	if x.fetched.IsZero() || !strings.Contains(s, "月") {
		return
	}
	m := formShort().FindStringSubmatch(plain(clip(s, 400)))
	if m == nil {
		return
	}
	st := stamp{year: x.fetched.In(x.here).Year(), month: num(m[1]), day: num(m[2]), hour: num(m[4]), min: num(m[5])}
	st.halfDay(m[3], "")
	t, _, ok := st.at(x.here)
	if ok && t.After(x.fetched.Add(tolerance)) {
		st.year--
		t, _, ok = st.at(x.here)
	}
	if ok && x.fetched.Sub(t) < recent {
		x.stamp(rankShort, "text", &st)
	}
}

// recent is the greatest age of a page whose date has no year.
const recent = 60 * 24 * time.Hour

// address reads a date from the path of a URL.
func (x *finder) address(raw string) {
	u, err := url.Parse(raw)
	if err != nil {
		return
	}
	if m := formPath().FindStringSubmatch(clip(u.Path, 500)); m != nil {
		x.stamp(rankAddress, "url", &stamp{year: num(m[1]), month: num(strings.TrimRight(m[2], "-/_.")), day: num(m[3]), hour: -1})
	}
}
