package gazetteer

import (
	"errors"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// unpack adds the places of text, as pack writes it, to those that are there.
func (g *Gazetteer) unpack(text string) error {
	own := make(map[string][]int)
	for i := range g.Places {
		own[g.Places[i].Name] = append(own[g.Places[i].Name], i)
	}
	g.Places = append(make([]Place, 0, len(g.Places)+strings.Count(text, "\n")), g.Places...)
	country, admin, last, n := "", "", int64(0), 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "=") {
			country, admin, _ = strings.Cut(line[1:], " ")
			last = 0
			continue
		}
		p, err := unpackTown(line)
		if err != nil {
			return english.Errorf("line %d of the towns: %w", n, err)
		}
		p.ID += last
		last = p.ID
		p.Country, p.Admin = country, admin
		if !g.same(own[p.Name], &p) {
			g.Places = append(g.Places, p)
		}
	}
	return nil
}

// same gives the population of p to the place of our own that is the same town, and reports
// whether there is one.
func (g *Gazetteer) same(own []int, p *Place) bool {
	for _, i := range own {
		o := &g.Places[i]
		if o.Country == p.Country && o.Class != 'L' && abs(o.Lat-p.Lat) < 1 && abs(o.Lon-p.Lon) < 1 {
			o.Population, o.Admin = max(o.Population, p.Population), p.Admin
			return true
		}
	}
	return false
}

func abs(x float64) float64 { return max(x, -x) }

// unpackTown reads a line of a town; its ID counts from the one before.
func unpackTown(line string) (p Place, err error) {
	c := strings.Split(line, "\t")
	if len(c) != 7 {
		return p, errors.New("there are not seven columns")
	}
	var numbers [4]int64
	for i, k := range []int{0, 3, 4, 5} {
		if numbers[i], err = strconv.ParseInt(c[k], 10, 64); err != nil {
			return p, err
		}
	}
	p = Place{ID: numbers[0], Name: c[1], Lat: float64(numbers[1]) / 100, Lon: float64(numbers[2]) / 100, Class: 'P', Code: "PPL", Population: numbers[3]}
	if c[2] != "" {
		p.Names = strings.Split(c[2], ",")
	}
	if p.Population == 0 { // a county of China
		p.Class, p.Code = 'A', "ADM3"
	}
	for i, m := range []string{"w", "p", "c"} {
		if strings.Contains(c[6], m) {
			p.Mark |= 1 << i
		}
	}
	return p, nil
}
