package extract

import (
	"math"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// placesOfSentence are the names found in one sentence.
type placesOfSentence struct {
	s     Span
	names []known
	taken *taken
}

// read returns the places of a text, in its order.
func (n *placeNames) read(f *folded, found []placesOfSentence) []Place {
	n.choose(f, found)
	en := newEnglishPlaces(f, found)
	var dst []Place
	for i := range found {
		x := &found[i]
		dst = f.placesZh(x.s, x.names, dst, x.taken)
		dst = en.read(x, dst)
	}
	return dst
}

// setting says where the places of a text lie, as far as it tells.
type setting struct {
	countries map[string]bool
	larger    []*gazetteer.Place          // first divisions
	towns     []*gazetteer.Place          // that the names of the text may mean
	seen      map[string]bool             // names whose places are in towns
	named     map[string]*gazetteer.Place // what a name means whose larger place stands beside it somewhere
}

// choose sets of each name the place that is meant: inside the larger place that is named beside
// it; else by its size, the countries and provinces that the text names, and the distance to its
// other places.
func (n *placeNames) choose(f *folded, found []placesOfSentence) {
	text := &setting{countries: make(map[string]bool), named: make(map[string]*gazetteer.Place), seen: make(map[string]bool)}
	for i := range found {
		names := found[i].names
		for k := range names {
			x := &names[k]
			if !x.fixed {
				x.at, _ = n.best(x, nil)
			}
			n.beside(f, names, k)
			n.take(text, x, f.s[x.Start:x.End])
		}
	}
	for i := range found {
		for k := range found[i].names {
			x := &found[i].names[k]
			if x.in != nil || x.fixed {
				continue
			}
			if x.at = text.named[f.s[x.Start:x.End]]; x.at != nil {
				continue
			}
			if at, sure := n.best(x, text); sure {
				x.at = at
			}
		}
	}
}

// take adds what name k says.
func (n *placeNames) take(a *setting, k *known, name string) {
	switch p := k.at; {
	case p == nil:
	case p.Code == "PCLI" || p.Code == "PCLD" || p.Code == "TERR":
		a.countries[p.Country] = true
	case p.Code == "ADM1":
		a.larger = append(a.larger, p)
	case len(a.towns) < maxTowns && !a.seen[name]:
		a.seen[name] = true
		if k.in != nil {
			a.towns = append(a.towns, p)
			break
		}
		for i, many := k.first, 0; i >= 0 && many < maxMeant; i, many = n.all[i].next, many+1 {
			if p := n.all[i].at; prior(p) >= 4 {
				a.towns = append(a.towns, p)
			}
		}
	}
	if k.in != nil {
		a.named[name] = k.at
	}
}

// Bounds of the work on one text.
const (
	maxTowns = 300 // whose distance to others is looked at
	maxMeant = 8   // namesakes of one name
)

// beside looks for the larger place beside name k: behind a comma in letters (Paris, Texas), before
// it in Chinese (福建东山).
func (n *placeNames) beside(f *folded, names []known, k int) {
	x := &names[k]
	var outer *known
	han := script.Han(firstRune(f.s[x.Start:]))
	if han {
		if k > 0 && between(f.s[names[k-1].End:x.Start]) {
			outer = &names[k-1]
		}
	} else if k+1 < len(names) && (f.s[x.End:names[k+1].Start] == ", " || f.s[x.End:names[k+1].Start] == ",") {
		outer = &names[k+1]
	}
	if outer == nil {
		return
	}
	score := -1.0
	for o := outer.first; o >= 0; o = n.all[o].next {
		out := n.all[o].at
		for i := x.first; i >= 0; i = n.all[i].next {
			if p := n.all[i].at; p != out && contains(out, p) && prior(p)+prior(out) > score {
				x.at, x.in, score = p, out, prior(p)+prior(out)
			}
		}
	}
	if x.in != nil {
		if !han {
			outer.at, outer.fixed = x.in, true
		}
		return
	}
	if outer.at, _ = n.best(outer, nil); !han && rank(outer.at) <= 2 && !n.anyIn(x, outer.at) { // a town that the gazetteer does not have
		x.at, x.in = nil, outer.at
	}
}

// anyIn reports whether a namesake of x lies in outer, or is as large as it: Paris, France; but
// London, Paris and New York.
func (n *placeNames) anyIn(x *known, outer *gazetteer.Place) bool {
	for i := x.first; i >= 0; i = n.all[i].next {
		if p := n.all[i].at; contains(outer, p) || p.Country != outer.Country && rank(outer) == 1 || rank(p) <= rank(outer) {
			return true
		}
	}
	return false
}

// between reports whether s, between two names in Chinese, only says what the first one is.
func between(s string) bool {
	switch s {
	case "", "省", "市", "州", "县", "自治区", "地区", "壮族自治区", "回族自治区", "维吾尔自治区":
		return true
	}
	return strings.HasSuffix(s, "自治州") && len(s) <= len("土家族苗族自治州")
}

// contains reports whether inner lies in outer, as far as their codes and distance say.
func contains(outer, inner *gazetteer.Place) bool {
	if outer.Country != inner.Country || rank(outer) >= rank(inner) {
		return false
	}
	switch rank(outer) {
	case 1:
		return true
	case 2:
		if outer.Country == "US" && inner.Admin != "" {
			return hasName(outer, inner.Admin)
		}
		return apartKm(outer, inner) < reach(outer.Country)
	}
	return apartKm(outer, inner) < 200
}

// reach is how far from the middle of a first division its places may lie, in km.
func reach(country string) float64 {
	if strings.Contains("US CA RU AU BR CN", country) {
		return 1000
	}
	return 500
}

func hasName(p *gazetteer.Place, name string) bool {
	for _, n := range p.Names {
		if n == name {
			return true
		}
	}
	return false
}

// apartKm is the distance of two places, on a sphere.
func apartKm(a, b *gazetteer.Place) float64 {
	const rad = math.Pi / 180
	h := math.Pow(math.Sin((b.Lat-a.Lat)*rad/2), 2) + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*math.Pow(math.Sin((b.Lon-a.Lon)*rad/2), 2)
	return 12742 * math.Asin(math.Sqrt(min(1, h)))
}

// best returns the namesake of x that is most likely meant, in a text that says what is around,
// and whether no other one that lies far from it is as likely.
func (n *placeNames) best(x *known, text *setting) (at *gazetteer.Place, sure bool) {
	score, second := -1.0, -1.0
	var other *gazetteer.Place
	for i := x.first; i >= 0; i = n.all[i].next {
		p := n.all[i].at
		s := prior(p) + text.nearness(p)
		switch {
		case s > score || s == score && p.ID > at.ID:
			at, score, other, second = p, s, at, score
		case s > second:
			other, second = p, s
		}
	}
	return at, second < score || other == nil || apartKm(at, other) < 100
}

// prior is how likely a place is meant by its name alone: about the logarithm of its people.
func prior(p *gazetteer.Place) float64 {
	switch p.Code {
	case "PCLI", "PCLD", "CONT":
		return 7.2
	case "TERR", "SEA", "OCN", "RGN":
		return 7
	case "ADM1":
		return 6.9
	}
	people := math.Log10(float64(p.Population) + 1)
	switch {
	case ownPlace(p):
		return max(6.3, people)
	case p.Code == "ADM2" || p.Code == "ADM3":
		return max(5, people)
	}
	return people
}

// nearness returns how much the text adds to the prior of p.
func (a *setting) nearness(p *gazetteer.Place) float64 {
	if a == nil {
		return 0
	}
	s := 0.0
	if a.countries[p.Country] && rank(p) > 1 {
		s += .8
	}
	for _, o := range a.larger {
		if o != p && contains(o, p) {
			s++
			break
		}
	}
	near := 0
	for _, o := range a.towns {
		if o != p && o.Name != p.Name && abs(o.Lat-p.Lat) < 1.2 && abs(o.Lon-p.Lon) < 2 {
			if near++; near == 3 {
				break
			}
		}
	}
	return s + .45*float64(near)
}

func abs(x float64) float64 { return max(x, -x) }
