package agent

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

type newsIn struct {
	Job   string `json:"job,omitempty" jsonschema:"the job; needed only if there are several"`
	Since string `json:"since,omitempty" jsonschema:"what was seen first from this time on (RFC 3339); default: the begin of the last shift; to go on, the to of the last answer"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many facts, at most 20"`
}

// News is a fact of an event: one that is new, that changed, that is forecast, or about which sources differ.
type News struct {
	How       string       `json:"how"`   // new, changed, forecast, contradicted
	Event     string       `json:"event"` // its id; facts of one event have the same
	EventKind string       `json:"event_kind"`
	Begin     string       `json:"begin,omitempty"`
	Was       *shift.Value `json:"was,omitempty"`
	Now       shift.Value  `json:"now"`
	Day       string       `json:"day,omitempty"`
	AsOf      time.Time    `json:"as_of,omitzero"`
	Sources   int          `json:"sources"` // pages that say so
	URL       string       `json:"url"`
	Untrusted newsText     `json:"untrusted"`
}

// newsText holds what pages say of a fact.
type newsText struct {
	Name     string `json:"name,omitempty"` // of the event
	Where    string `json:"where,omitempty"`
	Title    string `json:"title"`
	Sentence string `json:"sentence"`
}

// AllNews answers whats_new.
type AllNews struct {
	Note      string    `json:"note"`
	Job       string    `json:"job"`
	From      time.Time `json:"from"`
	To        time.Time `json:"to"`            // ask since then to go on
	Read      time.Time `json:"read,omitzero"` // when the events were brought up to date; absent: nobody keeps them, and there are no facts
	News      []News    `json:"news"`
	LeftOut   int       `json:"left_out"` // facts beyond the bounds of this answer
	Truncated bool      `json:"truncated,omitempty"`
}

func (s *server) whatsNew(ctx context.Context, in newsIn) (AllNews, error) {
	out := AllNews{Note: note, News: []News{}}
	var since time.Time
	var err error
	if in.Since != "" {
		if since, err = time.Parse(time.RFC3339, in.Since); err != nil {
			return out, err
		}
	}
	if out.Job, err = s.oneJob(ctx, in.Job); err != nil {
		return out, err
	}
	if !s.hasJob(ctx, out.Job) {
		return out, english.Errorf("there is no job %q", clean(out.Job, maxLabel))
	}
	r, err := s.opt.Shifts.Report(out.Job, since, time.Time{}, time.Now())
	if err != nil {
		return out, err
	}
	out.From, out.To, out.Read = r.From, r.To, r.Read
	all := newsOf(r)
	out.News = all[:min(len(all), limit(in.Limit))]
	out.Truncated = fit(&out, &out.News)
	out.LeftOut = len(all) - len(out.News) + r.LeftOut.New + r.LeftOut.Changed + r.LeftOut.Forecast + r.LeftOut.Contradicted
	return out, nil
}

// newsOf are the facts of a report, those that a person reads first before the others.
func newsOf(r *shift.Report) (out []News) {
	add := func(how string, e *shift.Event, where string, v shift.Value, t *shift.Told) *News {
		n := News{How: how, Event: e.ID, EventKind: clean(e.Kind, maxLabel), Begin: e.Begin, Now: plain(v), Sources: t.Sources, URL: address(t.URL),
			Untrusted: newsText{Where: clean(where, maxLabel), Title: clean(t.Title, maxTitle), Sentence: clean(t.Sentence, maxExcerpt)}}
		if len(e.Names) > 0 {
			n.Untrusted.Name = clean(e.Names[0].Text, maxLabel)
		}
		out = append(out, n)
		return &out[len(out)-1]
	}
	for i := range r.Changed {
		c := &r.Changed[i]
		n, was := add("changed", &c.Event, c.Where, c.Now, &c.Told), plain(c.Was)
		n.Was, n.AsOf = &was, c.AsOf
	}
	for i := range r.New {
		f := &r.New[i]
		add("new", &f.Event, f.Where, f.Value, &f.Told).Day = f.Day
	}
	for i := range r.Contradicted {
		c := &r.Contradicted[i]
		for k := range c.Sides {
			add("contradicted", &c.Event, c.Where, c.Sides[k].Value, &c.Sides[k].Told).Day = c.Day
		}
	}
	for i := range r.Forecast {
		f := &r.Forecast[i]
		add("forecast", &f.Event, f.Where, f.Value, &f.Told).Day = f.Day
	}
	return out
}

// plain is v with words that a file of a run, which somebody may have written, cannot make longer.
func plain(v shift.Value) shift.Value {
	for _, s := range []*string{&v.Kind, &v.Unit, &v.Bound, &v.Colour, &v.Warns} {
		*s = clean(*s, maxLabel)
	}
	return v
}
