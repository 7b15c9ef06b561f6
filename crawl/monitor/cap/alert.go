package cap

import "time"

// Alert is a message of the protocol (section 3.2.1). Texts are as the sender wrote
// them, trimmed; they may hold what a terminal obeys.
type Alert struct {
	Identifier string
	Sender     string
	Sent       time.Time
	Status     string // Actual, Exercise, System, Test, Draft
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

// Key identifies a among all messages.
func (a *Alert) Key() Reference { return Reference{a.Sender, a.Identifier} }
