package store

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"time"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// perEntry is more than an entry of a batch takes on disk, with its keys.
const perEntry = 8 << 10

// Add implements [monitor.Store].
func (l *Store) Add(b monitor.Batch) error {
	size := int64(len(b.Events)+len(b.Stories)+len(b.Notifications)+len(b.Sources)+len(b.Notes)+1) * perEntry
	err := l.write(size, func(w *writer) error { return w.add(&b) })
	if errors.Is(err, badger.ErrTxnTooBig) {
		return english.Errorf("store: %w: %d events, %d stories, %d notifications and %d notes", monitor.ErrTooLarge, len(b.Events), len(b.Stories), len(b.Notifications), len(b.Notes))
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
	for i := range b.Sources {
		if err := w.addSource(&b.Sources[i]); err != nil {
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
	if run.Pages > 0 && before.Ended.IsZero() { // these may also become fewer
		before.Pages, before.Relevant = run.Pages, run.Relevant
	}
	before.Ontology = cmp.Or(run.Ontology, before.Ontology)
	before.Verdicts = max(before.Verdicts, run.Verdicts)
	before.Phase = run.Phase
	return w.putRun(&before)
}

func (w *writer) addEvent(job string, f *monitor.Event) error {
	k := of(eventKey).name(job).number(f.Run).number(f.Seq)
	if f.Kind == monitor.SourceFound {
		k = k.text(sourceMark)
	}
	for {
		var before monitor.Event
		known, err := w.get(k, &before)
		if err != nil {
			return err
		}
		if !known || before.URL == f.URL && before.Kind == f.Kind {
			break
		}
		k = k.text(folderMark) // the run began in another folder, whose visits have the same numbers
	}
	if err := w.put(k, f); err != nil {
		return err
	}
	return w.mention(f)
}

func (w *writer) addNotes(job string, notes map[string][]byte) error {
	for k, v := range notes {
		var err error
		if k := of(noteKey).name(job).text(k); len(v) == 0 {
			err = w.drop(k)
		} else {
			err = w.set(k, v)
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

// Notes implements [monitor.Store].
func (l *Store) Notes(job, prefix string) (map[string][]byte, error) {
	return read(l, func(r *reader) (map[string][]byte, error) {
		all := map[string][]byte{}
		of := of(noteKey).name(job).text(prefix)
		err := r.values(of, of, func(rest key, value []byte) (bool, error) {
			all[prefix+string(rest)] = bytes.Clone(value)
			return true, nil
		})
		return all, err
	})
}

// Events implements [monitor.Store].
func (l *Store) Events(job string, run int) ([]monitor.Event, error) {
	prefix := of(eventKey).name(job).number(run)
	return read(l, func(r *reader) ([]monitor.Event, error) { return decoded[monitor.Event](r, prefix, prefix) })
}

func storyKeyOf(job, id string) key { return of(storyKey).name(job).text(id) }

// storyTimes are the keys of s in the lists by time.
func storyTimes(s *monitor.Story) []key {
	return []key{of(storyByTime).time(s.Last).name(s.Job).text(s.ID), of(storyByJob).name(s.Job).time(s.Last).text(s.ID)}
}

// putStory keeps s, and its place in the lists by time.
func (w *writer) putStory(s *monitor.Story) error {
	if err := errors.Join(named("job", s.Job), named("story", s.ID)); err != nil {
		return err
	}
	var before monitor.Story
	known, err := w.get(storyKeyOf(s.Job, s.ID), &before)
	if err == nil && known && !before.Last.Equal(s.Last) {
		err = w.drop(storyTimes(&before)...)
	}
	if err != nil {
		return err
	}
	return errors.Join(w.put(storyKeyOf(s.Job, s.ID), s), w.mark(storyTimes(s)...))
}

// Story implements [monitor.Store].
func (l *Store) Story(job, id string) (s monitor.Story, ok bool, err error) {
	ok, err = read(l, func(r *reader) (bool, error) { return r.get(storyKeyOf(job, id), &s) })
	return s, ok, err
}

// Stories implements [monitor.Store].
func (l *Store) Stories(job string, t time.Time, n int) (stories []monitor.Story, err error) {
	err = l.view(func(r *reader) error {
		return r.list(storyByTime, storyByJob, job, t, n, func(job string, rest key) error {
			var s monitor.Story
			known, err := r.get(storyKeyOf(job, string(rest)), &s)
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
