package state_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string) *state.Store {
	t.Helper()
	s, err := state.Open(dir, small)
	ok(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// recordLinks: some hundred links make a large replay record.
func recordLinks(t testing.TB, s crawl.State, from, to, links int) {
	t.Helper()
	for seq := from; seq <= to; seq++ {
		ok(t, s.Record(statetest.Visit(seq, links)))
	}
	ok(t, s.Commit())
}

// TestLocked: the error of a second process names the one that has the folder.
func TestLocked(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	_, err := state.Open(dir, small)
	var locked *state.LockedError
	if !errors.As(err, &locked) || locked.PID != os.Getpid() || locked.Dir != dir {
		t.Fatalf("Open of a folder in use = %v, want a LockedError with our process id", err)
	}
	if s := err.Error(); strings.Contains(s, "\n") || !strings.Contains(s, fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("message: %q", s)
	}
	if err := state.Remove(dir); !errors.As(err, &locked) {
		t.Errorf("Remove of a folder in use = %v, want a LockedError", err)
	}
}

// whole makes a folder with everything in it: two sessions, a checkpoint with
// parts in the value log, visits after it; closed, or as a kill leaves it.
func whole(t *testing.T, closed bool) string {
	t.Helper()
	dir := t.TempDir()
	s := open(t, dir)
	recordLinks(t, s, 1, 60, 250)
	ok(t, s.Close())
	s = open(t, dir)
	recordLinks(t, s, 61, 120, 250)
	part := make([]byte, 100<<10)
	for i := range part {
		part[i] = byte(i * i >> 7)
	}
	ok(t, s.Checkpoint(120, statetest.Parts(map[string][]byte{"p": part})))
	recordLinks(t, s, 121, 180, 250)
	if !closed {
		return statetest.CopyDir(t, dir)
	}
	ok(t, s.Close())
	return dir
}

// readAll reads everything there is.
func readAll(s *state.Store) (visits, replayed int, err error) {
	err = s.Visits(func(v *crawl.Visit) error {
		visits++
		if v.Choice.URL != statetest.Visit(visits, 0).Choice.URL {
			return fmt.Errorf("visit %d is another", visits)
		}
		return nil
	})
	if err != nil {
		return
	}
	err = s.Resume(func(seq int, parts map[string]crawl.Part) error {
		all, err := statetest.Bytes(parts)
		if err != nil || seq != 120 || len(all["p"]) != 100<<10 {
			return fmt.Errorf("checkpoint at %d with %d bytes, %w", seq, len(all["p"]), err)
		}
		return nil
	}, func(v *crawl.Visit) error {
		replayed++
		if v.OK() && len(v.Page.Links) != 250 {
			return fmt.Errorf("visit %d has %d links", v.Seq, len(v.Page.Links))
		}
		return nil
	})
	return
}

// judgeEnv names the folders a child process is to open. Badger leaves
// goroutines behind when it cannot open a folder, and ends the process on some
// faults: a child shows the one and contains the other.
const judgeEnv = "ONTOCRAWL_TEST_JUDGE"

// judged is a child's report about a folder.
type judged struct {
	Visits, Replayed int
	Err              string
	Damaged          bool   // Err is a DamagedError
	Log              string // what was logged beside Err
}

// runJudge is the child. It prints one verdict a line.
func runJudge() bool {
	dirs := os.Getenv(judgeEnv)
	if dirs == "" {
		return false
	}
	for _, dir := range filepath.SplitList(dirs) {
		var v judged
		var log bytes.Buffer
		opt := small
		opt.Logger = slog.New(slog.NewTextHandler(&log, nil))
		s, err := state.Open(dir, opt)
		if err == nil {
			v.Visits, v.Replayed, err = readAll(s)
			err = errors.Join(err, s.Close())
		}
		if err != nil {
			var d *state.DamagedError
			v.Err, v.Damaged, v.Log = err.Error(), errors.As(err, &d), log.String()
		}
		if err := json.NewEncoder(os.Stdout).Encode(v); err != nil {
			panic(err)
		}
	}
	return true
}

// judge opens spoiled folders in a child: of each either everything is there, or one
// clear line says that it is damaged. There must never be fewer visits without an
// error. It returns the folders that were refused.
func judge(t *testing.T, dirs ...string) map[string]bool {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), judgeEnv+"="+strings.Join(dirs, string(filepath.ListSeparator)))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	dec, refused := json.NewDecoder(bytes.NewReader(out)), make(map[string]bool)
	for _, dir := range dirs {
		var v judged
		if derr := dec.Decode(&v); derr != nil {
			t.Fatalf("no verdict on %s: %v, %v\n%s", dir, derr, err, &stderr)
		}
		switch refused[dir] = v.Err != ""; {
		case refused[dir] && (!v.Damaged || strings.Contains(v.Err, "\n") || !strings.Contains(v.Err, dir)):
			t.Errorf("%s: %q, want one line of a DamagedError", dir, v.Err)
		case refused[dir] && v.Log != "":
			t.Errorf("%s: logged beside its error %q:\n%s", dir, v.Err, v.Log)
		case !refused[dir] && (v.Visits != 180 || v.Replayed != 60):
			t.Errorf("%s: opened with %d visits, %d to replay, want 180 and 60", dir, v.Visits, v.Replayed)
		}
	}
	return refused
}

