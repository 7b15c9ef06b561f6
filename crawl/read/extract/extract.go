package extract

import (
	"cmp"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

// Span is a part of a text: the bytes from Start to before End.
type Span struct{ Start, End int }

// Overlaps reports whether s and t share a byte.
func (s Span) Overlaps(t Span) bool { return s.Start < t.End && t.Start < s.End }

// Options say what an Extractor knows. The zero value has the small tables of this project.
type Options struct {
	Places  *gazetteer.Gazetteer  // besides those of gazetteer.Default; may be nil
	Storms  *gazetteer.StormTable // nil: storms.Default
	Hazards *Hazards              // nil: the built-in ones
	Terms   []Term                // labels of an ontology's classes, besides the words of Hazards
}

// Extractor finds mentions. It does not change once built; any number of goroutines may use it.
type Extractor struct {
	places *placeNames
	words  *phrases[string]
	storms *stormNames
}

// New returns an Extractor. Taught returns what the visit observed last taught; ok is false
// if it taught nothing.
func New(opt Options) (*Extractor, error) {
	x := new(Extractor)
	var err error
	if x.places, err = placesOf(opt.Places); err != nil {
		return nil, err
	}
	if opt.Storms == nil {
		if opt.Storms, err = gazetteer.Storms(); err != nil {
			return nil, err
		}
	}
	x.storms = newStormNames(opt.Storms)
	x.words = newWords(opt.Hazards.orBuiltin(), opt.Terms)
	return x, nil
}

// placesOf returns the names of the built-in places and of a user's own.
func placesOf(own *gazetteer.Gazetteer) (*placeNames, error) {
	if own == nil {
		return defaultNames()
	}
	g, err := gazetteer.Default()
	if err != nil {
		return nil, err
	}
	return newPlaceNames(g, own), nil
}

// Mentions holds what one text says, each kind in the order of the text.
type Mentions struct {
	Times      []TimeMention
	Places     []Place
	Quantities []Quantity
	Warnings   []Warning
	Words      []Word
	Storms     []Storm
}

// Len is the number of mentions.
func (m *Mentions) Len() int {
	return len(m.Times) + len(m.Places) + len(m.Quantities) + len(m.Warnings) + len(m.Words) + len(m.Storms)
}

// Extract returns the mentions of text. Relative times are resolved against ref, in its zone;
// if ref is zero they stay unresolved. A time of day without a day belongs to the last day
// that text names before it, else to the day of ref.
func (x *Extractor) Extract(text string, ref time.Time) Mentions {
	f := fold(text)
	var m Mentions
	day := ref
	var found []placesOfSentence
	for _, s := range f.sentences() {
		m.Times, day = f.times(s, ref, day, m.Times)
		taken := newTaken(m.Times, s, f)
		m.Warnings = f.warnings(s, m.Warnings, taken)
		m.Storms = x.storms.find(f, s, m.Storms, taken)
		m.Quantities = f.quantities(s, m.Quantities)
		found = append(found, placesOfSentence{s, x.places.find(f, s, taken), taken})
		m.Words = x.findWords(f, s, m.Words, m.Warnings)
	}
	m.Storms = x.storms.believe(f, m.Storms)
	m.Places = x.places.read(f, found)
	return m
}

// taken are the parts of a text that already have a meaning.
type taken struct{ spans []Span }

// newTaken begins with the times of sentence s.
func newTaken(times []TimeMention, s Span, f *folded) *taken {
	t := new(taken)
	from := f.at[s.Start]
	for i := len(times) - 1; i >= 0 && times[i].Start >= from; i-- {
		t.spans = append(t.spans, times[i].Span)
	}
	return t
}

func (t *taken) add(s Span) { t.spans = append(t.spans, s) }

func (t *taken) has(s Span) bool { return slices.ContainsFunc(t.spans, s.Overlaps) }

func bySpan(a, b Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) }
