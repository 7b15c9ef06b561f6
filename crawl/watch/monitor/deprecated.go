package monitor

import (
	"encoding/json"
	"errors"
	"time"
)

// The methods below also read the JSON keys of release 0.1, which stored records
// and older daemons still use. New keys are written.

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "made" and "find".
func (n *Notification) UnmarshalJSON(text []byte) error {
	type plain Notification
	old := struct {
		Made *time.Time `json:"made"`
		Find *Event     `json:"find"`
	}{&n.Created, &n.Event}
	return decode(text, (*plain)(n), &old)
}

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "twin", and days as earlier
// programs wrote them.
func (e *Event) UnmarshalJSON(text []byte) error {
	type plain Event
	old := struct {
		Twin *string `json:"twin"`
	}{&e.DuplicateOf}
	err := decode(text, (*plain)(e), &old)
	e.Published.Settle(&e.PublishedBy)
	return err
}

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "told".
func (s *Story) UnmarshalJSON(text []byte) error {
	type plain Story
	old := struct {
		Told *map[string]string `json:"told"`
	}{&s.Notified}
	return decode(text, (*plain)(s), &old)
}

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "letters".
func (r *Run) UnmarshalJSON(text []byte) error {
	type plain Run
	old := struct {
		Letters *int `json:"letters"`
	}{&r.Notifications}
	return decode(text, (*plain)(r), &old)
}

// decode decodes text into v, and the deprecated keys into the fields that old points
// to.
func decode(text []byte, v, old any) error {
	return errors.Join(json.Unmarshal(text, v), json.Unmarshal(text, old))
}
