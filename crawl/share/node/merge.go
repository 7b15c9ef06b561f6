package node

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// Merged counts what came together.
type Merged struct {
	Parts    int `json:"parts"`
	Visits   int `json:"visits"`
	Pages    int `json:"pages"`
	Relevant int `json:"relevant"`
	Archives int `json:"archives"` // WARC files
	// Repeats are pages that repeat one of another part, which no part had found out.
	Repeats int `json:"repeats,omitempty"`
	// Waiting are the links with which the merged crawl goes on; 0 of a folder for reading.
	Waiting int `json:"waiting,omitempty"`
	// Lost counts visits whose WARC records are in none of the folders: the part has moved, and
	// the disk of the node that had it is not there. Their lines name the file, as lost.
	Lost int `json:"lost,omitempty"`
	// Earlier is by how many seconds at most the time of a page is before the time of a page of another part
	// which led to it: the clocks of their machines differed, or the part of the latter was begun anew. 0 if
	// that is less than a minute.
	Earlier float64 `json:"earlier,omitempty"`
	// Missing are the parts of the crawl that are in none of the folders.
	Missing []int `json:"missing,omitempty"`
}

// Merge makes the run folder out of the parts of the crawl in dirs: one folder, or the folders
// of several nodes. Visits are in the order in which they were fetched, visits of the same
// time in the order of their parts, and numbered anew. Of two pages of different parts that
// say the same the later one repeats the other. The crawl must not be running: the error is a
// *state.LockedError then. On an error out is removed.
func Merge(ctx context.Context, dirs []string, out string, log *slog.Logger) (Merged, error) {
	return (&merge{ctx: ctx, out: out, log: log}).run(dirs)
}

// MergeToContinue is Merge, and out goes on as a run that is not divided: with all links that wait, and
// what the parts have learned, promised and written to each other. spec is the spec of the parts; see
// session.ReadKnowledge. The errors are Merge's, and a *MissingError.
func MergeToContinue(ctx context.Context, dirs []string, out string, spec session.Spec) (Merged, error) {
	return (&merge{ctx: ctx, out: out, log: cmp.Or(spec.Logger, slog.Default()), spec: &spec}).run(dirs)
}

// merge is a merge under way.
type merge struct {
	ctx     context.Context
	out     string
	log     *slog.Logger
	spec    *session.Spec // nil: out is for reading
	dirs    []string
	parts   []*state.Store
	folders []string
	known   []*session.Knowledge // of the parts, if the crawl goes on
	whole   *session.Knowledge
	closers []io.Closer
	order   []entry
	repeats repeats
	left    []string        // folders of parts that have moved, or were begun anew elsewhere
	stored  map[string]int  // visits by WARC file
	gone    map[string]bool // WARC files that are in none of the folders
	clocks  clocks
	n       Merged
}

// entry is a visit of a part.
type entry struct {
	at   int64 // nanoseconds
	part int32
	seq  int32
}

func (g *merge) run(dirs []string) (m Merged, err error) {
	folders, missing, err := partsOf(dirs)
	if err != nil {
		return m, err
	}
	if g.spec != nil && len(missing) > 0 {
		return m, &MissingError{missing}
	}
	if _, err := os.Lstat(g.out); err == nil {
		return m, &ExistsError{g.out}
	}
	defer func() {
		err = errors.Join(err, g.close())
		if err != nil {
			err = errors.Join(err, os.RemoveAll(g.out))
		}
	}()
	g.stored, g.gone, g.left = map[string]int{}, map[string]bool{}, leftBehind(dirs, folders)
	for _, folder := range folders {
		if err := g.open(folder); err != nil {
			return m, err
		}
	}
	g.dirs, g.n.Parts, g.n.Missing = dirs, len(folders), missing
	err = g.make()
	return g.n, err
}

