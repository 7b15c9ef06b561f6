package jobfile_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
)

func TestSalvage(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "state", "jobs", "typhoon"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, text string
		folder     string
		jobs       []string
		faults     bool
	}{
		{"sound", "folder: state" + oneJob, "state", []string{"typhoon"}, false},
		{"a wrong key", "folder: state\nrunz: 1" + oneJob, "state", []string{"typhoon"}, true},
		{"a wrong schedule", "folder: state\njobs: [{name: rain, seeds: [https://a.example/], schedule: soon, budget: {pages: 5}}]", "state", []string{"rain", "typhoon"}, true},
		{"no YAML", "folder: \"state\"  # here\njobs:\n  - name: typhoon\n\tseeds", "state", []string{"typhoon"}, true},
		{"no YAML and no folder", "jobs: [", "monitor", nil, true},
		{"empty", "", "monitor", nil, true},
	} {
		name := filepath.Join(dir, "jobs.yaml")
		if err := os.WriteFile(name, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, faults, err := jobfile.Salvage(name, options)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		var jobs []string
		for _, j := range f.Jobs {
			jobs = append(jobs, j.Name)
		}
		if f.Folder != filepath.Join(dir, tt.folder) || !slices.Equal(jobs, tt.jobs) || (len(faults) > 0) != tt.faults {
			t.Errorf("%s: folder %s, jobs %q, faults %v", tt.name, f.Folder, jobs, faults)
		}
	}
	if _, _, err := jobfile.Salvage(filepath.Join(dir, "none.yaml"), options); err == nil {
		t.Error("a file that is not there")
	}
}
