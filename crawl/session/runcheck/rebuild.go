package runcheck

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A state is made anew beside the damaged one, and takes its place when it is complete.
const (
	newState     = "state.repair"
	completeFile = "complete" // in newState: everything is in it
)

// plan says what a new state will hold.
type plan struct {
	seq   int               // of the checkpoint, 0 without one
	parts map[string][]byte // of it

	followed map[string][]crawl.Link // from pages whose links are lost
	lost     []int                   // their visits
	archived map[int]*crawl.Visit
	from     origins
	replaced bool // visits or links that a replay needs are not as they were
}

// plan reads everything once.
func (c *checkup) plan(ctx context.Context) (*plan, error) {
	p := &plan{followed: map[string][]crawl.Link{}}
	if err := p.checkpoint(c); err != nil {
		return nil, err
	}
	want, err := c.nowhere(ctx)
	if err != nil {
		return nil, err
	}
	if p.archived, err = c.fromArchive(want); err != nil {
		return nil, err
	}
	s := c.sources(p.archived)
	defer s.close()
	for seq := 1; seq <= c.last; seq++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, linked := s.visit(seq)
		if seq <= p.seq {
			continue
		}
		if links, ok := p.followed[v.Choice.Parent]; ok && !v.Choice.Again {
			p.followed[v.Choice.Parent] = append(links, crawl.Link{URL: v.Choice.URL, Host: v.Choice.Host})
		}
		if !linked {
			p.lost = append(p.lost, seq)
			p.followed[v.Page.URL] = []crawl.Link{}
		}
		p.replaced = p.replaced || !linked || c.x == nil || c.lost[seq]
	}
	p.from = s.from
	return p, nil
}

// nowhere returns the visits that neither the state nor a line has.
func (c *checkup) nowhere(ctx context.Context) (map[int]bool, error) {
	s := c.sources(nil)
	defer s.close()
	want := map[int]bool{}
	for seq := 1; seq <= c.last; seq++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if v, _ := s.visit(seq); v.Choice.URL == "" {
			want[seq] = true
		}
	}
	return want, nil
}

// checkpoint finds the last checkpoint that can be read.
func (p *plan) checkpoint(c *checkup) (err error) {
	if c.x == nil {
		return nil
	}
	if p.seq, p.parts, err = c.x.Checkpoint(); err == nil && p.parts != nil {
		return nil
	}
	p.seq, p.parts = 0, nil
	loose := c.x.LooseParts()
	names := engine.PartNames()
	if len(loose) == 2 { // of a crawl without a Scorer
		names = []string{names[0], names[2]}
	}
	if len(loose) != len(names) {
		return nil
	}
	seq, err := engine.CheckpointSeq(loose[0])
	if err != nil || seq <= 0 || seq > c.last {
		return nil // then the journal is replayed from its beginning
	}
	p.seq, p.parts = seq, map[string][]byte{}
	for i, name := range names {
		p.parts[name] = loose[i]
	}
	return nil
}

// write makes the new state.
func (c *checkup) write(ctx context.Context, p *plan, log *slog.Logger) (err error) {
	dir := filepath.Join(c.dir, newState)
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	store, err := state.Open(dir, state.Options{Logger: log})
	if err != nil {
		return err
	}
	if err = c.fill(ctx, p, store); err == nil {
		err = c.keepMeta(store)
	}
	if err == nil && p.replaced {
		err = store.SetRebuilt(p.lost)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, completeFile), nil, atomicfile.Options{})
}

func (c *checkup) fill(ctx context.Context, p *plan, store *state.Store) error {
	s := c.sources(p.archived)
	defer s.close()
	for seq := 1; seq <= c.last; seq++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		v, _ := s.visit(seq)
		if v.Page != nil && !v.Rejudged {
			v.Page.Links = append(v.Page.Links, p.followed[v.Page.URL]...)
		}
		if err := store.Record(v); err != nil {
			return err
		}
		if seq != p.seq {
			continue
		}
		parts := map[string]io.WriterTo{}
		for name, b := range p.parts {
			parts[name] = bytes.NewReader(b)
		}
		if err := store.Checkpoint(seq, parts); err != nil {
			return err
		}
	}
	return store.Commit()
}

// keepMeta copies what the state keeps by name. run.yaml has a copy of it.
func (c *checkup) keepMeta(store *state.Store) error {
	for _, name := range []string{"params", "learned-from"} {
		var b []byte
		var err error
		if c.x != nil {
			b, err = c.x.Meta(name)
		}
		if len(b) == 0 || err != nil {
			if b, err = c.metaOfParams(name); err != nil {
				return err
			}
		}
		if len(b) == 0 {
			continue
		}
		if err := store.SetMeta(name, b); err != nil {
			return err
		}
	}
	return nil
}

func (c *checkup) metaOfParams(name string) ([]byte, error) {
	p, text, err := session.ReadParams(c.dir)
	if err != nil {
		return nil, english.Errorf("the parameters of the run are lost: neither the state nor %s has them: %w", rundir.ParamsFile, err)
	}
	if name == "params" {
		return text, nil
	}
	return []byte(p.Learned), nil
}

// swap lets the new state take the place of the damaged one, which is set aside. What is
// beside the journal moves over.
func (c *checkup) swap() (kept string, err error) {
	old, fresh := filepath.Join(c.dir, rundir.StateDir), filepath.Join(c.dir, newState)
	for _, name := range []string{"promises", "inflight", "crash.last"} {
		if _, err := os.Stat(filepath.Join(old, name)); err == nil {
			if err := atomicfile.Move(filepath.Join(old, name), filepath.Join(fresh, name), atomicfile.Options{}); err != nil {
				return "", err
			}
		}
	}
	if !c.missing(rundir.StateDir) {
		if kept, err = rundir.SetAside(c.dir, rundir.StateDir); err != nil {
			return "", err
		}
	}
	return kept, finish(c.dir)
}

// finish puts a complete new state in its place.
func finish(dir string) error {
	fresh := filepath.Join(dir, newState)
	if err := atomicfile.Move(fresh, filepath.Join(dir, rundir.StateDir), atomicfile.Options{}); err != nil {
		return err
	}
	return os.Remove(filepath.Join(dir, rundir.StateDir, completeFile))
}
