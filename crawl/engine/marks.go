package engine

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Standing is how much speaks against a URL.
type URLStanding uint8

// The standings; see the package comment.
const (
	Clear URLStanding = iota
	Suspect
	Accused
	Quarantined
)

// Options of Marks. The zero value is ready.
type MarksOptions struct {
	// Crashed reports that Go has left a report of the last process's crash: it was not
	// killed from outside.
	Crashed bool
	Machine Machine      // nil: the machine of this process
	Logger  *slog.Logger // nil means slog.Default()
}

// Marks are the URLs in flight, in a file. One goroutine uses them. A write that fails is
// logged once and ends the marking: a full disk ends the crawl elsewhere.
type Marks struct {
	name string
	log  *slog.Logger
	this life

	file     *os.File // nil once a write has failed, and after Close
	size     int
	flying   map[string]bool
	standing map[string]URLStanding // of those that are not clear
	line     []byte
}

// maxSize is the size of the file at which it is written anew.
const maxSize = 256 << 10

// Open reads the file that the last process left, judges, and begins a new one. The
// caller sees to it that one process at a time has it open.
func OpenMarks(name string, opt MarksOptions) (*Marks, error) {
	if opt.Machine == nil {
		opt.Machine = kernel{}
	}
	m := &Marks{name: name, log: cmp.Or(opt.Logger, slog.Default()), this: lifeOn(opt.Machine), flying: map[string]bool{}, standing: map[string]URLStanding{}}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("crawl/engine: %w", err)
	}
	left := parse(text)
	m.standing = left.judge(m.this, opt.Crashed)
	for _, url := range slices.Sorted(maps.Keys(m.standing)) {
		now, was := m.standing[url], left.standing[url]
		switch {
		case now == was:
		case now == Quarantined:
			m.log.Warn("a page is quarantined: the process died again and again while it was at work on it", "url", url)
		case now > was:
			m.log.Warn("the last process died while it was at work on this page; it is tried alone", "url", url, "standing", now.String())
		}
	}
	if err := m.rewrite(); err != nil {
		return nil, fmt.Errorf("crawl/engine: %w", err)
	}
	return m, nil
}

// String returns the word of the log.
func (s URLStanding) String() string {
	return [...]string{"clear", "suspect", "accused", "quarantined"}[min(s, Quarantined)]
}

// Standing is how much speaks against url.
func (m *Marks) Standing(url string) URLStanding { return m.standing[url] }

// Begin marks url as in flight. Call it before any work on it.
func (m *Marks) Begin(url string) {
	m.flying[url] = true
	m.write('+', 0, url)
}

// End takes the mark of url away: the process has survived it. It is clear, unless it
// is quarantined.
func (m *Marks) End(url string) {
	if !m.flying[url] {
		return
	}
	delete(m.flying, url)
	if m.standing[url] != Quarantined {
		delete(m.standing, url)
	}
	m.write('-', 0, url)
}

// Wait notes that an accused url begins to wait for its trial.
func (m *Marks) Wait(url string) { m.write('w', 0, url) }

// Release makes a quarantined url a suspect, to be tried once more.
func (m *Marks) Release(url string) {
	m.standing[url] = Suspect
	m.write('s', Suspect, url)
}

// cancel takes all marks away: the work was ended in order.
func (m *Marks) cancel() {
	for _, url := range slices.Sorted(maps.Keys(m.flying)) {
		delete(m.flying, url)
		m.write('c', 0, url)
	}
}

// Close takes all marks away and keeps the standings. Without any the file is removed.
func (m *Marks) Close() error {
	if m.file == nil {
		return nil
	}
	m.cancel()
	if m.file == nil {
		return nil
	}
	err := m.file.Close()
	m.file = nil
	if len(m.standing) == 0 {
		err = errors.Join(err, os.Remove(m.name))
	}
	if err != nil {
		return fmt.Errorf("crawl/engine: %w", err)
	}
	return nil
}

// write appends a line.
func (m *Marks) write(op byte, s URLStanding, url string) {
	if m.file == nil {
		return
	}
	m.line = appendLine(m.line[:0], op, s, url)
	_, err := m.file.Write(m.line)
	if m.size += len(m.line); err == nil && m.size > maxSize {
		err = m.rewrite()
	}
	if err != nil {
		m.log.Warn("the pages in flight cannot be noted; one that kills the process will not be found out", "file", m.name, "err", err)
		m.file.Close() //nolint:errcheck // the error that counts is logged
		m.file = nil
	}
}

// rewrite replaces the file by one that says the same. A process that dies meanwhile
// leaves the old one.
func (m *Marks) rewrite() error {
	b := m.this.append(nil)
	for _, url := range slices.Sorted(maps.Keys(m.standing)) {
		b = appendLine(b, 's', m.standing[url], url)
	}
	for _, url := range slices.Sorted(maps.Keys(m.flying)) {
		b = appendLine(b, '+', 0, url)
	}
	if err := atomicfile.Write(m.name, b, atomicfile.Options{}); err != nil {
		return err
	}
	file, err := os.OpenFile(m.name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	if m.file != nil {
		m.file.Close() //nolint:errcheck // replaced
	}
	m.file, m.size = file, 0
	return nil
}

// A line is an operation, for s a standing, and a URL in quotes. The first line
// describes the process.
func appendLine(b []byte, op byte, s URLStanding, url string) []byte {
	b = append(b, op, ' ')
	if op == 's' {
		b = append(b, '0'+byte(s), ' ')
	}
	return append(strconv.AppendQuote(b, url), '\n')
}

// left holds what a process left.
type left struct {
	life     life
	flying   map[string]bool
	standing map[string]URLStanding
	waited   map[string]bool // accused that had begun to wait
}

// parse reads the lines of a file. It leaves out those that are torn.
func parse(text []byte) left {
	l := left{flying: map[string]bool{}, standing: map[string]URLStanding{}, waited: map[string]bool{}}
	sc := bufio.NewScanner(bytes.NewReader(text))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		op, rest, _ := strings.Cut(sc.Text(), " ")
		if op == "p" {
			l.life = parseLife(rest)
			continue
		}
		var s URLStanding
		if op == "s" && len(rest) > 2 {
			s, rest = URLStanding(rest[0]-'0'), rest[2:]
		}
		url, err := strconv.Unquote(rest)
		if err == nil && s <= Quarantined {
			l.take(op, s, url)
		}
	}
	return l
}

func (l *left) take(op string, s URLStanding, url string) {
	switch op {
	case "+":
		l.flying[url] = true
	case "-":
		delete(l.flying, url)
		if l.standing[url] != Quarantined {
			delete(l.standing, url)
		}
	case "c":
		delete(l.flying, url)
	case "w":
		l.waited[url] = true
	case "s":
		l.standing[url] = s
	}
}

// trial is how long an accused waits while the process lives without it.
const trial = 5 * time.Second