// files are the paths in a state folder, without the lock's note.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"HEAD", "db/*", "replay-*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		ok(t, err)
		for _, n := range names {
			rel, err := filepath.Rel(dir, n)
			ok(t, err)
			if filepath.Base(rel) != "LOCK" {
				out = append(out, rel)
			}
		}
	}
	return out
}

func TestDamage(t *testing.T) {
	for _, closed := range []bool{true, false} {
		dir := whole(t, closed)
		untouched := statetest.CopyDir(t, dir)
		dirs, what := []string{untouched}, map[string]string{untouched: "untouched"}
		for _, name := range files(t, dir) {
			spoil := func(how string, do func(path string) error) {
				copied := statetest.CopyDir(t, dir)
				ok(t, do(filepath.Join(copied, name)))
				dirs, what[copied] = append(dirs, copied), name+" "+how
			}
			spoil("missing", os.Remove)
			spoil("emptied", func(path string) error { return os.Truncate(path, 0) })
			spoil("cut to a half", func(path string) error { return cut(path, 2) })
			spoil("cut to a tenth", func(path string) error { return cut(path, 10) })
			spoil("overwritten", func(path string) error { return os.WriteFile(path, []byte("<html>not ours</html>"), 0o644) })
			spoil("scribbled on", scribble)
		}
		refused := judge(t, dirs...)
		if refused[untouched] {
			t.Error("an untouched copy was refused")
		}
		for _, dir := range dirs {
			t.Logf("closed=%v refused=%-5v %s", closed, refused[dir], what[dir])
		}
	}
}

func cut(path string, part int64) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.Truncate(path, info.Size()/part)
}

// scribble changes a few bytes early in the file.
func scribble(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt([]byte("scribble"), 24)
	return errors.Join(err, f.Close())
}

// TestDamageKeepsTables: refused for its MANIFEST, a folder still has its
// tables, so that restoring the MANIFEST repairs it. (Badger alone would have
// deleted them.)
func TestDamageKeepsTables(t *testing.T) {
	dir := whole(t, true)
	manifest := filepath.Join(dir, "db", "MANIFEST")
	saved, err := os.ReadFile(manifest)
	ok(t, err)
	for what, do := range map[string]func() error{
		"missing": func() error { return os.Remove(manifest) },
		"cut":     func() error { return os.Truncate(manifest, int64(len(saved)-3)) },
		"other":   func() error { return os.WriteFile(manifest, []byte("<html>"), 0o644) },
	} {
		ok(t, do())
		if !judge(t, dir)[dir] {
			t.Errorf("MANIFEST %s: opened", what)
		}
		ok(t, os.WriteFile(manifest, saved, 0o644))
	}
	if judge(t, dir)[dir] {
		t.Error("restoring the MANIFEST did not repair the folder")
	}
}

