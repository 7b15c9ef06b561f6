package gather

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
	"github.com/ontocrawl/ontocrawl/message"
)

// Merged counts what came together.
type Merged struct {
	Parts    int `json:"parts"`
	Visits   int `json:"visits"`
	Pages    int `json:"pages"`
	Relevant int `json:"relevant"`
	Archives int `json:"archives"` // WARC files
	// Lost counts visits whose WARC records are in none of the folders: the part has moved, and
	// the disk of the node that had it is not there. Their lines still name the file.
	Lost int `json:"lost,omitempty"`
	// Missing are the parts of the crawl that are in none of the folders.
	Missing []int `json:"missing,omitempty"`
}

// NotPartsError reports a folder that holds no crawl in parts.
type NotPartsError struct{ Dir string }

func (e *NotPartsError) Error() string { return e.Localize(nil) }

// Localize says it in the language of p.
func (e *NotPartsError) Localize(p *message.Printer) string {
	return p.Sprintf("%s holds no crawl in parts: there is no folder %s in it", e.Dir, rundir.PartDir(e.Dir, 0))
}

// ExistsError reports that the folder to make is there already.
type ExistsError struct{ Dir string }

func (e *ExistsError) Error() string { return e.Localize(nil) }

// Localize says it in the language of p.
func (e *ExistsError) Localize(p *message.Printer) string {
	return p.Sprintf("%s is there already; name a folder that is not, and it will be made", e.Dir)
}

// PartTwiceError reports a part that two folders have.
type PartTwiceError struct {
	Part int
	Dirs [2]string // run folders of the part
}

func (e *PartTwiceError) Error() string { return e.Localize(nil) }

// Localize says it in the language of p.
func (e *PartTwiceError) Localize(p *message.Printer) string {
	return p.Sprintf("%s and %s are both part %d; give each part of one crawl once", e.Dirs[0], e.Dirs[1], e.Part)
}

// OtherCrawlError reports folders of crawls in different numbers of parts.
type OtherCrawlError struct {
	Dir        string
	Have, Want int // parts
}

func (e *OtherCrawlError) Error() string { return e.Localize(nil) }

// Localize says it in the language of p.
func (e *OtherCrawlError) Localize(p *message.Printer) string {
	return p.Sprintf("%s is of a crawl in %d parts, not in %d; only parts of one crawl can be merged", e.Dir, e.Have, e.Want)
}

// Merge makes the run folder out of the parts of the crawl in dirs: one folder, or those of
// several nodes. Visits are in the order in which they were fetched, those of the same time
// in that of their parts, and numbered anew. The crawl must not be running: the error is a
// *state.LockedError then. On an error out is removed.
func Merge(ctx context.Context, dirs []string, out string, log *slog.Logger) (m Merged, err error) {
	folders, missing, err := partsOf(dirs)
	if err != nil {
		return m, err
	}
	if _, err := os.Lstat(out); err == nil {
		return m, &ExistsError{out}
	}
	g := &merge{ctx: ctx, out: out, log: log, stored: map[string]int{}}
	defer func() {
		err = errors.Join(err, g.close())
		if err != nil {
			err = errors.Join(err, os.RemoveAll(out))
		}
	}()
	for _, folder := range folders {
		if err := g.open(folder); err != nil {
			return m, err
		}
	}
	g.n.Parts, g.n.Missing, g.left = len(folders), missing, leftBehind(dirs, folders)
	err = g.make()
	return g.n, err
}

