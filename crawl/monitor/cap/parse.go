package cap

import (
	"fmt"
	"slices"
	"time"
)

// Namespace is that of version 1.2.
const Namespace = "urn:oasis:names:tc:emergency:cap:1.2"

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

func isAlert(n *node) bool { return n.name.Local == "alert" && n.name.Space == Namespace }

func alert(n *node) (*Alert, error) {
	if !isAlert(n) {
		return nil, n.fault("", "the document is a %.60q of %.60q, not an alert of %s", n.name.Local, n.name.Space, Namespace)
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
				return n.fault(path, "%v", err)
			}
			a.References = refs
			return nil
		},
		"info": func(n *node, path string) error {
			if len(a.Infos) == maxInfos {
				return n.fault(path, "more than %d", maxInfos)
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
		return nil, n.fault("alert/references", "missing; a message of type %s names the one that it concerns", a.Type)
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
				return n.fault(path, "more than %d", maxAreas)
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
		if c.name.Space != Namespace {
			continue
		}
		take, known := f[c.name.Local]
		here := path + "/" + fmt.Sprintf("%.60s", c.name.Local)
		switch {
		case !known:
			return c.fault(here, "no such element in version 1.2")
		case seen[c.name.Local] && !slices.Contains(repeated, c.name.Local):
			return c.fault(here, "stands twice")
		}
		seen[c.name.Local] = true
		if err := take(c, here); err != nil {
			return err
		}
	}
	for _, name := range required {
		if !seen[name] {
			return n.fault(path+"/"+name, "missing")
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
			return n.fault(path, "%v", err)
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
			return n.fault(path, "%v", err)
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