// TestDamageDatabaseGone: the folder db deleted as a whole.
func TestDamageDatabaseGone(t *testing.T) {
	dir := whole(t, true)
	ok(t, os.RemoveAll(filepath.Join(dir, "db")))
	if !judge(t, dir)[dir] {
		t.Error("opened as a new crawl")
	}
}

func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	ok(t, os.WriteFile(file, nil, 0o644))
	s, err := state.Open(filepath.Join(file, "state"), small)
	if err == nil {
		s.Close()
		t.Fatal("opened below a file")
	}
	if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), file) {
		t.Errorf("error: %v", err)
	}
}

func TestMeta(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if v, err := s.Meta("params"); v != nil || err != nil {
		t.Errorf("Meta of a new folder = %q, %v", v, err)
	}
	ok(t, s.SetMeta("params", []byte("a: 1\n")))
	ok(t, s.SetMeta("params", []byte("a: 2\n")))
	ok(t, s.Close())
	s = open(t, dir)
	if v, err := s.Meta("params"); string(v) != "a: 2\n" || err != nil {
		t.Errorf("Meta = %q, %v", v, err)
	}
}

func TestRemove(t *testing.T) {
	dir := whole(t, true)
	ok(t, state.Remove(dir))
	ok(t, state.Remove(dir))
	ok(t, state.Remove(filepath.Join(dir, "none")))
	if s := open(t, dir); s.Committed() != 0 {
		t.Errorf("after Remove %d visits are there", s.Committed())
	}
	broken := whole(t, true)
	ok(t, os.Remove(filepath.Join(broken, "db", "MANIFEST")))
	ok(t, state.Remove(broken))
	if s := open(t, broken); s.Committed() != 0 {
		t.Errorf("after Remove of a broken folder %d visits are there", s.Committed())
	}
}

// TestSpace: the replay records that a checkpoint covers give their space back, so that
// the folder does not grow with all the links ever seen.
func TestSpace(t *testing.T) {
	dir, opt := t.TempDir(), small
	opt.ValueLog = 1 << 20
	var sizes []int64
	for session := range 10 {
		s, err := state.Open(dir, opt) // a reopened folder has tables, as a long crawl's has
		ok(t, err)
		for i := 1; i <= 100; i++ {
			ok(t, s.Record(statetest.Visit(session*100+i, 600)))
		}
		ok(t, s.Checkpoint(session*100+100, statetest.Parts(map[string][]byte{"p": {1}})))
		ok(t, s.Close())
		sizes = append(sizes, logs(t, dir)>>10)
	}
	t.Logf("KB in value logs and replay records after each checkpoint: %v", sizes)
	if last := sizes[len(sizes)-1]; last > 3*sizes[0]+1 || last > 100 {
		t.Errorf("value logs and replay records grew from %d KB to %d KB in ten rounds", sizes[0], last)
	}
}

// logs is the size of all value logs and replay records.
func logs(t *testing.T, dir string) (n int64) {
	t.Helper()
	for _, pattern := range []string{"db/*.vlog", "replay-*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		ok(t, err)
		for _, name := range names {
			info, err := os.Stat(name)
			ok(t, err)
			n += info.Size()
		}
	}
	return n
}

// TestHeadInTheMaking: a process that is killed while it makes HEAD, before there is any visit, leaves
// a folder that the next one goes on with. With a visit the same HEAD is damage.
func TestHeadInTheMaking(t *testing.T) {
	fresh, used := t.TempDir(), t.TempDir()
	ok(t, open(t, fresh).Close())
	s := open(t, used)
	recordLinks(t, s, 1, 1, 3)
	ok(t, s.Close())
	whole, err := os.ReadFile(filepath.Join(fresh, "HEAD"))
	ok(t, err)
	first := bytes.IndexByte(whole, '\n') + 1
	for _, n := range []int{0, 5, first - 1, first, first + 3, len(whole) - 25} {
		ok(t, os.WriteFile(filepath.Join(fresh, "HEAD"), whole[:n], 0o600))
		s, err := state.Open(fresh, small)
		if err != nil {
			t.Errorf("%d bytes of HEAD: %v", n, err)
			continue
		}
		ok(t, s.Close())
		ok(t, os.WriteFile(filepath.Join(used, "HEAD"), whole[:n], 0o600))
		if s, err := state.Open(used, small); err == nil {
			t.Errorf("%d bytes of HEAD beside a visit are no damage", n)
			ok(t, s.Close())
		}
	}
	ok(t, os.WriteFile(filepath.Join(fresh, "HEAD"), append(whole, make([]byte, 32)...), 0o600))
	broken, err := os.ReadFile(filepath.Join(fresh, "HEAD"))
	ok(t, err)
	broken[first] ^= 1
	ok(t, os.WriteFile(filepath.Join(fresh, "HEAD"), broken, 0o600))
	if s, err := state.Open(fresh, small); err == nil { // it had been used: its journal is lost
		t.Error("a broken HEAD of a used journal is no damage")
		ok(t, s.Close())
	}
}

