package eventgraph

import (
	"fmt"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

// place is the IRI of a place, which is described later.
func (g *graph) place(w *where) string {
	iri := ""
	if w.At != nil {
		iri = w.At.IRI()
	} else {
		iri = g.own("p", w.Text)
	}
	if g.places[iri] == nil {
		g.places[iri] = w
		g.order = append(g.order, iri)
	}
	return iri
}

// instant is the IRI of a time, which is described later.
func (g *graph) instant(w *when) string {
	key := w.Time.From.UTC().Format(time.RFC3339) + "/" + w.Time.To.UTC().Format(time.RFC3339) + w.Time.Part
	iri := g.own("t", key)
	if g.times[iri] == nil {
		g.times[iri] = w
		g.stamps = append(g.stamps, iri)
	}
	return iri
}

// circumstances add time and place. A time that is not resolved stands as it was written.
func (g *graph) circumstances(s *Statement) {
	g.text(vocab+"modality", string(s.Modality), "")
	if s.Where != nil {
		relation := schema + "location"
		if s.Where.Measured {
			relation = vocab + "measuredAt"
		}
		g.link(relation, g.place(s.Where))
	}
	w := s.When
	if w == nil {
		return
	}
	lang := g.b.Pages[g.b.Evidence[s.Evidence].Page].Lang
	g.text(vocab+"timeAsWritten", w.Text, lang)
	switch {
	case w.Doubt != "":
		g.text(vocab+"timeDoubt", w.Doubt, "en")
	case w.Time.Resolved():
		g.link(sosa+"phenomenonTime", g.instant(w))
		if w.Until {
			g.typed(vocab+"upTo", "true", xsd+"boolean")
		}
	default:
		g.typed(vocab+"timeUnresolved", "true", xsd+"boolean")
	}
	if s.Forecast {
		g.typed(vocab+"forecast", "true", xsd+"boolean")
	}
}

// placeNodes describe the places (GeoSPARQL 1.1).
func (g *graph) placeNodes() {
	for _, iri := range g.order {
		w := g.places[iri]
		g.node(iri, schema+"Place")
		if w.At == nil {
			g.text(schema+"name", w.Text, "")
			g.end()
			continue
		}
		g.placed++
		g.link(RDF+"type", geo+"Feature")
		for _, n := range names(w.At) {
			g.text(schema+"name", n, "")
		}
		g.text(schema+"addressCountry", w.At.Country, "")
		g.text(vocab+"featureCode", w.At.Code, "")
		g.link(geo+"hasGeometry", iri+"#point")
		for _, same := range g.alike.of(iri) {
			g.link(owl+"sameAs", same)
		}
		g.end()
		g.node(iri+"#point", geo+"Geometry")
		g.typed(geo+"asWKT", fmt.Sprintf("POINT(%g %g)", w.At.Lon, w.At.Lat), geo+"wktLiteral")
		g.end()
	}
}

// names are the first names of a place.
func names(p *gazetteer.Place) []string {
	all := append([]string{p.Name}, p.Names...)
	return all[:min(len(all), 4)]
}

// timeNodes describe the intervals (OWL-Time).
func (g *graph) timeNodes() {
	for _, iri := range g.stamps {
		t := g.times[iri].Time
		g.node(iri, Time+"ProperInterval")
		g.text(rdfs+"label", t.String(), "")
		g.link(Time+"hasBeginning", iri+".begin")
		g.link(Time+"hasEnd", iri+".end")
		g.end()
		for _, x := range []struct {
			suffix string
			at     time.Time
		}{{".begin", t.From}, {".end", t.To}} {
			g.node(iri+x.suffix, Time+"Instant")
			g.typed(Time+"inXSDDateTimeStamp", x.at.UTC().Format("2006-01-02T15:04:05Z"), xsd+"dateTimeStamp")
			g.end()
		}
	}
}
