package page

import (
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// robotName is our name in robots directives.
const robotName = "ontocrawl"

// directives applies the robots directives of a meta element, which address all
// robots.
func (b *builder) directives(s string) {
	parts := strings.Split(strings.ToLower(s), ",")
	for i, d := range parts {
		b.directive(strings.TrimSpace(d), parts[i+1:])
	}
}

// directive applies one directive. rest holds the text after it, since a date may
// contain the comma that separates directives. Directives for the result pages of
// search engines (nosnippet, noarchive, max-snippet, ...) are ignored.
func (b *builder) directive(d string, rest []string) {
	name, value, _ := strings.Cut(d, ":")
	switch strings.TrimSpace(name) {
	case "noindex":
		b.page.NoIndex = true
	case "nofollow":
		b.page.NoFollow = true
	case "none":
		b.page.NoIndex, b.page.NoFollow = true, true
	case unavailableAfter:
		if expired(value, rest, b.page.FetchedAt) {
			b.page.NoIndex = true
		}
	}
}

const unavailableAfter = "unavailable_after"

// Directives applies the X-Robots-Tag headers of an answer, one per line, to a
// page that another package made of it.
func Directives(p *crawl.Page, headers string) { (&builder{page: p}).robotsTag(headers) }

// robotsTag applies X-Robots-Tag headers, one per line.
func (b *builder) robotsTag(s string) {
	for line := range strings.SplitSeq(s, "\n") {
		b.robotsLine(line)
	}
}

// robotsLine applies one header. A robot's name before a directive limits it
// and the following ones to that robot. Directives with a value look the same;
// their names are known.
func (b *builder) robotsLine(s string) {
	ours := true
	parts := strings.Split(strings.ToLower(s), ",")
	for i, d := range parts {
		d = strings.TrimSpace(d)
		if name, rest, ok := strings.Cut(d, ":"); ok {
			switch name = strings.TrimSpace(name); {
			case name == unavailableAfter, strings.HasPrefix(name, "max-"):
			case isClock(name): // the end of a date
				continue
			default:
				ours, d = name == "*" || name == robotName, strings.TrimSpace(rest)
			}
		}
		if ours {
			b.directive(d, parts[i+1:])
		}
	}
}

// isClock reports the first half of " 25 jun 2010 15:00:00 pst", cut at its
// colon. No robot has such a name.
func isClock(name string) bool {
	return name != "" && name[0] >= '0' && name[0] <= '9'
}

// expiryLayouts are the date formats that search engines accept: RFC 822, RFC
// 850 and ISO 8601, with common variants.
var expiryLayouts = [...]string{
	time.RFC1123, time.RFC1123Z, time.RFC850, time.RFC822, time.RFC822Z,
	"2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05", "2 Jan 2006", "2-Jan-2006 15:04:05 MST", "2-Jan-2006",
	"Mon, 2 Jan 2006 15:04:05 MST", "Mon, 2-Jan-2006 15:04:05 MST",
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02",
}

// expired reports whether the date that begins with value was past at now. A
// comma separates a leading weekday from the rest. An unreadable date means
// false. Named zones count as UTC, as unknown zones do in Go.
func expired(value string, rest []string, now time.Time) bool {
	if now.IsZero() {
		return false
	}
	dates := []string{value}
	if len(rest) > 0 {
		dates = append(dates, value+","+rest[0])
	}
	for _, d := range dates {
		d = strings.ToUpper(strings.TrimSpace(d))
		for _, layout := range &expiryLayouts {
			if at, err := time.Parse(layout, d); err == nil {
				return at.Before(now)
			}
		}
	}
	return false
}

// declarations collects the languages that a document declares.
type declarations struct {
	html, body attrs
	metas      [3]struct { // of the head, the first of each kind
		seen  bool
		value string
	}
	equiv string // the first content-language anywhere
}

// meta takes a meta element.
func (d *declarations) meta(a *attrs, inHead bool) {
	kinds := [...]bool{
		strings.EqualFold(a.equiv, "content-language"), // HTML 4.1, obsolete since HTML 5
		a.property == "og:locale",                      // Open Graph: zh_CN
		strings.EqualFold(a.name, "language"),
	}
	if kinds[0] && d.equiv == "" {
		d.equiv = langTag(a.content)
	}
	for i, is := range kinds {
		if m := &d.metas[i]; is && inHead && !m.seen {
			m.seen, m.value = true, a.content
		}
	}
}

// language returns the language that the document declares, "" if it does not: the
// language of its root element, then of its body, then of the meta elements in use
// where editors set no lang attribute. The declaration nearer to the text wins, since
// templates are copied and their heads forgotten.
func (d *declarations) language() string {
	for _, s := range [...]string{d.html.lang, d.html.xmlLang, d.body.lang, d.metas[0].value, d.metas[1].value, d.metas[2].value} {
		if l := langTag(s); l != "" {
			return l
		}
	}
	return d.equiv
}
