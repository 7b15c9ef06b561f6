package eventgraph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// cardsVersion is the version of [Cards] on disk.
const cardsVersion = 3

// Bounds of cards. What is left out is counted.
const (
	mostCards   = 2_000
	mostFigures = 200 // of an event
	mostTellers = 100 // pages of an event
	longest     = 400 // runes of a sentence
)

// Cards are the events of a run as a person reads them. The JSON names are an interface.
type Cards struct {
	Version int       `json:"version"`
	At      time.Time `json:"at"`       // when they were made
	Pages   int       `json:"pages"`    // they are made from
	Read    int       `json:"read"`     // of these, read anew
	Unread  int       `json:"unread"`   // pages of which neither text nor answer was kept
	LeftOut int       `json:"left_out"` // relevant pages beyond the bound
	Events  int       `json:"events"`   // all; the least told ones may have no card
	Cards   []Card    `json:"cards"`    // the last ones first
	Aside   []Aside   `json:"aside,omitempty"`
	Decided int       `json:"decided,omitempty"` // decisions of people that were taken into account

	// Where they were read from: [Cards.Full] reads more.
	dir     string
	body    int64 // the length of the first line
	size    int64
	changed time.Time
}

// Card is an event: what, when, where, figures over time, sources.
type Card struct {
	ID         string        `json:"id"` // short, the same in each graph that has the event's IRI
	IRI        string        `json:"iri"`
	Kind       string        `json:"kind"` // "storm", or the family: flood, landslide, earthquake, …
	Names      []Named       `json:"names"`
	Season     int           `json:"season,omitempty"`
	Number     int           `json:"number,omitempty"`
	Begin      string        `json:"begin,omitempty"` // first and last day that statements give, not forecasts
	End        string        `json:"end,omitempty"`
	Places     []PlaceOnCard `json:"places"` // with coordinates, the most told first
	Pages      int           `json:"pages"`
	Told       []Teller      `json:"told"`    // pages, with the reason why each is of this event
	Figures    []Figure      `json:"figures"` // quantities, warnings and landfalls, by kind and day
	More       int           `json:"more"`    // figures beyond the bound
	Contradict []Conflict    `json:"contradict"`
	Chains     []Chain       `json:"chains,omitempty"` // how figures went on
	Known      Identity      `json:"known"`            // for decisions of people
	Decided    *Decided      `json:"decided,omitempty"`

	// What people did about it is not kept with the card: it is of the moment in which the card is read.
	Acknowledged []Decided `json:"acknowledged,omitempty"` // by each person, the first one first
	Assigned     *Decided  `json:"assigned,omitempty"`     // nil: nobody works on it
	Log          []Decided `json:"log,omitempty"`          // all that people did about it and its facts, at most the last 200

	rest *rest // not nil: Told, Figures and Contradict were not read, see [Cards.Full]
}

// Named is a name and its language.
type Named struct {
	Text string `json:"text"`
	Lang string `json:"lang,omitempty"`
}

// PlaceOnCard is a place of the gazetteer that an event's statements name.
type PlaceOnCard struct {
	IRI   string  `json:"iri"`
	Name  string  `json:"name"`
	Local string  `json:"local,omitempty"` // its first name in Chinese characters
	Lat   float64 `json:"lat"`
	Lon   float64 `json:"lon"`
	Told  int     `json:"told"` // statements
}

// Teller is a page that tells of an event.
type Teller struct {
	URL       string     `json:"url"`
	Title     string     `json:"title"`
	Lang      string     `json:"lang,omitempty"`
	Published crawl.Date `json:"published,omitzero"`
	Why       string     `json:"why"`
}

// Figure is a statement that has more to say than that the event was.
type Figure struct {
	ID       string    `json:"id"`   // the same in each reading of its sentence, for decisions of people
	Kind     string    `json:"kind"` // wind, rain, dead, …; warning; landfall
	Value    float64   `json:"value,omitempty"`
	Unit     string    `json:"unit,omitempty"`
	About    bool      `json:"about,omitempty"` // no exact number
	Colour   string    `json:"colour,omitempty"`
	Warns    string    `json:"warns,omitempty"` // what a warning warns of
	Lifted   bool      `json:"lifted,omitempty"`
	Day      string    `json:"day,omitempty"`
	When     string    `json:"when,omitempty"` // as the page writes it
	Where    string    `json:"where,omitempty"`
	At       string    `json:"at,omitempty"`       // the place, the same in all languages: its IRI if the gazetteer has it
	Seen     time.Time `json:"seen,omitzero"`      // when its sentence was fetched first
	Measured bool      `json:"measured,omitempty"` // there, or from there: it may have happened elsewhere
	Forecast bool      `json:"forecast,omitempty"`
	Modality string    `json:"modality,omitempty"` // observed, forecast, warned, hypothetical, normal, denied
	Bound    string    `json:"bound,omitempty"`    // ">=", "<=" or "~": the number is not exact
	Part     bool      `json:"part,omitempty"`     // of another number: of whom 18 seriously
	Doubt    string    `json:"doubt,omitempty"`
	Earlier  bool      `json:"earlier,omitempty"` // its page said so, and says so no more
	Decided  *Decided  `json:"decided,omitempty"`
	Trust    float64   `json:"confidence"`
	URL      string    `json:"url"`
	Title    string    `json:"title"`
	Lang     string    `json:"lang,omitempty"`
	Sentence string    `json:"sentence"`
}

