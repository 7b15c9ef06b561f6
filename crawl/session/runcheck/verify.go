package runcheck

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// NotRunError reports a folder that holds no run.
type NotRunError struct{ Dir string }

func (e *NotRunError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NotRunError) Message() english.Phrase {
	return english.Phrasef("%s is no run folder: it has none of %s, %s and %s/", e.Dir, rundir.ParamsFile, rundir.PagesFile, rundir.StateDir)
}

// checkup is one reading of a run folder.
type checkup struct {
	dir string
	in  Place
	rep *Report
	x   *state.Examination // nil if there is no state

	last      int                     // visit of which anything is known
	lost      map[int]bool            // visits that cannot be read from the state
	unlinked  map[int]bool            // visits whose links cannot be read
	untexted  map[int]bool            // visits whose text cannot be read
	refs      map[string][]crawl.Ref  // by archive
	noParts   bool                    // the checkpoint cannot be read
	badState  bool                    // the state must be made anew
	holes     []warc.Hole             // in archives
	different []rundir.FileDifference // derived files that differ
	set       []string                // files to be set aside
	copies    []keptFile              // that differ from their copies

	undescribed []string // files that describe the run, and differ from what they are made of
}

// Verify checks the run folder dir and changes nothing. The error is one of [IsRun], a
// *state.LockedError if a process has the run open, a *crawl.FormatError, or one of the
// file system; damage is no error.
func Verify(ctx context.Context, dir string) (*Report, error) {
	c, err := examine(ctx, dir)
	if err != nil {
		return nil, err
	}
	return c.rep, c.close()
}

func examine(ctx context.Context, dir string) (*checkup, error) {
	if err := IsRun(dir); err != nil {
		return nil, err
	}
	if err := rundir.CheckFormat(dir); err != nil {
		return nil, err
	}
	c := &checkup{
		dir: dir, in: Run, rep: &Report{Run: dir, Sound: true, Findings: []Finding{}},
		lost: map[int]bool{}, unlinked: map[int]bool{}, untexted: map[int]bool{}, refs: map[string][]crawl.Ref{},
	}
	for _, check := range []func(context.Context) error{c.checkState, c.checkDerived, c.checkArchive, c.checkFiles, c.checkMade, c.checkDescription} {
		if err := check(ctx); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

func (c *checkup) close() error {
	if c.x == nil {
		return nil
	}
	x := c.x
	c.x = nil
	return x.Close()
}

// IsRun returns nil if a folder holds a run, damaged or not. The error is a *NotRunError, or says that the folder may not be
// read.
func IsRun(dir string) error {
	for _, name := range []string{rundir.ParamsFile, rundir.PagesFile, rundir.StateDir} {
		switch _, err := os.Stat(filepath.Join(dir, name)); {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrPermission):
			return english.Errorf("%s may not be read by this user; call the command as its owner, or change its mode (%w)", dir, err)
		}
	}
	return &NotRunError{dir}
}

// missing reports whether there is nothing of that name in the run folder.
func (c *checkup) missing(name string) bool {
	_, err := os.Lstat(filepath.Join(c.dir, name))
	return errors.Is(err, fs.ErrNotExist)
}
