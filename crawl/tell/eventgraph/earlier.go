package eventgraph

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// earlierFile holds, in [Dir], what pages said before they changed or vanished. It is append-only. All else in the folder
// can be made again of what the run keeps; this cannot.
const earlierFile = "earlier.jsonl"

// earlierFormat is the format of its lines.
const earlierFormat = 1

// earlierPage is a line: a version of a page, as far as the next one does not say the same.
type earlierPage struct {
	Format int `json:"format"`
	savedPage
}

// version is the name of a version of a page.
type version struct{ url, key string }

// readEarlier returns the versions of the run in dir in the order in which they were superseded, the last most of them. The
// error is not nil if a newer program wrote some. restored says that the copy of the file was used.
func readEarlier(dir string, most int) (all []*savedPage, restored, err error) {
	text, back, err := atomicfile.Mend(filepath.Join(dir, Dir, earlierFile), atomicfile.Options{}, nil)
	if back != nil {
		restored = back
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, restored, nil
	} else if err != nil {
		return nil, restored, err
	}
	seen := make(map[version]bool)
	for line := range bytes.Lines(text) {
		p := new(earlierPage)
		if json.Unmarshal(line, p) != nil || p.URL == "" {
			continue // verify tells of it
		}
		if p.Format > earlierFormat {
			return nil, restored, english.Errorf("%s has format %d, but this program reads formats up to %d; use a newer version of ontocrawl", earlierFile, p.Format, earlierFormat)
		}
		if v := (version{p.URL, p.Key}); !seen[v] { // a kill between the two files leaves a second one
			seen[v] = true
			all = append(all, &p.savedPage)
		}
	}
	return all[max(0, len(all)-most):], restored, nil
}

// appendEarlier adds versions to the file of the run in dir.
func appendEarlier(dir string, pages []*savedPage) error {
	if len(pages) == 0 {
		return nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, p := range pages {
		if err := e.Encode(earlierPage{earlierFormat, *p}); err != nil {
			return err
		}
	}
	return atomicfile.Append(filepath.Join(dir, Dir, earlierFile), b.Bytes(), atomicfile.Options{})
}

// superseded are the versions of old that the run does not have any more, as now has the key of each page that is there:
// those of pages that changed or vanished, and those that could be read once and cannot be now. pages are the new ones.
// known are the versions that are in the file.
func superseded(old, pages map[string]*savedPage, now map[string]string, known []*savedPage) (out []*savedPage) {
	seen := make(map[version]bool, len(known))
	for _, p := range known {
		seen[version{p.URL, p.Key}] = true
	}
	for url, p := range old {
		next := pages[url]
		if p.Unread || seen[version{url, p.Key}] || now[url] == p.Key && (next == nil || next == p || !next.Unread) {
			continue
		}
		if next == p { // it has changed, and was not read yet
			continue
		}
		if lost := p.without(next); lost != nil {
			out = append(out, lost)
		}
	}
	slices.SortFunc(out, func(a, b *savedPage) int {
		return cmp.Or(a.Fetched.Compare(b.Fetched), cmp.Compare(a.URL, b.URL))
	})
	return out
}

// without returns all that p said and next, which may be nil, does not say; nil if there is nothing. The title and the lead stay: they
// tell of which event the rest is. Of a sentence that next has, too, its text stays, since it counts from now on.
func (p *savedPage) without(next *savedPage) *savedPage {
	still := make(map[string]bool)
	if next != nil {
		for i := range next.Said {
			still[next.Said[i].Text] = true
		}
	}
	out, lost := *p, false
	out.Said, out.Links = make([]saying, len(p.Said)), nil
	for i, s := range p.Said {
		if s.Again = still[s.Text]; s.Again && s.Block != titleBlock && i > mostFirst {
			s.M, s.Days = extract.Mentions{}, nil
		}
		lost = lost || !s.Again && len(s.M.Quantities)+len(s.M.Warnings)+len(s.M.Words)+len(s.M.Storms) > 0
		out.Said[i] = s
	}
	if !lost {
		return nil
	}
	return &out
}

// addEarlier adds versions to b, before the pages as they are.
func addEarlier(b *Builder, all []*savedPage, known places) {
	for _, s := range all {
		page := s.page()
		page.Links, page.Earlier = nil, true
		b.add(page, s.said(known))
	}
}

// AddEarlier adds what pages of the run in dir said before they changed or vanished, as far as a [Keeper] has kept it and
// allow selects it. It must be called before the pages as they are are added. The error is a *[atomicfile.RestoredError] if
// the file was damaged, and all was added.
func (b *Builder) AddEarlier(dir string, allow func(*rundir.Page) bool) error {
	all, restored, err := readEarlier(dir, defaultPages)
	if err != nil {
		return err
	}
	back := make(map[version]bool) // as after a repair
	if len(all) > 0 {
		for p, err := range rundir.Current(dir) {
			if err != nil {
				return err
			}
			back[version{p.URL, keyOf(&p)}] = p.Relevant
		}
	}
	all = slices.DeleteFunc(all, func(p *savedPage) bool {
		return back[version{p.URL, p.Key}] || !allow(&rundir.Page{URL: p.URL, Lang: p.Lang, FetchedAt: rundir.Time{Time: p.Fetched}, Relevant: true})
	})
	addEarlier(b, all, make(places))
	return restored
}
