package watching

import (
	"bytes"
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

// A harm is a way in which a file is damaged.
type harm struct {
	what string
	text []byte // nil: the file is deleted
	at   int    // the first byte that is another, or is gone
}

func (h *harm) do(name string) error {
	if h.text == nil {
		return os.Remove(name)
	}
	return os.WriteFile(name, h.text, 0o600)
}

// harms are the ways in which a file with text is damaged.
func harms(rng *rand.Rand, text []byte) []harm {
	end := len(text)
	for end > 0 && text[end-1] == 0 {
		end--
	}
	all := []harm{{what: "deleted"}}
	if end == 0 {
		return all
	}
	all = append(all, harm{"cut", text[:end/2], end / 2}, harm{"emptied", []byte{}, 0})
	for i, at := range []int{0, end - 1, rng.IntN(end), rng.IntN(end)} {
		flipped := slices.Clone(text)
		flipped[at] ^= 1 << rng.IntN(8)
		all = append(all, harm{fmt.Sprintf("flipped %d", i), flipped, at})
	}
	return all
}

// vlogHead is the length of the head of a value log of Badger 4: the number and the vector of a key, and nothing is encrypted.
const vlogHead = 20

// loses reports whether a harm that nobody sees may lose anything of a file with text: not if the table says that the file is
// made again or that nobody needs it, or if a value log has no value, or the bit is in none of those that count.
func loses(row *runcheck.File, h *harm, text []byte, counting []logged) bool {
	if row.Spare || row.Check.String() == "nobody: it may be deleted" {
		return false
	}
	if !row.Old || len(h.text) < len(text) && len(bytes.TrimRight(text, "\x00")) > vlogHead {
		return true
	}
	return slices.ContainsFunc(counting, func(e logged) bool { return e.from <= h.at && h.at < e.to })
}

// Whatever file of the table is damaged however: verify sees it, unless the table says that nothing is lost; repair mends it
// or names it; and then verify and a second repair find nothing more to do. Of what verify does not see nothing is lost (a flip in a
// packed table can leave its content as it was): the
// history and the events are the same after it, and the next run tells nothing anew.
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
	rng, count, unseen := rand.New(rand.NewPCG(1, 2)), 0, map[string]map[string]harm{} // by what and name
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
		var counting []logged
		if row.Old {
			counting, _ = countingIn(t, folder, name)
		}
		for _, h := range harms(rng, text) {
			dir := filepath.Join(j.copy(t), "monitor")
			if err := h.do(filepath.Join(dir, name)); err != nil {
				return err
			}
			count++
			if settles(t, dir, name+" "+h.what) {
				continue
			}
			if loses(row, &h, text, counting) && !(path.Ext(name) == ".sst" && sameTable(h.text, text)) {
				t.Errorf("%s %s at %d of %d: verify does not see it (checked by %s)", name, h.what, h.at, len(text), row.Check)
			}
			if unseen[h.what] == nil {
				unseen[h.what] = map[string]harm{}
			}
			unseen[h.what][name] = h
			t.Logf("%s %s: not seen", name, h.what)
		}
		return nil
	})
	if err != nil || count < 200 {
		t.Error(count, err)
	}
	for what, files := range unseen {
		dir := j.copy(t)
		for name, h := range files {
			count--
			if err := h.do(filepath.Join(dir, "monitor", name)); err != nil {
				t.Fatal(err)
			}
		}
		if did := j.mended(t, dir, what); did != "" {
			t.Errorf("%s: repair did %s", what, did)
		}
	}
	t.Logf("verify saw %d", count)
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
