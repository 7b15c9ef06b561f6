package eventgraph

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// civil is a day of the calendar as a text says it: parts that nobody says are 0.
type civil struct {
	Year  int `json:"y,omitempty"`
	Month int `json:"m,omitempty"`
	Day   int `json:"d,omitempty"`
}

// yearless is the year in which the dates of a page lie that says none. It is a leap year, so that every day
// of a calendar is one of it.
const yearless = 4

// civilOf is the day t; its year is not known if it is [yearless].
func civilOf(t time.Time) civil {
	c := civil{t.Year(), int(t.Month()), t.Day()}
	if c.Year == yearless {
		c.Year = 0
	}
	return c
}

func (c civil) isZero() bool { return c == civil{} }

// far is how many days d is from c, without a sign.
func (c civil) far(d civil) float64 {
	days := c.apart(d)
	return max(days, -days)
}

// String is c as ISO 8601 writes it, with hyphens for what is not known as XML Schema has them (gMonthDay,
// gDay; XML Schema 1.1, part 2, section 3.3): 2026-08-03, --08-03, ---03. A month is its first day.
func (c civil) String() string {
	switch {
	case c.Month == 0 && c.Day == 0:
		return ""
	case c.Month == 0:
		return fmt.Sprintf("---%02d", c.Day)
	case c.Year == 0:
		return fmt.Sprintf("--%02d-%02d", c.Month, max(c.Day, 1))
	}
	return fmt.Sprintf("%04d-%02d-%02d", c.Year, c.Month, max(c.Day, 1))
}

// time is c at midnight; what is not known is the yearless year's January.
func (c civil) time() time.Time {
	year := c.Year
	if year == 0 {
		year = yearless
	}
	return time.Date(year, time.Month(max(c.Month, 1)), max(c.Day, 1), 0, 0, 0, 0, time.UTC)
}

// apart is how many days later o is than c, as far as both are known.
func (c civil) apart(o civil) float64 {
	if c.isZero() || o.isZero() {
		return 0
	}
	if c.Year == 0 || o.Year == 0 {
		c.Year, o.Year = 0, 0
	}
	if c.Month == 0 || o.Month == 0 {
		c.Month, o.Month = 0, 0
	}
	return o.time().Sub(c.time()).Hours() / 24
}

var (
	// bareDate is the month and day, or the day alone, of a time whose year is not known.
	bareDate = lazyre.Compile(`(\d{1,2})月(?:(\d{1,2})[日号])?|(\d{1,2})[日号]`)
	// bylineZh and bylineEn are the dates of reports: 新华社昆明8月3日电, (Reuters, Aug 8).
	bylineZh = lazyre.Compile(`(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日[^,，。;；]{0,3}(?:电|讯|报道|消息)`)
	monthDay = lazyre.Compile(`(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日`)
	hasDigit = lazyre.Compile(`[0-9０-９]`)
	weekday  = lazyre.Compile(`周[一二三四五六日天末]|星期|礼拜|週`)
)

// mostLead is how far into a page its byline is looked for.
const mostLead = 1200

// reference is the day from which the times of a page without a date are seen: the one of its byline, else the
// first one that has a month, from which only times with numbers are. The year is yearless if none is said.
func (p *Page) reference() (ref time.Time, byline bool) {
	lead := p.Title + "\n" + strings.Join(p.Texts, "\n")
	lead = strings.Map(digit, strings.ToValidUTF8(lead[:min(len(lead), mostLead)], ""))
	if m := bylineZh().FindStringSubmatch(lead); m != nil {
		return dayOf(m), true
	}
	if m := monthDay().FindStringSubmatch(lead); m != nil {
		return dayOf(m), false
	}
	return ref, false
}

// dated counts the days that sentences begin or end with, written out with their year, as the entries of a list do.
func dated(all []said) int {
	days := make(map[time.Time]bool)
	for i := range all {
		x := &all[i]
		for k := range x.m.Times {
			t := &x.m.Times[k]
			if t.Relative || !t.Resolved() || t.Grain != extract.Day {
				continue
			}
			before, after, _ := strings.Cut(x.text, x.words(t.Span))
			if !strings.ContainsFunc(before, unicode.IsLetter) || !strings.ContainsFunc(after, unicode.IsLetter) {
				days[t.From] = true
			}
		}
	}
	return len(days)
}

// ofEntry gives the storms of an entry of a list the year of the entry, if it has one: 16 Sep 2005 » Hurricane Pam.
// A name that was retired says its year itself.
func (x *said) ofEntry(t *gazetteer.StormTable) {
	year := 0
	for _, d := range x.days {
		if d.Year == 0 || year > 0 && d.Year != year {
			return
		}
		year = d.Year
	}
	for i := range x.m.Storms {
		if s := &x.m.Storms[i]; s.Year == 0 && t.Retired(s.Name) == 0 {
			s.Year = year
		}
	}
}

// digit is the ASCII digit of a full-width one.
func digit(r rune) rune {
	if '０' <= r && r <= '９' {
		return r - '０' + '0'
	}
	return r
}

// dayOf is the day of a year, month and day in digits; zero if there is none such.
func dayOf(m []string) time.Time {
	var n [3]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1]) //nolint:errcheck // a year that is not said is 0
	}
	if n[0] == 0 {
		n[0] = yearless
	}
	t := time.Date(n[0], time.Month(n[1]), n[2], 20, 0, 0, 0, time.UTC)
	if n[1] < 1 || n[1] > 12 || t.Day() != n[2] {
		return time.Time{}
	}
	return t
}

// civils are the days that the times of a sentence name. Times that lie in the yearless year become unresolved,
// as they are in the page. Such a time without a number counts on a page with a byline only, a weekday never.
func (x *said) civils(byline bool) []civil {
	out := make([]civil, len(x.m.Times))
	for i := range x.m.Times {
		t := &x.m.Times[i]
		words := x.words(t.Span)
		switch {
		case !t.Resolved():
			out[i] = unresolved(bareDate(), strings.Map(digit, words))
		case t.From.Year() > yearless+1:
			out[i] = coarse(t.Time, t.Until)
		default:
			if !weekday().MatchString(words) && (byline || hasDigit().MatchString(words)) {
				out[i] = coarse(t.Time, t.Until)
				out[i].Year = 0
			}
			t.Time = extract.Time{Relative: true, Part: t.Part}
		}
	}
	return out
}

func unresolved(re *regexp.Regexp, words string) (c civil) {
	if m := re.FindStringSubmatch(words); m != nil {
		c.Month, _ = strconv.Atoi(m[1])      //nolint:errcheck // a month that is not said is 0
		c.Day, _ = strconv.Atoi(m[2] + m[3]) //nolint:errcheck // two digits, or none
	}
	if c.Month > 12 || c.Day > 31 {
		return civil{}
	}
	return c
}

// coarse is the day of a resolved time, or its month, or its year.
func coarse(t extract.Time, until bool) civil {
	at := t.From
	if until && t.Grain < extract.Part { // 截至7日24时 is of the 7th
		at = at.Add(-time.Second)
	}
	c := civilOf(at)
	switch t.Grain {
	case extract.Year:
		return civil{Year: c.Year}
	case extract.Month:
		return civil{Year: c.Year, Month: c.Month}
	}
	return c
}
