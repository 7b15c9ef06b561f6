package cap

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// alertOf returns a message with what stands in head after scope, and in info after
// certainty. Line 1 is the alert, 7 the scope, 9 the info, 14 the certainty.
func alertOf(id, kind, head, info string) string {
	return fmt.Sprintf(`<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
<identifier>%s</identifier>
<sender>met@example.cn</sender>
<sent>2026-07-25T19:00:00+08:00</sent>
<status>Actual</status>
<msgType>%s</msgType>
<scope>Public</scope>%s
<info>
<category>Met</category>
<event>Typhoon</event>
<urgency>Expected</urgency>
<severity>Severe</severity>
<certainty>Likely</certainty>%s
</info>
</alert>`, id, kind, head, info)
}

const chinese = `<?xml version="1.0" encoding="UTF-8"?>
<cap:alert xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
 <cap:identifier>35020041600000_20260725190000</cap:identifier>
 <cap:sender>厦门市气象台</cap:sender>
 <cap:sent>2026-07-25 19:00:00+08:00</cap:sent>
 <cap:status>Actual</cap:status>
 <cap:msgType>Update</cap:msgType>
 <cap:scope>Public</cap:scope>
 <cap:references>厦门市气象台,35020041600000_20260725120000,2026-07-25T12:00:00+08:00
   厦门市气象台,
   35020041600000_20260725080000,2026-07-25T08:00:00+08:00</cap:references>
 <cap:info>
  <cap:language>zh-CN</cap:language>
  <cap:category>Met</cap:category>
  <cap:event>台风</cap:event>
  <cap:responseType>Shelter</cap:responseType>
  <cap:responseType>Evacuate</cap:responseType>
  <cap:urgency>Immediate</cap:urgency>
  <cap:severity>Extreme</cap:severity>
  <cap:certainty>Very Likely</cap:certainty>
  <cap:eventCode><cap:valueName>GB</cap:valueName><cap:value>11B01</cap:value></cap:eventCode>
  <cap:expires>2026-07-26T19:00:00+08:00</cap:expires>
  <cap:headline>厦门市气象台发布台风红色预警信号</cap:headline>
  <cap:area>
   <cap:areaDesc>福建省厦门市</cap:areaDesc>
   <cap:polygon>24.4,118.0 24.6,118.0 24.6,118.2 24.4,118.0</cap:polygon>
   <cap:geocode><cap:valueName>GB2260</cap:valueName><cap:value>350200</cap:value></cap:geocode>
  </cap:area>
 </cap:info>
 <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/></Signature>
</cap:alert>`

