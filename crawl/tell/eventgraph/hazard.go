package eventgraph

import (
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

// family is the kind of an event without a name, by the class of its word; "" if such a word
// makes no event by itself, as casualties and rescue.
func family(class string) string {
	_, name, _ := strings.Cut(class, "#")
	switch name {
	case "Rainstorm", "HeavyRainstorm", "ExtraordinaryRainstorm", "Flood", "Flooding", "FlashFlood", "UrbanWaterlogging", "LeveeBreach", "RainstormFloodDisaster":
		return "flood"
	case "Landslide", "DebrisFlow", "Rockfall", "GeologicalHazard":
		return "landslide"
	case "Earthquake", "Tsunami", "Explosion", "Attack", "Fire", "Poisoning", "Pollution", "Collapse":
		return strings.ToLower(name)
	case "TrafficAccident":
		return "traffic-accident"
	}
	return ""
}

// days is how far apart two reports of one event may date it.
func days(family string) float64 {
	switch family {
	case "flood", "pollution":
		return 4
	}
	return 2
}

// kin reports whether events of families a and b may be one: pages tell rain, flood and
// landslide as each other, and collapses too.
func kin(a, b string) bool {
	wet := func(s string) bool { return s == "flood" || s == "landslide" || s == "collapse" }
	return a == b || wet(a) && wet(b)
}

// cell is a day and a square of five degrees, so that a report is compared with few events.
type cell struct{ day, lat, lon int }

func cellOf(day time.Time, p *gazetteer.Place) cell {
	return cell{int(day.Unix() / 86400), int(math.Floor(p.Lat / 5)), int(math.Floor(p.Lon / 5))}
}

// around yields the cells in which events may lie that a report joins, the same day and place
// first.
func around(day time.Time, p *gazetteer.Place) iter.Seq[cell] {
	c := cellOf(day, p)
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

// The payload of a revisit is elsewhere, the payload of a segment in several records.
type hazard struct {
	family string
	day    time.Time // the earliest that was told
	last   time.Time
	places []*gazetteer.Place
	event  int
}

// joins reports whether a report of family on day at a place is of h, and why.
func (h *hazard) joins(fam string, day time.Time, at *gazetteer.Place) (why string, ok bool) {
	limit := min(days(h.family), days(fam))
	if h.family == fam {
		limit = days(fam)
	}
	if !kin(h.family, fam) || day.Sub(h.last).Hours()/24 > limit || h.day.Sub(day).Hours()/24 > limit {
		return "", false
	}
	for _, p := range h.places {
		if km := distance(p, at); p.ID == at.ID || km <= reach(p, at) && sameCountry(p, at) {
			return fmt.Sprintf("%s, at most %.0f days apart, at %s and %s, %.0f km apart", fam, limit, p.Name, at.Name, km), true // not translated: stands in the graph, in English
		}
	}
	return "", false
}

func sameCountry(a, b *gazetteer.Place) bool {
	return a.Country == b.Country || a.Country == "" || b.Country == ""
}

// site is the place nearest to byte at that is small enough to tell events apart: no country, and no
// sea. It is nil if there is none.
func (x *said) site(at int) *gazetteer.Place {
	var small []extract.Place
	for _, p := range x.m.Places {
		if p.At == nil {
			continue
		}
		switch p.At.Code {
		case "PCLI", "SEA", "CST":
		default:
			small = append(small, p)
		}
	}
	i := nearest(small, at, func(p extract.Place) extract.Span { return p.Span })
	if i < 0 {
		return nil
	}
	return small[i].At
}

// reach is the distance in km up to which two places may be one event's: towns are near each
// other, and a town may be far from the middle of its province.
func reach(a, b *gazetteer.Place) float64 {
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
	name := slug(h.places[0].Name)
	return h.family + "/" + h.day.Format(time.DateOnly) + "/" + name
}

// hazardWord is the word of a sentence that makes an event by itself; nil if there is none.
func (x *said) hazardWord() *extract.Word {
	for i := range x.m.Words {
		if family(x.m.Words[i].Class) != "" {
			return &x.m.Words[i]
		}
	}
	return nil
}
