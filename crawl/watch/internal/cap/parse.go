package cap

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// namespace is the namespace of version 1.2.
const namespace = "urn:oasis:names:tc:emergency:cap:1.2"

// Bounds of a message.
const (
	maxInfos = 100
	maxAreas = 2000 // of an info
)

// Parse reads one message. Required elements must be there, values must be listed in the
// standard, and single elements must not repeat; their order does not matter. Elements
// of other namespaces (signatures) are skipped. The error is an [*Error].
func Parse(doc []byte) (*Alert, error) {
	root, err := tree(doc)
	if err != nil {
		return nil, err
	}
	return alert(root)
}

func isAlert(n *node) bool { return n.name.Local == "alert" && n.name.Space == namespace }

func alert(n *node) (*Alert, error) {
	if !isAlert(n) {
		return nil, n.fault("", english.Phrasef("the document is a %.60q of %.60q, not an alert of %s", n.name.Local, n.name.Space, namespace))
	}
	a := &Alert{}
	f := fields{
		"identifier": text(&a.Identifier, name), "sender": text(&a.Sender, name), "sent": when(&a.Sent),
		"status": text(&a.Status, among(statuses)), "msgType": text(&a.Type, among(types)), "scope": text(&a.Scope, among(scopes)),
		"source": text(&a.Source, nil), "note": text(&a.Note, nil),
		"restriction": ignored, "addresses": ignored, "code": ignored, "incidents": ignored,
		"references": func(n *node, path string) error {
			refs, err := references(n.text)
			if err != nil {
				return n.fault(path, english.Phrasef("%v", err))
			}
			a.References = refs
			return nil
		},
		"info": func(n *node, path string) error {
			if len(a.Infos) == maxInfos {
				return n.fault(path, english.Phrasef("more than %d", maxInfos))
			}
			i, err := info(n, path)
			a.Infos = append(a.Infos, i)
			return err
		},
	}
	if err := f.read(n, "alert", []string{"identifier", "sender", "sent", "status", "msgType", "scope"}, []string{"code", "info"}); err != nil {
		return nil, err
	}
	if (a.Type == "Update" || a.Type == "Cancel") && len(a.References) == 0 {
		return nil, n.fault("alert/references", english.Phrasef("missing; a message of type %s names the one that it concerns", a.Type))
	}
	return a, nil
}

func info(n *node, path string) (Info, error) {
	i := Info{Language: "en-US"}
	f := fields{
		"language": text(&i.Language, nil), "event": text(&i.Event, nonEmpty),
		"category": texts(&i.Categories, among(categories)), "responseType": texts(&i.Responses, among(responses)),
		"urgency": text(&i.Urgency, among(urgencies)), "severity": text(&i.Severity, among(severities)), "certainty": text(&i.Certainty, certainty),
		"eventCode": values(&i.EventCodes), "parameter": values(&i.Parameters),
		"effective": when(&i.Effective), "onset": when(&i.Onset), "expires": when(&i.Expires),
		"senderName": text(&i.SenderName, nil), "headline": text(&i.Headline, nil), "description": text(&i.Description, nil),
		"instruction": text(&i.Instruction, nil), "web": text(&i.Web, nil),
		"audience": ignored, "contact": ignored, "resource": ignored,
		"area": func(n *node, path string) error {
			if len(i.Areas) == maxAreas {
				return n.fault(path, english.Phrasef("more than %d", maxAreas))
			}
			a, err := area(n, path)
			i.Areas = append(i.Areas, a)
			return err
		},
	}
	err := f.read(n, path, []string{"category", "event", "urgency", "severity", "certainty"},
		[]string{"category", "responseType", "eventCode", "parameter", "resource", "area"})
	return i, err
}

func area(n *node, path string) (Area, error) {
	a := Area{}
	f := fields{
		"areaDesc": text(&a.Desc, nonEmpty), "geocode": values(&a.Geocodes),
		"polygon": texts(&a.Polygons, nil), "circle": texts(&a.Circles, nil),
		"altitude": ignored, "ceiling": ignored,
	}
	return a, f.read(n, path, []string{"areaDesc"}, []string{"geocode", "polygon", "circle"})
}

// fields are the elements that an element may contain, each with what reads it.
type fields map[string]func(n *node, path string) error