// partsOf are the run folders of all parts in dirs, in their order, and which there are not.
func partsOf(dirs []string) (folders []string, missing []int, err error) {
	byPart, parts := map[int]string{}, 0
	for _, dir := range dirs {
		of := rundir.Parts(dir)
		if _, err := os.Stat(filepath.Join(dir, rundir.PartsDir)); len(of) == 0 && err != nil {
			return nil, nil, &NotPartsError{dir}
		} // a node may have no part left: others have begun them anew
		for i, folder := range of {
			part, n, ok := rundir.PartOf(folder)
			if !ok {
				return nil, nil, &NotPartsError{dir}
			}
			if parts != 0 && n != parts {
				return nil, nil, &OtherCrawlError{folder, n, parts}
			}
			if other, ok := byPart[part]; ok {
				if folder, err = later(other, folder); err != nil {
					return nil, nil, err
				}
				if folder == "" {
					return nil, nil, &PartTwiceError{part, [2]string{other, of[i]}}
				}
			}
			byPart[part], parts = folder, n
		}
	}
	parts = max(parts, asideOf(dirs, byPart))
	if len(byPart) == 0 {
		return nil, nil, &NotPartsError{dirs[0]}
	}
	for part := range parts {
		if folder, ok := byPart[part]; ok {
			folders = append(folders, folder)
		} else {
			missing = append(missing, part)
		}
	}
	return folders, missing, nil
}

// asideOf takes folders that nodes have put aside for those of their parts that have come further: when all nodes leave
// at once, a part is given to one that leaves before it has begun it. It returns in how many parts their crawl is, if
// it took any. What cannot be read is left where it is: its part is missing, or another folder has it.
func asideOf(dirs []string, byPart map[int]string) (parts int) {
	for _, folder := range leftBehind(dirs, slices.Collect(maps.Values(byPart))) {
		part, n, ok := rundir.PartOf(folder)
		if !ok {
			continue
		}
		number, err := copiedUpTo(folder)
		if err != nil || number <= 0 { // not copied: it was begun anew elsewhere, and is not of the crawl any more
			continue
		}
		if other := byPart[part]; other != "" {
			if folder, err = later(other, folder); err != nil || folder == "" {
				continue
			}
		}
		byPart[part], parts = folder, n
	}
	return parts
}

// later is the one of two folders of a part that has come further, of parts that move with their
// journals (crawl/share/node): a node that died has not put its folder aside. "": they do not.
func later(a, b string) (folder string, err error) {
	of, err := copiedUpTo(a)
	if err != nil {
		return "", err
	}
	other, err := copiedUpTo(b)
	switch {
	case err != nil || of <= 0 || other <= 0:
		return "", err
	case other > of:
		return b, nil
	}
	return a, nil
}

// copiedUpTo is up to which number of its copy the journal of a part has come; 0: it has no copy.
func copiedUpTo(folder string) (number int64, err error) {
	f, err := state.Follow(filepath.Join(folder, rundir.StateDir), state.Options{})
	if err != nil {
		return 0, err
	}
	return f.Number(), f.Close()
}

func (g *merge) open(folder string) error {
	if err := rundir.CheckFormat(folder); err != nil {
		return err
	}
	s, err := g.store(folder)
	if err != nil {
		return err
	}
	part := int32(len(g.parts))
	g.parts, g.folders = append(g.parts, s), append(g.folders, folder)
	last := int64(0)
	return s.Visits(func(v *crawl.Visit) error {
		g.clocks.found(v, part)
		last = max(last, v.FetchedAt.UnixNano()) // a new verdict has the time of its page, and comes after what it follows
		g.order = append(g.order, entry{last, part, int32(v.Seq)})
		if v.Stored.File != "" && !v.Rejudged {
			g.stored[v.Stored.File]++
		}
		return g.ctx.Err()
	})
}

// store opens the state of a part, and reads what the part knows if the crawl goes on.
func (g *merge) store(folder string) (*state.Store, error) {
	if g.spec == nil {
		s, err := state.Open(filepath.Join(folder, rundir.StateDir), state.Options{Logger: g.log})
		if err == nil {
			g.closers = append(g.closers, s)
		}
		return s, err
	}
	k, err := session.ReadKnowledge(g.ctx, folder, *g.spec)
	if err != nil {
		return nil, err
	}
	g.known, g.closers = append(g.known, k), append(g.closers, k)
	return k.Store, nil
}

func (g *merge) close() error {
	var errs []error
	for _, c := range slices.Backward(g.closers) {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

func (g *merge) make() error {
	slices.SortFunc(g.order, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.part, b.part), cmp.Compare(a.seq, b.seq))
	})
	if err := g.unite(); err != nil {
		return err
	}
	folder, err := rundir.Open(g.out, rundir.Options{Logger: g.log})
	if err != nil {
		return err
	}
	g.closers = append(g.closers, folder)
	store, err := state.Open(folder.StatePath(), state.Options{Logger: g.log})
	if err != nil {
		return err
	}
	g.closers = append(g.closers, store)
	if err := g.settle(folder, store); err != nil {
		return err
	}
	if err := g.archives(); err != nil {
		return err
	}
	for _, e := range g.order {
		if err := g.record(store, e); err != nil {
			return err
		}
	}
	g.n.Earlier = g.clocks.earlier()
	if err := store.Commit(); err != nil {
		return err
	}
	if g.spec != nil {
		if err := g.keep(store); err != nil {
			return err
		}
	}
	if err := folder.Restore(store); err != nil {
		return err
	}
	return g.finish(folder)
}

