package eventgraph

import (
	"encoding/json"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// featureCollection is the events of a run for maps (RFC 7946). Its name is the IRI of the run.
type featureCollection struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Features []feature `json:"features"`
}

// feature is an event. Its geometry is null where no place of it is known (RFC 7946, section 3.2).
type feature struct {
	Type       string     `json:"type"`
	ID         string     `json:"id"` // the IRI
	Geometry   *geometry  `json:"geometry"`
	Properties properties `json:"properties"`
}

// geometry are the places of an event, the most told first. Positions are longitude and latitude, in degrees (section 4).
type geometry struct {
	Type        string       `json:"type"` // Point, or MultiPoint
	Coordinates any          `json:"coordinates"`
	points      [][2]float64 // of them
}

// properties are flat, so that a table of a map program shows them.
type properties struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"` // the first name; without one the kind and the first place
	Names   []string `json:"names"`
	Season  int      `json:"season,omitempty"`
	Begin   string   `json:"begin,omitempty"` // first and last day
	End     string   `json:"end,omitempty"`
	Places  []string `json:"places"` // in the order of the coordinates
	Pages   int      `json:"pages"`
	Sources []string `json:"sources"` // addresses of pages, at most five
	Figures []latest `json:"figures"` // the newest value of each kind that pages observed
}

// latest is the newest value of a figure.
type latest struct {
	Kind  string  `json:"kind"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
	Bound string  `json:"bound,omitempty"`
	Day   string  `json:"day,omitempty"`
	URL   string  `json:"url"`
}

// mostSources bounds the pages of a feature.
const mostSources = 5

// writeGeoJSON writes the events as features, in the order of [Builder.Cards].
func (b *Builder) writeGeoJSON(out io.Writer, name string) error {
	all := featureCollection{Type: "FeatureCollection", Name: name, Features: []feature{}}
	cards := b.Cards().Cards
	for i := range cards {
		all.Features = append(all.Features, cards[i].feature())
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	_, err = out.Write(append(rundir.Escape(text), '\n')) // it may go to a terminal
	return err
}

func (c *Card) feature() feature {
	p := properties{Kind: c.Kind, Name: c.Kind, Names: []string{}, Season: c.Season, Begin: c.Begin, End: c.End, Places: []string{}, Pages: c.Pages, Sources: []string{}, Figures: c.latest()}
	var at *geometry
	for i := range c.Places {
		place := &c.Places[i]
		p.Places = append(p.Places, place.Name)
		if at == nil {
			p.Name += ", " + place.Name
			at = &geometry{Type: "Point", Coordinates: [2]float64{place.Lon, place.Lat}}
		} else {
			at.Type = "MultiPoint"
		}
		at.points = append(at.points, [2]float64{place.Lon, place.Lat})
	}
	if at != nil && len(at.points) > 1 {
		at.Coordinates = at.points
	}
	for _, n := range c.Names {
		p.Names = append(p.Names, n.Text)
	}
	if len(p.Names) > 0 {
		p.Name = p.Names[0]
	}
	for _, t := range c.Told[:min(len(c.Told), mostSources)] {
		p.Sources = append(p.Sources, t.URL)
	}
	return feature{Type: "Feature", ID: c.IRI, Geometry: at, Properties: p}
}

// latest are the newest figures of each kind: the last step of the chain that most pages tell, which is the one of the event as a
// whole; of a kind without one the figure of the last day, one that its page says no more only if there is no other. What was
// forecast, denied or doubted is left out, and what is a part of another number.
func (c *Card) latest() []latest {
	out := []latest{}
	at, told := map[string]int{}, map[string]int{}
	put := func(l latest, better bool) {
		if i, ok := at[l.Kind]; !ok {
			at[l.Kind] = len(out)
			out = append(out, l)
		} else if better {
			out[i] = l
		}
	}
	for _, chain := range c.Chains {
		s, n := chain.Steps[len(chain.Steps)-1], 1
		for i := range chain.Steps {
			n += chain.Steps[i].Told
		}
		put(latest{chain.Kind, s.Value, s.Unit, s.Bound, s.AsOf.Format("2006-01-02"), s.URL}, n > told[chain.Kind])
		told[chain.Kind] = max(told[chain.Kind], n)
	}
	gone := map[string]bool{}
	for _, f := range c.Figures {
		if f.Unit == "" || f.Forecast || f.Doubt != "" || f.Part || told[f.Kind] > 0 || f.Modality != "" && f.Modality != "observed" {
			continue
		}
		i, has := at[f.Kind]
		put(latest{f.Kind, f.Value, f.Unit, f.Bound, f.Day, f.URL}, has && (gone[f.Kind] && !f.Earlier || gone[f.Kind] == f.Earlier && f.Day >= out[i].Day))
		gone[f.Kind] = f.Earlier && (gone[f.Kind] || !has)
	}
	return out
}
