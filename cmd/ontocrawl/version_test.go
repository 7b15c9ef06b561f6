package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	r := ontocrawl(t, "version", "--json")
	var got struct {
		Version, Go   string
		Reads, Writes []string
		Runs          int `json:"run_format"`
		Store         int `json:"store_format"`
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != cli.ExitOK {
		t.Fatalf("exit %d, %v: %s", r.code, err, r.out)
	}
	if got.Version != cli.Version || !strings.HasPrefix(got.Go, "go1.") || !slices.Contains(got.Reads, "turtle") || !slices.Contains(got.Writes, "turtle") || len(got.Writes) > len(got.Reads) || got.Runs < 5 || got.Store < 3 {
		t.Errorf("%+v", got)
	}
	if r = ontocrawl(t, "version"); !strings.HasPrefix(r.out, "ontocrawl "+cli.Version+"\nmodule: ") || !strings.Contains(r.out, "turtle") {
		t.Errorf("exit %d: %s", r.code, r.out)
	}
}

// TestVersionOfABuild: a program that was built from a clone says its commit.
func TestVersionOfABuild(t *testing.T) {
	t.Parallel()
	root, err := os.Stat(filepath.Join("..", "..", ".git"))
	if err != nil || !root.IsDir() {
		t.Skip("this is no clone; of a linked worktree the go command records no commit")
	}
	head, err := exec.Command("git", "log", "-1", "--format=%H").Output()
	if err != nil {
		t.Skipf("no git: %v", err)
	}
	out, err := exec.Command(buildBinary(t), "version").Output()
	if err != nil {
		t.Fatal(err)
	}
	contains(t, "version", string(out), "\ncommit: "+strings.TrimSpace(string(head)), "\ndate: 20")
}

// TestChangelog: CHANGELOG.md has a section for what is not released, then the versions, the last first, and the
// last is the program's.
func TestChangelog(t *testing.T) {
	t.Parallel()
	versions := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(read(filepath.Join("..", "..", "CHANGELOG.md"))), -1)
	if len(versions) < 2 || versions[0][1] != "Unreleased" || !strings.HasPrefix(versions[1][1], cli.Version+" (") {
		t.Fatalf("the sections are %q; want Unreleased, then %s", versions, cli.Version)
	}
	dated := regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\)$`)
	last := ""
	for _, v := range versions[1:] {
		m := dated.FindStringSubmatch(v[1])
		if m == nil {
			t.Fatalf("%q is no version with a date", v[1])
		}
		now := fmt.Sprintf("%4s.%4s.%4s", m[1], m[2], m[3])
		if last != "" && now >= last {
			t.Errorf("%s stands below an earlier version", v[1])
		}
		last = now
	}
}
