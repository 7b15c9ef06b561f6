package cap

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Alert is a message of the protocol (section 3.2.1). Texts are as the sender wrote
// them, trimmed; they may hold what a terminal obeys.
type Alert struct {
	Identifier string
	Sender     string
	Sent       time.Time
	Status     string // rest returns the rarer facts about a host, to be read.
	Type       string // Alert, Update, Cancel, Ack, Error
	Scope      string // Public, Restricted, Private
	Source     string
	Note       string
	References []Reference // to earlier messages
	Infos      []Info      // often one in each language
}

// Reference names another message.
type Reference struct{ Sender, Identifier string }

// Info says what an alert is about (section 3.2.2).
type Info struct {
	Language   string // RFC 3066; en-US if the message names none
	Categories []string
	Event      string
	Responses  []string // Shelter, Evacuate, ..., AllClear, None
	Urgency    string   // Immediate, Expected, Future, Past, Unknown
	Severity   string   // Extreme, Severe, Moderate, Minor, Unknown
	Certainty  string   // Observed, Likely, Possible, Unlikely, Unknown
	EventCodes []Value
	Parameters []Value

	Effective time.Time // zero: when the message was sent
	Onset     time.Time // when the event is expected to begin; zero: not said
	Expires   time.Time // zero: not said

	SenderName, Headline, Description, Instruction, Web string

	Areas []Area
}

// Value is a named value of a system of codes.
type Value struct{ Name, Value string }

// Area is a place (section 3.2.4). Shapes are kept as they are written.
type Area struct {
	Desc              string
	Geocodes          []Value
	Polygons, Circles []string
}

// key identifies a among all messages.
func (a *Alert) key() Reference { return Reference{a.Sender, a.Identifier} }

// In reports whether i concerns one of places, each a name or a geocode. No places
// mean any. A name may be part of an area's description ("厦门" in "福建省厦门市"), a
// geocode must be equal.
func (i *Info) In(places []string) bool {
	if len(places) == 0 {
		return true
	}
	for _, a := range i.Areas {
		for _, p := range places {
			if holds(a.Desc, p) || slices.ContainsFunc(a.Geocodes, func(v Value) bool { return p != "" && strings.EqualFold(v.Value, p) }) {
				return true
			}
		}
	}
	return false
}

// About reports whether the event, headline, a category or an event code of i contains
// one of words. No words mean any.
func (i *Info) About(words []string) bool {
	if len(words) == 0 {
		return true
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return holds(i.Event, w) || holds(i.Headline, w) ||
			slices.ContainsFunc(i.Categories, func(c string) bool { return strings.EqualFold(c, w) }) ||
			slices.ContainsFunc(i.EventCodes, func(v Value) bool { return w != "" && strings.EqualFold(v.Value, w) })
	})
}

func holds(text, part string) bool {
	return part != "" && strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// AllClear reports whether i says that the danger is over.
func (i *Info) AllClear() bool {
	return i.Urgency == "Past" || slices.Contains(i.Responses, "AllClear")
}

// noExpiry is how long a message without expires is in force. The standard leaves that
// to the receiver (section 3.2.2, expires).
const noExpiry = 24 * time.Hour

// inForce reports whether i of a message sent at sent holds at now.
func (i *Info) inForce(sent, now time.Time) bool {
	from, to := cmp.Or(i.Effective, sent), cmp.Or(i.Expires, sent.Add(noExpiry))
	return !now.Before(from) && now.Before(to)
}

// over returns when no part of a is in force any more.
func (a *Alert) over() time.Time {
	end := a.Sent.Add(noExpiry)
	for i := range a.Infos {
		if e := a.Infos[i].Expires; e.After(end) {
			end = e
		}
	}
	return end
}
