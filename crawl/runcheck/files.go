package runcheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/polite"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/teach"
	"github.com/ontocrawl/ontocrawl/message"
)

// checkDerived compares the files of lines with the journal. If that is damaged they are
// the source of what is rebuilt, so each line is read.
func (c *checkup) checkDerived(context.Context) (err error) {
	if !c.badState {
		c.different, err = rundir.Compare(c.dir, c.x.Journal())
		for _, d := range c.different {
			if d.Short {
				c.rep.note(d.File, message.Phrasef("it ends before the journal does, as a killed process leaves it"), message.Phrasef("the next run completes it"))
				continue
			}
			c.rep.damaged(d.File, message.Phrasef("it is not as the journal says"), message.Phrasef("nothing: the journal has it all"), message.Phrasef("repair, or the next run, writes it again and keeps a copy"))
		}
		return err
	}
	s := &rundir.Salvage{Dir: c.dir, Bad: func(e *rundir.BadLine) {
		c.rep.damaged(e.File, message.Phrasef("%v", e), message.Phrasef("the line, if the journal has lost the visit too"), message.Phrasef("repair writes the file again of what is known"))
	}}
	for p := range s.Pages() {
		c.last = max(c.last, p.Seq)
	}
	for f := range s.Failures() {
		c.last = max(c.last, f.Seq)
	}
	for x := range s.Changes() {
		c.last = max(c.last, x.Seq)
	}
	for range s.Models() {
	}
	if c.x == nil || c.x.Committed <= 0 { // nobody says how far the journal went
		last, err := c.lastArchived()
		if err != nil {
			return err
		}
		c.last = max(c.last, last)
	}
	c.rep.Visits = c.last
	return nil
}

// checkFiles reads the files that stand alone.
func (c *checkup) checkFiles(context.Context) error {
	object := func(b []byte) error { return json.Unmarshal(b, &map[string]any{}) }
	rewritten := message.Phrasef("repair sets it aside, and the next run writes it again")
	for _, f := range []struct {
		name  string
		check func([]byte) error
		cost  message.Phrase
		mend  message.Phrase
		aside bool
	}{
		{rundir.SummaryFile, object, message.Phrasef("the time that was spent crawling"), rewritten, true},
		{rundir.StatusFile, object, message.Phrasef("nothing"), rewritten, true},
		{rundir.MemoryFile, session.CheckMemory, message.Phrasef("what the next crawl could learn from this run, until this one ends again"), rewritten, true},
		{rundir.TaughtFile, checkTaught, message.Phrasef("the correction that marks taught"), message.Phrasef("repair sets it aside; ontocrawl teach makes it anew from the marks"), true},
		{rundir.CalibrationFile, object, message.Phrasef("the threshold that people's answers gave"), message.Phrasef("repair sets it aside; ontocrawl calibrate makes it anew from %s", rundir.LabelsFile), true},
		{rundir.ParamsFile, c.checkParams, message.Phrasef("nothing: the state has the parameters"), message.Phrasef("repair writes it again"), false},
		{filepath.Join(rundir.StateDir, "promises"), checkPromises, message.Phrasef("what some servers asked for: the delay of each is learned again"), message.Phrasef("the next run leaves the lines out"), false},
	} {
		b, err := os.ReadFile(filepath.Join(c.dir, f.name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = f.check(b)
		}
		if err == nil {
			continue
		}
		c.rep.damaged(f.name, message.Phrasef("%v", err), f.cost, f.mend)
		if f.aside {
			c.set = append(c.set, f.name)
		}
	}
	return nil
}

func checkTaught(b []byte) error {
	_, err := teach.Decode(b)
	return err
}

var (
	errOtherParams = errors.New("it is not what the state keeps: edited, or damaged")
	errPromises    = errors.New("lines cannot be read")
)

// checkParams compares run.yaml with the state, whose copy counts.
func (c *checkup) checkParams(b []byte) error {
	if c.x != nil {
		if kept, err := c.x.Meta("params"); err == nil && len(kept) > 0 {
			if !bytes.Equal(kept, b) {
				return errOtherParams
			}
			return nil
		}
	}
	return yaml.Unmarshal(b, &map[string]any{})
}

func checkPromises(b []byte) error {
	bad, err := polite.CheckState(bytes.NewReader(b))
	if err == nil && bad > 0 {
		err = errPromises
	}
	return err
}
