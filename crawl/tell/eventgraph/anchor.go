package eventgraph

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// identity is which storm is meant, and why.
type identity struct {
	gazetteer.Key
	number int
	page   string // URL, if the season is not known: such a storm is joined with no other page's
	why    string
}

// identify finds the storm that x means on page p.
func identify(t *gazetteer.StormTable, x *extract.Storm, p *Page) identity {
	year, from := x.Year, "the text"
	if year < 0 { // last year
		if year += p.Published.Year(); p.Published.IsZero() {
			year = 0
		}
	}
	if year == 0 && !p.Published.IsZero() {
		year, from = p.Published.Year(), "the page's date"
	}
	id := identity{Key: gazetteer.Key{Name: x.Name, Year: year}, number: x.Number}
	if y := t.Retired(x.Name); y > 0 && (x.Hurricane || t.Season(x.Name, 9999) == 0) && x.Year == 0 {
		id.Year, id.why = y, fmt.Sprintf("name %s, season %d: it was retired after it", x.Name, y) // not translated: stands in the graph, in English
		return id
	}
	if x.Hurricane {
		if id.why = fmt.Sprintf("name %s, season %d by %s", x.Name, year, from); year == 0 { // not translated: stands in the graph, in English
			id.page, id.why = p.URL, fmt.Sprintf("name %s on a page without a date", x.Name) // not translated: stands in the graph, in English
		}
		return id
	}
	switch {
	case x.Name == "" && year == 0:
		id.page, id.why = p.URL, "a number without a year"
	case x.Name == "":
		id.Name = t.Numbered(x.Number, year)
		id.why = fmt.Sprintf("number %d of %d by %s", x.Number, year, from)
	case year == 0:
		id.onlySeason(t, p, x.Number)
	default:
		id.season(t, from)
	}
	if id.Name != "" && id.number == 0 {
		id.number = t.Number(id.Name, id.Year)
	}
	if id.number > 0 || t.Season(id.Name, 9999) > 0 {
		id.Basin = gazetteer.WP
	}
	return id
}

// season completes the year of a name: the year of the page, or an earlier one if the names of
// the page's year are known and do not have it.
func (id *identity) season(t *gazetteer.StormTable, from string) {
	id.why = fmt.Sprintf("name %s, season %d by %s", id.Name, id.Year, from) // not translated: stands in the graph, in English
	if !t.Known(id.Year) || t.Number(id.Name, id.Year) > 0 {
		return
	}
	if y := t.Season(id.Name, id.Year); y > 0 {
		id.why = fmt.Sprintf("name %s, season %d: the last one up to %d that has it", id.Name, y, id.Year) // not translated: stands in the graph, in English
		id.Year = y
	}
}

// onlySeason takes the season of a name on a page without a date, if there is only one, or only one in which
// the name has the number.
func (id *identity) onlySeason(t *gazetteer.StormTable, p *Page, number int) {
	last := t.Season(id.Name, 9999)
	for y := last; y > 0 && number > 0; y = t.Season(id.Name, y-1) {
		if t.Number(id.Name, y) == number {
			id.Year, id.why = y, fmt.Sprintf("name %s, number %d: the season known to have both is %d", id.Name, number, y) // not translated: stands in the graph, in English
			return
		}
	}
	if last > 0 && t.Season(id.Name, last-1) == 0 {
		id.Year, id.why = last, fmt.Sprintf("name %s: the only season known to have it is %d", id.Name, last) // not translated: stands in the graph, in English
		return
	}
	id.page, id.why = p.URL, fmt.Sprintf("name %s on a page without a date", id.Name) // not translated: stands in the graph, in English
}

// key is one for mentions of one storm.
func (id *identity) key() string {
	if id.Name == "" {
		return fmt.Sprint("storm\x00", id.number, "\x00", id.Year, "\x00", id.page)
	}
	return fmt.Sprint("storm\x00", strings.ToLower(id.Name), "\x00", id.Year, "\x00", id.page)
}

// path is the end of the storm's IRI: storm/wp/2024/yagi.
func (id *identity) path() string {
	basin := strings.ToLower(id.Basin)
	if basin == "" {
		basin = "other"
	}
	name := slug(id.Name)
	if name == "" {
		name = fmt.Sprintf("number-%d", id.number)
	}
	if id.page != "" {
		return fmt.Sprintf("storm/%s/unknown/%s-%s", basin, name, hash(id.page))
	}
	return fmt.Sprintf("storm/%s/%d/%s", basin, id.Year, name)
}

// slug is s in letters and digits for an IRI; others become hyphens, and Chinese characters stay.
func slug(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', script.Han(r):
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s)
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "-")
	}
	return strings.Trim(s, "-")
}
