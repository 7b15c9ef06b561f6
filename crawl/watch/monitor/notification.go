package monitor

import "time"

// Notification is one message to one receiver. A rule notifies a receiver once of a
// story, and once more of each change of it that the rule asks for.
type Notification struct {
	ID       string    `json:"id"` // depends on story, change, rule and receiver only
	Job      string    `json:"job"`
	Rule     string    `json:"rule"`
	Receiver string    `json:"receiver"`
	Story    string    `json:"story"`
	Urgent   bool      `json:"urgent,omitempty"`
	Created  time.Time `json:"created"`
	Due      time.Time `json:"due"`             // not sent before
	Group    string    `json:"group,omitempty"` // notifications of one group and due time are sent as one digest
	Event    Event     `json:"event"`
	Title    string    `json:"title"` // of the story

	Mail *Mail `json:"-"` // the text of a report; nil for an alert

	Tries     int       `json:"tries"`
	Failing   time.Time `json:"failing,omitzero"` // time of the first try that failed
	LastError string    `json:"last_error,omitempty"`
	Sent      time.Time `json:"sent,omitzero"`
	Dead      bool      `json:"dead,omitempty"` // given up; it is in the dead-letter file
}

// Mail is a text in both forms of a mail.
type Mail struct{ Text, HTML string }