// Conflict is a figure of one day and place of which sources differ.
type Conflict struct {
	Kind    string   `json:"kind"`
	Day     string   `json:"day"`
	Where   string   `json:"where,omitempty"`
	Figures []Figure `json:"figures"`
}

// Cards returns the events of b, which must be finished.
func (b *Builder) Cards() *Cards {
	out := &Cards{Version: cardsVersion, Pages: b.present(), Events: len(b.Events), Cards: []Card{}, Aside: b.aside, Decided: b.decisions}
	said := b.byEvent()
	conflicts := make(map[int][]contradiction)
	for _, c := range contradictions(b.Statements, b.Pages, b.Evidence) {
		conflicts[c.Event] = append(conflicts[c.Event], c)
	}
	for i, e := range b.Events {
		out.Cards = append(out.Cards, b.card(e, said[i], conflicts[i]))
	}
	sorts.Func(out.Cards, func(a, b Card) int { return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.IRI, b.IRI)) })
	out.Cards = out.Cards[:min(len(out.Cards), mostCards)]
	sorts.Func(out.Cards, func(a, b Card) int {
		return cmp.Or(cmp.Compare(b.End, a.End), cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.IRI, b.IRI))
	})
	return out
}

func (b *Builder) card(e *Event, said []int, conflicts []contradiction) Card {
	tellers := b.tellers(e)
	c := Card{ID: hash(e.IRI), IRI: e.IRI, Kind: e.Kind(), Names: []Named{}, Number: e.Number, Pages: len(tellers), Told: []Teller{}, Figures: []Figure{}, Contradict: []Conflict{}, Known: e.identity(), Decided: e.decided}
	for _, n := range e.Names {
		c.Names = append(c.Names, Named(n))
	}
	if e.Storm != nil {
		c.Season = e.Storm.Year
	} else if len(e.Places) > 0 {
		c.Begin, c.End = e.Day, e.LastDay
	}
	for _, j := range tellers[:min(len(tellers), mostTellers)] {
		p := &b.Pages[j.Page]
		c.Told = append(c.Told, Teller{URL: p.URL, Title: p.Title, Lang: p.Lang, Published: p.date(), Why: j.Why})
	}
	b.span(&c, said)
	c.Places = b.placesOf(e, said)
	for _, i := range said {
		if s := &b.Statements[i]; s.Kind != "mention" {
			c.Figures = append(c.Figures, b.figure(s))
		}
	}
	c.Figures, c.More = bounded(c.Figures)
	for _, k := range conflicts {
		c.Contradict = append(c.Contradict, b.conflict(&k))
	}
	c.Chains = b.chainsOnCard(e, said)
	return c
}

// mostCopies is how many pages of one fact are shown if there are too many figures.
const mostCopies = 3

// bounded sorts figures by kind and day. Of too many it leaves out copies of a fact first, then those that were seen first.
func bounded(all []Figure) (kept []Figure, more int) {
	kept = all
	if len(all) > mostFigures {
		sorts.Stable(all, func(a, b Figure) int { return b.Seen.Compare(a.Seen) })
		told := make(map[string]int)
		kept = slices.DeleteFunc(slices.Clone(all), func(f Figure) bool {
			told[f.Fact()]++
			return told[f.Fact()] > mostCopies
		})
		kept = kept[:min(len(kept), mostFigures)]
	}
	sorts.Stable(kept, func(a, b Figure) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Day, b.Day)) })
	return kept, len(all) - len(kept)
}

// Fact is the same for figures that say the same: one kind, value, place, day and modality.
func (f *Figure) Fact() string {
	return fmt.Sprint(f.Kind, "\x00", extract.Base(f.Value, f.Unit), "\x00", f.At, "\x00", f.Day, "\x00", f.Modality, "\x00", f.Colour, f.Warns, f.Lifted)
}