// TestTornTail: a power cut takes what was never synced. HEAD stands
// before it, so the readable part stays and the rest is fetched again.
func TestTornTail(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	recordLinks(t, s, 1, 60, 600)
	ok(t, s.Checkpoint(60, nil))
	head, err := os.ReadFile(filepath.Join(dir, "HEAD"))
	ok(t, err)
	recordLinks(t, s, 61, 120, 600)
	torn := statetest.CopyDir(t, dir)
	ok(t, os.WriteFile(filepath.Join(torn, "HEAD"), head, 0o644))
	records := filepath.Join(torn, "replay-1")
	b, err := os.ReadFile(records)
	ok(t, err)
	clear(b[len(b)-100000:]) // those of the last visits
	ok(t, os.WriteFile(records, b, 0o644))

	s = open(t, torn)
	n := s.Committed()
	if n < 60 || n >= 120 {
		t.Fatalf("%d visits are left, want 60 and some", n)
	}
	for seq := 61; seq <= 120; seq++ {
		if v := statetest.Visit(seq, 0); s.Recorded(v.Choice.URL) != (v.OK() && seq <= n) {
			t.Errorf("Recorded of visit %d of %d is wrong", seq, n)
		}
	}
	recordLinks(t, s, n+1, 150, 600)
	ok(t, s.Close())
	s = open(t, torn)
	if visits, replayed, err := countVisits(s); err != nil || visits != 150 || replayed != 90 {
		t.Errorf("%d visits and %d to replay, want 150 and 90: %v", visits, replayed, err)
	}
}

func countVisits(s *state.Store) (visits, replayed int, err error) {
	err = s.Visits(func(*crawl.Visit) error { visits++; return nil })
	if err == nil {
		err = s.Resume(func(int, map[string]crawl.Part) error { return nil }, func(*crawl.Visit) error { replayed++; return nil })
	}
	return
}

// TestDamageLastBlock: the last block of a table says where its entries stand. Badger reads it when it opens the table,
// in a goroutine of its own: on a wrong number it ended the process.
func TestDamageLastBlock(t *testing.T) {
	dir := whole(t, true)
	tables, err := filepath.Glob(filepath.Join(dir, "db", "*.sst"))
	ok(t, err)
	if len(tables) == 0 {
		t.Fatal("no table")
	}
	var spoiled []string
	for _, name := range tables[:min(2, len(tables))] {
		text, err := os.ReadFile(name)
		ok(t, err)
		sum := int(binary.BigEndian.Uint32(text[len(text)-4:]))
		index := int(binary.BigEndian.Uint32(text[len(text)-8-sum:]))
		end := len(text) - 8 - sum - index
		for bit := 0; bit < 8*40; bit += 7 {
			spoiled = append(spoiled, statetest.CopyDir(t, dir))
			flipped := bytes.Clone(text)
			flipped[end-1-bit/8] ^= 1 << (bit % 8)
			ok(t, os.WriteFile(filepath.Join(spoiled[len(spoiled)-1], "db", filepath.Base(name)), flipped, 0o644))
		}
	}
	n := 0
	for _, refused := range judge(t, spoiled...) {
		if refused {
			n++
		}
	}
	if n < len(spoiled)/2 {
		t.Errorf("%d of %d refused", n, len(spoiled))
	}
}
