package monitor

import (
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Phase says how near a disaster is.
type Phase uint8

// The phases, in rising order except the last: recovery follows impact.
const (
	Calm Phase = iota
	Watch
	Warning
	Impact
	Recovery
)

// Transition is a change of phase, with its reason.
type Transition struct {
	Job    string    `json:"job"`
	At     time.Time `json:"at,omitzero"` // zero: the phase never changed
	From   Phase     `json:"from"`
	To     Phase     `json:"to"`
	By     string    `json:"by"` // "cap", "rate", "hand", "decay"
	Reason string    `json:"reason"`
	Until  time.Time `json:"until,omitzero"` // when it decays without a new reason
	Held   bool      `json:"held,omitempty"` // set by a person: nothing else changes it before Until
}

var phaseNames = [...]string{"calm", "watch", "warning", "impact", "recovery"}

// String returns the name of p.
func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return "unknown"
}

// ParsePhase returns the phase called name.
func ParsePhase(name string) (Phase, error) {
	for i, n := range phaseNames {
		if n == name {
			return Phase(i), nil
		}
	}
	return 0, english.Errorf("monitor: no phase %q; there are %s", name, strings.Join(phaseNames[:], ", "))
}

// MarshalText implements [encoding.TextMarshaler].
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Phase) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePhase(string(text))
	return err
}