func (f fields) read(n *node, path string, required, repeated []string) error {
	seen := map[string]bool{}
	for _, c := range n.children {
		if c.name.Space != namespace {
			continue
		}
		take, known := f[c.name.Local]
		here := path + "/" + fmt.Sprintf("%.60s", c.name.Local)
		switch {
		case !known:
			return c.fault(here, english.Phrasef("no such element in version 1.2"))
		case seen[c.name.Local] && !slices.Contains(repeated, c.name.Local):
			return c.fault(here, english.Phrasef("stands twice"))
		}
		seen[c.name.Local] = true
		if err := take(c, here); err != nil {
			return err
		}
	}
	for _, name := range required {
		if !seen[name] {
			return n.fault(path+"/"+name, english.Phrasef("missing"))
		}
	}
	return nil
}

func ignored(*node, string) error { return nil }

func text(to *string, check func(string) (string, error)) func(*node, string) error {
	return func(n *node, path string) (err error) {
		if *to = n.text; check == nil {
			return nil
		}
		if *to, err = check(n.text); err != nil {
			return n.fault(path, english.Phrasef("%v", err))
		}
		return nil
	}
}

func texts(to *[]string, check func(string) (string, error)) func(*node, string) error {
	return func(n *node, path string) error {
		var s string
		err := text(&s, check)(n, path)
		*to = append(*to, s)
		return err
	}
}

func when(to *time.Time) func(*node, string) error {
	return func(n *node, path string) (err error) {
		if *to, err = moment(n.text); err != nil {
			return n.fault(path, english.Phrasef("%v", err))
		}
		return nil
	}
}

func values(to *[]Value) func(*node, string) error {
	return func(n *node, path string) error {
		v := Value{}
		f := fields{"valueName": text(&v.Name, nil), "value": text(&v.Value, nil)}
		err := f.read(n, path, []string{"valueName", "value"}, nil)
		*to = append(*to, v)
		return err
	}
}

func nonEmpty(s string) (string, error) {
	if s == "" {
		return "", fmt.Errorf("empty")
	}
	return s, nil
}

// The values that the standard allows (sections 3.2.1 and 3.2.2).
var (
	statuses    = []string{"Actual", "Exercise", "System", "Test", "Draft"}
	types       = []string{"Alert", "Update", "Cancel", "Ack", "Error"}
	scopes      = []string{"Public", "Restricted", "Private"}
	categories  = []string{"Geo", "Met", "Safety", "Security", "Rescue", "Fire", "Health", "Env", "Transport", "Infra", "CBRNE", "Other"}
	responses   = []string{"Shelter", "Evacuate", "Prepare", "Execute", "Avoid", "Monitor", "Assess", "AllClear", "None"}
	urgencies   = []string{"Immediate", "Expected", "Future", "Past", "Unknown"}
	severities  = []string{"Extreme", "Severe", "Moderate", "Minor", "Unknown"}
	certainties = []string{"Observed", "Likely", "Possible", "Unlikely", "Unknown"}
)

func among(allowed []string) func(string) (string, error) {
	return func(s string) (string, error) {
		if slices.Contains(allowed, s) {
			return s, nil
		}
		return "", english.Errorf("%.60q is none of %s", s, strings.Join(allowed, ", "))
	}
}

// certainty reads a certainty; version 1.0 has one that is to be taken as another.
func certainty(s string) (string, error) {
	if s == "Very Likely" {
		return "Likely", nil
	}
	return among(certainties)(s)
}

// moment reads a time. The standard requires 2002-05-24T16:49:00-07:00, without Z or
// fractions (section 3.3.2). They are accepted, and so is a space for the T, as in GB/T
// 35965.1: a warning must not be lost because of one letter. A time without a zone is an
// error.
func moment(s string) (time.Time, error) {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02 15:04:05Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, english.Errorf("%.60q is no time such as 2026-07-25T08:00:00+08:00", s)
}

// name checks an identifier or a sender: white space and commas would split references.
func name(s string) (string, error) {
	if s == "" || strings.ContainsAny(s, " \t\r\n,<&") {
		return "", english.Errorf("%.60q is empty or has white space, a comma, < or &", s)
	}
	return s, nil
}

// maxReferences of a message are read: a storm of several weeks has some hundred.
const maxReferences = 5000

// references reads sender,identifier,sent with white space between them. Some
// services break lines within one, too.
func references(s string) ([]Reference, error) {
	var parts []string
	for _, p := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\r' || r == '\n' }) {
		if parts = append(parts, p); len(parts) > 3*maxReferences {
			return nil, english.Errorf("more than %d references", maxReferences)
		}
	}
	if len(parts)%3 != 0 {
		return nil, english.Errorf("%.100q is no list of sender,identifier,sent", s)
	}
	var out []Reference
	for p := range slices.Chunk(parts, 3) {
		if _, err := moment(p[2]); err != nil {
			return nil, err
		}
		out = append(out, Reference{p[0], p[1]})
	}
	return out, nil
}
