package events

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// maxEvents bounds a batch: so many events, with their stories and notifications, fit
// into a transaction of the Store.
const maxEvents = 50

// flush stores all events. Every visit read is durable in the journal now.
func (c *Collector) flush() error {
	return c.opt.Open(func(b monitor.Store) error {
		for {
			n, err := c.part(b, min(len(c.events), maxEvents))
			if err != nil {
				return err
			}
			if c.events = c.events[n:]; len(c.events) == 0 {
				c.flushed = c.opt.Now()
				return nil
			}
		}
	})
}

// part stores the first n events, or fewer if they are too large together, and returns
// their number.
func (c *Collector) part(b monitor.Store, n int) (int, error) {
	err := c.add(b, c.events[:n], n == len(c.events))
	if errors.Is(err, monitor.ErrTooLarge) && n > 1 {
		return c.part(b, n/2)
	}
	return n, err
}

// add stores events, and that the journal was read up to the last of them, or to its
// end.
func (c *Collector) add(b monitor.Store, events []pending, last bool) error {
	batch := monitor.Batch{Job: c.opt.Job.Name, Seq: c.seq, Run: c.run, Notes: map[string][]byte{}}
	if !last {
		e := &events[len(events)-1]
		batch.Seq, batch.Run = e.event.Seq, e.run
	}
	now, phase := c.opt.Now(), c.opt.Phase()
	batch.Run.Phase = phase
	var stories []monitor.Story
	for i := range events {
		e := &events[i]
		if err := c.complete(b, e, now, phase); err != nil {
			return err
		}
		batch.Events = append(batch.Events, e.event)
		if e.found != nil {
			batch.Events = append(batch.Events, *e.found)
			batch.Sources = append(batch.Sources, c.sourceOf(e.site))
		}
		if e.baseline != nil {
			batch.Notes[baselineKey(e.page)] = e.baseline
		}
		if err := noteHeights(batch.Notes, e); err != nil {
			return err
		}
		batch.Notifications = append(batch.Notifications, e.notifications...)
		stories = append(stories, e.stories...)
	}
	batch.Stories = latest(stories)
	if last {
		for _, s := range c.sites.changed {
			batch.Sources = append(batch.Sources, c.sourceOf(s))
		}
	}
	c.noteUpto(batch.Notes, batch.Seq)
	if err := c.noteFeeds(b, batch.Notes); err != nil {
		return err
	}
	if err := b.Add(batch); err != nil {
		return err
	}
	c.upto, c.fed, c.forget = batch.Seq, map[string]crawl.Date{}, nil
	if last {
		c.sites.kept()
	}
	c.tell(events)
	return nil
}

// tell calls Notify for events that are in the Store.
func (c *Collector) tell(events []pending) {
	if c.opt.Notify == nil {
		return
	}
	for i := range events {
		c.opt.Notify(&events[i].event)
		if f := events[i].found; f != nil {
			c.opt.Notify(f)
		}
	}
}

// complete adds what only the Store knows to an event and its story, and asks Rules
// once.
func (c *Collector) complete(b monitor.Store, e *pending, now time.Time, phase monitor.Phase) error {
	if e.done {
		return nil
	}
	if err := c.askFeeds(b, e); err != nil {
		return err
	}
	if err := c.settle(b, e, now); err != nil {
		return err
	}
	e.story.published(e.event.Published)
	e.event.Phase, e.done = phase, true
	defer func() { c.singles.bound(e.notifications, now) }()
	for _, s := range []*story{e.left, e.story} {
		if s == nil {
			continue
		}
		if err := s.recall(b, c.opt.Job.Name, c.run.Number); err != nil {
			return err
		}
		s.update(c.opt.Job.Name, c.named)
		if x := e.event.Excerpt; x != "" && s == e.story && (s.Excerpt == "" || s.URL == e.event.URL) {
			s.Excerpt = x
		}
		if s == e.story && c.opt.Rules != nil {
			e.notifications = c.opt.Rules.Notifications(c.opt.Job, &e.event, &s.Story, now, phase)
		}
		kept := s.Story
		kept.Notified = maps.Clone(kept.Notified)
		e.stories = append(e.stories, kept)
	}
	if f := e.found; f != nil {
		f.Published, f.PublishedBy, f.Phase = e.event.Published, e.event.PublishedBy, phase
		if c.opt.Rules != nil {
			e.notifications = append(e.notifications, c.opt.Rules.Notifications(c.opt.Job, f, asStory(f), now, phase)...)
		}
	}
	return nil
}

// latest returns the last state of each story.
func latest(all []monitor.Story) (out []monitor.Story) {
	at := make(map[string]int, len(all))
	for i := range all {
		if n, known := at[all[i].ID]; known {
			out[n] = all[i]
			continue
		}
		at[all[i].ID] = len(out)
		out = append(out, all[i])
	}
	return out
}

// noteKey is the key of the Note with the publication time of url in a feed.
func noteKey(url string) string { return fmt.Sprintf("fed %016x", xxhash.Sum64String(url)) }

// hearFeed remembers the publication times of a feed's pages until the pages are found.
// The journal does not keep the links of a feed, so the Store does.
func (c *Collector) hearFeed(v *crawl.Visit) {
	if !v.Source() {
		return
	}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if !l.Published.IsZero() && l.Kind == crawl.LinkPage && c.pages.of(l.URL) == nil {
			c.fed[noteKey(l.URL)] = l.Published
		}
	}
}

// noteFeeds adds to notes the times that the Store does not know, and deletes those
// that are no longer needed.
func (c *Collector) noteFeeds(b monitor.Store, notes map[string][]byte) error {
	for _, key := range c.forget {
		delete(c.fed, key)
		note, err := b.Note(c.opt.Job.Name, key)
		if err != nil {
			return err
		}
		if note != nil {
			notes[key] = nil
		}
	}
	for key, d := range c.fed {
		note, err := b.Note(c.opt.Job.Name, key)
		if err != nil {
			return err
		}
		now, err := d.AppendText(nil)
		if err != nil {
			return err
		}
		if !bytes.Equal(note, now) {
			notes[key] = now
		}
	}
	return nil
}

// askFeeds dates an event by a feed if its page gives no time of publication, or only
// the day.
func (c *Collector) askFeeds(b monitor.Store, e *pending) error {
	f := &e.event
	if f.Kind != monitor.New || !f.Published.IsZero() && !f.Published.Day {
		return nil
	}
	key := noteKey(e.asked)
	d := c.fed[key]
	if d.IsZero() {
		note, err := b.Note(c.opt.Job.Name, key)
		if d = noted(note); err != nil || d.IsZero() {
			return err
		}
	}
	c.forget = append(c.forget, key)
	f.Published.TakeFed(&f.PublishedBy, d)
	return nil
}

// noted is the date of a Note: as text, or in earlier versions as seconds in eight bytes.
func noted(note []byte) (d crawl.Date) {
	if len(note) == 8 {
		return crawl.Instant(time.Unix(int64(binary.BigEndian.Uint64(note)), 0).UTC())
	}
	if d.UnmarshalText(note) != nil {
		return crawl.Date{}
	}
	return d
}
