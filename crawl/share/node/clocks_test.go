package node

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
)

// timed gives answers the time of the machine of their part.
type timed struct {
	crawl.Fetcher
	of    cluster.Division
	ahead time.Duration // of the machine of part 0
}

func (f timed) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	a, err := f.Fetcher.Fetch(ctx, r)
	if err != nil {
		return nil, err
	}
	a.FetchedAt = time.Now().UTC()
	if f.of.Of(strings.SplitN(r.URL, "/", 4)[2]) == 0 {
		a.FetchedAt = a.FetchedAt.Add(f.ahead)
	}
	return a, nil
}

// inTwo crawls in two parts, the machine of the first of which has another time.
func inTwo(t *testing.T, ahead time.Duration) (dir string, pages int) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "parts")
	s := spec(t, dir, 0)
	s.Options.Retries = -1
	s.Seeds = s.Seeds[:1] // of part 0; so what part 1 has was found there
	s.Fetch = session.Fetch{Use: timed{s.Fetch.Use, cluster.Division{Parts: 2, Site: polite.Site}, ahead}}
	d, err := session.OpenDivided(t.Context(), s, 2)
	if err != nil {
		t.Fatal(err)
	}
	res, err := d.Run(t.Context())
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	return dir, res.Pages
}

// TestClocksApart: of machines whose clocks are a day apart a sound run is merged, with all pages in the
// order of their times, and it is said by how much they differ; of one clock nothing is said.
func TestClocksApart(t *testing.T) {
	for ahead, least := range map[time.Duration]float64{0: 0, 24 * time.Hour: 23.9 * 3600} {
		dir, pages := inTwo(t, ahead)
		out := filepath.Join(t.TempDir(), "whole")
		n, err := Merge(t.Context(), []string{dir}, out, slog.New(slog.DiscardHandler))
		if err != nil || n.Pages != pages {
			t.Fatalf("%+v, %v", n, err)
		}
		if n.Earlier < least || n.Earlier > 24*3600 || least == 0 && n.Earlier != 0 {
			t.Errorf("%v: %g s", ahead, n.Earlier)
		}
		if d := cmp.Diff(all(t, rundir.Parts(dir)...), all(t, out)); d != "" {
			t.Errorf("(-parts +merged):\n%s", d)
		}
		last := time.Time{}
		for p := range rundir.Pages(out) {
			if p.FetchedAt.Before(last.Add(-time.Hour)) { // answers of a part may come in another order than they were recorded in
				t.Errorf("%s is out of order", p.URL)
			}
			last = p.FetchedAt.Time
		}
		if rep, err := runcheck.Verify(t.Context(), out); err != nil || !rep.Sound {
			t.Errorf("%+v, %v", rep, err)
		}
	}
}

// TestArchiveLost: pages whose archives are in no folder say so; the merged run is sound, is
// merged to go on, too, and exports what is there.
func TestArchiveLost(t *testing.T) {
	dir, pages := inTwo(t, 0)
	root := t.TempDir()
	lost := rundir.Parts(dir)[0]
	if err := os.RemoveAll(filepath.Join(lost, rundir.WARCDir)); err != nil {
		t.Fatal(err)
	}
	want := 0
	for range rundir.Pages(lost) {
		want++
	}
	log := slog.New(slog.DiscardHandler)
	read, goOn := filepath.Join(root, "read"), filepath.Join(root, "go on")
	n, err := Merge(t.Context(), []string{dir}, read, log)
	if err != nil || n.Lost < want || want == 0 {
		t.Fatalf("%+v, %v; %d pages are lost", n, err, want)
	}
	if m, err := MergeToContinue(t.Context(), []string{dir}, goOn, spec(t, goOn, 0)); err != nil || m.Lost != n.Lost {
		t.Errorf("to go on: %+v, %v", m, err)
	}
	for _, out := range []string{read, goOn} {
		gone := 0
		for p, err := range rundir.Pages(out) {
			if err != nil {
				t.Fatal(err)
			}
			if p.WARC == nil || p.WARC.File == "" || p.WARC.Lost != (p.WARC.Length == 0) {
				t.Errorf("%s: %+v", p.URL, p.WARC)
			} else if p.WARC.Lost {
				gone++
			}
		}
		if gone != want {
			t.Errorf("%d pages are lost; want %d", gone, want)
		}
		if rep, err := runcheck.Verify(t.Context(), out); err != nil || !rep.Sound || len(rep.Findings) > 0 {
			t.Errorf("%+v, %v", rep, err)
		}
	}
	folder, err := warc.OpenFolder(filepath.Join(read, rundir.WARCDir))
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	copied, without, err := export.WARC(new(strings.Builder), rundir.Pages(read), folder, nil, time.Now())
	if err != nil || copied != n.Pages-want || without != want {
		t.Errorf("exported %d, without %d, %v", copied, without, err)
	}
	more := spec(t, goOn, 0)
	more.Options.Retries, more.Seeds = -1, more.Seeds[:1]
	s, err := session.Open(t.Context(), more)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Run(t.Context())
	if err := errors.Join(err, s.Close()); err != nil || res.Pages != pages {
		t.Errorf("goes on to %d pages, %v", res.Pages, err)
	}
}
