package extract

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Hazard is a kind of event, as the table has it.
type Hazard struct {
	Kind  string // flood, landslide, earthquake, …
	GLIDE string // its code in GLIDE (Global Identifier Number, glidenumber.net)
	Apart int    // how many days two reports of one event may date it apart
	own   []Kind
}

//go:embed hazards.tsv
var hazardsTSV string

// hazardRow is a class of the table with its words.
type hazardRow struct {
	class string
	Hazard
	words []string
}

// hazards is the table. A row has a class, kind, code, days, own figures, and words in Chinese and English.
var hazards = sync.OnceValue(func() (out []hazardRow) {
	for line := range strings.Lines(hazardsTSV) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 7 || strings.HasPrefix(line, "#") {
			continue
		}
		row := hazardRow{class: f[0], Hazard: Hazard{Kind: f[1], GLIDE: f[2]}, words: strings.Fields(f[5])}
		row.Apart, _ = strconv.Atoi(f[3]) //nolint:errcheck // TestHazards reads the table
		for _, k := range strings.Fields(f[4]) {
			row.own = append(row.own, Kind(k))
		}
		if f[6] != "" {
			row.words = append(row.words, strings.Split(f[6], ", ")...)
		}
		out = append(out, row)
	}
	return out
})

// HazardOf is the kind of event that a word of a class makes by itself; nil if it makes none, as casualties
// and rescue.
func HazardOf(class string) *Hazard {
	all := hazards()
	if i := slices.IndexFunc(all, func(r hazardRow) bool { return r.class == class }); i >= 0 {
		return &all[i].Hazard
	}
	return nil
}

// Measures reports whether a figure of kind k may be of an event of h: people and money are of all, and
// what some kinds have for themselves is of no other.
func (h *Hazard) Measures(k Kind) bool {
	if slices.Contains(h.own, k) {
		return true
	}
	switch k {
	case Dead, Missing, Injured, Displaced, Affected, Loss:
		return true
	}
	return false
}

// hazardRows are the table's words, in the form of [table].
func hazardRows() (out []row) {
	for _, h := range hazards() {
		out = append(out, row{h.class, h.words})
	}
	return out
}
