package eventgraph

import (
	"fmt"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

// place is the IRI of a place, which is described later.
func (g *graph) place(w *Where) string {
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
func (g *graph) instant(w *When) string {
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
	g.text(Vocab+"modality", string(s.Modality), "")
	if s.Where != nil {
		relation := Schema + "location"
		if s.Where.Measured {
			relation = Vocab + "measuredAt"
		}
		g.link(relation, g.place(s.Where))
	}
	w := s.When
	if w == nil {
		return
	}
	lang := g.b.Pages[g.b.Evidence[s.Evidence].Page].Lang
	g.text(Vocab+"timeAsWritten", w.Text, lang)
	switch {
	case w.Doubt != "":
		g.text(Vocab+"timeDoubt", w.Doubt, "en")
	case w.Time.Resolved():
		g.link(SOSA+"phenomenonTime", g.instant(w))
		if w.Until {
			g.typed(Vocab+"upTo", "true", XSD+"boolean")
		}
	default:
		g.typed(Vocab+"timeUnresolved", "true", XSD+"boolean")
	}
	if s.Forecast {
		g.typed(Vocab+"forecast", "true", XSD+"boolean")
	}
}

// placeNodes describe the places (GeoSPARQL 1.1).
func (g *graph) placeNodes() {
	for _, iri := range g.order {
		w := g.places[iri]
		g.node(iri, Schema+"Place")
		if w.At == nil {
			g.text(Schema+"name", w.Text, "")
			g.end()
			continue
		}
		g.placed++
		g.link(RDF+"type", Geo+"Feature")
		for _, n := range names(w.At) {
			g.text(Schema+"name", n, "")
		}
		g.text(Schema+"addressCountry", w.At.Country, "")
		g.text(Vocab+"featureCode", w.At.Code, "")
		g.link(Geo+"hasGeometry", iri+"#point")
		for _, same := range g.alike.of(iri) {
			g.link(OWL+"sameAs", same)
		}
		g.end()
		g.node(iri+"#point", Geo+"Geometry")
		g.typed(Geo+"asWKT", fmt.Sprintf("POINT(%g %g)", w.At.Lon, w.At.Lat), Geo+"wktLiteral")
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
		g.text(RDFS+"label", t.String(), "")
		g.link(Time+"hasBeginning", iri+".begin")
		g.link(Time+"hasEnd", iri+".end")
		g.end()
		for _, x := range []struct {
			suffix string
			at     time.Time
		}{{".begin", t.From}, {".end", t.To}} {
			g.node(iri+x.suffix, Time+"Instant")
			g.typed(Time+"inXSDDateTimeStamp", x.at.UTC().Format("2006-01-02T15:04:05Z"), XSD+"dateTimeStamp")
			g.end()
		}
	}
}
