package fetch

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Promises is a file of what is owed to servers beyond the life of a process:
// pauses that they asked for, how slow they are, and their Crawl-delays. A line is
// on the disk before the request that taught it has returned, so a process that
// is killed has nothing in its head that the next one does not know. Of times
// only differences would survive a restart, so they are kept by the calendar; a
// clock that was put back makes a pause no longer than it may be at all.
type Promises struct {
	log     *slog.Logger
	resumed bool

	mu    sync.Mutex
	name  string
	file  *os.File           // nil once a write has failed
	kept  map[string]promise // the last line of each site and host
	lines int
}

// promise is a line: of a site, or of a host.
type promise struct {
	Site    string        `json:"site,omitempty"`
	Hold    time.Time     `json:"hold,omitzero"` // the site is not asked before
	Refused int           `json:"refused,omitempty"`
	Latency time.Duration `json:"latency_ns,omitempty"`

	Host  string        `json:"host,omitempty"`
	Delay time.Duration `json:"delay_ns,omitempty"` // Crawl-delay
}

func (p *promise) key() string {
	if p.Host != "" {
		return "host " + p.Host
	}
	return "site " + p.Site
}

// idle reports that p asks for nothing more than anybody gets.
func (p *promise) idle(now time.Time) bool {
	return p.Refused == 0 && p.Latency <= slow && p.Delay == 0 && !now.Before(p.Hold)
}

// maxPromise bounds a line: a host has 255 characters.
const maxPromise = 64 << 10

// OpenPromises reads the file of that name, or makes it. One process at a time
// may have it open; that is for the caller to see to. What cannot be read is
// told to log (nil means slog.Default()) and left out.
func OpenPromises(name string, log *slog.Logger) (*Promises, error) {
	if log == nil {
		log = slog.Default()
	}
	p := &Promises{log: log, name: name, kept: map[string]promise{}}
	file, err := os.Open(name)
	switch {
	case err == nil:
		p.resumed = true
		err = errors.Join(p.read(file), file.Close())
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err == nil {
		err = p.compact(time.Now())
	}
	if err != nil {
		return nil, fmt.Errorf("fetch: promises to servers: %w", err)
	}
	return p, nil
}

// Resumed reports whether a process has had the file open before: it may have
// asked any host just now.
func (p *Promises) Resumed() bool { return p.resumed }

// Close closes the file.
func (p *Promises) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file == nil {
		return nil
	}
	err := p.file.Close()
	p.file = nil
	return err
}

// read takes up the lines of r. The last one is torn if a process died of it;
// then the request that it is about had not returned.
func (p *Promises) read(r io.Reader) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxPromise)
	bad := 0
	for sc.Scan() {
		var x promise
		if err := json.Unmarshal(sc.Bytes(), &x); err != nil || x.Site == "" && x.Host == "" {
			bad++
			continue
		}
		p.kept[x.key()] = x
	}
	if errors.Is(sc.Err(), bufio.ErrTooLong) {
		bad++
	} else if sc.Err() != nil {
		return sc.Err()
	}
	if bad > 1 {
		p.log.Warn("part of what was promised to servers cannot be read and is forgotten", "file", p.name, "lines", bad)
	}
	return nil
}

// compact writes the file anew with what still matters. It must be called with
// mu held, or before anybody else knows of p.
func (p *Promises) compact(now time.Time) error {
	tmp, err := os.Create(p.name + ".tmp")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(tmp)
	for key, x := range p.kept {
		if x.idle(now) {
			delete(p.kept, key)
			continue
		}
		if err = json.NewEncoder(w).Encode(x); err != nil {
			break
		}
	}
	err = errors.Join(err, w.Flush(), tmp.Sync())
	if err == nil {
		err = os.Rename(tmp.Name(), p.name)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(p.name))
	}
	if err != nil {
		return errors.Join(err, tmp.Close())
	}
	if p.file != nil {
		p.file.Close() //nolint:errcheck // replaced, and synced line by line
	}
	p.file, p.lines = tmp, len(p.kept)
	return nil
}

func syncFolder(name string) error {
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// keep makes x durable. A failure is told once: a crawl whose disk is full or
// gone ends elsewhere.
func (p *Promises) keep(x promise) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file == nil {
		return
	}
	if err := p.write(x); err != nil {
		p.log.Warn("what is promised to servers cannot be written; after a death of this process it would be forgotten", "err", err)
		p.file.Close() //nolint:errcheck // the error that counts is told
		p.file = nil
	}
}

func (p *Promises) write(x promise) error {
	p.kept[x.key()] = x
	if p.lines++; p.lines > 2*len(p.kept)+1000 {
		return p.compact(time.Now())
	}
	b, err := json.Marshal(x)
	if err != nil {
		return err
	}
	if _, err := p.file.Write(append(b, '\n')); err != nil {
		return err
	}
	return p.file.Sync()
}

// recall makes turns keep the promises of p. No pause is longer than the options
// allow.
func (t *turns) recall(p *Promises) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	for _, x := range p.kept {
		if x.Host != "" {
			h := t.host(x.Host)
			h.delay, h.last = min(max(x.Delay, 0), t.longest), now // when it was asked last is not known
			continue
		}
		s := t.host(x.Site).site
		s.refused = min(max(x.Refused, 0), math.MaxInt32)
		s.latency = min(max(x.Latency, 0), time.Hour)
		s.told = t.paceOf(s)
		if wait := min(x.Hold.Sub(now.Round(0)), t.maxPause); wait > 0 {
			s.hold = later(s.hold, now.Add(wait))
		}
	}
}

// promise is what is to be kept of site. It must be called with t.mu held.
func (t *turns) promise(site *place) promise {
	site.told = t.paceOf(site)
	return promise{Site: site.key, Hold: site.hold.UTC().Round(0), Refused: site.refused, Latency: site.latency}
}

// paced reports that the delay of site is another by a quarter than the one that
// is kept. It must be called with t.mu held.
func (t *turns) paced(site *place) bool {
	now := t.paceOf(site)
	return now*4 > site.told*5 || now*5 < site.told*4
}
