package node

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// What a crawl needs to go on, beside what its folder shows.

// unite gives the parts the letters that were under way, and unites what they know in one
// crawl.
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
			heard := k.Store.ReceivedUpTo(from)
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

// inParts makes p the parameters of one of so many parts, 1 of a run that is not divided,
// and copies into its state what another folder's state of the crawl keeps by name.
func inParts(p *session.Params, parts int, from, to *state.Store) error {
	if _, ok := p.Settings["parts"]; ok {
		p.Settings["parts"] = parts
	}
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
			text, _, err := atomicfile.ReadKept(filepath.Join(dir, name), atomicfile.Options{}, json.Valid)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil {
				err = atomicfile.Keep(filepath.Join(to, name), text, atomicfile.Options{})
			}
			if err != nil {
				return fmt.Errorf("crawl/share/node: %w", err)
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
			return fmt.Errorf("crawl/share/node: %w", err)
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
	write := atomicfile.Write
	if filepath.Base(to) == rundir.MarksFile {
		write = atomicfile.Keep
	}
	if err := write(to, out.Bytes(), atomicfile.Options{}); err != nil {
		return fmt.Errorf("crawl/share/node: %w", err)
	}
	return nil
}
