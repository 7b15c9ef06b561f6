package extract

import (
	"regexp"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Dates in digits and signs, in any language.
var (
	numYMD = lazyre.Compile(`^(\d{4})(?:-(\d{1,2})-(\d{1,2})|/(\d{1,2})/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|[-/]` + shortMonth + `[-/](\d{1,2}))`)
	numDMY = lazyre.Compile(`^(\d{1,2})(?:-(\d{1,2})-|/(\d{1,2})/|[-/]` + shortMonth + `[-/])(\d{4}|\d{2})`)
	numYY  = lazyre.Compile(`^((?:19|20)\d\d) ?[-~] ?((?:19|20)\d\d)年?`)
	numDot = lazyre.Compile(`^(\d{1,2})\.(\d{1,2})\.(\d{4})`)
	numYM  = lazyre.Compile(`^(\d{4})(?:-(\d{1,2})| ?/ ?(\d{1,2}))`)
	numMY  = lazyre.Compile(`^(\d{1,2})(?: ?/ ?| ?- ?)((?:19|20)\d\d)`)
	numMD  = lazyre.Compile(`^(\d{1,2})/(\d{1,2})`)
	// numTime is the time of day of ISO 8601 behind a date.
	numTime = lazyre.Compile(`^t(\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(?:z|[+-]\d{2}:?\d{2})?`)
)

const shortMonth = `(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`

// numeric reads a date in digits at the beginning of s and returns its length. dayFirst says
// that 1/2 is in February; led that the words before call for a date, so that 10/2 is one.
func (p *parts) numeric(s string, dayFirst, led bool) int {
	if s == "" || !isDigit(s[0]) {
		return 0
	}
	n := 0
	switch {
	case p.numFull(s, dayFirst, &n):
		if m := numTime().FindStringSubmatch(s[n:]); m != nil {
			if p.hour, p.minute = small(m[1]), small(m[2]); m[3] != "" {
				p.second = small(m[3])
			}
			n += len(m[0])
		}
	case numMatch(s, numYY, &n, func(m []string) bool { return p.inYears(small(m[1]), small(m[2])) }):
	case numMatch(s, numYM, &n, func(m []string) bool {
		month := m[2] + m[3]
		// 2010-12 may be three years
		return !(len(month) == 2 && m[2] != "" && small(month) > small(m[1])%100) && p.setDate(small(m[1]), small(month), -1)
	}):
	case numMatch(s, numMY, &n, func(m []string) bool { return p.setDate(small(m[2]), small(m[1]), -1) }):
	case led && numMatch(s, numMD, &n, func(m []string) bool {
		a, b := small(m[1]), small(m[2])
		if dayFirst && b <= 12 || a > 12 {
			a, b = b, a
		}
		return p.setDate(-1, a, b)
	}):
	}
	return n
}

// inYears makes p the years from first to last; false if they are none.
func (p *parts) inYears(first, last int) bool {
	if first >= last {
		return false
	}
	p.absolute = true
	p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
		from = time.Date(first, 1, 1, 0, 0, 0, 0, ref.Location())
		return from, from.AddDate(last-first+1, 0, 0), Range
	}
	return true
}

// numFull reads a date that has year, month and day.
func (p *parts) numFull(s string, dayFirst bool, n *int) bool {
	return numMatch(s, numYMD, n, func(m []string) bool {
		month := small(m[2] + m[4] + m[6])
		if m[8] != "" {
			month = monthNumber(m[8])
		}
		return p.setDate(small(m[1]), month, small(m[3]+m[5]+m[7]+m[9]))
	}) || numMatch(s, numDMY, n, func(m []string) bool {
		if m[4] != "" {
			return p.setDate(fullYear(m[5]), monthNumber(m[4]), small(m[1]))
		}
		return p.eitherOrder(m[1], m[2]+m[3], m[5], dayFirst)
	}) || numMatch(s, numDot, n, func(m []string) bool { return p.eitherOrder(m[1], m[2], m[3], true) })
}

// numMatch matches re at the beginning of s, where no digit or sign of a longer number follows,
// and hands it to set.
func numMatch(s string, re func() *regexp.Regexp, n *int, set func([]string) bool) bool {
	m := re().FindStringSubmatch(s)
	if m == nil {
		return false
	}
	if rest := s[len(m[0]):]; rest != "" && (isDigit(rest[0]) || len(rest) > 1 && (rest[0] == '-' || rest[0] == '/' || rest[0] == '.') && isDigit(rest[1]) && !longDate(m[0])) {
		return false
	}
	if !set(m) {
		return false
	}
	*n = len(m[0])
	return true
}

// longDate reports whether s is a whole date, behind which a sign and a digit begin another one.
func longDate(s string) bool { return len(s) >= 8 }

// eitherOrder takes a day and a month whose order only their values or the language tell.
func (p *parts) eitherOrder(a, b, year string, dayFirst bool) bool {
	day, month := small(b), small(a)
	if dayFirst && small(b) <= 12 || month > 12 {
		day, month = month, day
	}
	return p.setDate(fullYear(year), month, day)
}

// fullYear completes a year of two digits: to the last century from 70 on.
func fullYear(s string) int {
	y := small(s)
	switch {
	case len(s) > 2:
		return y
	case y >= 70:
		return 1900 + y
	}
	return 2000 + y
}

// setDate takes a date if its month and day are some; a year or day of -1 is not named.
func (p *parts) setDate(year, month, day int) bool {
	if month < 1 || month > 12 || day == 0 || day > 31 || year == 0 {
		return false
	}
	p.year, p.month, p.day = year, month, day
	return true
}
