package runcheck

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// checkDerived compares the files of lines with the journal. If that is damaged they are
// the source of what is rebuilt, so each line is read.
func (c *checkup) checkDerived(context.Context) (err error) {
	if !c.badState {
		c.different, err = rundir.Compare(c.dir, c.x.Journal())
		for _, d := range c.different {
			if d.Short {
				c.rep.note(d.File, english.Phrasef("it ends before the journal does, as a killed process leaves it"), english.Phrasef("the next run completes it"))
				continue
			}
			c.rep.damaged(d.File, english.Phrasef("it is not as the journal says"), english.Phrasef("nothing: the journal has it all"), english.Phrasef("repair, or the next run, writes it again and keeps a copy"))
		}
		return err
	}
	s := &rundir.Salvage{Dir: c.dir, Bad: func(e *rundir.BadLine) {
		c.rep.damaged(e.File, english.Phrasef("%v", e), english.Phrasef("the line, if the journal has lost the visit too"), english.Phrasef("repair writes the file again of what is known"))
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

// checkFiles reads the files of the table that stand alone.
func (c *checkup) checkFiles(context.Context) error {
	root := os.DirFS(c.dir)
	if c.missing(rundir.ParamsFile) && c.stateHasParams() {
		c.rep.damaged(rundir.ParamsFile, english.Phrasef("it is missing"), english.Phrasef("nothing: the state has the parameters"), english.Phrasef("repair writes it again"))
	}
	for _, f := range Files() {
		if f.In != c.in || f.valid == nil {
			continue
		}
		found, err := f.named(root)
		if err != nil {
			return err
		}
		for _, name := range found {
			c.checkFile(&f, name)
		}
	}
	return c.checkCopies()
}

// checkCopies looks for what run.yaml names in the folder: the ontology of the run, its samples.
func (c *checkup) checkCopies() error {
	p, _, err := session.ReadParams(c.dir)
	if err != nil {
		return nil //nolint:nilerr // it was found
	}
	for _, setting := range []string{"ontology", "topic-from", "topics", "taught"} {
		name, _ := p.Settings[setting].(string)
		if session.OntologyOf(c.dir, name) == name { // no copy
			continue
		}
		if row := RowOf(c.in, name); row != nil && c.missing(name) && c.missing(atomicfile.CopyName(name)) {
			c.rep.find(note, name, english.Phrasef("it is missing, and so is its copy"), row.cost, english.Phrasef("the next run makes it again"))
		}
	}
	return nil
}

// checkMade looks for the files that a process had made when it wrote the totals.
func (c *checkup) checkMade(context.Context) error {
	s, err := rundir.ReadSummary(c.dir)
	if err != nil {
		if row := RowOf(c.in, rundir.SummaryFile); c.missing(rundir.SummaryFile) && !c.missing(rundir.CitationFile) { // which is written after it
			c.rep.find(note, rundir.SummaryFile, english.Phrasef("it is missing, and so is its copy"), row.cost, english.Phrasef("the next run makes it again"))
		}
		return nil // it was found, or the run has just begun
	}
	for _, name := range s.Files {
		row := RowOf(c.in, name)
		if row == nil || !c.missing(name) || slices.ContainsFunc(c.rep.Findings, func(f Finding) bool { return f.File == name }) {
			continue
		}
		cost := row.cost
		if cost.IsZero() {
			cost = english.Phrasef("nothing")
		}
		c.rep.find(note, name, english.Phrasef("it is missing, and had been made when %s was written", rundir.SummaryFile), cost, english.Phrasef("the next run makes it again"))
	}
	return nil
}

// named are the names of the files in root; of a kept file there may be the copy alone.
func (f *File) named(root fs.FS) (found []string, err error) {
	if folder, all := strings.CutSuffix(f.Pattern, "/"); all {
		return below(root, folder)
	}
	if found, err = fs.Glob(root, f.Pattern); err != nil || !f.kept {
		return found, err
	}
	copies, err := fs.Glob(root, filepath.ToSlash(atomicfile.CopyName(f.Pattern)))
	for _, name := range copies {
		if of := copyOf(name); !slices.Contains(found, of) {
			found = append(found, of)
		}
	}
	return found, err
}

// below are the names of the kept files below a folder, if it is there.
func below(root fs.FS, folder string) (found []string, err error) {
	err = fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if of := copyOf(name); !slices.Contains(found, of) {
			found = append(found, of)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return found, err
}

// copyOf returns the name of the file of which name is the copy, or name.
func copyOf(name string) string {
	of := path.Join(path.Dir(name), strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "."), ".copy"))
	if name == filepath.ToSlash(atomicfile.CopyName(of)) {
		return of
	}
	return name
}

// anything is right in a file that only its copy vouches for.
func anything(*checkup, []byte) error { return nil }

// stateHasParams reports whether the state can give the parameters of the run.
func (c *checkup) stateHasParams() bool {
	if c.x == nil {
		return false
	}
	kept, err := c.x.Meta("params")
	return err == nil && len(kept) > 0
}

// checkFile reads one of them.
func (c *checkup) checkFile(f *File, name string) {
	full := filepath.Join(c.dir, filepath.FromSlash(name))
	var text []byte
	var err error
	if f.kept {
		var told bool
		if text, told, err = c.checkCopy(name, full); told || text == nil && err == nil {
			return
		}
	} else {
		text, err = os.ReadFile(full)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = f.valid(c, text)
	}
	if err == nil {
		return
	}
	cost := f.cost
	if name == rundir.ParamsFile && !c.stateHasParams() {
		cost = paramsLost()
	}
	c.rep.damaged(name, english.Phrasef("%v", err), cost, f.mend)
	if f.aside {
		c.set = append(c.set, name)
	}
}

// checkCopy compares a kept file with its copy. told says that they differ, which is a finding.
func (c *checkup) checkCopy(name, full string) (text []byte, told bool, err error) {
	text, copied, is, err := atomicfile.Compare(full, atomicfile.Options{})
	if err == nil && is == atomicfile.Bare && len(text) > 0 {
		c.rep.note(name, english.Phrasef("nothing vouches for it: its copy with checksums was deleted, or a person or an earlier version wrote it"), english.Phrasef("the next change of it makes a copy"))
	}
	if err != nil || is == atomicfile.Same || is == atomicfile.Bare {
		return text, false, err
	}
	nothing, from := english.Phrasef("nothing: its copy has it"), english.Phrasef("repair writes it again from its copy")
	kept := atomicfile.CopyName(name)
	c.copies = append(c.copies, keptFile{name, copied})
	switch is {
	case atomicfile.Behind:
		c.rep.note(name, english.Phrasef("it is behind its copy, as a killed process leaves it"), english.Phrasef("whoever reads it next takes its copy"))
	case atomicfile.Gone:
		c.rep.damaged(name, english.Phrasef("it is missing, and its copy %s is there", kept), nothing, english.Phrasef("repair writes it again from its copy; if you deleted it, delete its copy, too"))
	case atomicfile.BadCopy:
		c.copies[len(c.copies)-1].text = text
		c.rep.damaged(kept, english.Phrasef("the copy of %s is damaged", name), nothing, english.Phrasef("repair makes it anew of the file"))
		return text, false, nil
	default:
		if len(text) == 0 {
			c.rep.damaged(name, english.Phrasef("it is empty"), nothing, from)
			break
		}
		c.rep.damaged(name, english.Phrasef("it is not as ontocrawl wrote it: it is damaged, or a person has edited it"), nothing, english.Phrasef("repair writes it again from its copy, and keeps this one in damaged/; if you edited it, delete its copy %s instead", kept))
	}
	return text, true, nil
}

// keptFile is a kept file that differs from its copy, and what it shall hold.
type keptFile struct {
	name string
	text []byte
}

func taught(_ *checkup, b []byte) error {
	_, err := teach.Decode(b)
	return err
}

var (
	errOtherParams = errors.New("it is not what the state keeps: edited, or damaged")
	errLines       = errors.New("lines cannot be read")
	errEmpty       = errors.New("it is empty")
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

func promises(_ *checkup, b []byte) error {
	bad, err := polite.CheckState(bytes.NewReader(b))
	if err == nil && bad > 0 {
		err = errLines
	}
	return err
}
