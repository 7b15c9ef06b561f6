package textrule

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// area is a place that a rule names: a country, a first division of one, or a smaller place.
type area struct {
	name     string           // folded
	at       *gazetteer.Place // nil: the gazetteer does not have it; then only its name counts
	division string           // GeoNames' code of a first division
}

// areaOf finds a place by its name: of namesakes the largest in kind, then in people.
func areaOf(name string) (area, error) {
	a := area{name: lexicon.Fold(name)}
	g, err := gazetteer.Default()
	if err != nil {
		return a, err
	}
	for i := range g.Places {
		p := &g.Places[i]
		if slices.ContainsFunc(append([]string{p.Name}, p.Names...), func(n string) bool { return lexicon.Fold(n) == a.name }) && (a.at == nil || larger(p, a.at)) {
			a.at = p
		}
	}
	if a.at != nil && a.at.Code == "ADM1" {
		a.division = divisionOf(g, a.at)
	}
	return a, nil
}

// larger reports whether p is a larger place than q: countries and seas before first divisions before others.
func larger(p, q *gazetteer.Place) bool {
	rank := func(p *gazetteer.Place) int {
		switch {
		case p.Code == "PCLI" || p.Class == 'H':
			return 0
		case p.Code == "ADM1":
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(p), rank(q)), cmp.Compare(q.Population, p.Population)) < 0
}

// divisionOf is the code of a first division: the nearest place of its country with a code has it. The gazetteer has its
// capital or its middle as its coordinates.
func divisionOf(g *gazetteer.Gazetteer, of *gazetteer.Place) string {
	code, least := "", math.Inf(1)
	for i := range g.Places {
		p := &g.Places[i]
		if p.Country != of.Country || p.Admin == "" {
			continue
		}
		east := (p.Lon - of.Lon) * math.Cos(of.Lat*math.Pi/180)
		if d := (p.Lat-of.Lat)*(p.Lat-of.Lat) + east*east; d < least {
			code, least = p.Admin, d
		}
	}
	return code
}

// has reports whether a place is a, or lies in it as far as the codes of the gazetteer say.
func (a *area) has(s spot) bool {
	switch {
	case a.at == nil || s.at == nil:
		return lexicon.Fold(s.text) == a.name
	case s.at.ID == a.at.ID:
		return true
	case a.at.Country == "" || s.at.Country != a.at.Country:
		return false
	case a.at.Code == "PCLI":
		return true
	}
	return a.division != "" && s.at.Admin == a.division
}

// anyIn reports whether one of spots is in one of areas.
func anyIn(areas []area, spots []spot) bool {
	return slices.ContainsFunc(areas, func(a area) bool { return slices.ContainsFunc(spots, a.has) })
}
