package eventgraph

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
)

// capAlert is the events of a run as a message of the Common Alerting Protocol (OASIS Standard CAP-V1.2, 2010), its elements in the
// order of the schema. Its status is Draft: a person decides whether anything is sent.
type capAlert struct {
	XMLName    xml.Name  `xml:"urn:oasis:names:tc:emergency:cap:1.2 alert"`
	Identifier string    `xml:"identifier"`
	Sender     string    `xml:"sender"`
	Sent       string    `xml:"sent"`
	Status     string    `xml:"status"`
	MsgType    string    `xml:"msgType"`
	Source     string    `xml:"source,omitempty"`
	Scope      string    `xml:"scope"`
	Note       string    `xml:"note"`
	Info       []capInfo `xml:"info"`
}

// capInfo is an event. Urgency and severity are for who sends the message: pages do not say them.
type capInfo struct {
	Category    string     `xml:"category"`
	Event       string     `xml:"event"`
	Urgency     string     `xml:"urgency"`
	Severity    string     `xml:"severity"`
	Certainty   string     `xml:"certainty"`
	Code        *capValue  `xml:"eventCode"`
	Onset       string     `xml:"onset,omitempty"`
	Headline    string     `xml:"headline"`
	Description string     `xml:"description,omitempty"`
	Web         string     `xml:"web,omitempty"`
	Parameters  []capValue `xml:"parameter"`
	Areas       []capArea  `xml:"area"`
}

type capValue struct {
	Name  string `xml:"valueName"`
	Value string `xml:"value"`
}

// capArea is a place. Its circle is a point: a latitude and longitude, and a radius of none (section 3.2.4).
type capArea struct {
	Desc   string `xml:"areaDesc"`
	Circle string `xml:"circle"`
}

// writeCAP writes the events as a draft, in the order of [Builder.Cards]. It was sent, as far as that can be said, when the last page was
// fetched, so that the same run gives the same message.
func (b *Builder) writeCAP(out io.Writer, run *export.Run) error {
	sent := run.Started
	for i := range b.Pages {
		if t := b.Pages[i].Fetched; t.After(sent) {
			sent = t
		}
	}
	a := capAlert{Identifier: capName(run.ID), Sender: "ontocrawl", Sent: capTime(sent), Status: "Draft", MsgType: "Alert", Source: xmlText(run.Program), Scope: "Public",
		Note: "Read by a program from pages of the web, and confirmed by nobody unless a parameter says so."}
	kinds := make(map[string]extract.Hazard)
	for _, e := range b.Events {
		kinds[e.IRI] = b.hazardOf(e)
	}
	cards := b.Cards().Cards
	for i := range cards {
		a.Info = append(a.Info, cards[i].capInfo(kinds[cards[i].IRI]))
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", " ")
	if err := e.Encode(&a); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// hazardOf is the kind of e as the table has it. A storm with a name is none of the table: its code is a cyclone's.
func (b *Builder) hazardOf(e *Event) extract.Hazard {
	if e.Storm != nil {
		return extract.Hazard{GLIDE: "TC", Category: "Met"}
	}
	for _, c := range e.Classes {
		if h := b.kinds.Of(c); h != nil {
			return *h
		}
	}
	return extract.Hazard{Category: "Other"}
}

func (c *Card) capInfo(kind extract.Hazard) capInfo {
	f := c.feature().Properties
	x := capInfo{Category: kind.Category, Event: xmlText(c.Kind), Urgency: "Unknown", Severity: "Unknown", Certainty: "Unknown", Headline: xmlText(f.Name)}
	if c.Begin != "" || len(f.Figures) > 0 { // neither comes of a forecast
		x.Certainty = "Observed"
	}
	if kind.GLIDE != "" {
		x.Code = &capValue{"GLIDE", kind.GLIDE}
	}
	if day, err := time.Parse(time.DateOnly, c.Begin); err == nil {
		x.Onset = capTime(day)
	}
	if len(f.Sources) > 0 {
		x.Web = xmlText(f.Sources[0])
	}
	var told []string
	for _, t := range c.Told[:min(len(c.Told), mostSources)] {
		told = append(told, xmlText(cmp.Or(t.Title, t.URL)))
	}
	x.Description = strings.Join(told, "\n")
	for _, l := range f.Figures {
		x.Parameters = append(x.Parameters, capValue{xmlText(l.Kind), xmlText(strings.TrimSpace(fmt.Sprintf("%s%v %s", l.Bound, l.Value, l.Unit)))})
	}
	if d := c.Decided; d != nil {
		x.Parameters = append(x.Parameters, capValue{"decision", xmlText(string(d.What))})
	}
	for _, p := range c.Places {
		x.Areas = append(x.Areas, capArea{xmlText(p.Name), fmt.Sprintf("%.4f,%.4f 0", p.Lat, p.Lon)})
	}
	return x
}

// capTime is a time as CAP has it: without fractions, and not with Z (section 3.3.2).
func capTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") + "-00:00" }

// capName is s without what an identifier must not have: spaces, commas, < and & (section 3.2.1).
func capName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ,<&", r) || unicode.IsControl(r) {
			return '-'
		}
		return r
	}, s)
}

// xmlText is s without the characters that control a terminal or the direction of text. encoding/xml escapes the rest.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, s)
}
