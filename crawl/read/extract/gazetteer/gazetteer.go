package gazetteer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Place is a row of a gazetteer.
type Place struct {
	ID         int64 // of GeoNames; below zero in the small gazetteer
	Name       string
	Names      []string // others, in any language
	Lat, Lon   float64  // degrees, WGS 84
	Class      byte     // feature class of GeoNames: A area, P town, H water, T terrain, L region
	Code       string   // feature code: PCLI country, ADM1 province, SEA
	Country    string   // ISO 3166-1 alpha-2; "" for a sea
	Population int64
	Admin      string // of a built-in town: the first division of its country, by GeoNames' code
	Mark       Mark
}

// Mark says what else the name of a place may be.
type Mark uint8

// The marks.
const (
	Word   Mark = 1 << iota // an English word: Nice
	Person                  // the name of many people: Jackson
	WordZh                  // a Chinese word: 东方
)

// gb2260 is the least code of a county of China (GB/T 2260). Counties that GeoNames' list of towns
// does not have have their code, below zero, as ID.
const gb2260 = 110000

// IRI is the place in GeoNames, or in the small gazetteer.
func (p *Place) IRI() string {
	if p.ID <= -gb2260 {
		return "https://ontocrawl.github.io/place/cn/" + strconv.FormatInt(-p.ID, 10)
	}
	if p.ID < 0 {
		return "https://ontocrawl.github.io/place/" + slug(p.Country) + slug(p.Name)
	}
	return "https://sws.geonames.org/" + strconv.FormatInt(p.ID, 10) + "/"
}

// slug is s for an IRI, with a hyphen before it unless s is a country or ends the IRI.
func slug(s string) string {
	s = strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '\'':
			return '-'
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-':
			return r
		case r == 'é':
			return 'e'
		}
		return -1
	}, s))
	if len(s) == 2 {
		return s + "/"
	}
	return s
}

// Gazetteer is a list of places.
type Gazetteer struct{ Places []Place }

// Bounds of a file.
const (
	maxLine  = 1 << 20
	maxRows  = 3_000_000 // the largest country of GeoNames has 2.3 million
	columns  = 19
	maxNames = 400 // of one place
)

// Error says which line of which file is wrong.
type Error struct {
	File string
	Line int
	Err  error
}

// Error names file, line and fault.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the fault.
func (e *Error) Unwrap() error { return e.Err }

// Read reads a file in GeoNames' format. file names it in errors, which are of type [Error].
// Lines that are empty or begin with # are left out.
func Read(r io.Reader, file string) (*Gazetteer, error) {
	g := new(Gazetteer)
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 64<<10), maxLine)
	line := 0
	for in.Scan() {
		line++
		text := bytes.TrimPrefix(in.Bytes(), []byte("\ufeff"))
		if len(bytes.TrimSpace(text)) == 0 || text[0] == '#' {
			continue
		}
		p, err := parse(string(text))
		if err == nil && len(g.Places) == maxRows {
			err = english.Errorf("more than %d places", maxRows)
		}
		if err != nil {
			return nil, &Error{file, line, err}
		}
		g.Places = append(g.Places, p)
	}
	if err := in.Err(); err != nil {
		return nil, &Error{file, line + 1, err}
	}
	if len(g.Places) == 0 {
		return nil, &Error{file, line, errors.New("there is no place in it")}
	}
	return g, nil
}

// parse reads a row.
func parse(line string) (p Place, err error) {
	c := strings.Split(line, "\t")
	if len(c) != columns {
		return p, english.Errorf("%d columns, but GeoNames' table has %d, separated by tabs", len(c), columns)
	}
	if !utf8.ValidString(line) {
		return p, errors.New("bytes that are not UTF-8; save the file as UTF-8")
	}
	if p.ID, err = strconv.ParseInt(c[0], 10, 64); err != nil {
		return p, english.Errorf("the ID is %q, but it must be a number", c[0])
	}
	if p.Name = c[1]; p.Name == "" {
		return p, errors.New("there is no name")
	}
	if p.Lat, err = degrees(c[4], 90); err != nil {
		return p, fmt.Errorf("latitude: %w", err)
	}
	if p.Lon, err = degrees(c[5], 180); err != nil {
		return p, fmt.Errorf("longitude: %w", err)
	}
	for _, n := range append([]string{c[2]}, strings.Split(c[3], ",")...) {
		if n = strings.TrimSpace(n); n != "" && n != p.Name && len(p.Names) < maxNames {
			p.Names = append(p.Names, n)
		}
	}
	if c[6] != "" {
		p.Class = c[6][0]
	}
	p.Code, p.Country = c[7], c[8]
	if c[14] != "" {
		if p.Population, err = strconv.ParseInt(c[14], 10, 64); err != nil {
			return p, english.Errorf("the population is %q, but it must be a number", c[14])
		}
	}
	return p, nil
}

func degrees(s string, most float64) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= -most && x <= most) {
		return 0, english.Errorf("%q is not a number of degrees between %g and %g", s, -most, most)
	}
	return x, nil
}
