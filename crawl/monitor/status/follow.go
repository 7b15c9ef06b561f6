package status

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// follower keeps totals over the pages of a run folder. pages.jsonl only grows during a
// crawl, so reading continues at the old end. If the file began anew (a rotation,
// another run), it reads all pages again. The zero value has read nothing.
type follower struct {
	dir       string
	each      func(*rundir.Page) // called for each page; may be nil
	restarted func()             // called before the pages are read again

	mu     sync.Mutex
	head   []byte // the beginning of pages.jsonl, to recognise it
	offset int64
	pages  int
	found  int // relevant pages
	hosts  map[string]*api.HostCount
	curve  []api.Point
	every  int // pages between two points of the curve
}

const (
	headSize   = 256
	mostPoints = 200 // of a curve; with twice as many, every second one is dropped
)

// update reads what was added. A folder without pages has none.
func (f *follower) update() error {
	file, err := os.Open(filepath.Join(f.dir, rundir.PagesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	head := make([]byte, headSize)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if head = head[:n]; f.head == nil || info.Size() < f.offset || !bytes.HasPrefix(head, f.head) {
		return f.begin(head)
	}
	f.head = head
	if _, err := file.Seek(f.offset, io.SeekStart); err != nil {
		return err
	}
	return f.rest(bufio.NewReaderSize(file, 1<<16))
}

// begin reads all pages, including earlier parts.
func (f *follower) begin(head []byte) error {
	f.pages, f.found, f.curve, f.every, f.hosts = 0, 0, nil, 1, map[string]*api.HostCount{}
	if f.restarted != nil {
		f.restarted()
	}
	var last int
	for p, err := range rundir.Pages(f.dir) {
		if err != nil {
			f.head = nil
			return err
		}
		f.add(&p)
		last = p.Seq
	}
	f.head = head
	return f.place(last)
}

// place finds the end of the line of visit seq, where reading continues.
func (f *follower) place(seq int) error {
	f.offset = 0
	file, err := os.Open(filepath.Join(f.dir, rundir.PagesFile))
	if err != nil {
		return err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, 1<<16)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return nil // the end, or an incomplete line
		}
		var p struct {
			Seq int `json:"seq"`
		}
		if err := json.Unmarshal(line, &p); err != nil || p.Seq > seq {
			return nil
		}
		f.offset += int64(len(line))
	}
}

// rest reads whole lines.
func (f *follower) rest(r *bufio.Reader) error {
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var p rundir.Page
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		f.offset += int64(len(line))
		f.add(&p)
	}
}

func (f *follower) add(p *rundir.Page) {
	f.pages++
	host := f.hosts[hostOf(p.URL)]
	if host == nil {
		host = &api.HostCount{Host: hostOf(p.URL)}
		f.hosts[host.Host] = host
	}
	host.Pages++
	if p.Relevant {
		f.found++
		host.Relevant++
	}
	if f.pages%f.every == 0 {
		f.curve = append(f.curve, api.Point{Pages: f.pages, Relevant: f.found})
	}
	if len(f.curve) >= 2*mostPoints { // every second point goes
		f.every *= 2
		f.curve = slices.DeleteFunc(f.curve, func(p api.Point) bool { return p.Pages%f.every != 0 })
	}
	if f.each != nil {
		f.each(p)
	}
}

// points returns the curve with the present point.
func (f *follower) points() []api.Point {
	c := slices.Clone(f.curve)
	if f.pages > 0 && (len(c) == 0 || c[len(c)-1].Pages != f.pages) {
		c = append(c, api.Point{Pages: f.pages, Relevant: f.found})
	}
	return c
}

// topHosts returns the n hosts with the most relevant pages.
func (f *follower) topHosts(n int) []api.HostCount {
	all := make([]api.HostCount, 0, len(f.hosts))
	for _, name := range slices.Sorted(maps.Keys(f.hosts)) {
		all = append(all, *f.hosts[name])
	}
	slices.SortStableFunc(all, func(a, b api.HostCount) int {
		return cmp.Or(cmp.Compare(b.Relevant, a.Relevant), cmp.Compare(b.Pages, a.Pages))
	})
	return all[:min(n, len(all))]
}
