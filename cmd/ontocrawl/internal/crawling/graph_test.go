package crawling

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
)

func TestGraphOfRun(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	out := filepath.Join(dir, "e.trig")
	r := ontocrawl(t, "graph", run, "-o", out, "--json", "--same-as", file("same.tsv", "urn:x\tQ1\n"))
	var s eventgraph.Summary
	if err := json.Unmarshal([]byte(r.out), &s); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	text := readFile(t, dir, "e.trig")
	if s.Pages == 0 || s.Triples == 0 || s.Graph == "" || !strings.Contains(text, "\n<"+s.Graph+"> {\n") || strings.Join(s.UnusedSameAs, " ") != "urn:x" {
		t.Errorf("%+v\n%s", s, text)
	}
	if r := ontocrawl(t, "graph", run, "--format", "geojson"); r.code != cli.ExitOK || !json.Valid([]byte(r.out)) || !strings.Contains(r.out, `"type": "FeatureCollection"`) {
		t.Errorf("GeoJSON: %d, %.300s", r.code, r.out)
	}
	quads := ontocrawl(t, "graph", run, "--format", "nquads")
	if quads.code != cli.ExitOK || strings.Count(quads.out, "> .\n") != s.Triples {
		t.Errorf("code %d: %d quads, want %d\n%s", quads.code, strings.Count(quads.out, "> .\n"), s.Triples, quads.err)
	}
	for _, tt := range []struct {
		args string
		want string
	}{
		{"-o x.ttl", "the name of x.ttl does not show its format"},
		{"--format turtle", "it must be trig, nquads, geojson or cap"},
		{"--json", "--json needs --out"},
		{"--min 2", "between 0 and 1"},
		{"-o " + filepath.Join(run, "x.trig"), "lies in the run folder"},
		{"--gazetteer " + file("g.txt", "\na\tb\n"), "g.txt:2: 2 columns"},
		{"--gazetteer " + filepath.Join(dir, "none"), "no such file"},
		{"--same-as " + file("bad.tsv", "urn:x Q1\n"), "bad.tsv:1: "},
	} {
		r := ontocrawl(t, append([]string{"graph", run}, strings.Fields(tt.args)...)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) || r.out != "" {
			t.Errorf("%s: code %d\n%s%s", tt.args, r.code, r.out, r.err)
		}
	}
}

// TestGraphOfJobs: the folder of jobs gives one graph for each job that has a run.
func TestGraphOfJobs(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run := storedRun(t)
	if err := os.MkdirAll(filepath.Join(folder, "jobs", "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"typhoon", "storms"} {
		if err := os.CopyFS(filepath.Join(folder, "jobs", name), os.DirFS(run)); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "e.nq")
	r := ontocrawl(t, "graph", folder, "-o", out, "--json", "--relevant")
	var all []eventgraph.Summary
	if err := json.Unmarshal([]byte(r.out), &all); r.code != cli.ExitOK || err != nil || len(all) != 2 || all[0].Pages == 0 || all[0].Pages != all[1].Pages {
		t.Fatalf("code %d, %v, %d graphs\n%s%s", r.code, err, len(all), r.out, r.err)
	}
	if text := readFile(t, filepath.Dir(out), "e.nq"); strings.Count(text, "> .\n") != all[0].Triples+all[1].Triples {
		t.Errorf("%d quads, want %d and %d", strings.Count(text, "> .\n"), all[0].Triples, all[1].Triples)
	}
	jobs := filepath.Join(t.TempDir(), "jobs.yaml")
	if err := os.WriteFile(jobs, []byte("folder: "+folder+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := ontocrawl(t, "graph", jobs, "--relevant", "--format", "nquads"); r.code != cli.ExitOK || strings.Count(r.out, "> .\n") != all[0].Triples+all[1].Triples {
		t.Errorf("by the file of jobs: code %d, %d quads\n%s", r.code, strings.Count(r.out, "> .\n"), r.err)
	}
	if r := ontocrawl(t, "graph", jobs, "--format", "geojson"); r.code != cli.ExitUsage || r.out != "" || !strings.Contains(r.err, "geojson has the events of one run") {
		t.Errorf("several runs as GeoJSON: %+v", r)
	}
	if r := ontocrawl(t, "graph", t.TempDir()); r.code != cli.ExitUsage || !strings.Contains(r.err, "is no run folder, and no job of it has a run") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}
