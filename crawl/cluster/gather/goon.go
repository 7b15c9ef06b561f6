package gather

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/state"
)

// What a crawl needs to go on, beside what its folder shows.

// unite lets the parts hear the letters that were under way, and makes what they know that of
// one crawl.
func (g *merge) unite() (err error) {
	if g.spec == nil {
		return nil
	}
	of := cluster.Division{Parts: len(g.known), Site: polite.Site}
	var shares []session.KnowledgeShare
	for to, k := range g.known {
		for from := range g.known {
			if from == to {
				continue
			}
			heard := k.Store.HeardUpTo(from)
			if err := g.parts[from].Outbox(to, heard, func(l *crawl.Letter) error { k.Hear(l); return g.ctx.Err() }); err != nil {
				return err
			}
		}
		shares = append(shares, session.KnowledgeShare{From: k, Keep: func(host string) bool { return of.Of(host) == to }})
	}
	g.whole, err = session.NewKnowledge(*g.spec, shares)
	return err
}

// keep stores what the merged crawl knows.
func (g *merge) keep(store *state.Store) error {
	if err := g.whole.Keep(store); err != nil {
		return err
	}
	var promises []string
	for _, dir := range g.dirs {
		promises = append(promises, filepath.Join(dir, rundir.PartsDir, session.PromisesFile))
	}
	if err := joinLines(filepath.Join(g.out, rundir.StateDir, session.PromisesFile), false, promises...); err != nil {
		return err
	}
	return keepPeople(g.folders, g.out)
}

// inParts makes p the parameters of one of so many parts, 0 of 1 of a run that is not divided,
// and gives its state what that of another folder of the crawl keeps by name.
func inParts(p *session.Params, part, parts int, from, to *state.Store) error {
	if _, ok := p.Settings["parts"]; ok {
		p.Settings["parts"] = parts
	}
	session.SeedPart(p, part)
	learned, err := from.Meta(session.MetaLearnedFrom)
	if err != nil || len(learned) == 0 {
		return err
	}
	return to.SetMeta(session.MetaLearnedFrom, learned)
}

// keepPeople copies what people have said of the pages of a crawl, and what was learned from
// it: the threshold and the correction of the first folder that has them, the marks of all.
func keepPeople(from []string, to string) error {
	for _, name := range []string{rundir.CalibrationFile, rundir.TaughtFile} {
		for _, dir := range from {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(to, name), text, 0o600)
			}
			if err != nil {
				return fmt.Errorf("crawl/cluster/gather: %w", err)
			}
			break
		}
	}
	var marks []string
	for _, dir := range from {
		marks = append(marks, filepath.Join(dir, rundir.MarksFile))
	}
	return joinLines(filepath.Join(to, rundir.MarksFile), true, marks...)
}

// joinLines writes the lines of files one after the other; once: equal ones once. Without any
// file nothing is written.
func joinLines(to string, once bool, from ...string) error {
	var out bytes.Buffer
	seen, any := map[string]bool{}, false
	for _, name := range from {
		text, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("crawl/cluster/gather: %w", err)
		}
		any = true
		for line := range bytes.Lines(text) {
			if line = bytes.TrimRight(line, "\r\n"); once && seen[string(line)] {
				continue
			} else if once {
				seen[string(line)] = true
			}
			out.Write(line)
			out.WriteByte('\n')
		}
	}
	if !any {
		return nil
	}
	if err := os.WriteFile(to, out.Bytes(), 0o600); err != nil {
		return fmt.Errorf("crawl/cluster/gather: %w", err)
	}
	return nil
}
