package strategy_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
)

// TestDeferral: a Deferral that defers nearly every link to an unknown host is a strategy like any other.
func TestDeferral(t *testing.T) {
	for _, name := range []string{"tabu", "best-first"} {
		for _, hosts := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s/%d", name, hosts), func(t *testing.T) {
				strategytest.Test(t, func() crawl.Strategy { return newDeferral(t, name, strategy.DeferralParams{Hosts: hosts}) })
			})
		}
	}
}

func newDeferral(t *testing.T, name string, p strategy.DeferralParams) crawl.Strategy {
	t.Helper()
	inner, err := strategy.New(name, "learned", strategy.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return strategy.NewChain(inner, strategy.NewDeferral(p))
}

// onDisk is a Deferral of a few hosts that keeps all but a few bytes on disk.
func onDisk(t *testing.T, name, dir string) spiller {
	t.Helper()
	store := spill.New(dir, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { store.Close() })
	return spiller{newDeferral(t, name, strategy.DeferralParams{Hosts: 6, Memory: 500, File: store.Scratch(), Filed: 2000, Records: store.Records('a')}), store}
}

// deferralWeb has many hosts.
func deferralWeb() *strategytest.Web { return strategytest.NewWeb(6, 900, 300) }

// TestDeferralLosesNothing: what was deferred is chosen in the end, as by a strategy without; and
// all the time it counts as waiting.
func TestDeferralLosesNothing(t *testing.T) {
	for _, name := range []string{"tabu", "best-first"} {
		w := deferralWeb()
		plain, err := strategy.New(name, "learned", strategy.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		plain.Seed(w.Seeds)
		want := walk(t, plain, w, 1, 1000)
		s := onDisk(t, name, t.TempDir())
		s.Seed(w.Seeds)
		var got []string
		most := 0
		for n := 40; len(got) == n-40; n += 40 {
			got = append(got, walk(t, s, w, len(got)+1, n)...)
			deferred, links := 0, waitingOf(t, s)
			for _, c := range links {
				if e, ok := strategy.Of(s.Strategy).Explain(c.URL); ok && slices.ContainsFunc(e.Notes, func(n string) bool { return strings.HasPrefix(n, "deferred") }) {
					deferred++
				}
			}
			most = max(most, deferred)
		}
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) || len(slices.Compact(got)) != len(want) {
			t.Errorf("%s: %d URLs were chosen, %d without", name, len(got), len(want))
		}
		if most < 100 {
			t.Errorf("%s: %d links were deferred at a time, too few to show anything", name, most)
		}
		if s.Len() != 0 || s.store.Err() != nil {
			t.Errorf("%s: %d links wait in the end, %v", name, s.Len(), s.store.Err())
		}
	}
}

// waitingOf are the links that wait, each once.
func waitingOf(t *testing.T, s spiller) []crawl.Choice {
	t.Helper()
	links, total := strategy.Of(s.Strategy).Waiting("", 0)
	if total != s.Len() || len(links) != total {
		t.Fatalf("%d links wait, of which %d are listed, and Len is %d", total, len(links), s.Len())
	}
	return links
}

// TestDeferralResumes: a process that goes on from a checkpoint after another was killed makes the
// choices of an undisturbed one.
func TestDeferralResumes(t *testing.T) {
	for _, name := range []string{"tabu", "best-first"} {
		w := deferralWeb()
		undisturbed := onDisk(t, name, t.TempDir())
		undisturbed.Seed(w.Seeds)
		want := walk(t, undisturbed, w, 1, 600)
		dir := t.TempDir()
		s := onDisk(t, name, dir)
		s.Seed(w.Seeds)
		var got []string
		for at := 0; at < len(want); at += 60 {
			got = append(got[:at], walk(t, s, w, at+1, at+60)...)
			data := marshal(t, s)
			walk(t, s, w, at+61, at+90) // lost by the kill
			if err := s.store.Close(); err != nil {
				t.Fatal(err)
			}
			s = onDisk(t, name, dir)
			if err := s.ReadFrom(bytes.NewReader(data)); err != nil {
				t.Fatalf("%s: after %d: %v", name, at+60, err)
			}
			if !bytes.Equal(marshal(t, s), data) {
				t.Fatalf("%s: a checkpoint changed by being read", name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: resumed, the trail is another", name)
		}
	}
}

// TestDeferralNothing: as long as few hosts wait, trail and checkpoint equal the inner
// strategy's, and a strategy without the guard reads it.
func TestDeferralNothing(t *testing.T) {
	w := deferralWeb()
	plain, err := strategy.New("tabu", "learned", strategy.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	s := newDeferral(t, "tabu", strategy.DeferralParams{})
	plain.Seed(w.Seeds)
	s.Seed(w.Seeds)
	if got, want := walk(t, s, w, 1, 300), walk(t, plain, w, 1, 300); !slices.Equal(got, want) {
		t.Error("another trail")
	}
	if !bytes.Equal(marshal(t, s), marshal(t, plain)) {
		t.Error("another checkpoint")
	}
}

// TestDeferralBestFirst: a link with a better prospect than all that wait is not deferred, and comes back first;
// a link to a host of which something is known never is.
func TestDeferralBestFirst(t *testing.T) {
	s := newDeferral(t, "best-first", strategy.DeferralParams{Hosts: 2})
	link := func(host string, core float32) crawl.Link {
		l := crawl.Link{URL: "http://" + host + "/", Host: host, Text: "storm", Path: "html body a"}
		l.Terms.AnchorCore = core
		return l
	}
	visit := func(relevant bool, links ...crawl.Link) {
		c, ok := s.Next(nil)
		if !ok {
			t.Fatal("nothing waits")
		}
		v := &crawl.Visit{Seq: 1, Choice: c, Status: 200, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: links}}
		v.Score.Relevant = relevant
		s.Observe(v)
	}
	deferred := func(host string) bool {
		e, ok := strategy.Of(s).Explain("http://" + host + "/")
		return ok && len(e.Notes) == 1 && strings.HasPrefix(e.Notes[0], "deferred")
	}
	s.Seed([]crawl.Link{link("seed.test", 0), link("seed2.test", 0)})
	visit(false, link("a.test", 0), link("b.test", 0), link("c.test", 0), link("d.test", 0))
	visit(false, link("e.test", 0), link("f.test", 1), crawl.Link{URL: "http://a.test/2", Host: "a.test"}, link("e.test", 0))
	if s.Len() != 7 { // a and its second page, b, c, d, e, f
		t.Errorf("%d links wait, want 7", s.Len())
	}
	for host, want := range map[string]bool{"a.test": false, "e.test": true, "f.test": false} {
		if deferred(host) != want {
			t.Errorf("%s is deferred: %v, want %v", host, !want, want)
		}
	}
	if e, ok := strategy.Of(s).Explain("http://a.test/2"); !ok || len(e.Notes) > 0 && strings.HasPrefix(e.Notes[0], "deferred") {
		t.Error("a link to a known host is deferred, or unknown")
	}
	for s.Len() > 0 {
		visit(false)
	}
}

// TestWaits: a strategy says, through the guards around it, whether anything of a host waits.
func TestWaits(t *testing.T) {
	var s crawl.Strategy = newDeferral(t, "tabu", strategy.DeferralParams{})
	s = strategy.NewChain(s, strategy.NewTrapGuard(strategy.TrapGuardParams{}), strategy.NewSources(strategy.SourceParams{}))
	s.Seed([]crawl.Link{{URL: "http://a.test/1", Host: "a.test"}, {URL: "http://a.test/2", Host: "a.test"}})
	waits := s.Caps().Waits
	for i, want := range []bool{true, false} {
		if c, ok := s.Next(nil); !ok || waits(c.Host) != want {
			t.Errorf("after choice %d of two a.test waits: %v", i+1, !want)
		}
	}
	if waits("never.heard.test") {
		t.Error("something of an unknown host waits")
	}
}

// TestDeferralReadsKept: the checkpoint of each version is read, and the choices after it are those that the
// version made that wrote it. The files must not be made anew.
func TestDeferralReadsKept(t *testing.T) {
	const name, visits, next = "aside-v1.txt", 25, 60
	w := strategytest.NewWeb(7, 150, 100)
	open := func() crawl.Strategy { return newDeferral(t, "best-first", strategy.DeferralParams{Hosts: 6}) }
	if _, err := os.Stat("testdata/" + name); *update && err != nil {
		s := open()
		s.Seed(w.Seeds)
		walk(t, s, w, 1, visits)
		text := fmt.Sprintf("%x\n", marshal(t, s)) + strings.Join(walk(t, s, w, visits+1, visits+next), "\n") + "\n"
		if err := os.WriteFile(filepath.Join("testdata", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(text))
	data, err := hex.DecodeString(lines[0])
	if err != nil {
		t.Fatal(err)
	}
	s := open()
	if err := s.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data[:8], []byte("aside")) {
		t.Error("nothing was deferred")
	}
	if got := walk(t, s, w, visits+1, visits+next); !slices.Equal(got, lines[1:]) {
		t.Errorf("the choices are %v, and were %v", got, lines[1:])
	}
}
