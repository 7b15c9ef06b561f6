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

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// follower keeps totals over the pages of a run folder, each in its latest version.
// pages.jsonl and changes.jsonl only grow during a crawl, so reading continues at the old
// end. If one began anew (a rotation, another run), it reads everything again. The zero
// value has read nothing.
type follower struct {
	dir       string
	each      func(*rundir.Page)   // called for each page; may be nil
	changed   func(*rundir.Change) // called for each later version of a page; may be nil
	restarted func()               // called before the pages are read again

	mu      sync.Mutex
	head    []byte // the beginning of pages.jsonl, to recognise it
	offset  int64
	changes tail
	pages   int
	found   int // relevant pages
	known   map[uint64]*known
	early   map[uint64]rundir.Change // changes of pages that are not read yet
	hosts   map[string]*api.HostCount
	curve   []api.Point
	every   int // pages between two points of the curve
}

// known is a page in its latest version.
type known struct {
	seq      int
	relevant bool
	host     *api.HostCount
}

const (
	headSize   = 256
	mostPoints = 200 // of a curve; with twice as many, every second one is dropped
)

// update reads what was added. A folder without pages has none.
func (f *follower) update() error {
	if err := f.readPages(); err != nil || f.head == nil {
		return err
	}
	anew, err := f.readChanges()
	if err == nil && anew {
		f.head = nil
		if err = f.readPages(); err == nil && f.head != nil {
			_, err = f.readChanges()
		}
	}
	return err
}

func (f *follower) readPages() error {
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
	f.changes, f.known, f.early = tail{}, map[uint64]*known{}, map[uint64]rundir.Change{}
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
	return lines(r, func(p *rundir.Page, n int) {
		f.offset += int64(n)
		f.add(p)
	})
}

func (f *follower) add(p *rundir.Page) {
	f.pages++
	name := hostOf(p.URL)
	host := f.hosts[name]
	if host == nil {
		host = &api.HostCount{Host: name}
		f.hosts[name] = host
	}
	host.Pages++
	key := xxhash.Sum64String(p.URL)
	k := &known{seq: p.Seq, host: host}
	f.known[key] = k
	f.turn(k, p.Relevant && !p.Exact)
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
	if c, ok := f.early[key]; ok {
		delete(f.early, key)
		f.change(&c)
	}
}

// turn sets whether a page is relevant.
func (f *follower) turn(k *known, relevant bool) {
	if k.relevant == relevant {
		return
	}
	n := 1
	if k.relevant {
		n = -1
	}
	f.found, k.host.Relevant, k.relevant = f.found+n, k.host.Relevant+n, relevant
}

// change takes a later version of a page.
func (f *follower) change(c *rundir.Change) {
	key := xxhash.Sum64String(c.URL)
	k := f.known[key]
	if k == nil {
		f.early[key] = *c
		return
	}
	if c.Seq <= k.seq { // the page itself, found by a refresh
		return
	}
	k.seq = c.Seq
	f.turn(k, c.Relevant && !c.Exact && c.Change != rundir.ChangeGone)
	if f.changed != nil {
		f.changed(c)
	}
}

// readChanges reads what was added to changes.jsonl. anew reports that it is another
// file, and that everything must be read again.
func (f *follower) readChanges() (anew bool, err error) {
	file, err := os.Open(filepath.Join(f.dir, rundir.ChangesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return f.changes.offset > 0, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	head := make([]byte, headSize)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	if head = head[:n]; info.Size() < f.changes.offset || !bytes.HasPrefix(head, f.changes.head) {
		return true, nil
	}
	f.changes.head = head
	if _, err := file.Seek(f.changes.offset, io.SeekStart); err != nil {
		return false, err
	}
	return false, lines(bufio.NewReaderSize(file, 1<<16), func(c *rundir.Change, n int) {
		f.changes.offset += int64(n)
		f.change(c)
	})
}

// tail is how far a file was read.
type tail struct {
	head   []byte
	offset int64
}

// lines calls each with every whole line of r and its length.
func lines[T any](r *bufio.Reader, each func(x *T, n int)) error {
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var x T
		if err := json.Unmarshal(line, &x); err != nil {
			return err
		}
		each(&x, len(line))
	}
}

// points returns the curve, which ends at the present point. Its other points are as they
// were when the pages were fetched.
func (f *follower) points() []api.Point {
	c := slices.Clone(f.curve)
	if n := len(c); n > 0 && c[n-1].Pages == f.pages {
		c = c[:n-1]
	}
	if f.pages > 0 {
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