// partsOf are the run folders of all parts in dirs, in their order, and which there are not.
func partsOf(dirs []string) (folders []string, missing []int, err error) {
	byPart, parts := map[int]string{}, 0
	for _, dir := range dirs {
		of := rundir.Parts(dir)
		if len(of) == 0 {
			return nil, nil, &NotPartsError{dir}
		}
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
	for part := range parts {
		if folder, ok := byPart[part]; ok {
			folders = append(folders, folder)
		} else {
			missing = append(missing, part)
		}
	}
	return folders, missing, nil
}

// later is the one of two folders of a part that has come further, of parts that move with their
// journals (crawl/cluster/node): a node that died has not put its folder aside. "": they do not.
func later(a, b string) (folder string, err error) {
	folder = a
	var numbers [2]int64
	for i, dir := range []string{a, b} {
		f, err := state.Follow(filepath.Join(dir, rundir.StateDir), state.Options{})
		if err != nil {
			return "", err
		}
		if numbers[i] = f.Number(); numbers[i] <= 0 {
			folder = ""
		}
		if err := f.Close(); err != nil {
			return "", err
		}
	}
	if folder != "" && numbers[1] > numbers[0] {
		folder = b
	}
	return folder, nil
}

// merge is a merge under way.
type merge struct {
	ctx     context.Context
	out     string
	log     *slog.Logger
	parts   []*state.Store
	folders []string
	left    []string       // folders of parts that have moved, or were begun anew elsewhere
	stored  map[string]int // visits by WARC file
	closers []io.Closer
	order   []entry
	n       Merged
}

// entry is a visit of a part.
type entry struct {
	at   int64 // nanoseconds
	part int32
	seq  int32
}

func (g *merge) open(folder string) error {
	if err := rundir.CheckFormat(folder); err != nil {
		return err
	}
	s, err := state.Open(filepath.Join(folder, rundir.StateDir), state.Options{Logger: g.log})
	if err != nil {
		return err
	}
	part := int32(len(g.parts))
	g.parts, g.folders, g.closers = append(g.parts, s), append(g.folders, folder), append(g.closers, s)
	last := int64(0)
	return s.Visits(func(v *crawl.Visit) error {
		last = max(last, v.FetchedAt.UnixNano()) // a new verdict has the time of its page, and comes after what it follows
		g.order = append(g.order, entry{last, part, int32(v.Seq)})
		if v.Stored.File != "" && !v.Rejudged {
			g.stored[v.Stored.File]++
		}
		return g.ctx.Err()
	})
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
	for i, e := range g.order {
		if err := g.record(store, i+1, e); err != nil {
			return err
		}
	}
	if err := errors.Join(g.archives(), store.Commit()); err != nil {
		return err
	}
	if err := folder.Restore(store); err != nil {
		return err
	}
	return g.finish(folder)
}

// record copies a visit with its text.
func (g *merge) record(to *state.Store, seq int, e entry) error {
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
	v.Seq = seq
	v.Learned = nil // the models of the parts are several rows of numbers
	g.n.Visits++
	if v.Adds() {
		g.n.Pages++
	}
	return to.Record(v)
}

// settle writes run.yaml: that of the parts, which says that it is merged. So no crawl goes
// on in the merged folder.
func (g *merge) settle(folder *rundir.Folder, store *state.Store) error {
	p, _, err := session.ReadParams(g.folders[0])
	if err != nil {
		return err
	}
	p.Merged = len(g.folders)
	return folder.Settle(p, store)
}

// leftBehind are the folders of parts that nodes have put aside (crawl/cluster/node), and those
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
			left = append(left, more...)
		}
	}
	return left
}

// archives copies the WARC files under their names: records of a file refer to others by
// name, and the names of two folders differ, because each holds a hash of its folder's. Of
// folders that were put aside it takes those to which a visit refers.
func (g *merge) archives() error {
	for i, folder := range slices.Concat(g.folders, g.left) {
		from := filepath.Join(folder, rundir.WARCDir)
		files, err := os.ReadDir(from)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("crawl/cluster/gather: %w", err)
		}
		for _, f := range files {
			aside := i >= len(g.folders)
			if f.Type().IsRegular() && strings.HasSuffix(f.Name(), warc.ExtGzip) && (!aside || g.stored[f.Name()] > 0) {
				if err := g.copy(filepath.Join(from, f.Name()), f.Name()); err != nil {
					return fmt.Errorf("crawl/cluster/gather: %w", err)
				}
				g.n.Archives++
				delete(g.stored, f.Name())
			}
		}
	}
	for _, visits := range g.stored {
		g.n.Lost += visits
	}
	return nil
}

func (g *merge) copy(from, name string) error {
	to := filepath.Join(g.out, rundir.WARCDir)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close() //nolint:errcheck // only read
	dst, err := os.OpenFile(filepath.Join(to, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	if err == nil {
		err = dst.Sync()
	}
	return errors.Join(err, dst.Close())
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
	if err := folder.Finish(cmp.Or(stopped, rundir.Running), waiting); err != nil {
		return err
	}
	s, err := rundir.ReadSummary(g.out)
	g.n.Relevant = s.Relevant
	return err
}
