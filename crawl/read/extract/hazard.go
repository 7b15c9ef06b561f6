package extract

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Hazard is a kind of event, as a table has it.
type Hazard struct {
	Kind     string // flood, landslide, earthquake, …
	GLIDE    string // its code in GLIDE (Global Identifier Number, glidenumber.net); "" if it has none
	Group    string // kinds of one group are told of one event: the flood and its landslides. "" is no group
	Category string // of CAP 1.2, section 3.2.2: Geo, Met, …
	Apart    int    // how many days two reports of one event may date it apart
	own      []Kind
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

// hazardRow is a class of a table with its words.
type hazardRow struct {
	class string
	*Hazard
	words []string
}

// Hazards is a table of kinds of events. It does not change, and any number of goroutines may use it. A nil table is the
// built-in one.
type Hazards struct {
	rows  []hazardRow
	of    map[string]*Hazard // by class
	group map[string]string  // of a kind
}

//go:embed hazards.tsv
var hazardsTSV string

// builtin is the table of this package, without an ontology.
var builtin = sync.OnceValue(func() *Hazards {
	rows, err := readHazards(strings.NewReader(hazardsTSV), "hazards.tsv", nil)
	if err != nil {
		panic(err) // TestHazardsOntology reads the table
	}
	return newHazards(rows)
})

func newHazards(rows []hazardRow) *Hazards {
	t := &Hazards{rows: rows, of: make(map[string]*Hazard, len(rows)), group: make(map[string]string)}
	for i := range rows {
		if r := &rows[i]; t.of[r.class] == nil {
			t.of[r.class], t.group[r.Kind] = r.Hazard, r.Group
		}
	}
	return t
}

func (t *Hazards) orBuiltin() *Hazards {
	if t == nil {
		return builtin()
	}
	return t
}

// Of is the kind of event that a word of a class makes by itself; nil if it makes none, as casualties and rescue.
func (t *Hazards) Of(class string) *Hazard { return t.orBuiltin().of[class] }

// Kin reports whether one event may be told as of kind a and as of kind b.
func (t *Hazards) Kin(a, b string) bool {
	g := t.orBuiltin().group
	return a == b || g[a] != "" && g[a] == g[b]
}

// WriteTo writes what stands before the built-in rows, for a hash: two tables that write the same are the same.
func (t *Hazards) WriteTo(w io.Writer) (n int64, err error) {
	own := t.orBuiltin().rows
	for _, r := range own[:len(own)-len(builtin().rows)] {
		k, err := fmt.Fprintf(w, "%q %q %q\n", r.class, fmt.Sprintf("%+v", *r.Hazard), r.words)
		if n += int64(k); err != nil {
			return n, err
		}
	}
	return n, nil
}

// Join returns a table that has the classes of an ontology, too: a class is of a kind if all its preferred labels are words of
// it, so that its other labels tell of events as well. What stands below such a class is no event by that: topics have flood
// control below flood. The order of terms does not count.
func (t *Hazards) Join(terms []Term) *Hazards {
	t = t.orBuiltin()
	words, named := newWords(t, nil), make(map[string][]*Hazard)
	for i := range terms {
		if c := terms[i].Class; !terms[i].Alt {
			named[c] = append(named[c], t.of[words.whole(terms[i].Label)])
		}
	}
	joined := maps.Clone(t.of)
	for class, all := range named {
		if h := t.one(all); h != nil && joined[class] == nil {
			joined[class] = h
		}
	}
	return &Hazards{rows: t.rows, of: joined, group: t.group}
}

// one is the kind that all are of, as the first of the table has it; nil if they differ, or one is nil.
func (t *Hazards) one(all []*Hazard) *Hazard {
	for _, h := range all {
		if h == nil || h.Kind != all[0].Kind {
			return nil
		}
	}
	for i := range t.rows {
		if slices.Contains(all, t.rows[i].Hazard) {
			return t.rows[i].Hazard
		}
	}
	return nil
}
