package eventgraph

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// decisionsFile holds, in [Dir], what people decided about events and facts. It is append-only: each line is one [Decision], and a
// later one of the same thing wins.
const decisionsFile = "decisions.jsonl"

// decisionsFormat is the format of its lines.
const decisionsFormat = 1

// Verb names an act of a person on an event or a fact.
type Verb string

// The verbs.
const (
	Confirm  Verb = "confirm"  // it is so, whatever the rules doubt
	Refuse   Verb = "refuse"   // it never happened; nobody said so
	Correct  Verb = "correct"  // a fact has another value
	Merge    Verb = "merge"    // an event is another one
	Split    Verb = "split"    // some pages of an event tell of another one
	Withdraw Verb = "withdraw" // takes earlier decisions about it back

	// These say who works on an event, and change nothing of what pages say of it.
	Acknowledge Verb = "acknowledge" // somebody has seen it
	Assign      Verb = "assign"      // somebody works on it, or nobody does any more
	Remark      Verb = "note"        // for who comes next
)

// IsDuty reports whether v says only who works on an event.
func (v Verb) IsDuty() bool { return v == Acknowledge || v == Assign || v == Remark }

// Verbs lists the verbs.
func Verbs() []Verb {
	return []Verb{Confirm, Refuse, Correct, Merge, Split, Withdraw, Acknowledge, Assign, Remark}
}

// Decision holds what a person decided about an event, or about a fact of it.
type Decision struct {
	Format int       `json:"format"`
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"`
	What   Verb      `json:"what"`
	Event  Identity  `json:"event"`
	Fact   string    `json:"fact,omitempty"`  // the id of a [Figure]; "" for the event
	Value  *float64  `json:"value,omitempty"` // of a fact that is corrected
	Unit   string    `json:"unit,omitempty"`  // "": the unit that it had
	Into   *Identity `json:"into,omitempty"`  // the event that a merged one is
	Pages  []string  `json:"pages,omitempty"` // that tell of another event
	To     string    `json:"to,omitempty"`    // who works on it from now on
	Note   string    `json:"note,omitempty"`
}

// The limits of a decision.
const (
	maxNote  = 4000 // bytes
	maxBy    = 200
	maxPages = 200
)

// DecisionError says what is wrong with a decision; nothing was written.
type DecisionError struct {
	Field string // as in decisions.jsonl
	Why   english.Phrase
}

func (e *DecisionError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *DecisionError) Message() english.Phrase { return english.Phrasef("%s: %v", e.Field, e.Why) }

// check refuses what decides nothing, or more than a verb can.
func (d *Decision) check() error {
	of := d.What
	switch {
	case !slices.Contains(Verbs(), of):
		return &DecisionError{"what", english.Phrasef("%q is none of %v", string(of), Verbs())}
	case of == Correct && (d.Fact == "" || d.Value == nil):
		return &DecisionError{"value", english.Phrasef("a correction needs a fact and its value")}
	case of != Correct && (d.Value != nil || d.Unit != ""):
		return &DecisionError{"value", english.Phrasef("only a correction has a value")}
	case d.Fact != "" && (of == Merge || of == Split):
		return &DecisionError{"fact", english.Phrasef("events are merged and split, facts are not")}
	case (of == Merge) != (d.Into != nil):
		return &DecisionError{"into", english.Phrasef("a merge, and only a merge, names another event")}
	case of == Merge && d.Into.IRI == d.Event.IRI:
		return &DecisionError{"into", english.Phrasef("an event is not merged into itself")}
	case (of == Split) != (len(d.Pages) > 0) || len(d.Pages) > maxPages:
		return &DecisionError{"pages", english.Phrasef("a split, and only a split, names pages, at most %d", maxPages)}
	case d.Fact != "" && of.IsDuty():
		return &DecisionError{"fact", english.Phrasef("people work on events, not on facts")}
	case d.To != "" && of != Assign:
		return &DecisionError{"to", english.Phrasef("only an assignment names a person")}
	case d.Note == "" && of == Remark:
		return &DecisionError{"note", english.Phrasef("a note needs its text")}
	case len(d.To) > maxBy || !utf8.ValidString(d.To):
		return &DecisionError{"to", english.Phrasef("it must be text of at most %d bytes", maxBy)}
	case len(d.Note) > maxNote || !utf8.ValidString(d.Note):
		return &DecisionError{"note", english.Phrasef("it must be text of at most %d bytes", maxNote)}
	case len(d.By) > maxBy || !utf8.ValidString(d.By):
		return &DecisionError{"by", english.Phrasef("it must be text of at most %d bytes", maxBy)}
	}
	return nil
}

