package document

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// line is a line of text on a page.
type line struct {
	page, block int     // counted from 1; lines of one block belong together
	size        float64 // of its font, in points
	text        string
}

// Text is joined piece by piece, so its pieces are bounded: no line that a person reads
// is as long, and few paragraphs are.
const (
	maxLine      = 4 << 10 // bytes
	maxParagraph = 8 << 10
)

// add adds a word.
func (l *line) add(word string) { l.text = join(l.text, strings.TrimSpace(word), true) }

// join puts two pieces of text together. Chinese and Japanese are written without white
// space, so there is none between two characters of theirs; elsewhere there is one.
// Without apart, a word that was divided at the end of a line becomes whole again.
func join(a, b string, apart bool) string {
	if a == "" || b == "" {
		return a + b
	}
	before, _ := utf8.DecodeLastRuneInString(a)
	after, _ := utf8.DecodeRuneInString(b)
	switch {
	case ideographic(before) && ideographic(after):
		return a + b
	case !apart && before == '-' && len(a) > 1 && unicode.IsLower(after):
		return a[:len(a)-1] + b
	}
	return a + " " + b
}

// ideographic reports characters of scripts that are written without white space, and
// their punctuation.
func ideographic(r rune) bool {
	return script.Unspaced(r) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

// Headings are larger than running text, and short.
const (
	larger     = 1.15
	maxHeading = 200 // characters
	sameSize   = 1.08
)

// layout writes lines as paragraphs and headings, and the links of a page after its
// text. Most characters have the size of running text; the larger ones are headings,
// the largest of the first rank.
func layout(lines []line, links map[int][]string, info Info) ([]byte, error) {
	if err := readable(lines); err != nil {
		return nil, err
	}
	paragraphs := joinLines(lines)
	body := bodySize(paragraphs)
	ranks := headingSizes(paragraphs, body)
	running := repeated(paragraphs)
	m := &markup{limit: maxMarkup}
	page := 1
	for i := range paragraphs {
		p := &paragraphs[i]
		for ; page < p.page; page++ {
			m.addresses(links[page])
		}
		if running[digitless(p.text)] >= minRunning {
			m.tag("<footer class=\"page-footer\" role=\"contentinfo\">")
			m.text(p.text) //nolint:errcheck // what follows says it, too
			m.tag("</footer>\n")
			continue
		}
		if isHeading(p, body) {
			m.begin(heading(1 + slices.IndexFunc(ranks, func(s float64) bool { return same(s, p.size) })))
		} else {
			m.begin("p")
		}
		if m.text(p.text) != nil {
			break
		}
	}
	for ; page <= maxPages; page++ {
		m.addresses(links[page])
	}
	info.Title = realTitle(info.Title)
	return finished(m, &info)
}

// addresses writes links of which only the address is known.
func (m *markup) addresses(urls []string) {
	for _, u := range urls {
		if m.full() != nil {
			return
		}
		m.begin("p")
		m.href(u)
		m.end()
	}
}

// joinLines joins the lines of a block that have the same size.
func joinLines(lines []line) (all []line) {
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		if n := len(all) - 1; n >= 0 && all[n].block == l.block && all[n].page == l.page && same(all[n].size, l.size) && len(all[n].text) < maxParagraph {
			all[n].text = join(all[n].text, l.text, false)
			continue
		}
		all = append(all, l)
	}
	return all
}

func same(a, b float64) bool { return max(a, b) <= min(a, b)*sameSize }

func isHeading(p *line, body float64) bool {
	return p.size >= body*larger && utf8.RuneCountInString(p.text) <= maxHeading
}

// bodySize is the size at which half of the characters are reached.
func bodySize(all []line) float64 {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b line) int { return cmp.Compare(a.size, b.size) })
	total, sum := 0, 0
	for i := range sorted {
		total += len(sorted[i].text)
	}
	for i := range sorted {
		if sum += len(sorted[i].text); 2*sum >= total {
			return sorted[i].size
		}
	}
	return 0
}

// headingSizes are the sizes of headings, largest first; near ones are one.
func headingSizes(all []line, body float64) (sizes []float64) {
	for i := range all {
		if isHeading(&all[i], body) {
			sizes = append(sizes, all[i].size)
		}
	}
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	return slices.CompactFunc(sizes, same)
}

// minRunning is on how many pages a text must be the first or the last to be a running
// title or a page number.
const minRunning = 3

// repeated counts, of the first and last paragraphs of pages, how often each text
// comes. Digits do not count, so that page numbers are equal.
func repeated(all []line) map[string]int {
	count := map[string]int{}
	for i := range all {
		first := i == 0 || all[i-1].page != all[i].page
		last := i+1 == len(all) || all[i+1].page != all[i].page
		if first || last {
			count[digitless(all[i].text)]++
		}
	}
	return count
}

func digitless(s string) string {
	if len(s) > maxHeading {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, s)
}

// readable returns nil if the characters of lines belong to a script. Where a font does
// not say what its glyphs mean, readers give private characters, control characters, or
// U+FFFD.
func readable(lines []line) error {
	good, bad := 0, 0
	for i := range lines {
		for _, r := range lines[i].text {
			switch {
			case unicode.IsSpace(r):
			case r == utf8.RuneError || unicode.In(r, unicode.Co, unicode.Cc):
				bad++
			default:
				good++
			}
		}
	}
	switch {
	case good+bad == 0:
		return errNoText
	case bad*3 > good:
		return errUnreadable
	}
	return nil
}

// realTitle is the title of a PDF, without what programs write there of themselves:
// the name of a file, or that there is no title.
func realTitle(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "Microsoft Word - "); ok {
		s = strings.TrimSuffix(rest, path.Ext(rest))
	}
	switch strings.ToLower(path.Ext(s)) {
	case ".doc", ".docx", ".odt", ".pdf", ".indd", ".dvi", ".tex", ".ppt", ".pptx", ".wps", ".qxd":
		return ""
	}
	if l := strings.ToLower(s); strings.HasPrefix(l, "untitled") || l == "document" || l == "无标题" {
		return ""
	}
	return s
}
