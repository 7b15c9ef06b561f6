package eventgraph

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestFeature: positions are longitude first; a chain says the newest value, and what is forecast, doubted or a part says none.
func TestFeature(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2024, 9, d, 0, 0, 0, 0, time.UTC) }
	c := Card{
		IRI: "https://e/yagi", Kind: "storm", Names: []Named{{"Yagi", "en"}, {"摩羯", "zh"}}, Season: 2024, Begin: "2024-09-06", End: "2024-09-08", Pages: 7,
		Places: []PlaceOnCard{{Name: "Wenchang", Lat: 19.5, Lon: 110.8, Told: 3}, {Name: "Hanoi", Lat: 21, Lon: 105.8, Told: 1}},
		Told:   []Teller{{URL: "http://a/"}, {URL: "http://b/"}, {URL: "http://c/"}, {URL: "http://d/"}, {URL: "http://e/"}, {URL: "http://f/"}},
		Chains: []Chain{{Kind: "dead", Steps: []Step{{Value: 3, AsOf: day(6), URL: "http://a/"}, {Value: 14, Bound: ">=", Unit: "PERSON", AsOf: day(8), URL: "http://b/"}}}},
		Figures: []Figure{
			{Kind: "dead", Value: 3, Unit: "PERSON", Day: "2024-09-09", URL: "http://a/"}, // its chain knows better
			{Kind: "wind", Value: 50, Unit: "M-PER-SEC", Day: "2024-09-06", URL: "http://a/"},
			{Kind: "wind", Value: 62, Unit: "M-PER-SEC", Day: "2024-09-07", Modality: "observed", URL: "http://c/"},
			{Kind: "wind", Value: 70, Unit: "M-PER-SEC", Day: "2024-09-08", Forecast: true, Modality: "forecast", URL: "http://d/"},
			{Kind: "wind", Value: 40, Unit: "M-PER-SEC", Day: "2024-09-05", URL: "http://d/"},
			{Kind: "rain", Value: 9999, Unit: "MilliM", Doubt: "too much"},
			{Kind: "injured", Value: 2, Unit: "PERSON", Part: true},
			{Kind: "warning", Colour: "red"},
		},
	}
	want := `{"type":"Feature","id":"https://e/yagi","geometry":{"type":"MultiPoint","coordinates":[[110.8,19.5],[105.8,21]]},"properties":{"kind":"storm","name":"Yagi",` +
		`"names":["Yagi","摩羯"],"season":2024,"begin":"2024-09-06","end":"2024-09-08","places":["Wenchang","Hanoi"],"pages":7,` +
		`"sources":["http://a/","http://b/","http://c/","http://d/","http://e/"],"figures":[` +
		`{"kind":"dead","value":14,"unit":"PERSON","bound":"\u003e=","day":"2024-09-08","url":"http://b/"},` +
		`{"kind":"wind","value":62,"unit":"M-PER-SEC","day":"2024-09-07","url":"http://c/"}]}}`
	got, err := json.Marshal(c.feature())
	if err != nil || cmp.Diff(want, string(got)) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(want, string(got)))
	}
	c.Places, c.Names = c.Places[:1], nil
	if f := c.feature(); f.Properties.Name != "storm, Wenchang" || f.Geometry.Type != "Point" || f.Geometry.Coordinates != [2]float64{110.8, 19.5} {
		t.Errorf("one place: %+v, %+v", f.Properties, f.Geometry)
	}
	c.Places = nil
	if got, err := json.Marshal(c.feature()); err != nil || !bytes.Contains(got, []byte(`"geometry":null`)) {
		t.Errorf("no place: %v, %s", err, got)
	}
}

// TestGeoJSON: the document has each event of the graph once, and the same summary.
func TestGeoJSON(t *testing.T) {
	b := build(t, yagi()...)
	_, _, s := written(t, b, nil)
	var doc bytes.Buffer
	u, err := b.Write(&doc, GeoJSON, aRun(), nil)
	if err != nil || cmp.Diff(s, u) != "" {
		t.Fatalf("%v\n%s", err, cmp.Diff(s, u))
	}
	var got struct {
		Type, Name string
		Features   []struct {
			Type, ID string
			Geometry *struct{ Type string }
		}
	}
	if err := json.Unmarshal(doc.Bytes(), &got); err != nil || got.Type != "FeatureCollection" || got.Name != aRun().ID || len(got.Features) != s.Events {
		t.Fatalf("%v: %+v, want %d features", err, got, s.Events)
	}
	placed := 0
	for _, f := range got.Features {
		if f.Geometry != nil {
			placed++
		}
	}
	if placed == 0 {
		t.Error("no event has a place")
	}
}

// TestGeoJSONEscapes: no character of a page that controls a terminal is in the document as it is.
func TestGeoJSONEscapes(t *testing.T) {
	pages := yagi()
	for i := range pages {
		pages[i].URL += "#\u202e\u009b\u007f\x1b<"
	}
	var doc bytes.Buffer
	if _, err := build(t, pages...).Write(&doc, GeoJSON, aRun(), nil); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(doc.Bytes()) || !bytes.Contains(doc.Bytes(), []byte(`\u202e\u009b\u007f\u001b`)) || bytes.ContainsAny(doc.Bytes(), "\u202e\u009b\u007f\x1b<") {
		t.Errorf("%.600s", doc.String())
	}
}