// Order is a decision by the ids that cards have.
type Order struct {
	Event, Into string // ids of events
	Decision           // without Event and Into
}

// Decide keeps what a person decided about an event that the cards of the run in dir have, or that a decision is about. It counts
// from the next [Builder.Decide] on. The error is fs.ErrNotExist for an unknown event or fact, and a *[DecisionError] for
// a decision that says nothing.
func Decide(ctx context.Context, dir string, cards *Cards, o Order) error {
	d := o.Decision
	card, id, err := cards.find(dir, o.Event)
	if err != nil {
		return err
	}
	d.Event, d.Into = id, nil
	d.Event.Was = nil // it is found again by what it was, whatever it was called before
	if o.Into != "" {
		_, into, err := cards.find(dir, o.Into)
		if err != nil {
			return err
		}
		d.Into = &into
	}
	if d.Fact != "" && d.What != Withdraw && (card == nil || !slices.ContainsFunc(card.Figures, func(f Figure) bool { return f.ID == d.Fact })) {
		return english.Errorf("fact %q of event %q: %w", d.Fact, o.Event, fs.ErrNotExist)
	}
	for _, p := range d.Pages {
		if card == nil || !slices.ContainsFunc(card.Told, func(t Teller) bool { return t.URL == p }) {
			return english.Errorf("page %q of event %q: %w", p, o.Event, fs.ErrNotExist)
		}
	}
	return appendDecision(ctx, dir, &d)
}

// find returns the event of an id: of a card, or one that a decision is about, of which there is no card.
func (c *Cards) find(dir, id string) (*Card, Identity, error) {
	if c != nil {
		for i := range c.Cards {
			if c.Cards[i].ID == id {
				card, err := c.Full(i)
				if err != nil {
					return nil, Identity{}, err
				}
				known := card.Known
				known.IRI, known.Kind = cmp.Or(known.IRI, card.IRI), cmp.Or(known.Kind, card.Kind) // cards of an earlier version have none
				return card, known, nil
			}
		}
	}
	all, _, err := readDecisions(dir)
	for i := range all {
		if hash(all[i].Event.IRI) == id {
			return nil, all[i].Event, nil
		}
	}
	return nil, Identity{}, cmpErr(err, english.Errorf("event %q: %w", id, fs.ErrNotExist))
}

// shared opens the file of decisions, to which several processes write.
func shared(ctx context.Context) atomicfile.Options {
	return atomicfile.Options{Lock: func(file *os.File) error { return atomicfile.WaitLock(ctx, file) }}
}

func appendDecision(ctx context.Context, dir string, d *Decision) error {
	if err := d.check(); err != nil {
		return err
	}
	d.Format, d.At = decisionsFormat, cmp.Or(d.At, time.Now()).UTC().Truncate(time.Millisecond)
	line, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, Dir), 0o700); err != nil {
		return err
	}
	return atomicfile.Append(filepath.Join(dir, Dir, decisionsFile), append(line, '\n'), shared(ctx))
}

// readDecisions returns what people decided about the run in dir, in order. A line that is none is left out: verify tells of it. The
// error is not nil if a newer program wrote some. restored says that the copy of the file was used.
func readDecisions(dir string) (all []Decision, restored, err error) {
	text, back, err := atomicfile.Mend(filepath.Join(dir, Dir, decisionsFile), shared(context.Background()), nil)
	if back != nil {
		restored = back
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, restored, nil
	} else if err != nil {
		return nil, restored, err
	}
	for line := range bytes.Lines(text) {
		var d Decision
		if json.Unmarshal(line, &d) != nil || d.Event.IRI == "" {
			continue
		}
		if d.Format > decisionsFormat {
			return nil, restored, english.Errorf("%s has format %d, but this program reads formats up to %d; use a newer version of ontocrawl", decisionsFile, d.Format, decisionsFormat)
		}
		if d.check() == nil {
			all = append(all, d)
		}
	}
	return all, restored, nil
}
