package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Told has the events that the pages of jobs tell of. An [eventgraph.Cache] is one. An unknown job is
// fs.ErrNotExist.
type Told interface {
	// Cards returns nil if there are none yet.
	Cards(job string) (*eventgraph.Cards, eventgraph.Standing, error)
	Update(job string) error // in the background
	// DecideEvent keeps what a person decided about an event; it counts from the next update on. The error is fs.ErrNotExist for
	// an unknown event or fact, and a *[eventgraph.DecisionError] for a decision that says nothing.
	DecideEvent(ctx context.Context, job string, o eventgraph.Order) error
}

// ToldEvents are the events of a job, the last ones first.
type ToldEvents struct {
	Made    time.Time   `json:"made,omitzero"` // when the graph was brought up to date; absent if it never was
	Working bool        `json:"working"`       // it is being brought up to date
	Order   bool        `json:"order"`         // an order brings it up to date
	Fault   string      `json:"fault,omitempty"`
	Pages   int         `json:"pages"` // the graph is made from
	LeftOut int         `json:"left_out"`
	All     int         `json:"all"`    // events; the answer may have fewer
	Undone  int         `json:"undone"` // decisions of people that the next update takes into account
	Events  []toldEvent `json:"events"`
	// Aside are the events that people refused or merged.
	Aside []eventgraph.Aside `json:"aside"`
}

// toldEvent is an event in a list.
type toldEvent struct {
	ID         string                   `json:"id"`
	Kind       string                   `json:"kind"`
	Names      []eventgraph.Named       `json:"names"`
	Season     int                      `json:"season,omitempty"`
	Number     int                      `json:"number,omitempty"`
	Begin      string                   `json:"begin,omitempty"`
	End        string                   `json:"end,omitempty"`
	Places     []eventgraph.PlaceOnCard `json:"places"` // the most told, at most three
	Pages      int                      `json:"pages"`
	Contradict int                      `json:"contradictions"`
	Decided    *eventgraph.Decided      `json:"decided,omitempty"`

	Acknowledged []eventgraph.Decided `json:"acknowledged,omitempty"`
	Assigned     *eventgraph.Decided  `json:"assigned,omitempty"`
}

func (h *Handler) told(job string) (*eventgraph.Cards, eventgraph.Standing, error) {
	if h.opt.Told == nil {
		return nil, eventgraph.Standing{}, nil
	}
	c, s, err := h.opt.Told.Cards(job)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("job %q: %w", job, monitor.ErrNotFound)
	}
	return c, s, err
}

// toldEvents answers the list of events.
func (h *Handler) toldEvents(r *http.Request) (ToldEvents, error) {
	n, err := numberOf(r, "limit", 200, 2000)
	if err != nil {
		return ToldEvents{}, err
	}
	kind, q := r.URL.Query().Get("kind"), strings.ToLower(strings.TrimSpace(r.URL.Query().Get("q")))
	c, s, err := h.told(r.PathValue("job"))
	out := ToldEvents{Working: s.Working, Fault: s.Fault, Order: s.Order, Undone: s.Undone, Events: []toldEvent{}, Aside: []eventgraph.Aside{}}
	if err != nil || c == nil {
		return out, err
	}
	out.Made, out.Pages, out.LeftOut, out.All = c.At, c.Pages, c.LeftOut, c.Events
	out.Aside = append(out.Aside, c.Aside...)
	for i := range c.Cards {
		if e := &c.Cards[i]; len(out.Events) < n && (kind == "" || kind == e.Kind) && (q == "" || mentioned(e, q)) {
			out.Events = append(out.Events, toldEvent{ID: e.ID, Kind: e.Kind, Names: e.Names, Season: e.Season, Number: e.Number, Begin: e.Begin, End: e.End,
				Places: e.Places[:min(3, len(e.Places))], Pages: e.Pages, Contradict: e.Conflicts(), Decided: e.Decided, Acknowledged: e.Acknowledged, Assigned: e.Assigned})
		}
	}
	return out, nil
}

// mentioned reports whether a name or place of e has the text q.
func mentioned(e *eventgraph.Card, q string) bool {
	return slices.ContainsFunc(e.Names, func(n eventgraph.Named) bool { return strings.Contains(strings.ToLower(n.Text), q) }) ||
		slices.ContainsFunc(e.Places, func(p eventgraph.PlaceOnCard) bool {
			return strings.Contains(strings.ToLower(p.Name), q) || strings.Contains(p.Local, q)
		})
}

// toldEvent answers the card of one event.
func (h *Handler) toldEvent(r *http.Request) (*eventgraph.Card, error) {
	c, _, err := h.told(r.PathValue("job"))
	if err != nil {
		return nil, err
	}
	if c != nil {
		for i := range c.Cards {
			if c.Cards[i].ID == r.PathValue("event") {
				return c.Full(i)
			}
		}
	}
	return nil, fmt.Errorf("event %q: %w", r.PathValue("event"), monitor.ErrNotFound)
}

// DecisionOrder says what a person decides about an event, or about the fact of it that is named.
type DecisionOrder struct {
	What  eventgraph.Verb `json:"what"`
	Fact  string          `json:"fact,omitempty"`
	Value *float64        `json:"value,omitempty"` // of a fact that is corrected
	Unit  string          `json:"unit,omitempty"`
	Into  string          `json:"into,omitempty"`  // the event that a merged one is
	Pages []string        `json:"pages,omitempty"` // that tell of another event
	To    string          `json:"to,omitempty"`    // who works on it from now on
	Note  string          `json:"note,omitempty"`
}

// decideEvent keeps a decision and answers the events as they are known now.
func (h *Handler) decideEvent(r *http.Request) (any, string, error) {
	o, err := read[DecisionOrder](r)
	if err != nil {
		return nil, "", err
	}
	job, event := r.PathValue("job"), r.PathValue("event")
	if _, _, err := h.told(job); err != nil {
		return nil, "", err
	}
	if h.opt.Told == nil {
		return nil, "", fmt.Errorf("event %q: %w", event, monitor.ErrNotFound)
	}
	err = h.opt.Told.DecideEvent(r.Context(), job, eventgraph.Order{Event: event, Into: o.Into,
		Decision: eventgraph.Decision{At: h.opt.Now(), By: h.opt.Who(r).Name, What: o.What, Fact: o.Fact, Value: o.Value, Unit: o.Unit, Pages: o.Pages, To: o.To, Note: o.Note}})
	if bad := new(eventgraph.DecisionError); errors.As(err, &bad) {
		return nil, "", badRequest{err}
	} else if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", err, monitor.ErrNotFound)
	}
	if err != nil {
		return nil, "", err
	}
	now, err := h.toldEvents(r)
	return now, strings.Join(strings.Fields(string(o.What)+" "+event+" "+o.Fact), " "), err
}

// readEvents orders that the graph of a job is brought up to date.
func (h *Handler) readEvents(r *http.Request) (any, string, error) {
	job := r.PathValue("job")
	_, s, err := h.told(job)
	switch {
	case err != nil:
		return nil, "", err
	case !s.Order:
		return nil, "", badf("nobody can bring the events up to date here; ontocrawl serve can, and a job with event-graph does so after each run")
	}
	if err := h.opt.Told.Update(job); errors.Is(err, eventgraph.ErrWorking) {
		return nil, "", badRequest{err}
	} else if err != nil {
		return nil, "", err
	}
	now, err := h.toldEvents(r)
	return now, "", err
}
