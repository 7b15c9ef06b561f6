package runcheck

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// checkDescription compares the files that describe an ended run with what they are made of. They may be behind: the process
// was killed between the summary and them, or a later version of the program has begun to go on with the run.
func (c *checkup) checkDescription(context.Context) error {
	files, err := session.Describe(c.dir)
	if err != nil || c.rep.damagedIn(func(f string) bool { return f == rundir.ParamsFile || f == rundir.SummaryFile }) {
		return nil // that run.yaml or the summary is not right is found elsewhere
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		have, err := os.ReadFile(filepath.Join(c.dir, name))
		switch mend := english.Phrasef("repair, or the end of the next run, writes it again"); {
		case errors.Is(err, fs.ErrNotExist):
			c.rep.note(name, english.Phrasef("it is missing: it was deleted, or an earlier version ended the run"), mend)
		case err != nil || !bytes.Equal(have, files[name]):
			c.rep.note(name, english.Phrasef("it is not what %s and %s say", rundir.ParamsFile, rundir.SummaryFile), mend)
		default:
			continue
		}
		c.undescribed = append(c.undescribed, name)
	}
	return nil
}

// mendDescription writes the files again that describe an ended run.
func (r *repair) mendDescription(context.Context) error {
	for _, name := range r.undescribed {
		kept := ""
		if !r.opt.DryRun && !r.missing(name) {
			var err error
			if kept, err = rundir.SetAside(r.dir, name); err != nil {
				return err
			}
		}
		r.act(name, kept, english.Phrasef("is written again from %s and %s", rundir.ParamsFile, rundir.SummaryFile))
	}
	if r.opt.DryRun || len(r.did.Before.Findings) == 0 {
		return nil
	}
	if _, err := session.Describe(r.dir); err != nil {
		return nil // what they are made of is lost, and was named
	}
	return session.WriteDescription(r.dir)
}
