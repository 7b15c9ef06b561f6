package filter

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Bounds of [traps] on URLs that humans make, as in Heritrix and Zeno:
// Heritrix's TooManyPathSegments (20) and PathologicalPath (2 repetitions).
const (
	maxRun      = 2  // equal path segments in a row
	maxRepeats  = 3  // equal path segments in all
	maxSegments = 20 // of a path
	maxPairs    = 10 // of a query
	maxSamePair = 2  // times one name=value in a query
)

// traps refuses URLs that look as if a server generates them without end: paths
// that repeat themselves (from broken relative links), very deep paths, queries
// with very many or repeated parameters, and steps from one day of a calendar
// to another. A link from another kind of page to a day of a calendar is
// allowed.
type traps struct{}

// Allow implements crawl.Filter.
func (traps) Allow(l *crawl.Link, from *crawl.Page) (reason string) {
	_, path, query := parts(l.URL)
	if reason := pathTrap(path); reason != "" {
		return reason
	}
	if reason := queryTrap(query); reason != "" {
		return reason
	}
	if from != nil && calendarStep(from.Final, l.URL) {
		return "trap: calendar"
	}
	return ""
}

func pathTrap(path string) string {
	var buf [maxSegments]string
	segments := buf[:0]
	for rest, more := strings.Trim(path, "/"), true; more; {
		if len(segments) == maxSegments {
			return "trap: deep path"
		}
		var s string
		s, rest, more = strings.Cut(rest, "/")
		segments = append(segments, s)
	}
	run := 0
	for i, s := range segments {
		if i == 0 || s != segments[i-1] {
			run = 0
		}
		if run++; run > maxRun {
			return "trap: repeated path"
		}
		n := 0
		for _, other := range segments[:i+1] {
			if other == s {
				n++
			}
		}
		if n > maxRepeats {
			return "trap: repeated path"
		}
	}
	return ""
}

func queryTrap(query string) string {
	if query == "" {
		return ""
	}
	pairs := strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' })
	if len(pairs) > maxPairs {
		return "trap: long query"
	}
	for i, p := range pairs {
		n := 1
		for _, other := range pairs[:i] {
			if other == p {
				n++
			}
		}
		if n > maxSamePair {
			return "trap: repeated query"
		}
	}
	return ""
}

// calendarStep reports whether both URLs are days (or months) of one calendar:
// they differ in their digits only, have enough digits for a date, and contain
// a word for calendar. News sites have dates in their paths but no such word.
func calendarStep(from, to string) bool {
	if fewDigits(to) || !sameButDigits(from, to) {
		return false
	}
	host, path, query := parts(to)
	fromHost, fromPath, fromQuery := parts(from)
	if host != fromHost || from == to {
		return false
	}
	t, digits := urlPattern(path + "?" + query)
	if digits < minDigits || !namesCalendar(t) {
		return false
	}
	u, _ := urlPattern(fromPath + "?" + fromQuery)
	return t == u
}

// minDigits of a date: year and month as 2024 and 5, or a week of a year.
const minDigits = 3

// fewDigits reports URLs that cannot contain a date.
func fewDigits(url string) bool {
	n := 0
	for i := range len(url) {
		if isDigit(url[i]) {
			if n++; n >= minDigits {
				return false
			}
		}
	}
	return true
}

// sameButDigits rules out nearly all URLs of different patterns by their first
// difference beside digits and case.
func sameButDigits(a, b string) bool {
	_, a, _ = strings.Cut(a, "://") // the same calendar may be linked to by both schemes
	_, b, _ = strings.Cut(b, "://")
	for i, j := 0, 0; i < len(a) && j < len(b); i, j = i+1, j+1 {
		for i < len(a) && isDigit(a[i]) {
			i++
		}
		for j < len(b) && isDigit(b[j]) {
			j++
		}
		if i == len(a) || j == len(b) {
			break
		}
		if x, y := a[i], b[j]; x != y && (x|0x20 != y|0x20 || x >= 0x80 || y >= 0x80) {
			return x >= 0x80 || y >= 0x80 // comparing their case needs Unicode
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// urlPattern is s in lower case with every run of digits as one "#".
func urlPattern(s string) (t string, digits int) {
	var b strings.Builder
	inRun := false
	for _, r := range strings.ToLower(s) {
		digit := r >= '0' && r <= '9'
		switch {
		case digit && !inRun:
			b.WriteByte('#')
			digits++
		case digit:
			digits++
		default:
			b.WriteRune(r)
		}
		inRun = digit
	}
	return b.String(), digits
}

var calendarWords = []string{"calendar", "kalender", "calendrier", "agenda", "schedule", "rili", "richeng",
	"date=", "day=", "month=", "year="}

func namesCalendar(template string) bool {
	return slices.ContainsFunc(calendarWords, func(w string) bool { return strings.Contains(template, w) })
}
