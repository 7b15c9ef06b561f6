package engine_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
)

var inflightQuiet = slog.New(slog.DiscardHandler)

// machine gives a test's answers about the machine.
type machine struct {
	boot   string
	killed int
}

func (m machine) Boot() string { return m.boot }
func (m machine) Killed() int  { return m.killed }

// A trial is a file of marks and the processes that have it open, one after the other.
type trial struct {
	t       *testing.T
	name    string
	on      machine
	crashed bool
}

func newTrial(t *testing.T) *trial {
	return &trial{t: t, name: filepath.Join(t.TempDir(), "inflight"), on: machine{boot: "a"}}
}

// process opens the file. Whoever does not close the marks has died.
func (x *trial) process() *engine.Marks {
	x.t.Helper()
	m, err := engine.OpenMarks(x.name, engine.MarksOptions{Crashed: x.crashed, Machine: x.on, Logger: inflightQuiet})
	if err != nil {
		x.t.Fatal(err)
	}
	return m
}

func (x *trial) want(m *engine.Marks, url string, want engine.URLStanding) {
	x.t.Helper()
	if got := m.Standing(url); got != want {
		x.t.Errorf("%s is %v, want %v", url, got, want)
	}
}

// Two deaths by which the process itself is to blame convict the page that was alone in
// flight at the second.
func TestOwnDeaths(t *testing.T) {
	for name, own := range map[string]func(x *trial, deaths int){
		"crash":     func(x *trial, _ int) { x.crashed = true },
		"no memory": func(x *trial, deaths int) { x.on.killed = deaths },
	} {
		t.Run(name, func(t *testing.T) {
			x := newTrial(t)
			m := x.process()
			for _, url := range []string{"a", "b", "c"} {
				m.Begin(url)
			}
			m.End("a")
			own(x, 1)
			m = x.process()
			x.want(m, "a", engine.Clear)
			x.want(m, "b", engine.Suspect)
			x.want(m, "c", engine.Suspect)
			m.Begin("b") // alone, and the process lives
			m.End("b")
			x.want(m, "b", engine.Clear)
			m.Begin("c")
			own(x, 2)
			m = x.process()
			x.want(m, "b", engine.Clear)
			x.want(m, "c", engine.Quarantined)
			m.Begin("c")
			m.End("c")
			x.want(m, "c", engine.Quarantined) // until it is released
			m.Release("c")
			x.want(m, "c", engine.Suspect)
		})
	}
}

// A page that dies by an unknown hand is convicted by the third death, after a time in
// which the process lived without it.
func TestUnknownDeaths(t *testing.T) {
	x := newTrial(t)
	x.process().Begin("a")
	m := x.process()
	x.want(m, "a", engine.Suspect)
	m.Begin("a")
	m = x.process()
	x.want(m, "a", engine.Accused)
	m.Wait("a")
	m.Begin("a")
	m = x.process()
	x.want(m, "a", engine.Quarantined)
	// It stays so over the end of a process, and over a restart of the machine.
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	x.on.boot = "b"
	x.want(x.process(), "a", engine.Quarantined)
}

// Whoever kills at random convicts nobody: two deaths never do, and a death while an
// accused waits clears it.
func TestInnocents(t *testing.T) {
	x := newTrial(t)
	for range 2 { // two kills, with one page in flight alone each time
		x.process().Begin("a")
	}
	x.want(x.process(), "a", engine.Accused)
	m := x.process()
	m.Wait("a")
	m.Begin("b") // others go on
	m = x.process()
	x.want(m, "a", engine.Clear)
	x.want(m, "b", engine.Suspect)
	m.Begin("b")
	m.Begin("c")
	m = x.process() // a death in company proves nothing more
	x.want(m, "b", engine.Suspect)
	for range 5 { // deaths with nothing in flight neither
		m = x.process()
	}
	x.want(m, "b", engine.Suspect)
}

// An end in order leaves nothing, and a machine that went down no suspicion.
func TestNoDeath(t *testing.T) {
	x := newTrial(t)
	m := x.process()
	m.Begin("a")
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(x.name); err == nil {
		t.Error("the file of a process that ended in order is still there")
	}
	m = x.process()
	x.want(m, "a", engine.Clear)
	m.Begin("a")
	x.on = machine{boot: "b"}
	x.want(x.process(), "a", engine.Clear)
}

// A file that is torn or of anybody's making is read as far as it makes sense.
func TestTorn(t *testing.T) {
	x := newTrial(t)
	x.process().Begin("http://a.example/\u202e")
	whole, err := os.ReadFile(x.name)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) - 1 { // without its newline the last line is whole
		if err := os.WriteFile(x.name, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		x.want(x.process(), "http://a.example/\u202e", engine.Clear)
	}
	if err := os.WriteFile(x.name, []byte("p \"a\" 0\ns 9 \"x\"\ns\n+ x\n\x00\n- \"y\"\ns 2 \"z\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := x.process()
	x.want(m, "x", engine.Clear)
	x.want(m, "z", engine.Accused)
}

// A long crawl does not make a long file, and what is in flight survives each rewriting.
func TestRewrite(t *testing.T) {
	x := newTrial(t)
	m := x.process()
	m.Begin("stays")
	url := strings.Repeat("u", 1000)
	for range 1000 {
		m.Begin(url)
		m.End(url)
	}
	if info, err := os.Stat(x.name); err != nil || info.Size() > 300<<10 {
		t.Errorf("%v, %v", info.Size(), err)
	}
	m = x.process()
	x.want(m, "stays", engine.Suspect)
	x.want(m, url, engine.Clear)
}

// BenchmarkMark measures the cost of a page.
func BenchmarkMark(b *testing.B) {
	m, err := engine.OpenMarks(filepath.Join(b.TempDir(), "inflight"), engine.MarksOptions{Logger: inflightQuiet})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	for b.Loop() {
		m.Begin("http://weather.example.org/warnings/2026/11/26/typhoon.html")
		m.End("http://weather.example.org/warnings/2026/11/26/typhoon.html")
	}
}