// Kind is the family of e by its IRI: https://…/event/flood/… is a flood.
func (e *Event) Kind() string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(e.IRI, eventBase), "/")
	return kind
}

// span sets the first and last day.
func (b *Builder) span(c *Card, said []int) {
	for _, i := range said {
		s := &b.Statements[i]
		if !s.Modality.IsReal() || s.Doubt != "" || s.When == nil || !s.When.Time.Resolved() || s.When.Doubt != "" {
			continue
		}
		p := b.pageOf(s)
		if t := s.When.Time; t.Grain > extract.Day && (p.Published.Before(t.From) || !p.Published.Before(t.To)) {
			continue // a month or a year that was not yet, or is long over: the day of the page is not of it
		}
		d := day(s.When, p).Format(time.DateOnly)
		if c.Season > 0 && !strings.HasPrefix(d, c.year(d)) {
			continue
		}
		if c.Begin == "" || d < c.Begin {
			c.Begin = d
		}
		if d > c.End {
			c.End = d
		}
	}
}

// year is the prefix that days of a storm of a season have: its year, or January of the next.
func (c *Card) year(day string) string {
	this := time.Date(c.Season, 1, 1, 0, 0, 0, 0, time.UTC)
	if next := this.AddDate(1, 0, 0).Format("2006-01"); strings.HasPrefix(day, next) {
		return next
	}
	return this.Format("2006")
}

func (b *Builder) pageOf(s *Statement) *Page { return &b.Pages[b.Evidence[s.Evidence].Page] }

// placesOf are the places of e with coordinates; countries and seas only where nothing nearer is told.
func (b *Builder) placesOf(e *Event, said []int) []PlaceOnCard {
	told := make(map[string]*PlaceOnCard)
	add := func(w *where, n int) {
		if w == nil || w.At == nil {
			return
		}
		iri := w.At.IRI()
		if told[iri] == nil {
			told[iri] = &PlaceOnCard{IRI: iri, Name: w.At.Name, Local: chinese(w.At.Names), Lat: w.At.Lat, Lon: w.At.Lon}
		}
		told[iri].Told += n
	}
	for _, i := range said {
		add(b.Statements[i].Where, 1)
	}
	for i := range e.Places {
		add(&e.Places[i], 0)
	}
	out := []PlaceOnCard{}
	for _, p := range told {
		out = append(out, *p)
	}
	sorts.Func(out, func(a, b PlaceOnCard) int { return cmp.Or(cmp.Compare(b.Told, a.Told), cmp.Compare(a.IRI, b.IRI)) })
	return out[:min(len(out), 60)]
}

// chinese is the first name that begins with a Chinese character.
func chinese(names []string) string {
	i := slices.IndexFunc(names, func(n string) bool {
		r, _ := utf8.DecodeRuneInString(n)
		return script.Han(r)
	})
	if i < 0 {
		return ""
	}
	return names[i]
}

func (b *Builder) figure(s *Statement) Figure {
	p := b.pageOf(s)
	f := Figure{ID: s.id, Decided: s.decided, Kind: s.Kind, Value: s.Value, Unit: s.Unit, About: s.About, Forecast: s.Forecast, Modality: string(s.Modality), Bound: s.Bound, Part: s.Part, Doubt: s.Doubt, Earlier: p.Earlier, Trust: s.Trust,
		URL: p.URL, Title: p.Title, Lang: p.Lang, Sentence: clip(b.Evidence[s.Evidence].Text), Seen: b.Evidence[s.Evidence].Seen}
	if f.ID == "" {
		f.ID = b.factID(s)
	}
	if w := s.Warning; w != nil {
		f.Colour, f.Warns, f.Lifted = w.Colour, w.About, w.Lifted
	}
	if s.Where != nil {
		f.Where, f.At, f.Measured = s.Where.Text, s.Where.name(), s.Where.Measured
	}
	if s.When != nil {
		f.When = s.When.Text
	}
	if d := day(s.When, p); !d.IsZero() {
		f.Day = d.Format(time.DateOnly)
	}
	return f
}

func (b *Builder) conflict(k *contradiction) Conflict {
	out := Conflict{Kind: k.Kind, Day: k.Day}
	for _, i := range k.Statements[:min(len(k.Statements), 20)] {
		f := b.figure(&b.Statements[i])
		out.Where = cmp.Or(out.Where, f.Where)
		out.Figures = append(out.Figures, f)
	}
	return out
}

func clip(text string) string {
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}
