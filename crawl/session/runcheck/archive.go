package runcheck

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// checkArchive reads every record of every WARC file with its digests, compares the places
// with the journal, and makes the index that replay tools would read.
func (c *checkup) checkArchive(ctx context.Context) error {
	folder, err := warc.OpenFolder(filepath.Join(c.dir, rundir.WARCDir))
	if errors.Is(err, fs.ErrNotExist) {
		c.away(slices.Sorted(maps.Keys(c.refs)))
		return nil
	}
	if err != nil {
		return err
	}
	defer folder.Close() //nolint:errcheck // only read
	names, err := folder.Files()
	if err != nil {
		return err
	}
	c.rep.Archives = len(names)
	checks := map[string]*warc.FileCheck{}
	var revisits []revisit
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		check, err := folder.Check(name, c.need(name, names), func(r *warc.Record, _, _ int64, _ []byte) {
			if file, at, ok := warc.Refers(r); ok {
				revisits = append(revisits, revisit{name, file, at})
			}
		})
		if err != nil {
			return err
		}
		checks[name] = check
		c.archiveFaults(name, check)
	}
	for _, r := range revisits {
		if check := checks[r.file]; check != nil && !check.At(r.at) && !filled(check, r.at) {
			c.rep.damaged(c.warcFile(r.in), english.Phrasef("a revisit record refers to byte %d of %s, where no sound record is", r.at, r.file),
				english.Phrasef("the body of that answer"), english.Phrasef("nothing can bring it back; the rest of the archive is as it was"))
		}
	}
	var gone []string
	for name := range c.refs {
		if checks[name] == nil {
			gone = append(gone, name)
		}
	}
	slices.Sort(gone)
	c.away(gone)
	return c.checkIndex(folder)
}

// revisit is a record that refers to an earlier one.
type revisit struct {
	in, file string
	at       int64
}

func (c *checkup) warcFile(name string) string { return filepath.Join(rundir.WARCDir, name) }

// need is the end of the last record of a file to which the journal refers. Of a journal
// that cannot be read all but the last file must be whole.
func (c *checkup) need(name string, all []string) (end int64) {
	for _, r := range c.refs[name] {
		end = max(end, r.Offset+r.Length)
	}
	if name != all[len(all)-1] && len(c.lost) > 0 {
		end = max(end, 1)
	}
	return end
}

func (c *checkup) archiveFaults(name string, check *warc.FileCheck) {
	c.rep.Answers += check.Answers
	c.holes = append(c.holes, check.Holes...)
	for _, h := range check.Holes {
		visits := 0
		for _, r := range c.refs[name] {
			if r.Offset < h.Offset+h.Length && h.Offset < r.Offset+r.Length {
				visits++
			}
		}
		c.rep.damaged(c.warcFile(name), english.Phrasef("no record can be read from byte %d to byte %d: %v", h.Offset, h.Offset+h.Length, h.Err),
			english.Phrasef("archived answers of %d visits, in part or in full; their judgements and texts stay", visits),
			english.Phrasef("repair puts a record of the same size there that says so, and keeps the bytes in %s/", rundir.DamagedDir))
	}
	given := 0
	for _, r := range c.refs[name] {
		if filled(check, r.Offset) {
			given++
			continue
		}
		if !check.At(r.Offset) && !slices.ContainsFunc(check.Holes, func(h warc.Hole) bool {
			return r.Offset >= h.Offset && r.Offset < h.Offset+h.Length
		}) {
			c.rep.damaged(c.warcFile(name), english.Phrasef("the journal names a record at byte %d, where none begins", r.Offset),
				english.Phrasef("the archived answers of such visits: the file is another one"), english.Phrasef("restore the file from a copy"))
		}
	}
	if given > 0 {
		c.rep.note(c.warcFile(name), english.Phrasef("the answers of %d visits were lost before; a record of repair stands in their place", given),
			english.Phrasef("nothing can bring them back but a copy of the file; their judgements and texts stay"))
	}
}

// filled reports whether a record of repair stands at byte at: what was there is given up.
func filled(check *warc.FileCheck, at int64) bool {
	return slices.ContainsFunc(check.Filled, func(h warc.Hole) bool { return h.Offset <= at && at < h.Offset+h.Length })
}

// away notes archives that are not there: they may be moved away.
func (c *checkup) away(names []string) {
	for _, name := range names {
		c.rep.note(c.warcFile(name), english.Phrasef("the file, with the answers of %d visits, is not there", len(c.refs[name])),
			english.Phrasef("nothing is to be done if it was moved away on purpose"))
	}
}

// checkIndex makes the CDXJ index.
func (c *checkup) checkIndex(folder *warc.Folder) error {
	if len(c.holes) > 0 {
		return nil // it cannot be made, and that is said
	}
	n, err := folder.Index(io.Discard)
	if err != nil {
		return err
	}
	if n != c.rep.Answers {
		c.rep.damaged(rundir.WARCDir, english.Phrasef("the index has %d lines for %d answers", n, c.rep.Answers), english.Phrasef("replay tools miss answers"), english.Phrasef("nothing; this is a fault of the program"))
	}
	return nil
}
