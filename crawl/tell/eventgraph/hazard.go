package eventgraph

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// cell is a day and a square of five degrees, so that a report is compared with few events.
type cell struct{ day, lat, lon int }

// nowhere is the square of places without coordinates.
const nowhere = 1000

func cellOf(day time.Time, s site) cell {
	if s.at == nil {
		return cell{int(day.Unix() / 86400), nowhere, nowhere}
	}
	return cell{int(day.Unix() / 86400), int(math.Floor(s.at.Lat / 5)), int(math.Floor(s.at.Lon / 5))}
}

// around yields the cells in which events may lie that a report joins, the same day and place
// first.
func around(day time.Time, s site) iter.Seq[cell] {
	c := cellOf(day, s)
	return func(yield func(cell) bool) {
		for _, d := range []int{0, -1, 1, -2, 2, -3, 3, -4, 4} {
			for _, y := range []int{0, -1, 1} {
				for _, x := range []int{0, -1, 1} {
					if !yield(cell{c.day + d, c.lat + y, c.lon + x}) {
						return
					}
				}
			}
		}
	}
}

// hazard is an event without a name, while reports of it come in.
type hazard struct {
	family string
	apart  int
	page   string // the only page that tells of it, if the year is not known; else ""
	day    civil  // the earliest that was told
	last   civil
	sites  []site
	event  int
}

// joins reports whether a report of kind on day at a place is of h, and why.
func (b *Builder) joins(h *hazard, kind *extract.Hazard, day civil, at site) (why string, ok bool) {
	limit := float64(min(h.apart, kind.Apart))
	if h.family == kind.Kind {
		limit = float64(kind.Apart)
	}
	if at.at == nil || isWide(at.at) {
		limit = min(limit, 1)
	}
	if !b.kinds.Kin(h.family, kind.Kind) || h.last.apart(day) > limit || day.apart(h.day) > limit {
		return "", false
	}
	for _, s := range h.sites {
		if s.same(at) {
			return fmt.Sprintf("%s, at most %.0f days apart, at %s", kind.Kind, limit, at.text), true // not translated: stands in the graph, in English
		}
		if s.at == nil || at.at == nil {
			continue
		}
		if km := distance(s.at, at.at); km <= reach(s.at, at.at) && sameCountry(s.at, at.at) {
			return fmt.Sprintf("%s, at most %.0f days apart, at %s and %s, %.0f km apart", kind.Kind, limit, s.at.Name, at.at.Name, km), true // not translated: stands in the graph, in English
		}
	}
	return "", false
}

func sameCountry(a, b *gazetteer.Place) bool {
	return a.Country == b.Country || a.Country == "" || b.Country == ""
}

// site is a place as a sentence names it.
type site struct {
	text string
	at   *gazetteer.Place // nil: the gazetteer does not have it
}

// wide reports a country, a sea or a coast: too much to tell events apart by more than their day.
func (s site) wide() bool { return s.at != nil && isWide(s.at) }

func isWide(p *gazetteer.Place) bool {
	return p.Code == "PCLI" || p.Code == "SEA" || p.Code == "CONT" || p.Code == "CST" || p.Code == "RGN" && p.Population == 0
}

// same reports whether s and o are one place.
func (s site) same(o site) bool {
	if s.at != nil && o.at != nil {
		return s.at.ID == o.at.ID
	}
	return s.text == o.text
}

// unnamed are places of no name, and endings that make a place of a name.
var (
	unnamed  = lazyre.Compile(`现场|当地|灾区|震中|震区|各地|全球|医院|学校|火场|事发|街头|路边|户外|家中`)
	placeEnd = lazyre.Compile(`(?:省|市|县|区|州|盟|旗|镇|乡|村|组|岛|山|河|江|湖|湾|海|段|公路|高速|国道|沟|峡|部|带|境内)$`)
)

// site is the place nearest to byte at: small ones before those where something was measured, these before countries and
// seas, and those before what the gazetteer does not have. Its text is "" if there is none.
func (x *said) site(at int) site {
	var small, measured, wide, other []extract.Place
	for _, p := range x.m.Places {
		switch text := x.words(p.Span); {
		case p.Role == extract.Dateline:
		case p.At != nil && isWide(p.At) && len(text) < 12:
			wide = append(wide, p)
		case p.Role == extract.Measured:
			measured = append(measured, p)
		case p.At != nil:
			small = append(small, p)
		case !unnamed().MatchString(text) && placeEnd().MatchString(text) && utf8.RuneCountInString(text) > 2:
			other = append(other, p)
		}
	}
	for _, all := range [][]extract.Place{small, measured, wide, other} {
		if i := nearest(all, at, func(p extract.Place) extract.Span { return p.Span }); i >= 0 {
			return site{x.words(all[i].Span), all[i].At}
		}
	}
	return site{}
}

// reach is the distance in km up to which two places may be one event's: towns are near each
// other, and a town may be far from the middle of its province.
func reach(a, b *gazetteer.Place) float64 {
	if isWide(a) || isWide(b) {
		return 0
	}
	most := 0.0
	for _, p := range []*gazetteer.Place{a, b} {
		km := 60.0
		switch p.Code {
		case "ADM1":
			km = 350
		case "LK", "STM", "BAY":
			km = 150
		}
		most = max(most, km)
	}
	if a.Code == "ADM1" && b.Code == "ADM1" {
		return 0 // two provinces
	}
	return most
}

// distance is the way between two places on the sphere, in km (haversine formula; Sinnott, Sky
// and Telescope 68, 1984).
func distance(a, b *gazetteer.Place) float64 {
	const radius = 6371
	rad := math.Pi / 180
	dLat, dLon := (b.Lat-a.Lat)*rad, (b.Lon-a.Lon)*rad
	h := math.Pow(math.Sin(dLat/2), 2) + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*math.Pow(math.Sin(dLon/2), 2)
	return 2 * radius * math.Asin(math.Sqrt(min(h, 1)))
}

// path is the end of the event's IRI: flood/2021-07-20/zhengzhou.
func (h *hazard) path() string {
	s := h.sites[0]
	name := slug(s.text)
	if s.at != nil {
		name = slug(s.at.Name)
	}
	if h.page != "" {
		name += "-" + hash(h.page)
	}
	return h.family + "/" + cmp.Or(strings.Trim(h.day.String(), "-"), "unknown") + "/" + name
}
