package monitor

import (
	"encoding/json"
	"time"
)

// The methods below also read the JSON keys of release 0.1, which stored records
// and older daemons still use. New keys are written.

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "made" and "find".
func (n *Notification) UnmarshalJSON(text []byte) error {
	type plain Notification
	v := struct {
		*plain
		Made *time.Time `json:"made"`
		Find *Event     `json:"find"`
	}{plain: (*plain)(n)}
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	replace(&n.Created, v.Made)
	replace(&n.Event, v.Find)
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "twin".
func (e *Event) UnmarshalJSON(text []byte) error {
	type plain Event
	v := struct {
		*plain
		Twin *string `json:"twin"`
	}{plain: (*plain)(e)}
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	replace(&e.DuplicateOf, v.Twin)
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "told".
func (s *Story) UnmarshalJSON(text []byte) error {
	type plain Story
	v := struct {
		*plain
		Told *map[string]string `json:"told"`
	}{plain: (*plain)(s)}
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	replace(&s.Notified, v.Told)
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler]. It also reads "letters".
func (r *Run) UnmarshalJSON(text []byte) error {
	type plain Run
	v := struct {
		*plain
		Letters *int `json:"letters"`
	}{plain: (*plain)(r)}
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	replace(&r.Notifications, v.Letters)
	return nil
}

// replace sets *field to the value of a deprecated key, if the key was there.
func replace[T any](field *T, old *T) {
	if old != nil {
		*field = *old
	}
}
