package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/rundir/rundirtest"
)

// TestUpgrade reads, exports and resumes run folders of every earlier format. A
// resumed crawl must end as the program that began it would have ended it.
func TestUpgrade(t *testing.T) {
	for _, stored := range rundirtest.Folders(t) {
		t.Run(fmt.Sprintf("format-%d/%s", stored.Format, stored.Name), func(t *testing.T) {
			dir := t.TempDir()
			stored.Unpack(t, dir)
			t.Chdir(dir)
			if stored.Name == "job" {
				upgradeJob(t)
				return
			}
			readAll(t)
			args := rundirtest.Args(t, dir)
			if r := ontocrawl(t, args...); r.code != 0 {
				t.Fatalf("%v: code %d\n%s%s", args, r.code, r.out, r.err)
			}
			want, got := rundirtest.Want(t, dir), pageList(t, "run")
			if stored.Name == "refreshed" { // pages that the refresh found follow
				got = got[:len(want)]
			}
			if !slices.Equal(got, want) {
				t.Errorf("resumed:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			readAll(t)
			if r := ontocrawl(t, args...); r.code != 0 {
				t.Errorf("finished, once more: code %d\n%s%s", r.code, r.out, r.err)
			}
		})
	}
}

// pageList returns the pages of a run as want.tsv lists them.
func pageList(t *testing.T, run string) []string {
	t.Helper()
	var list []string
	for p, err := range rundir.Pages(run) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%d\t%s\t%v\t%v\t%s", p.Seq, p.URL, p.Relevance, p.Priority, p.Parent))
	}
	return list
}

// readAll runs every command that reads the folder run.
func readAll(t *testing.T) {
	t.Helper()
	commands := [][]string{{"status", "run"}}
	if exists(filepath.Join("run", "summary.json")) {
		commands = append(commands, []string{"report", "run", "-o", "report.html"})
	}
	for _, format := range []string{"jsonl", "csv", "turtle", "jsonld"} {
		commands = append(commands, []string{"export", "run", "--format", format})
	}
	if exists(filepath.Join("run", "warc")) {
		commands = append(commands, []string{"export", "run", "--format", "cdxj"}, []string{"export", "run", "--format", "warc", "--out", "out.warc.gz"}, []string{"rescore", "run"})
	}
	for _, args := range commands {
		r := ontocrawl(t, args...)
		if r.code != 0 {
			t.Errorf("%v: code %d\n%s%s", args, r.code, r.out, r.err)
		}
	}
}

// upgradeJob reads the desk of a job.
func upgradeJob(t *testing.T) {
	for args, want := range map[string]string{
		"job history typhoon":                          "typhoon/1",
		"job show typhoon/1":                           "landfall",
		"job list":                                     "typhoon",
		"job check":                                    "typhoon",
		"status desk/jobs/typhoon":                     "pages",
		"export desk/jobs/typhoon --format jsonl":      "127.0.0.1",
		"rescore desk/jobs/typhoon --ontology typhoon": "No verdict has changed",
	} {
		r := ontocrawl(t, strings.Fields(args)...)
		if r.code != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%s: code %d, want %q\n%s%s", args, r.code, want, r.out, r.err)
		}
	}
}
