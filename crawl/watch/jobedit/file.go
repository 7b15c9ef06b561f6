package jobedit

import (
	"context"
	"errors"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/trial"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// File is a file of jobs that people edit. Path is needed. The fields must not change after
// the first call; the methods may be called concurrently.
type File struct {
	Path string
	// Options returns what a file of jobs cannot know, anew for each check: topics may have
	// been edited. Nil: the zero Options.
	Options func() jobfile.Options
	// Accept refuses a file that is right in itself, and says why; nil: none.
	Accept func(*jobfile.File) error
	// InForce returns the file by which jobs are run, since when, and why the one on disk is
	// not used, if that is known. Nil: no daemon uses the file.
	InForce func() (f *jobfile.File, since time.Time, why string)
	// Use is called after a save; nil: nobody is.
	Use func()
	Now func() time.Time // nil means time.Now
	// Trial tries a rule of a job on the finds of the last week; nil: rules cannot be tried.
	Trial func(ctx context.Context, job *monitor.Job, rule string) (*trial.Report, error)

	checks sync.Mutex // one check at a time: it reads ontologies
	saves  sync.Mutex
}

// Read returns the file as it is. Its error is [ErrTooLarge], or says why it cannot be read.
func (f *File) Read(context.Context) (State, error) {
	s, err := read(f.Path)
	if err == nil {
		s.InForce = f.inForce(&s)
	}
	return s, err
}

// inForce returns the version in force beside s.
func (f *File) inForce(s *State) *InForce {
	if f.InForce == nil {
		return nil
	}
	used, since, why := f.InForce()
	if used == nil {
		return nil
	}
	in := &InForce{Version: VersionOf(used.Text), Since: since.UTC()}
	if in.Same = in.Version == s.Version; !in.Same && len(used.Text) <= MaxText {
		in.Why, in.Text = why, string(used.Text)
		in.Diff = unified("in force", s.Name, in.Text, s.Text)
	}
	return in
}

// Check checks a text as the file of jobs, first what it changes that only who edits the file on its
// machine may change: no file that the text names is read then. Its error is [ErrTooLarge], comes
// from ctx, or says why the file cannot be read.
func (f *File) Check(ctx context.Context, text string) (jobfile.Checked, error) {
	_, c, err := f.parsed(ctx, text)
	return c, err
}

// Try tries a rule of a job of a text, which need not be saved.
func (f *File) Try(ctx context.Context, text, job, rule string) (*trial.Report, error) {
	file, c, err := f.parsed(ctx, text)
	switch {
	case err != nil:
		return nil, err
	case file == nil:
		return nil, &InvalidError{f.Path, c}
	case f.Trial == nil:
		return nil, english.Errorf("rules cannot be tried here")
	}
	one, err := file.Job(job)
	if err != nil {
		return nil, english.Errorf("%w: %w", monitor.ErrNotFound, err)
	}
	return f.Trial(ctx, one, rule)
}

// parsed reads and checks a text; the file is nil if it cannot be used.
func (f *File) parsed(ctx context.Context, text string) (*jobfile.File, jobfile.Checked, error) {
	if len(text) > MaxText {
		return nil, jobfile.Checked{}, ErrTooLarge
	}
	f.checks.Lock()
	defer f.checks.Unlock()
	if err := ctx.Err(); err != nil { // who asked has typed on
		return nil, jobfile.Checked{}, err
	}
	var opt jobfile.Options
	if f.Options != nil {
		opt = f.Options()
	}
	now := time.Now
	if f.Now != nil {
		now = f.Now
	}
	was, err := read(f.Path)
	if err != nil {
		return nil, jobfile.Checked{}, err
	}
	base := [][]byte{[]byte(was.Text)}
	if f.InForce != nil { // the file may have been broken with an editor
		if used, _, _ := f.InForce(); used != nil {
			base = append(base, used.Text)
		}
	}
	if found := jobfile.MachineOnly(f.Path, []byte(text), opt, base...); len(found) > 0 {
		return nil, jobfile.Checked{Findings: found, Jobs: []jobfile.CheckedJob{}}, nil
	}
	file, c := jobfile.CheckText(f.Path, []byte(text), opt, now())
	if file == nil || f.Accept == nil {
		return file, c, nil
	}
	if err := f.Accept(file); err != nil {
		file = nil
		c.Valid, c.Jobs = false, []jobfile.CheckedJob{}
		c.Findings = append(c.Findings, yamlread.Finding{File: f.Path, Text: err.Error()})
	}
	return file, c, nil
}

// Save makes text the file of jobs. version is the version of the file from which the text was
// made. The error is a [*ConflictError] if the file holds another version now, an
// [*InvalidError] if the text cannot be used, [ErrTooLarge], or a [*SaveError]; after each the
// file is as it was. The file as it is already is used again.
func (f *File) Save(ctx context.Context, text, version string) (State, error) {
	switch {
	case len(text) > MaxText:
		return State{}, ErrTooLarge
	case !utf8.ValidString(text):
		return State{}, &InvalidError{Name: f.Path, Checked: jobfile.Checked{Findings: []yamlread.Finding{{File: f.Path, Text: "not UTF-8"}}, Jobs: []jobfile.CheckedJob{}}}
	}
	f.saves.Lock()
	defer f.saves.Unlock()
	was, err := f.still(version, text)
	if err != nil {
		return State{}, err
	}
	c, err := f.Check(ctx, text)
	if err != nil {
		return State{}, err
	}
	if !c.Valid {
		return State{}, &InvalidError{f.Path, c}
	}
	if VersionOf([]byte(text)) != version {
		if err := f.replace(text, was); err != nil {
			return State{}, err
		}
	}
	if f.Use != nil {
		f.Use()
	}
	return f.Read(ctx)
}

// replace makes text the file, which is as was says.
func (f *File) replace(text string, was State) error {
	err := replace(f.Path, text, was)
	switch {
	case errors.Is(err, atomicfile.ErrChanged): // after it was read
		if _, err := f.still(was.Version, text); err != nil {
			return err
		}
	case errors.Is(err, atomicfile.ErrBusy):
		err = errors.New("another process saves it now; save again")
	}
	if err != nil {
		err = &SaveError{f.Path, err}
	}
	return err
}

// still returns the file as it is; its error is a [*ConflictError] unless it holds version.
func (f *File) still(version, text string) (State, error) {
	s, err := read(f.Path)
	if err != nil || s.Version == version {
		return s, err
	}
	s.InForce = f.inForce(&s)
	return s, &ConflictError{State: s, Diff: unified(s.Name, "yours", s.Text, text)}
}
