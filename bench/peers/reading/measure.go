package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// mean is the mean of precision, recall and F1 of pages.
type mean struct{ pages, precision, recall, f1 float64 }

func (m *mean) add(p, r float64) {
	m.pages++
	m.precision += p
	m.recall += r
	m.f1 += harmonic(p, r)
}

// ofMeans is F1 of the mean precision and recall, as the benchmarks of news have it.
func (m *mean) ofMeans() float64 { return harmonic(m.precision/m.pages, m.recall/m.pages) }

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// count counts answers.
type count struct{ right, wrong, none float64 }

func (c *count) add(got, want string) {
	switch got {
	case want:
		c.right++
	case "":
		c.none++
	default:
		c.wrong++
	}
}

func share(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// board counts the results of a reader.
type board struct {
	runs   map[string]*mean // of news, reader, chinese, and of kinds of WCXB
	pieces count            // right: there and wanted; wrong: there and unwanted; none: wanted and not there
	days   map[string]*count
	names  map[string]*count
}

func newBoard() *board {
	return &board{map[string]*mean{}, count{}, map[string]*count{}, map[string]*count{}}
}

var dayForm = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

func (b *board) add(p *page, got readOff) {
	switch p.Set {
	case "news", "reader":
		of(b.runs, p.Set).add(overlap(runs(words(p.Text, false), 4), runs(words(got.text, false), 4)))
	case "wcxb":
		x, y := overlap(runs(words(p.Text, true), 1), runs(words(got.text, true), 1))
		of(b.runs, "all kinds").add(x, y)
		of(b.runs, p.Kind).add(x, y)
	case "chunks":
		b.addPieces(p, got.text)
	case "chinese":
		b.addPeers(p, got.text)
	}
	if dayForm.MatchString(p.Date) {
		of(b.days, p.Set).add(got.date, p.Date)
	}
	for name, v := range map[string][2]string{"headline": {got.title, p.Title}, "author": {got.author, p.Author}} {
		if want := letters(v[1]); p.Set == "wcxb" && want != "" {
			of(b.names, name).add(letters(v[0]), want)
		}
	}
}

func of[T any](m map[string]*T, key string) *T {
	if m[key] == nil {
		m[key] = new(T)
	}
	return m[key]
}

func (b *board) addPieces(p *page, text string) {
	text = strings.Join(strings.Fields(text), " ")
	has := func(s string) bool { return strings.Contains(text, strings.Join(strings.Fields(s), " ")) }
	for _, s := range p.With {
		if has(s) {
			b.pieces.right++
		} else {
			b.pieces.none++
		}
	}
	for _, s := range p.Without {
		if has(s) {
			b.pieces.wrong++
		}
	}
}

// addPeers judges by runs of four characters that two of three extractors agree on.
func (b *board) addPeers(p *page, text string) {
	votes := map[string]int{}
	for _, t := range p.Peers {
		for r := range runs(characters(t), 4) {
			votes[r]++
		}
	}
	truth := map[string]int{}
	for r, n := range votes {
		if n >= 2 {
			truth[r] = 1
		}
	}
	if len(truth) <= 100 {
		return
	}
	got := runs(characters(text), 4)
	for r := range got {
		got[r] = 1
	}
	of(b.runs, p.Set).add(overlap(truth, got))
}

// overlap is precision and recall of two multisets.
func overlap(truth, got map[string]int) (p, r float64) {
	both, all, wanted := 0, 0, 0
	for k, n := range got {
		both += min(n, truth[k])
		all += n
	}
	for _, n := range truth {
		wanted += n
	}
	p, r = share(float64(both), float64(all)), share(float64(both), float64(wanted))
	if wanted == 0 {
		r = 1
	}
	if wanted == 0 && all == 0 {
		p = 1
	}
	return p, r
}

// runs counts what stands together; a shorter text is one run.
func runs(parts []string, n int) map[string]int {
	m := map[string]int{}
	for i := 0; len(parts) > 0 && i < max(1, len(parts)-n+1); i++ {
		m[strings.Join(parts[i:min(i+n, len(parts))], "\x00")]++
	}
	return m
}

func words(s string, lower bool) []string {
	if lower {
		s = strings.ToLower(s)
	}
	return strings.FieldsFunc(s, func(r rune) bool { return !wordRune(r) })
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_' }

func characters(s string) (list []string) {
	for _, r := range s {
		if wordRune(r) {
			list = append(list, string(r))
		}
	}
	return list
}

func letters(s string) string { return strings.Join(words(s, true), " ") }

// rows are the names of the figures, in their order; all boards of a run have the same.
func (b *board) rows() (list []string) {
	for _, k := range []string{"all kinds", "article", "forum", "documentation", "service", "listing", "collection", "product", "news", "reader", "chinese"} {
		if b.runs[k] != nil {
			list = append(list, k)
		}
	}
	if b.pieces != (count{}) {
		list = append(list, "pieces")
	}
	for _, k := range []string{"wcxb", "date", "chinese"} {
		if b.days[k] != nil {
			list = append(list, "days of "+k)
		}
	}
	for _, k := range []string{"headline", "author"} {
		if b.names[k] != nil {
			list = append(list, k)
		}
	}
	return list
}

// figure is F1, of days with its precision, of names the share that is right; a reader that gives
// no text, day or name at all has none.
func (b *board) figure(row string) string {
	day, dated := strings.CutPrefix(row, "days of ")
	switch c, named := b.names[row]; {
	case named && c.right > 0:
		return fmt.Sprintf("%.3f", share(c.right, c.right+c.wrong+c.none))
	case dated && b.days[day].right > 0:
		c := b.days[day]
		p := share(c.right, c.right+c.wrong)
		return fmt.Sprintf("%.3f (P %.3f)", harmonic(p, share(c.right, c.right+c.wrong+c.none)), p)
	case row == "pieces" && b.pieces.right > 0:
		c := b.pieces
		return fmt.Sprintf("%.3f", harmonic(share(c.right, c.right+c.wrong), share(c.right, c.right+c.none)))
	case named || dated || row == "pieces" || b.runs[row].f1 == 0:
		return ""
	case slices.Contains([]string{"news", "reader", "chinese"}, row):
		return fmt.Sprintf("%.3f", b.runs[row].ofMeans())
	}
	return fmt.Sprintf("%.3f", b.runs[row].f1/b.runs[row].pages)
}
