package watching

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
)

// checks are the reports of verify over a folder of jobs, and those of repair.
type checks struct {
	Around json.RawMessage
	Parts  []json.RawMessage
}

// verified runs verify, and returns its code and which findings it has, by file.
func verified(t *testing.T, folder string) (code int, found []string) {
	t.Helper()
	r := ontocrawl(t, "verify", folder, "--json")
	var all checks
	if err := json.Unmarshal([]byte(r.out), &all); err != nil {
		t.Fatalf("verify: %d %v\n%s%s", r.code, err, r.out, r.err)
	}
	for _, text := range append(all.Parts, all.Around) {
		var rep runcheck.Report
		if err := json.Unmarshal(text, &rep); err != nil {
			t.Fatal(err)
		}
		for _, f := range rep.Findings {
			found = append(found, f.File)
		}
	}
	return r.code, found
}

// repaired runs repair, and returns its code and what it did.
func repaired(t *testing.T, folder string) (code int, did []string) {
	t.Helper()
	r := ontocrawl(t, "repair", folder, "--json")
	var all checks
	if err := json.Unmarshal([]byte(r.out), &all); err != nil {
		t.Fatalf("repair: %d %v\n%s%s", r.code, err, r.out, r.err)
	}
	for _, text := range append(all.Parts, all.Around) {
		var x runcheck.Repaired
		if err := json.Unmarshal(text, &x); err != nil {
			t.Fatal(err)
		}
		for _, a := range x.Actions {
			did = append(did, a.File+" "+a.What)
		}
	}
	return r.code, did
}

// rowOf is the row of a file in the folder of the jobs, or in the run folder of one.
func rowOf(name string) *runcheck.File {
	if parts := strings.SplitN(name, "/", 3); parts[0] == "jobs" && len(parts) == 3 {
		return runcheck.RowOf(runcheck.Run, parts[2])
	}
	return runcheck.RowOf(runcheck.Jobs, name)
}

// damages are the ways in which a file with text is damaged.
func damages(rng *rand.Rand, text []byte) map[string]func(name string) error {
	end := len(text)
	for end > 0 && text[end-1] == 0 {
		end--
	}
	all := map[string]func(string) error{"deleted": os.Remove}
	if end == 0 {
		return all
	}
	flipped, twice := slices.Clone(text), slices.Clone(text)
	flipped[rng.IntN(end)] ^= 1 << rng.IntN(8)
	for range 2 {
		twice[rng.IntN(end)] ^= 1 << rng.IntN(8)
	}
	for what, harmed := range map[string][]byte{"flipped": flipped, "flipped twice": twice, "cut": text[:end/2], "emptied": {}} {
		all[what] = func(name string) error { return os.WriteFile(name, harmed, 0o600) }
	}
	return all
}

// Whatever file of the table is damaged however: verify sees it, unless nothing vouches for the file; repair mends it or
// names it; and then verify and a second repair find nothing more to do.
func TestEveryFileIsMended(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("mends some hundred folders: not with -short")
	}
	j := newJobsTrial(t)
	folder := filepath.Join(j.dir, "monitor")
	for _, args := range [][]string{
		{"mark", filepath.Join(folder, "jobs", "typhoon"), j.site.URL + "/one", "right"},
		{"job", "pause", "typhoon", "--jobs", j.file},
	} {
		if r := ontocrawl(t, args...); r.code != cli.ExitOK {
			t.Fatalf("%v: %d\n%s%s", args, r.code, r.out, r.err)
		}
	}
	rng, count, unseen := rand.New(rand.NewPCG(1, 2)), 0, []string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Type()&fs.ModeSocket != 0 {
			return err
		}
		row := rowOf(name)
		if row == nil {
			if path.Dir(name) != "." || !strings.HasPrefix(name, "alerts") {
				t.Errorf("%s is not in the table", name)
			}
			return nil
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		for what, harm := range damages(rng, text) {
			dir := filepath.Join(j.copy(t), "monitor")
			if err := harm(filepath.Join(dir, name)); err != nil {
				return err
			}
			count++
			if !settles(t, dir, name+" "+what) {
				unseen = append(unseen, fmt.Sprintf("%s %s (checked by %s)", name, what, row.Check))
			}
		}
		return nil
	})
	t.Logf("%d damages; not seen:\n%s", count, strings.Join(unseen, "\n"))
	if err != nil || count < 150 {
		t.Error(count, err)
	}
}

// settles repairs a damaged folder, and reports whether verify saw the damage.
func settles(t *testing.T, dir, what string) (seen bool) {
	t.Helper()
	before, found := verified(t, dir)
	first, did := repaired(t, dir)
	after, left := verified(t, dir)
	again, more := repaired(t, dir)
	switch {
	case before == cli.ExitOK && len(did) > 0 && len(found) == 0:
		t.Errorf("%s: verify saw nothing, and repair did %q", what, did)
	case before != cli.ExitOK && len(did) == 0:
		t.Errorf("%s: verify found %q, and repair did nothing", what, found)
	case first != after, first != cli.ExitOK && len(left) == 0:
		t.Errorf("%s: repair %d %q, then verify %d %q", what, first, did, after, left)
	case len(more) > 0 || again != first:
		t.Errorf("%s: a second repair, %d: %q; the first, %d: %q", what, again, more, first, did)
	case first != cli.ExitOK:
		t.Logf("%s: stays %q: %q", what, left, did)
	}
	return len(found) > 0
}