func mustParse(t testing.TB, doc string) *Alert {
	t.Helper()
	a, err := Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestParse(t *testing.T) {
	a := mustParse(t, chinese)
	if a.Sender != "厦门市气象台" || !a.Sent.Equal(noon.Add(-time.Hour)) || a.Type != "Update" || len(a.References) != 2 ||
		a.References[1] != (Reference{"厦门市气象台", "35020041600000_20260725080000"}) {
		t.Errorf("%+v", a)
	}
	i := a.Infos[0]
	if i.Language != "zh-CN" || i.Event != "台风" || i.Certainty != "Likely" || len(i.Responses) != 2 || i.EventCodes[0].Value != "11B01" ||
		!i.Expires.Equal(noon.Add(23*time.Hour)) || i.Areas[0].Geocodes[0].Value != "350200" || len(i.Areas[0].Polygons) != 1 {
		t.Errorf("%+v", i)
	}
	e := mustParse(t, alertOf("a", "Alert", "", "<area><areaDesc>Xiamen</areaDesc></area>"))
	if e.Infos[0].Language != "en-US" || !e.Infos[0].Expires.IsZero() {
		t.Errorf("%+v", e)
	}
}

func TestParseRefuses(t *testing.T) {
	good := alertOf("a", "Alert", "", "")
	tests := []struct {
		name, doc string
		line      int
		says      string
	}{
		{"nothing", "", 1, "no XML document"},
		{"a notification", "Dear Ann", 1, "no XML document"},
		{"half of it", good[:200], 7, "not XML"},
		{"a page", "<html><body>404</body></html>", 1, `is a "html"`},
		{"an old version", strings.Replace(good, "cap:1.2", "cap:1.1", 1), 1, "not an alert of"},
		{"two documents", good + good, 15, "a second document"},
		{"entities", `<!DOCTYPE alert [<!ENTITY a "b">]>` + good, 1, "document type"},
		{"an unknown entity", strings.Replace(good, "Typhoon", "&typhoon;", 1), 10, "entity"},
		{"no identifier", strings.Replace(good, "<identifier>a</identifier>", "", 1), 1, "alert/identifier: missing"},
		{"an identifier with a comma", strings.Replace(good, ">a<", ">a,b<", 1), 2, "alert/identifier"},
		{"two senders", strings.Replace(good, "<sender>", "<sender>x</sender><sender>", 1), 3, "alert/sender: stands twice"},
		{"a time without zone", strings.Replace(good, "+08:00", "", 1), 4, "is no time"},
		{"an unknown severity", strings.Replace(good, ">Severe<", ">Red<", 1), 12, `alert/info/severity: "Red" is none of Extreme`},
		{"no event", strings.Replace(good, "<event>Typhoon</event>", "", 1), 8, "alert/info/event: missing"},
		{"an empty event", strings.Replace(good, "Typhoon", " ", 1), 10, "empty"},
		{"an unknown element", alertOf("a", "Alert", "<colour>red</colour>", ""), 7, "alert/colour: no such element"},
		{"an update of nothing", alertOf("a", "Update", "", ""), 1, "alert/references: missing"},
		{"references that are none", alertOf("a", "Cancel", "<references>met@example.cn,b</references>", ""), 7, "is no list of"},
		{"a code without a value", alertOf("a", "Alert", "", "<eventCode><valueName>x</valueName></eventCode>"), 13, "alert/info/eventCode/value: missing"},
		{"deep", strings.Repeat("<a>", 40) + strings.Repeat("</a>", 40), 1, "deep"},
		{"many elements", "<a>" + strings.Repeat("<b/>", maxElements) + "</a>", 1, "elements"},
		{"large", strings.Repeat(" ", maxBytes+1), 1, "bytes"},
		{"many infos", strings.Replace(good, "</alert>", strings.Repeat("<info><category>Met</category><event>e</event><urgency>Past</urgency><severity>Minor</severity><certainty>Likely</certainty></info>", maxInfos)+"</alert>", 1), 15, "more than 100"},
	}
	for _, tt := range tests {
		_, err := Parse([]byte(tt.doc))
		var e *Error
		if !errors.As(err, &e) || e.Line != tt.line || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want line %d and %q", tt.name, err, tt.line, tt.says)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(chinese))
	f.Add([]byte(alertOf("a", "Cancel", "<references>a,b,2026-07-25T19:00:00+08:00</references>", "")))
	f.Add([]byte(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="a"/></entry></feed>`))
	f.Add([]byte(`<?xml version="1.0" encoding="gb18030"?><rss><channel><item><link>x</link></item></channel></rss>`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		a, err := Parse(doc)
		var e *Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("%T: %v", err, err)
		case err == nil && (a.Identifier == "" || a.Sender == "" || a.Sent.IsZero() || a.Status == ""):
			t.Fatalf("%+v", a)
		}
		if err == nil {
			var s Set
			s.Add(a, a.Sent)
			s.Add(a, a.Sent)
			s.InForce(a.Sent)
			s.forget(a.Sent.Add(1000 * time.Hour))
		}
		all, err := items(doc, "https://example.org/feed")
		if len(all) > maxItems || err == nil && all == nil && a != nil {
			t.Fatalf("%d items, %v", len(all), err)
		}
		for _, it := range all {
			if it.alert == nil && it.err == nil && !strings.HasPrefix(it.link, "http") {
				t.Fatalf("link %q", it.link)
			}
		}
	})
}

func TestMatches(t *testing.T) {
	i := &mustParse(t, chinese).Infos[0]
	for _, tt := range []struct {
		places, words []string
		in, about     bool
	}{
		{nil, nil, true, true},
		{[]string{"厦门"}, []string{"台风"}, true, true},
		{[]string{"泉州", "350200"}, []string{"暴雨", "红色预警"}, true, true},
		{[]string{"35020"}, []string{"met"}, false, true},
		{[]string{""}, []string{""}, false, false},
		{[]string{"泉州"}, []string{"11b01"}, false, true},
		{[]string{"福建省"}, []string{"暴雨"}, true, false},
	} {
		if in, about := i.In(tt.places), i.About(tt.words); in != tt.in || about != tt.about {
			t.Errorf("%q %q: %v %v", tt.places, tt.words, in, about)
		}
	}
	if (&Info{}).In([]string{"厦门"}) {
		t.Error("an alert without an area is for Xiamen")
	}
}

// refs is the element that names messages of the test's sender.
func refs(ids ...string) string {
	var b strings.Builder
	for _, id := range ids {
		b.WriteString(" met@example.cn," + id + ",2026-07-25T18:00:00+08:00")
	}
	return "<references>" + b.String() + "</references>"
}

func inForce(s *Set, now time.Time) string {
	var ids []string
	for _, said := range s.InForce(now) {
		ids = append(ids, said.Alert.Identifier)
	}
	return strings.Join(ids, " ")
}

// What is in force does not depend on the order in which messages come.
func TestInForce(t *testing.T) {
	soon := "<effective>2026-07-25T21:00:00+08:00</effective><expires>2026-07-25T23:00:00+08:00</expires>"
	docs := []string{
		alertOf("a", "Alert", "", ""),
		alertOf("b", "Update", refs("a"), ""),
		alertOf("c", "Update", refs("a", "b"), "<expires>2026-07-25T22:00:00+08:00</expires>"),
		alertOf("d", "Alert", "", soon),
		alertOf("e", "Alert", "", ""),
		alertOf("f", "Cancel", refs("e"), ""),
		strings.Replace(alertOf("g", "Cancel", refs("c"), ""), "met@", "joker@", 1), // not its sender
		strings.Replace(alertOf("h", "Alert", "", ""), "Actual", "Exercise", 1),
		strings.Replace(alertOf("i", "Alert", "", ""), "Actual", "Test", 1),
		alertOf("j", "Ack", refs("c"), ""),
		alertOf("k", "Update", refs("k"), ""), // itself
	}
	for order := range len(docs) {
		var s Set
		for i := range docs {
			s.Add(mustParse(t, docs[(i*7+order)%len(docs)]), noon)
		}
		for _, tt := range []struct {
			after time.Duration
			want  string
		}{
			{-2 * time.Hour, ""},
			{0, "c k"},
			{time.Hour, "c d k"},
			{2 * time.Hour, "d k"},
			{3 * time.Hour, "k"},
			{22*time.Hour + 59*time.Minute, "k"},
			{23 * time.Hour, ""},
		} {
			if got := inForce(&s, noon.Add(tt.after)); got != tt.want {
				t.Errorf("after %v: %q, want %q", tt.after, got, tt.want)
			}
		}
		what, by := s.Cancelled(noon.Add(-2 * time.Hour))
		if len(what) != 1 || what[0].Alert.Identifier != "e" || by[0].Identifier != "f" {
			t.Errorf("cancelled: %+v by %+v", what, by)
		}
		if what, _ := s.Cancelled(noon); len(what) != 0 {
			t.Errorf("cancelled later: %+v", what)
		}
		s.forget(noon.Add(60 * 24 * time.Hour))
		if len(s.alerts)+len(s.replaced) != 0 {
			t.Errorf("%d alerts, %d replaced are never forgotten", len(s.alerts), len(s.replaced))
		}
	}
}

func TestAllClear(t *testing.T) {
	for doc, want := range map[string]bool{
		alertOf("a", "Alert", "", ""):                                         false,
		alertOf("a", "Alert", "", "<responseType>AllClear</responseType>"):    true,
		strings.Replace(alertOf("a", "Alert", "", ""), "Expected", "Past", 1): true,
	} {
		if got := mustParse(t, doc).Infos[0].AllClear(); got != want {
			t.Errorf("%v for %s", got, doc)
		}
	}
}
