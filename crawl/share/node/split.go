package node

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// Split counts what was divided.
type Split struct {
	Parts   int `json:"parts"`
	Visits  int `json:"visits"`
	Pages   int `json:"pages"`
	Waiting int `json:"waiting"` // links
}

// SplitRun makes of the run in dir one of so many parts in the folder out, which goes on as
// session.OpenDivided with that number of parts. Each part gets the visits, links and accounts of
// its hosts, and a copy of all that was learned and is no host's. WARC files are shared
// (warc.Link). The run stays as it is. spec is the spec of the run; see session.ReadKnowledge.
// The run must not be running: the error is a *state.LockedError then. On an error out is
// removed.
func SplitRun(ctx context.Context, dir string, parts int, out string, spec session.Spec) (n Split, err error) {
	if err := Splittable(dir, parts); err != nil {
		return n, err
	}
	if _, err := os.Lstat(out); err == nil {
		return n, &ExistsError{out}
	}
	s := &splitting{ctx: ctx, dir: dir, out: out, spec: spec, of: cluster.Division{Parts: parts, Site: polite.Site}, log: cmp.Or(spec.Logger, slog.Default())}
	if s.from, err = session.ReadKnowledge(ctx, dir, spec); err != nil {
		return n, err
	}
	defer func() {
		err = errors.Join(err, s.from.Close())
		if err != nil {
			err = errors.Join(err, os.RemoveAll(out))
		}
	}()
	s.n.Parts = parts
	err = s.make()
	return s.n, err
}

// Splittable refuses what is no run that goes on, and numbers of parts that cannot be.
func Splittable(dir string, parts int) error {
	if parts < 2 || parts > cluster.MostParts {
		return &NumberError{parts, cluster.MostParts}
	}
	if err := rundir.CheckFormat(dir); err != nil {
		return err
	}
	if part, parts, ok := rundir.PartOf(dir); ok {
		return &IsPartError{dir, part, parts}
	}
	if _, err := os.Stat(filepath.Join(dir, rundir.ParamsFile)); errors.Is(err, fs.ErrNotExist) && len(rundir.Parts(dir)) == 0 {
		return &NotRunError{dir}
	}
	return session.CheckRun(dir)
}

// splitting is a split under way.
type splitting struct {
	ctx    context.Context
	dir    string
	out    string
	spec   session.Spec
	log    *slog.Logger
	of     cluster.Division
	from   *session.Knowledge
	visits [][]int32 // by part
	models []model
	n      Split
}

// model is a model of the run, and the visit that made it.
type model struct {
	seq int
	*crawl.Model
}

func (s *splitting) make() error {
	if err := s.divide(); err != nil {
		return err
	}
	if _, _, err := rundir.Divide(s.out, s.of.Parts); err != nil {
		return err
	}
	for part := range s.of.Parts {
		if err := s.part(part); err != nil {
			return err
		}
	}
	return joinLines(filepath.Join(s.out, rundir.PartsDir, session.PromisesFile), false, filepath.Join(s.dir, rundir.StateDir, session.PromisesFile))
}

// divide says which visits are whose. A page belongs to the host that answered: if it was
// redirected there, that host's part must know it, and so what became of it later.
func (s *splitting) divide() error {
	s.visits = make([][]int32, s.of.Parts)
	moved := map[string]int{}
	return s.from.Store.Visits(func(v *crawl.Visit) error {
		part := s.of.Of(v.Choice.Host)
		if to, ok := moved[v.Choice.URL]; ok {
			part = to
		} else if v.Page != nil {
			if to := s.of.Of(v.Page.Host); to != part {
				moved[v.Choice.URL], part = to, to
			}
		}
		s.visits[part] = append(s.visits[part], int32(v.Seq))
		if v.Learned != nil {
			s.models = append(s.models, model{v.Seq, v.Learned})
		}
		return s.ctx.Err()
	})
}

// part makes the run folder of a part.
func (s *splitting) part(part int) (err error) {
	dir := rundir.PartDir(s.out, part)
	whole, err := session.NewKnowledge(s.spec, []session.KnowledgeShare{{From: s.from, Of: s.of.Parts, Keep: func(host string) bool { return s.of.Of(host) == part }}})
	if err != nil {
		return err
	}
	folder, err := rundir.Open(dir, rundir.Options{Logger: s.log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	store, err := state.Open(folder.StatePath(), state.Options{Logger: s.log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	p, _, err := session.ReadParams(s.dir)
	if err != nil {
		return err
	}
	if err := errors.Join(inParts(&p, s.of.Parts, s.from.Store, store), folder.Settle(p, store), rundir.CopySources(s.dir, dir)); err != nil {
		return err
	}
	if err := s.record(part, store, whole); err != nil {
		return err
	}
	if err := whole.Keep(store); err != nil {
		return err
	}
	if err := errors.Join(warc.Link(filepath.Join(s.dir, rundir.WARCDir), filepath.Join(dir, rundir.WARCDir)), keepPeople([]string{s.dir}, dir)); err != nil {
		return err
	}
	if err := folder.Restore(store); err != nil {
		return err
	}
	s.n.Waiting += whole.Waiting()
	return folder.Finish(rundir.Running, whole.Waiting())
}

// record copies the visits of a part with their texts. A model that a visit of another part
// has made judges this one's pages, too: it is noted with the last visit before them.
func (s *splitting) record(part int, to *state.Store, k *session.Knowledge) error {
	models, last := s.models, 0
	for i, seq := range s.visits[part] {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		v, err := s.from.Store.Visit(int(seq))
		if err != nil {
			return err
		}
		if v.Text, err = s.from.Store.Text(int(seq)); err != nil {
			return err
		}
		v.Seq, v.Learned = i+1, nil
		for len(models) > 0 && (i+1 == len(s.visits[part]) || models[0].seq < int(s.visits[part][i+1])) {
			if models[0].Number > last {
				v.Learned, last = models[0].Model, models[0].Number
			}
			models = models[1:]
		}
		k.Count(v)
		if s.n.Visits++; v.Adds() {
			s.n.Pages++
		}
		if err := to.Record(v); err != nil {
			return err
		}
	}
	return to.Commit()
}
