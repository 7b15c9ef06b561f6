package events

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// turns order what folders have seen, without their clocks: each time that a Collector begins is
// a turn of its folder.
type turns struct {
	now  int // this turn; 0 until the journal is evaluated
	last int // the last turn of this folder
	next int // of the job
}

// of returns the turn in which visits that are evaluated now were made.
func (t *turns) of() int {
	if t.now > 0 {
		return t.now
	}
	return t.last
}

// readUpto returns the last visit of the journal here that was evaluated, and reads the
// baselines.
func (c *Collector) readUpto(b monitor.Store) (upto int, err error) {
	job := c.opt.Job.Name
	if c.opt.Folder == "" {
		return b.Upto(job)
	}
	if c.baselines, err = baselines(b, job); err != nil {
		return 0, err
	}
	c.noted = map[string]bool{}
	for i := range c.baselines {
		c.noted[baselineKey(c.baselines[i].Asked)] = true
	}
	notes, err := b.Notes(job, uptoPrefix)
	if err != nil {
		return 0, err
	}
	if len(notes) == 0 { // before this the job had one folder, perhaps this one
		return b.Upto(job)
	}
	if _, err := fmt.Sscanf(cmp.Or(string(notes[uptoPrefix+c.opt.Folder]), "0 0"), "%d %d", &upto, &c.turns.last); err != nil {
		return 0, english.Errorf("events: how far the journal of job %s was evaluated cannot be read: %w", job, err)
	}
	last, err := b.Note(job, turnKey)
	if err == nil {
		c.turns.next, err = strconv.Atoi(cmp.Or(string(last), "0"))
	}
	c.turns.next++
	return upto, err
}

// noteUpto adds the place in the journal of this folder, and the turn in which it was made.
func (c *Collector) noteUpto(notes map[string][]byte, seq int) {
	if c.opt.Folder != "" {
		notes[uptoPrefix+c.opt.Folder] = fmt.Appendf(nil, "%d %d", seq, c.turns.of())
	}
}

// noteTurn begins the turn of this folder: all that its journal has is evaluated.
func (c *Collector) noteTurn(b monitor.Store) error {
	c.turns.now = max(c.turns.next, 1)
	if err := c.noteMissing(b); err != nil {
		return err
	}
	batch := monitor.Batch{Job: c.opt.Job.Name, Seq: c.upto, Notes: map[string][]byte{turnKey: []byte(strconv.Itoa(c.turns.now))}}
	c.noteUpto(batch.Notes, c.upto)
	return b.Add(batch)
}

// missing is how many baselines are noted at a time.
const missing = 100

// noteMissing keeps baselines of the pages that have none: the job had one folder when it saw them.
func (c *Collector) noteMissing(b monitor.Store) error {
	batch := monitor.Batch{Job: c.opt.Job.Name, Seq: c.upto, Notes: map[string][]byte{}}
	for _, p := range c.pages.byURL {
		if p.detail == nil || p.story == nil || p.elsewhere != nil || c.noted[baselineKey(p.asked)] {
			continue
		}
		batch.Notes[baselineKey(p.asked)] = c.baselineOf(p)
		if len(batch.Notes) < missing {
			continue
		}
		if err := b.Add(batch); err != nil {
			return err
		}
		batch.Notes = map[string][]byte{}
	}
	if c.noted = nil; len(batch.Notes) == 0 {
		return nil
	}
	return b.Add(batch)
}

// Begun keeps that the journals of jobs in the folder called folder were evaluated as far as the store
// says: until now each job had one folder.
func Begun(store monitor.Store, jobs []*monitor.Job, folder string) error {
	for _, j := range jobs {
		upto, err := store.Upto(j.Name)
		if err != nil {
			return err
		}
		err = store.Add(monitor.Batch{Job: j.Name, Seq: upto, Notes: map[string][]byte{uptoPrefix + folder: fmt.Appendf(nil, "%d 1", upto), turnKey: []byte("1")}})
		if err != nil {
			return err
		}
	}
	return nil
}
