package eventgraph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"time"
)

// The elements of the schema of CAP 1.2 in its order; those with a sign must be there.
var capSchema = map[string]string{
	"alert": "identifier! sender! sent! status! msgType! source scope! restriction addresses code note references incidents info",
	"info": "language category! event! responseType urgency! severity! certainty! audience eventCode effective onset expires senderName headline description " +
		"instruction web contact parameter resource area",
	"eventCode": "valueName! value!", "parameter": "valueName! value!", "area": "areaDesc! polygon circle geocode altitude ceiling",
}

// capElements are the forms of the elements whose type the schema restricts.
var capElements = map[string]*regexp.Regexp{
	"identifier": regexp.MustCompile(`^[^ ,<&]+$`), "sender": regexp.MustCompile(`^[^ ,<&]+$`),
	"sent":   regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$`),
	"onset":  regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$`),
	"status": regexp.MustCompile(`^Draft$`), "msgType": regexp.MustCompile(`^Alert$`), "scope": regexp.MustCompile(`^Public$`),
	"category": regexp.MustCompile(`^(Geo|Met|Safety|Security|Rescue|Fire|Health|Env|Transport|Infra|CBRNE|Other)$`),
	"urgency":  regexp.MustCompile(`^(Immediate|Expected|Future|Past|Unknown)$`),
	"severity": regexp.MustCompile(`^(Extreme|Severe|Moderate|Minor|Unknown)$`), "certainty": regexp.MustCompile(`^(Observed|Likely|Possible|Unlikely|Unknown)$`),
	"circle": regexp.MustCompile(`^-?\d+(\.\d+)?,-?\d+(\.\d+)? \d+(\.\d+)?$`), "event": regexp.MustCompile(`.`), "areaDesc": regexp.MustCompile(`.`),
}

// checkCAP holds a document to the schema, and counts its elements.
func checkCAP(t *testing.T, text []byte) map[string]int {
	t.Helper()
	type open struct {
		name string
		at   int // of the last child in the order
		have []string
	}
	var stack []open
	var content strings.Builder
	count := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		} else if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			content.Reset()
			if x.Name.Space != "urn:oasis:names:tc:emergency:cap:1.2" {
				t.Errorf("%s is of %q", x.Name.Local, x.Name.Space)
			}
			count[x.Name.Local]++
			if n := len(stack); n > 0 {
				p := &stack[n-1]
				order := strings.Fields(strings.ReplaceAll(capSchema[p.name], "!", ""))
				i := slices.Index(order, x.Name.Local)
				if i < p.at {
					t.Errorf("%s in %s: the schema has %s", x.Name.Local, p.name, capSchema[p.name])
				}
				p.at, p.have = i, append(p.have, x.Name.Local)
			}
			stack = append(stack, open{name: x.Name.Local})
		case xml.CharData:
			content.Write(x)
		case xml.EndElement:
			e := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, child := range strings.Fields(capSchema[e.name]) {
				if name, must := strings.CutSuffix(child, "!"); must && !slices.Contains(e.have, name) {
					t.Errorf("%s has no %s", e.name, name)
				}
			}
			if re := capElements[e.name]; re != nil && !re.MatchString(content.String()) {
				t.Errorf("%s is %q", e.name, content.String())
			}
		}
	}
}

// TestCAP: the message has what the schema of CAP 1.2 demands, in its order, and each event of the graph once.
func TestCAP(t *testing.T) {
	b := build(t, append(yagi(), Page{URL: "https://g.example/7", Lang: "zh-Hans", Published: on("2021-07-21"), Fetched: on("2021-07-22"), Title: "河南暴雨",
		Texts: []string{"7月20日，郑州发生洪水，造成25人死亡。"}})...)
	_, _, s := written(t, b, nil)
	var doc bytes.Buffer
	u, err := b.Write(&doc, CAP, aRun(), nil)
	if err != nil || u.Events != s.Events {
		t.Fatalf("%v: %d events", err, u.Events)
	}
	n := checkCAP(t, doc.Bytes())
	if n["info"] != s.Events || n["circle"] == 0 || n["parameter"] == 0 || n["eventCode"] != n["info"] {
		t.Errorf("%v for %d events\n%s", n, s.Events, doc.Bytes())
	}
	for _, want := range []string{"<value>TC</value>", "<value>FL</value>", "<value>25 ", "<status>Draft</status>"} {
		if !strings.Contains(doc.String(), want) {
			t.Errorf("no %s in\n%s", want, doc.Bytes())
		}
	}
}

// TestCAPEscapes: what hostile pages write in titles, names and addresses is text, and controls no terminal.
func TestCAPEscapes(t *testing.T) {
	evil := "</headline><status>Actual</status>&x; \x1b[31m\u009b31m\u202e]]><!--"
	c := Card{IRI: eventBase + "flood/x", Kind: "flood", Names: []Named{{Text: evil}}, Begin: "--08-03",
		Told: []Teller{{URL: "http://a/" + evil, Title: evil}}, Places: []PlaceOnCard{{Name: evil, Lat: -90, Lon: 180}},
		Figures: []Figure{{Kind: "dead", Value: 1e9, Unit: "PERSON", Doubt: "too many"}, {Kind: evil, Value: 3, Unit: evil}}}
	a := capAlert{Identifier: capName("urn: a,b<&\n"), Sender: "ontocrawl", Sent: capTime(time.Unix(1, 0)), Status: "Draft", MsgType: "Alert", Scope: "Public", Info: []capInfo{c.capInfo(extract.Hazard{GLIDE: "FL", Category: "Met"})}}
	text, err := xml.Marshal(&a)
	if err != nil {
		t.Fatal(err)
	}
	if n := checkCAP(t, text); n["status"] != 1 || n["info"] != 1 || n["onset"] != 0 || n["parameter"] != 1 {
		t.Errorf("%v\n%s", n, text)
	}
	if bytes.ContainsAny(text, "\x1b\u009b\u202e") {
		t.Errorf("%q", text)
	}
}

// What pages only forecast is not observed.
func TestCAPCertainty(t *testing.T) {
	foretold := Card{Kind: "flood", Figures: []Figure{{Kind: "rain", Value: 90, Unit: "mm", Forecast: true}}}
	happened := Card{Kind: "flood", Begin: "2026-08-03"}
	if a, b := foretold.capInfo(extract.Hazard{}).Certainty, happened.capInfo(extract.Hazard{}).Certainty; a != "Unknown" || b != "Observed" {
		t.Errorf("foretold %s, happened %s", a, b)
	}
}
