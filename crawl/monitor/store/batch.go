package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// perEntry is more than an entry of a batch takes on disk, with its keys.
const perEntry = 8 << 10

// Add implements [monitor.Store].
func (l *Store) Add(b monitor.Batch) error {
	size := int64(len(b.Events)+len(b.Stories)+len(b.Notifications)+len(b.Notes)+1) * perEntry
	err := l.write(size, func(w *writer) error { return w.add(&b) })
	if errors.Is(err, badger.ErrTxnTooBig) {
		return fmt.Errorf("store: %w: %d events, %d stories, %d notifications and %d notes", monitor.ErrTooLarge, len(b.Events), len(b.Stories), len(b.Notifications), len(b.Notes))
	}
	return err
}

func (w *writer) add(b *monitor.Batch) error {
	s, err := w.job(b.Job)
	if err != nil {
		return err
	}
	s.Upto = b.Seq
	if err := w.put(of(jobKey).text(b.Job), &s); err != nil {
		return err
	}
	added, err := w.addNotifications(b.Notifications)
	if err != nil {
		return err
	}
	if err := w.addRun(b, added); err != nil {
		return err
	}
	for i := range b.Events {
		if err := w.addEvent(b.Job, &b.Events[i]); err != nil {
			return err
		}
	}
	for i := range b.Stories {
		if err := w.putStory(&b.Stories[i]); err != nil {
			return err
		}
	}
	return w.addNotes(b.Job, b.Notes)
}

// addRun keeps the counters of b's run. It does not reopen a run that has ended.
func (w *writer) addRun(b *monitor.Batch, notifications int) error {
	run := b.Run
	if run.Number == 0 {
		return nil
	}
	before, err := w.run(b.Job, run.Number)
	if err != nil {
		return err
	}
	run.Notifications = before.Notifications + notifications
	larger(&before, &run)
	if run.Ontology != "" {
		before.Ontology = run.Ontology
	}
	before.Verdicts = max(before.Verdicts, run.Verdicts)
	before.Phase = run.Phase
	return w.putRun(&before)
}

func (w *writer) addEvent(job string, f *monitor.Event) error {
	if err := w.put(of(eventKey).name(job).number(f.Run).number(f.Seq), f); err != nil {
		return err
	}
	if b := encodeMentions(f); b != nil {
		return w.txn.Set(of(mentionKey).name(job).time(f.Captured).number(f.Seq), b)
	}
	return nil
}

func (w *writer) addNotes(job string, notes map[string][]byte) error {
	for k, v := range notes {
		var err error
		if k := of(noteKey).name(job).text(k); len(v) == 0 {
			err = w.drop(k)
		} else {
			err = w.txn.Set(k, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Note implements [monitor.Store].
func (l *Store) Note(job, name string) (value []byte, err error) {
	err = l.view(func(r *reader) error {
		item, err := r.txn.Get(of(noteKey).name(job).text(name))
		if errors.Is(err, badger.ErrKeyNotFound) {
			return nil
		}
		if err == nil {
			value, err = item.ValueCopy(nil)
		}
		return err
	})
	return value, err
}

// Events implements [monitor.Store].
func (l *Store) Events(job string, run int) (events []monitor.Event, err error) {
	prefix := of(eventKey).name(job).number(run)
	err = l.view(func(r *reader) error {
		return r.values(prefix, prefix, func(_ key, value []byte) (bool, error) {
			var f monitor.Event
			err := json.Unmarshal(value, &f)
			events = append(events, f)
			return true, err
		})
	})
	return events, err
}

func (r *reader) story(job, id string) (s monitor.Story, ok bool, err error) {
	ok, err = r.get(of(storyKey).name(job).text(id), &s)
	return s, ok, err
}

// putStory keeps s, and its place in the lists by time.
func (w *writer) putStory(s *monitor.Story) error {
	if err := errors.Join(named("job", s.Job), named("story", s.ID)); err != nil {
		return err
	}
	before, known, err := w.story(s.Job, s.ID)
	if err != nil {
		return err
	}
	if known && !before.Last.Equal(s.Last) {
		if err := w.dropStoryTimes(&before); err != nil {
			return err
		}
	}
	return errors.Join(w.put(of(storyKey).name(s.Job).text(s.ID), s),
		w.mark(of(storyByTime).time(s.Last).name(s.Job).text(s.ID)),
		w.mark(of(storyByJob).name(s.Job).time(s.Last).text(s.ID)))
}

func (w *writer) dropStoryTimes(s *monitor.Story) error {
	return w.drop(of(storyByTime).time(s.Last).name(s.Job).text(s.ID), of(storyByJob).name(s.Job).time(s.Last).text(s.ID))
}

// Story implements [monitor.Store].
func (l *Store) Story(job, id string) (s monitor.Story, ok bool, err error) {
	err = l.view(func(r *reader) error {
		s, ok, err = r.story(job, id)
		return err
	})
	return s, ok, err
}

// Stories implements [monitor.Store].
func (l *Store) Stories(job string, t time.Time, n int) (stories []monitor.Story, err error) {
	err = l.view(func(r *reader) error {
		return r.list(storyByTime, storyByJob, job, t, n, func(job string, rest key) error {
			s, known, err := r.story(job, string(rest))
			if known {
				stories = append(stories, s)
			}
			return err
		})
	})
	return stories, err
}

// encodeMentions returns the concepts that appear in f, nil if none does. A page that
// changes often counts each concept once.
func encodeMentions(f *monitor.Event) []byte {
	var b []byte
	put := func(iri string) { b = append(binary.AppendUvarint(b, uint64(len(iri))), iri...) }
	switch f.Kind {
	case monitor.New:
		for i := range f.Concepts {
			put(f.Concepts[i].IRI)
		}
	case monitor.Changed:
		for _, iri := range f.Appeared {
			put(iri)
		}
	}
	return b
}
