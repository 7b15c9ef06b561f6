package textrule

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// figureKinds are the kinds of figures that a rule may name.
func figureKinds() []string {
	return []string{"dead", "missing", "injured", "displaced", "affected", "loss", "magnitude", "depth", "wind", "windforce", "pressure", "rain", "height"}
}

// unitsOf are the units of a kind in rules, with the names of package extract; the first is meant if none is written.
func unitsOf(kind string) [][2]string {
	switch extract.Kind(kind) {
	case extract.Wind:
		return [][2]string{{"m/s", "M-PER-SEC"}, {"km/h", "KiloM-PER-HR"}, {"mph", "MI-PER-HR"}, {"kn", "KN"}}
	case extract.Rain:
		return [][2]string{{"mm", "MilliM"}, {"cm", "CentiM"}, {"in", "IN"}}
	case extract.Height:
		return [][2]string{{"m", "M"}, {"ft", "FT"}}
	case extract.Depth:
		return [][2]string{{"km", "KiloM"}, {"mi", "MI"}}
	case extract.Pressure:
		return [][2]string{{"hPa", "HectoPA"}}
	}
	return nil
}

var figureForm = lazyre.Compile(`^\s*(\pL+)\s*(>=|<=|>|<|=|≥|≤)\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*(\S*)\s*$`)

// ParseFigure reads a bound: dead >= 10, wind > 42 m/s.
func ParseFigure(text string) (f monitor.FigureAsk, err error) {
	m := figureForm().FindStringSubmatch(text)
	if m == nil {
		return f, english.Errorf("%.100q is no bound of a figure; write dead >= 10", text)
	}
	if !slices.Contains(figureKinds(), m[1]) {
		return f, english.Errorf("%.100q is no kind of figure; there are %s", m[1], strings.Join(figureKinds(), ", "))
	}
	f = monitor.FigureAsk{Kind: m[1], Op: strings.NewReplacer("≥", ">=", "≤", "<=").Replace(m[2]), Unit: m[4]}
	if f.Value, err = strconv.ParseFloat(strings.ReplaceAll(m[3], ",", ""), 64); err != nil {
		return f, english.Errorf("%.100q is no number", m[3])
	}
	units := unitsOf(f.Kind)
	if f.Unit != "" && !slices.ContainsFunc(units, func(u [2]string) bool { return u[0] == f.Unit }) {
		var names []string
		for _, u := range units {
			names = append(names, u[0])
		}
		return f, english.Errorf("%.100q is no unit of %s; there are: %s", f.Unit, f.Kind, strings.Join(names, ", "))
	}
	return f, nil
}

// base is the value of f in the unit that figures of its kind are compared in.
func base(f *monitor.FigureAsk) float64 {
	for _, u := range unitsOf(f.Kind) {
		if u[0] == f.Unit {
			return extract.Base(f.Value, u[1])
		}
	}
	return f.Value
}

// fact is a figure that a page tells as a fact.
type fact struct {
	kind     string
	value    float64 // in the unit of its kind
	bound    string
	key      string // the same for figures of one kind and event
	sentence string
	at       []spot // where it is, else where its event is
}

// spot is a place as a text names it.
type spot struct {
	text string
	at   *gazetteer.Place // nil: the gazetteer does not have it
}

// within reports whether x is within the bound a. "At most 20 dead" are no 10 or more.
func (x *fact) within(a *monitor.FigureAsk) bool {
	if x.kind != a.Kind {
		return false
	}
	bound := base(a)
	switch a.Op {
	case ">=":
		return x.value >= bound && x.bound != "<="
	case ">":
		return x.value > bound && x.bound != "<="
	case "<=":
		return x.value <= bound && x.bound != ">="
	case "<":
		return x.value < bound && x.bound != ">="
	}
	return x.value == bound && (x.bound == "" || x.bound == "~")
}

// longAgo is how old what a page tells may be: a page of today may also tell of a flood of 1998.
const longAgo = 30 * 24 * time.Hour

// told holds the facts and places of a page.
type told struct {
	facts  []fact
	places []spot // of its events and figures
}

// tell reads page p alone, as ontocrawl read does.
func tell(p *Page) (*told, error) {
	b, err := eventgraph.NewBuilder(extract.Options{})
	if err != nil {
		return nil, err
	}
	page := eventgraph.NewPage(p.URL, p.Lang, p.Page, p.Published)
	page.Title, page.Fetched = p.Title, p.Fetched
	b.Add(page)
	b.Finish()
	out := &told{}
	for _, e := range b.Events {
		out.places = append(out.places, placesOf(e)...)
	}
	for i := range b.Statements {
		s := &b.Statements[i]
		if s.Where != nil {
			out.places = append(out.places, spot{s.Where.Text, s.Where.At})
		}
		if s.Unit == "" || s.Doubt != "" || s.Part || s.Forecast || !s.Modality.IsReal() || old(b, s, p) {
			continue
		}
		out.facts = append(out.facts, factOf(b, s, p))
	}
	return out, nil
}

func placesOf(e *eventgraph.Event) (out []spot) {
	for i := range e.Places {
		out = append(out, spot{e.Places[i].Text, e.Places[i].At})
	}
	return out
}

// old reports whether a statement is of long ago.
func old(b *eventgraph.Builder, s *eventgraph.Statement, p *Page) bool {
	last := p.Fetched.Add(-longAgo)
	if s.When != nil && s.When.Time.Resolved() && s.When.Time.To.Before(last) {
		return true
	}
	if s.Event < 0 {
		return false
	}
	day, err := time.Parse(time.DateOnly, b.Events[s.Event].LastDay)
	return err == nil && day.Before(last)
}

func factOf(b *eventgraph.Builder, s *eventgraph.Statement, p *Page) fact {
	x := fact{kind: s.Kind, value: extract.Base(s.Value, s.Unit), bound: s.Bound, sentence: b.Evidence[s.Evidence].Text, key: s.Kind + " page " + p.URL}
	if s.Event >= 0 {
		e := b.Events[s.Event]
		x.at, x.key = placesOf(e), s.Kind+" "+eventKey(e)
	}
	if s.Where != nil && !s.Where.Measured {
		x.at = []spot{{s.Where.Text, s.Where.At}}
	}
	return x
}

// eventKey is the same for what pages of some days tell of one event: a storm by its name, others by kind and place.
func eventKey(e *eventgraph.Event) string {
	if e.Storm != nil || len(e.Places) == 0 {
		return e.IRI
	}
	first := e.Places[0]
	if first.At != nil {
		return e.Kind() + " " + first.At.IRI()
	}
	return e.Kind() + " " + first.Text
}
