package runcheck

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

func rebuilds() english.Phrase {
	return english.Phrasef("repair makes the state anew of what can be read here and in the other files")
}

// paramsLost says what is lost if neither file with the parameters of the run can be read.
func paramsLost() english.Phrase {
	return english.Phrasef("the run cannot be continued or repaired: neither the state nor run.yaml has its parameters; bring one of them back from a backup")
}

// checkState reads the journal, the texts and the checkpoint.
func (c *checkup) checkState(ctx context.Context) (err error) {
	c.x, err = state.Examine(filepath.Join(c.dir, rundir.StateDir))
	if errors.Is(err, fs.ErrNotExist) {
		c.x, c.badState = nil, true
		c.rep.damaged(rundir.StateDir, english.Phrasef("the state is missing"), english.Phrasef("the links that wait, the learned models' memory and the kept texts"), rebuilds())
		return nil
	}
	if err != nil {
		return err
	}
	for _, f := range c.x.Faults {
		c.stateDamage(f.File, orEnglish(f.Why, f.Reason), english.Phrasef("what the findings below say; nothing if there are none"))
	}
	if c.last = c.x.Committed; c.last < 0 {
		c.last = c.x.Last
	}
	if c.x.Committed > c.x.Last {
		c.stateDamage("db", english.Phrasef("the journal ends at visit %d of %d", c.x.Last, c.x.Committed), english.Phrasef("the visits after it, where no other file has them"))
	}
	if c.last == 0 && c.hasLines() {
		c.stateDamage("db", english.Phrasef("the journal is empty, but other files have lines"), english.Phrasef("the links that wait, and the kept texts"))
	}
	c.rep.Visits = c.last
	if err := c.checkVisits(ctx); err != nil {
		return err
	}
	if _, _, err := c.x.Checkpoint(); err != nil {
		c.noParts = true
		c.stateDamage(c.x.CheckpointFile(), english.Phrasef("the checkpoint cannot be read: %v", err),
			english.Phrasef("the order of the links that wait, and links of pages that no archive holds"))
	}
	if text, err := c.x.Meta("params"); err != nil || len(text) == 0 && c.last > 0 {
		cost := english.Phrasef("nothing: run.yaml has them")
		if _, err := c.metaOfParams("params"); err != nil {
			cost = paramsLost()
		}
		c.stateDamage("db", english.Phrasef("the parameters of the run cannot be read"), cost)
	}
	return nil
}

// hasLines reports whether a file of lines has any.
func (c *checkup) hasLines() bool {
	files := &rundir.Salvage{Dir: c.dir}
	for range files.Pages() {
		return true
	}
	for range files.Failures() {
		return true
	}
	return false
}

func (c *checkup) stateDamage(file string, what, cost english.Phrase) {
	c.badState = true
	c.rep.damaged(filepath.Join(rundir.StateDir, file), what, cost, rebuilds())
}

// checkVisits reads each visit with all that belongs to it.
func (c *checkup) checkVisits(ctx context.Context) error {
	unpacker := &binenc.Unpacker{}
	defer unpacker.Close()
	for seq := 1; seq <= c.last; seq++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		r := c.x.Read(seq)
		if r.Err != nil {
			c.lost[seq] = true
			c.stateDamage("db", english.Phrasef("visit %d: %v", seq, r.Err), english.Phrasef("the visit, where no other file has it"))
			continue
		}
		c.countVisit(r.Visit)
		if r.TextErr == nil && r.Text != nil {
			c.rep.Texts++
			_, r.TextErr = unpacker.Unpack(r.Text)
			var newer *binenc.VersionError
			if errors.As(r.TextErr, &newer) {
				r.TextErr = nil
			}
		}
		c.visitFaults(seq, &r)
	}
	return nil
}

func (c *checkup) visitFaults(seq int, r *state.Record) {
	if r.LinkErr != nil {
		c.unlinked[seq] = true
		c.stateDamage("db", english.Phrasef("links of visit %d: %v", seq, r.LinkErr), english.Phrasef("the links of the page, unless its answer is archived"))
	}
	if r.TextErr != nil {
		c.untexted[seq] = true
		c.stateDamage("db", reasonOf(r.TextErr, seq), english.Phrasef("the kept text: the page cannot be judged again without its archived answer"))
	}
	if r.URLErr != nil {
		c.stateDamage("db", english.Phrasef("visit %d: %v", seq, r.URLErr), english.Phrasef("nothing: the index is made anew of the visits"))
	}
}

func (c *checkup) countVisit(v *crawl.Visit) {
	if v.Adds() {
		c.rep.Pages++
	}
	if v.Stored.File != "" && !v.Stored.Lost() && !v.Rejudged {
		c.refs[v.Stored.File] = append(c.refs[v.Stored.File], v.Stored)
	}
}

// reasonOf says why the text of a visit cannot be read. The folder of a state.DamagedError is a
// shadow that nobody knows.
func reasonOf(err error, seq int) english.Phrase {
	if d := (*state.DamagedError)(nil); errors.As(err, &d) {
		return orEnglish(d.Why, d.Reason)
	}
	return english.Phrasef("text of visit %d: %v", seq, err)
}

// orEnglish is the phrase, or the English text if there is none.
func orEnglish(x english.Phrase, text string) english.Phrase {
	if x.IsZero() {
		return english.Phrasef("%s", text)
	}
	return x
}
