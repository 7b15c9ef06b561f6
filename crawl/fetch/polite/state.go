package polite

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// State is the file of the persisted politeness state: pauses that servers asked
// for, how slow they are, and their Crawl-delays. A line is on disk before the
// request that taught it returns, so a killed process loses nothing. Times are kept
// by the calendar. If the clock was set back, a pause is still no longer than the
// options of the [Limiter] allow.
type State struct {
	log     *slog.Logger
	resumed bool

	mu    sync.Mutex
	name  string
	file  *os.File          // nil once a write has failed
	known map[string]record // the last line of each site and host
	lines int
	tell  func(Promise) // nil: nobody else asks the same servers
}

// record is a line: of a site, or of a host.
type record struct {
	Site    string        `json:"site,omitempty"`
	Hold    time.Time     `json:"hold,omitzero"` // the site is not asked before
	Refused int           `json:"refused,omitempty"`
	Latency time.Duration `json:"latency_ns,omitempty"`

	Host  string        `json:"host,omitempty"`
	Delay time.Duration `json:"delay_ns,omitempty"` // Crawl-delay

	Sum uint32 `json:"crc,omitempty"` // CRC-32C of the line without it; a line of an earlier version has none
}

// line is the record as it stands in the file.
func (r record) line() ([]byte, error) {
	r.Sum = 0
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	r.Sum = crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
	b, err = json.Marshal(r)
	return append(b, '\n'), err
}

// parse reads a line; false, if it cannot be read or its checksum is another.
func (r *record) parse(line []byte) bool {
	if json.Unmarshal(line, r) != nil || r.Site == "" && r.Host == "" {
		return false
	}
	sum := r.Sum
	b, err := r.line()
	var again record
	return sum == 0 || err == nil && json.Unmarshal(b, &again) == nil && again.Sum == sum
}

func (r *record) key() string {
	if r.Host != "" {
		return "host " + r.Host
	}
	return "site " + r.Site
}

// CheckState reads a file of that form, and returns how many of its lines cannot be read.
// An incomplete last line, which a killed process leaves, does not count.
func CheckState(r io.Reader) (bad int, err error) {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return bad, nil
		}
		if err != nil {
			return bad, err
		}
		var x record
		if !x.parse(line) {
			bad++
		}
	}
}

// idle reports that r changes nothing any more.
func (r *record) idle(now time.Time) bool {
	return r.Refused == 0 && r.Latency <= slow && r.Delay == 0 && !now.Before(r.Hold)
}

// maxRecord bounds a line: a host has 255 characters.
const maxRecord = 64 << 10

// OpenState reads the file of that name, or makes it. The caller sees to it that
// one process at a time has it open. Lines that cannot be read are left out and
// logged (nil means slog.Default()).
func OpenState(name string, log *slog.Logger) (*State, error) {
	s := &State{log: cmp.Or(log, slog.Default()), name: name, known: map[string]record{}}
	file, err := os.Open(name)
	switch {
	case err == nil:
		s.resumed = true
		err = errors.Join(s.read(file), file.Close())
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err == nil {
		err = s.compact(time.Now())
	}
	if err != nil {
		return nil, english.Errorf("polite: politeness state: %w", err)
	}
	return s, nil
}

// Resumed reports whether an earlier process had the file open: it may have asked
// any host just now.
func (s *State) Resumed() bool { return s.resumed }

// Close closes the file.
func (s *State) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}

// read reads the lines of r. The last line may be torn by a killed process; its
// request had not returned.
func (s *State) read(r io.Reader) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxRecord)
	bad := 0
	for sc.Scan() {
		var x record
		if !x.parse(sc.Bytes()) {
			bad++
			continue
		}
		s.known[x.key()] = x
	}
	if errors.Is(sc.Err(), bufio.ErrTooLong) {
		bad++
	} else if sc.Err() != nil {
		return sc.Err()
	}
	if bad > 1 {
		s.log.Warn("part of the politeness state cannot be read and is ignored", "file", s.name, "lines", bad)
	}
	return nil
}

// compact rewrites the file without idle records. It must be called with mu held, or
// before s is shared.
func (s *State) compact(now time.Time) error {
	var b bytes.Buffer
	for key, x := range s.known {
		if x.idle(now) {
			delete(s.known, key)
			continue
		}
		line, err := x.line()
		if err != nil {
			return err
		}
		b.Write(line)
	}
	if err := atomicfile.Write(s.name, b.Bytes(), atomicfile.Options{}); err != nil {
		return err
	}
	file, err := os.OpenFile(s.name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	if s.file != nil {
		s.file.Close() //nolint:errcheck // replaced, and synced line by line
	}
	s.file, s.lines = file, len(s.known)
	return nil
}

// save makes x durable. The first failure is logged and ends the writing: a crawl
// whose disk is full ends elsewhere.
func (s *State) save(x record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tells(&x)
	if s.file == nil {
		return
	}
	if err := s.write(x); err != nil {
		s.log.Warn("the politeness state cannot be written; the next process will not know what servers asked for", "err", err)
		s.file.Close() //nolint:errcheck // the error that counts is logged
		s.file = nil
	}
}

func (s *State) write(x record) error {
	s.known[x.key()] = x
	if s.lines++; s.lines > 2*len(s.known)+1000 {
		return s.compact(time.Now())
	}
	b, err := x.line()
	if err != nil {
		return err
	}
	if _, err := s.file.Write(b); err != nil {
		return err
	}
	return s.file.Sync()
}

// restore takes over what the state knows, within the limits of the options.
func (l *Limiter) restore() {
	l.state.mu.Lock()
	defer l.state.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for _, r := range l.state.known {
		if r.Host != "" {
			h := l.host(r.Host)
			h.delay, h.last = min(max(r.Delay, 0), l.maxDelay), now // the time of its last answer is not known
			continue
		}
		site := l.host(r.Site).site
		site.refused = min(max(r.Refused, 0), math.MaxInt32)
		site.latency = min(max(r.Latency, 0), time.Hour)
		site.saved = l.paceOf(site)
		if wait := min(r.Hold.Sub(now.Round(0)), l.maxPause); wait > 0 {
			site.hold = later(site.hold, now.Add(wait))
		}
	}
}

// record is the state of a site. It must be called with mu held.
func (l *Limiter) record(site *bucket) record {
	site.saved = l.paceOf(site)
	return record{Site: site.key, Hold: site.hold.UTC().Round(0), Refused: site.refused, Latency: site.latency}
}

// paceChanged reports that the delay of a site differs by a quarter from the saved
// one. It must be called with mu held.
func (l *Limiter) paceChanged(site *bucket) bool {
	now := l.paceOf(site)
	return now*4 > site.saved*5 || now*5 < site.saved*4
}
