package runcheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Options of a Repair.
type Options struct {
	DryRun bool         // say what would be done, and do nothing
	Logger *slog.Logger // nil means slog.Default()
}

// Repaired says what Repair did. The JSON names are an interface.
type Repaired struct {
	DryRun  bool     `json:"dry_run"`
	Before  *Report  `json:"before"`
	Actions []Action `json:"actions"`
	After   *Report  `json:"after"` // nil of a dry run
}

// Action is one thing that was done.
type Action struct {
	File string `json:"file"`
	What string `json:"what"`
	Kept string `json:"kept,omitempty"` // where what it replaced is kept, in the run folder

	what english.Phrase // in any language
}

// repair is a Repair that is under way.
type repair struct {
	*checkup
	opt Options
	log *slog.Logger
	did *Repaired
}

// Repair mends the run folder dir as far as it can be mended. The errors are Verify's,
// and errors of writing. It may be killed at any moment, and given again.
func Repair(ctx context.Context, dir string, opt Options) (*Repaired, error) {
	if opt.Logger == nil {
		opt.Logger = slog.Default()
	}
	if err := resume(dir, opt.DryRun); err != nil {
		return nil, err
	}
	c, err := examine(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &repair{checkup: c, opt: opt, log: opt.Logger, did: &Repaired{DryRun: opt.DryRun, Before: c.rep, Actions: []Action{}}}
	if err := errors.Join(r.run(ctx), c.close()); err != nil {
		return r.did, fmt.Errorf("crawl/session/runcheck: repair %s: %w", dir, err)
	}
	if !opt.DryRun {
		r.did.After, err = Verify(ctx, dir)
	}
	return r.did, err
}

// resume ends a repair that was killed between its last two steps.
func resume(dir string, dry bool) error {
	_, err := os.Stat(filepath.Join(dir, newState, completeFile))
	if _, old := os.Stat(filepath.Join(dir, rundir.StateDir)); err == nil && old != nil && !dry {
		return finish(dir)
	}
	return nil
}

func (r *repair) run(ctx context.Context) error {
	for _, step := range []func(context.Context) error{r.mendArchive, r.mendState, r.mendParams, r.mendCopies, r.setAside, r.mendLines, r.mendDescription} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (r *repair) act(file, kept string, what english.Phrase) { r.did.Act(file, kept, what) }

// Act notes what was done, or is to be done, to a file. kept is where what it replaced is kept.
func (d *Repaired) Act(file, kept string, what english.Phrase) {
	d.Actions = append(d.Actions, Action{File: file, What: what.String(), Kept: kept, what: what})
}

// mendArchive fills the holes of WARC files.
func (r *repair) mendArchive(context.Context) error {
	for _, h := range r.holes {
		name := r.warcFile(h.File)
		kept, err := r.fill(name, h)
		if err != nil {
			r.act(name, kept, english.Phrasef("the hole of %d bytes at byte %d stays: %v", h.Length, h.Offset, err))
			continue
		}
		r.act(name, kept, english.Phrasef("a record that says what is lost fills the hole of %d bytes at byte %d", h.Length, h.Offset))
	}
	return nil
}

func (r *repair) fill(name string, h warc.Hole) (kept string, err error) {
	if r.opt.DryRun {
		return "", nil
	}
	file, kept, err := rundir.KeepAside(r.dir, fmt.Sprintf("%s-at-%d", filepath.Base(name), h.Offset))
	if err != nil {
		return "", err
	}
	err = warc.Fill(filepath.Join(r.dir, name), h, file)
	if err == nil {
		err = file.Sync()
	}
	return kept, errors.Join(err, file.Close())
}

// mendState makes the state anew if it is damaged.
func (r *repair) mendState(ctx context.Context) error {
	if !r.badState {
		return nil
	}
	p, err := r.plan(ctx)
	if err != nil {
		return err
	}
	kept := ""
	if !r.opt.DryRun {
		if err := r.write(ctx, p, r.log); err != nil {
			return err
		}
		if err := r.close(); err != nil { // lets go of the damaged one
			return err
		}
		if kept, err = r.swap(); err != nil {
			return err
		}
	}
	r.act(rundir.StateDir, kept, english.Phrasef("made anew with %d visits, %d of them from the lines of other files, %d from the archive; of %d only the number is known", r.last, p.from.Lines, p.from.Archive, p.from.Nowhere))
	if p.parts == nil && r.last > 0 {
		r.act(rundir.StateDir, "", english.Phrasef("there is no checkpoint, so the crawl begins with its seeds and replays %d visits", r.last))
	}
	if len(p.lost) > 0 {
		r.act(rundir.StateDir, "", english.Phrasef("the links of %d pages are lost in part: the next run reads them from the archive where it has the answer; else only those that were followed are known", len(p.lost)))
	}
	if n := len(r.untexted); n > 0 {
		r.act(rundir.StateDir, "", english.Phrasef("the kept texts of %d pages are lost", n))
	}
	return nil
}

// mendParams writes run.yaml again.
func (r *repair) mendParams(context.Context) error {
	if !r.rep.damagedIn(func(f string) bool { return f == rundir.ParamsFile }) && !r.missing(rundir.ParamsFile) {
		return nil
	}
	if r.opt.DryRun {
		r.act(rundir.ParamsFile, "", english.Phrasef("is written again as the state has it"))
		return nil
	}
	if err := r.close(); err != nil {
		return err
	}
	x, err := state.Examine(filepath.Join(r.dir, rundir.StateDir))
	if err != nil {
		return err
	}
	text, err := x.Meta("params")
	if err = errors.Join(err, x.Close()); err != nil || len(text) == 0 {
		return err
	}
	kept := ""
	if !r.missing(rundir.ParamsFile) {
		if kept, err = rundir.SetAside(r.dir, rundir.ParamsFile); err != nil {
			return err
		}
	}
	r.act(rundir.ParamsFile, kept, english.Phrasef("is written again as the state has it"))
	return atomicfile.Write(filepath.Join(r.dir, rundir.ParamsFile), text, atomicfile.Options{})
}

// mendCopies makes kept files and their copies equal.
func (r *repair) mendCopies(context.Context) error {
	for _, f := range r.copies {
		kept, err := "", error(nil)
		full := filepath.Join(r.dir, filepath.FromSlash(f.name))
		if have, _ := os.ReadFile(full); !r.opt.DryRun && len(have) > 0 && !bytes.Equal(have, f.text) {
			if kept, err = rundir.SetAside(r.dir, f.name); err != nil {
				return err
			}
		}
		if !r.opt.DryRun && len(f.text) == 0 { // neither has anything
			if err := os.Remove(atomicfile.CopyName(full)); err != nil {
				return err
			}
		} else if !r.opt.DryRun {
			if err := atomicfile.Keep(full, f.text, atomicfile.Options{}); err != nil {
				return err
			}
		}
		r.act(f.name, kept, english.Phrasef("is made equal to its copy"))
	}
	return nil
}

// setAside moves files away that cannot be read, and that the next run writes again.
func (r *repair) setAside(context.Context) error {
	for _, name := range r.set {
		kept := ""
		if !r.opt.DryRun {
			var err error
			if kept, err = rundir.SetAside(r.dir, name); err != nil {
				return err
			}
			if err := atomicfile.Remove(filepath.Join(r.dir, name), atomicfile.Options{}); err != nil { // of a kept file, its copy
				return err
			}
		}
		r.act(name, kept, english.Phrasef("is set aside: it cannot be read"))
	}
	return nil
}

// mendLines writes the files of lines as the journal has them.
func (r *repair) mendLines(context.Context) error {
	if len(r.did.Before.Findings) == 0 {
		return nil
	}
	if r.opt.DryRun {
		for _, d := range r.different {
			r.act(d.File, "", english.Phrasef("is written again from the journal"))
		}
		return nil
	}
	if err := r.close(); err != nil {
		return err
	}
	folder, err := rundir.Open(r.dir, rundir.Options{Logger: r.log})
	if err != nil {
		return err
	}
	defer folder.Close() //nolint:errcheck // Restore has written what it writes
	store, err := state.Open(folder.StatePath(), state.Options{Logger: r.log})
	if err != nil {
		return err
	}
	err = folder.Restore(store)
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	for _, d := range r.different {
		r.act(d.File, "", english.Phrasef("is written again from the journal"))
	}
	return nil
}

// Write writes what was done as text for a terminal.
func (d *Repaired) Write(w io.Writer) error {
	p := message.Of(w)
	verb := p.Text("done")
	if d.DryRun {
		verb = p.Text("to do")
	}
	if err := d.Before.Write(w); err != nil {
		return err
	}
	switch {
	case len(d.Actions) > 0:
	case d.DryRun:
		message.Fprint(w, "nothing to do\n")
	default:
		message.Fprint(w, "nothing was done\n")
	}
	for _, a := range d.Actions {
		fmt.Fprintf(w, "%s  %s: %s\n", verb, term.Safe(a.File), said(p, a.what, a.What))
		if a.Kept != "" {
			message.Fprintf(w, "  what it replaced is in %s\n", term.Safe(a.Kept))
		}
	}
	if d.After == nil {
		return nil
	}
	message.Fprint(w, "\nafter the repair:\n")
	return d.After.Write(w)
}