// record copies a visit with its text.
func (g *merge) record(to *state.Store, e entry) error {
	if err := g.ctx.Err(); err != nil {
		return err
	}
	from := g.parts[e.part]
	v, err := from.Visit(int(e.seq))
	if err != nil {
		return err
	}
	if v.Text, err = from.Text(int(e.seq)); err != nil {
		return err
	}
	g.clocks.led(v, e.part)
	if g.gone[v.Stored.File] {
		v.Stored = crawl.Ref{File: v.Stored.File}
	}
	v.Learned = nil // the models of the parts are several rows of numbers
	yields, err := g.repeats.settle(to, v, int(e.part))
	if err != nil {
		return err
	}
	g.n.Visits++
	if v.Adds() {
		g.n.Pages++
	}
	for _, v := range []*crawl.Visit{yields, v} {
		if v == nil {
			continue
		}
		g.repeats.learn(v, int(e.part))
		if g.whole != nil {
			g.whole.Count(v)
		}
		if err := to.Record(v); err != nil {
			return err
		}
	}
	return nil
}

// settle writes run.yaml from the parts' own. If no crawl is to go on in the merged folder
// it says that it is merged.
func (g *merge) settle(folder *rundir.Folder, store *state.Store) error {
	p, _, err := session.ReadParams(g.folders[0])
	if err != nil {
		return err
	}
	if g.spec == nil {
		p.Merged = len(g.folders)
	} else if err := inParts(&p, 1, g.parts[0], store); err != nil {
		return err
	}
	return errors.Join(folder.Settle(p, store), rundir.CopySources(g.folders[0], g.out))
}

// leftBehind are the folders of parts that nodes have put aside (crawl/share/node), and those
// that are not the latest of their part.
func leftBehind(dirs, latest []string) (left []string) {
	for _, dir := range dirs {
		for _, folder := range rundir.Parts(dir) {
			if !slices.Contains(latest, folder) {
				left = append(left, folder)
			}
		}
		more, err := filepath.Glob(filepath.Join(dir, rundir.PartsDir, "*.left-*"))
		if err == nil { // the pattern is sound, unless dir has brackets in its name
			left = append(left, slices.DeleteFunc(more, func(f string) bool { return slices.Contains(latest, f) })...)
		}
	}
	return left
}

// archives copies the WARC files under their names: records of a file refer to others by
// name, and the names of two folders differ, because each holds a hash of its folder's. Of
// folders that were put aside it takes those to which a visit refers.
func (g *merge) archives() error {
	to := filepath.Join(g.out, rundir.WARCDir)
	have := func(name string) bool {
		_, err := os.Lstat(filepath.Join(to, name))
		return err == nil
	}
	for i, folder := range slices.Concat(g.folders, g.left) {
		var want func(name string) bool // nil: all
		if i >= len(g.folders) {
			want = func(name string) bool { return g.stored[name] > 0 && !have(name) }
		}
		n, err := warc.Gather(filepath.Join(folder, rundir.WARCDir), to, want)
		if g.n.Archives += n; err != nil {
			return err
		}
	}
	for name, visits := range g.stored {
		if !have(name) {
			g.n.Lost += visits
			g.gone[name] = true
		}
	}
	return nil
}

// finish writes the summary: the parts say why they stopped, and what waits.
func (g *merge) finish(folder *rundir.Folder) error {
	waiting, stopped := 0, ""
	for _, dir := range g.folders {
		s, err := rundir.ReadSummary(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		waiting, stopped = waiting+s.Waiting, cmp.Or(stopped, s.Stopped)
	}
	if g.whole != nil {
		waiting = g.whole.Waiting()
		g.n.Waiting = waiting
	}
	if err := folder.Finish(cmp.Or(stopped, rundir.Running), waiting); err != nil {
		return err
	}
	if err := session.WriteDescription(g.out); err != nil {
		return err
	}
	s, err := rundir.ReadSummary(g.out)
	g.n.Relevant, g.n.Repeats = s.Relevant, g.repeats.n
	return err
}
