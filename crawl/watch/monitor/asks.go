package monitor

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Asks says what an alert rule wants the text of a page to say. All that is given must hold; the zero value asks nothing.
type Asks struct {
	Words   [][]Phrase  // alternatives; of one, all phrases are in the page, or are not
	Figures []FigureAsk // the page tells one of them as a fact
	Rises   float64     // 0.5: a figure is higher by half than what was told before; of the kinds of Figures, of any if there are none
	Places  []string    // where one of its events or figures is
	Kinds   []string    // of pages, as in pages.jsonl
}

// IsZero reports whether a asks nothing.
func (a *Asks) IsZero() bool {
	return len(a.Words)+len(a.Figures)+len(a.Places)+len(a.Kinds) == 0 && a.Rises == 0
}

// Phrase is one word or several that stand side by side.
type Phrase struct {
	Text string
	Not  bool // it must not be in the page
}

// FigureAsk is a bound of a figure.
type FigureAsk struct {
	Kind  string // dead, wind, …
	Op    string // one of >=, >, <=, < and =
	Value float64
	Unit  string // as rules write it: m/s, mm; "" of people, levels and magnitudes
}

// Holds says that a page has what a rule asks of its text.
type Holds struct {
	Rule     string `json:"rule"`
	Sentence string `json:"sentence,omitempty"` // that shows it
}

// Height is the highest value of a figure that pages told lately, and when it was told.
type Height struct {
	Value float64
	At    time.Time
}

// MarshalText implements [encoding.TextMarshaler].
func (h Height) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%s %s", strconv.FormatFloat(h.Value, 'g', -1, 64), h.At.UTC().Format(time.RFC3339)), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (h *Height) UnmarshalText(text []byte) (err error) {
	value, at, _ := strings.Cut(string(text), " ")
	if h.Value, err = strconv.ParseFloat(value, 64); err != nil {
		return err
	}
	h.At, err = time.Parse(time.RFC3339, at)
	return err
}
