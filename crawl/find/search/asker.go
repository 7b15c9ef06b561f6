package search

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"
)

// Asker is a source of the settings: asked within its quota, one question at a time, with
// a memory of its answers. A question whose answer is kept costs nothing.
type Asker struct {
	name  string
	kind  string
	inner Opened
	turns *turns // nil if the source is local
	cache cache
	log   *slog.Logger
	seen  repeats
}

var _ Source = (*Asker)(nil)

// partPause is how long a source is left alone whose parts (engines) did not answer.
const partPause = time.Minute

// Name is the name of the source in the settings.
func (s *Asker) Name() string { return s.name }

// Kind is the name of its kind.
func (s *Asker) Kind() string { return s.kind }

// Can implements [Source].
func (s *Asker) Can() Ops { return s.inner.Can() }

// Ready is the time before which the source sends nothing, because of its quota or because
// it asked for a pause; zero if it may be asked now. Answers that are kept need no Ready.
func (s *Asker) Ready() time.Time {
	if s.turns == nil {
		return time.Time{}
	}
	return s.turns.ready()
}

// Kept reports whether the answer to q is kept: asking costs nothing.
func (s *Asker) Kept(q Query) bool {
	_, ok := s.cache.get(Address(s.name, q))
	return ok
}

// Ask implements [Source]. It waits for other questions to the source and, for up to
// Deps.MaxWait, for the pause between requests. A source that answers that it wants a pause of at
// most half a minute is asked once more after it. The error is an [*Error], or comes from ctx.
func (s *Asker) Ask(ctx context.Context, q Query) (Answer, error) {
	concepts := q.Concepts
	q = q.canonical()
	if err := s.askable(&q); err != nil {
		return Answer{}, err
	}
	address := Address(s.name, q)
	if a, ok := s.cache.get(address); ok {
		s.seen.note(q, &a)
		return a, nil
	}
	q.Concepts = concepts
	a, err := s.send(ctx, address, q)
	if err != nil {
		return Answer{}, s.wrap(ctx, err)
	}
	s.seen.note(q, &a)
	return a, nil
}

// askable refuses questions that no request can answer.
func (s *Asker) askable(q *Query) error {
	switch {
	case !s.inner.Can().Has(q.Op):
		return &Error{Source: s.name, Kind: Unsupported, Err: errors.New("operator " + q.Op.String())}
	case q.subject() == "":
		return &Error{Source: s.name, Kind: Unsupported, Err: errors.New("an empty question")}
	}
	return nil
}

// send asks the source.
func (s *Asker) send(ctx context.Context, address string, q Query) (a Answer, err error) {
	if s.turns != nil {
		if err := s.turns.begin(ctx); err != nil {
			return Answer{}, err
		}
		defer s.turns.end()
		// Another process, or the question before, may have asked the same.
		if a, ok := s.cache.get(address); ok {
			return a, nil
		}
	}
	a, err = s.inner.Ask(ctx, q)
	if err != nil && s.turns != nil && s.turns.soon() {
		a, err = s.inner.Ask(ctx, q)
	}
	if s.turns != nil {
		s.learn(ctx, &a, err)
	}
	if err != nil {
		return Answer{}, err
	}
	if err := s.cache.put(address, a); err != nil {
		s.log.Warn("an answer of a search source cannot be kept; it will be asked again", "source", s.name, "err", err)
	}
	return a, nil
}

// learn notes what the outcome of a question means for the next one.
func (s *Asker) learn(ctx context.Context, a *Answer, err error) {
	var e *Error
	switch {
	case err == nil && len(a.Links) == 0 && len(a.Failed) > 0:
		s.turns.rec.Why = because(errors.New(strings.Join(a.Failed, ", ")))
		s.turns.hold(s.turns.now().Add(partPause))
	case err == nil:
		s.turns.answered()
	case ctx.Err() != nil, s.turns.sent == 0: // it says nothing about the source
	case errors.As(err, &e) && (e.Kind == Unsupported || e.Kind == Quota):
	default:
		s.turns.failed(err)
	}
}

// wrap returns err as an *Error that names the source, or the error of ctx.
func (s *Asker) wrap(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil {
		return cause
	}
	var e *Error
	if !errors.As(err, &e) {
		return &Error{Source: s.name, Kind: Unavailable, Err: err}
	}
	e.Source = s.name
	if e.Until.IsZero() && s.turns != nil && e.Kind == Unavailable {
		e.Until = s.turns.ready()
	}
	return e
}

// Prepare is Opened.Prepare; it does nothing for a source that has none.
func (s *Asker) Prepare(ctx context.Context, targets []string) error {
	if s.inner.Prepare == nil {
		return nil
	}
	return s.inner.Prepare(ctx, targets)
}

// Close closes the source.
func (s *Asker) Close() error {
	if s.inner.Close == nil {
		return nil
	}
	return s.inner.Close()
}
