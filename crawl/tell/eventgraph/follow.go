package eventgraph

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Bounds of how long after an event a page goes on telling of it without a day of its own.
const (
	sameAddress = 60 // days, of a page whose earlier version told of it
	samePlace   = 10 // days, of a page that names its kind and place
)

// follow finds the event of a page that gives none a day and a place itself: an update of a page that told of it, or a report
// that names the kind and place of one known event shortly before it. A page that leads to others has none: a home page is about
// something else each day. It makes no event: who says no day tells of nothing new.
func (l *lead) follow() (event int, why string) {
	if l.p.Hub || l.p.Published.IsZero() || l.title != nil && past().MatchString(l.title.text) {
		return -1, ""
	}
	kinds, _ := l.kinds()
	if e, ok := l.b.about[l.p.URL]; ok && len(kinds) == 0 || ok && l.goesWith(kinds[0].Kind, e) {
		if l.since(e) <= sameAddress {
			return e, "an earlier version of the page told of it"
		}
		return -1, ""
	}
	if len(kinds) == 0 {
		return -1, ""
	}
	event = -1
	for _, h := range l.b.hazards {
		if !l.b.kinds.Kin(h.family, kinds[0].Kind) || h.page != "" || l.since(h.event) > samePlace || !l.names(h) {
			continue
		}
		if event >= 0 && event != h.event { // it could be either
			return -1, ""
		}
		event = h.event
	}
	if event < 0 {
		return -1, ""
	}
	return event, fmt.Sprintf("%s, at most %d days after it, at the same place", kinds[0].Kind, samePlace) // not translated: stands in the graph, in English
}

// goesWith reports whether a page that tells of a kind may be about event e.
func (l *lead) goesWith(kind string, e int) bool {
	if l.b.Events[e].Storm != nil {
		return l.b.kinds.Kin(kind, "flood")
	}
	for _, c := range l.b.Events[e].Classes {
		if h := l.b.kinds.Of(c); h != nil && l.b.kinds.Kin(h.Kind, kind) {
			return true
		}
	}
	return false
}

// since is how many days after the last report of event e the page was published; very many if it was before it.
func (l *lead) since(e int) float64 {
	const never = 1e9
	ev := l.b.Events[e]
	if ev.Storm != nil {
		return 0 // its season is its name's
	}
	last, err := time.Parse(time.DateOnly, ev.LastDay)
	if err != nil || l.p.Published.Before(last.AddDate(0, 0, -1)) {
		return never
	}
	return l.p.Published.Sub(last).Hours() / 24
}

// within are the words for what a Chinese place lies in: 湖南省|平江县.
var within = lazyre.Compile(`^.*(?:省|自治区|[^城]市|自治州|地区|盟)`)

// short is the Chinese name of s as headlines have it, without what s lies in and without the word for its kind: 平江 of
// 湖南省平江县. It is "" if there is none.
func (s site) short() string {
	name := strings.TrimSuffix(s.text, placeEnd().FindString(s.text))
	if name = strings.TrimPrefix(name, within().FindString(name)); utf8.RuneCountInString(name) < 2 || latin(name) {
		return ""
	}
	return name
}

// names reports whether the title or the first sentences name a place of h that is no country.
func (l *lead) names(h *hazard) bool {
	for i := -1; i < min(len(l.all), 2); i++ {
		x := l.sentence(i)
		if x == nil {
			continue
		}
		for _, s := range h.sites {
			if short := s.short(); short != "" && !s.wide() && strings.Contains(x.text, short) {
				return true
			}
		}
		for _, p := range x.m.Places {
			at := site{text: x.words(p.Span), at: p.At}
			for _, s := range h.sites {
				if !at.wide() && (s.same(at) || at.short() != "" && strings.HasSuffix(strings.TrimSuffix(s.text, placeEnd().FindString(s.text)), at.short())) {
					return true
				}
			}
		}
	}
	return false
}
