package warc

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// killDir names the folder in which a child process of TestKill works.
const killDir = "ONTOCRAWL_TEST_WARC_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killDir); dir != "" {
		if err := keepForever(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// killOptions rotate after some fifty visits.
func killOptions() Options { return Options{MaxSize: 32 << 10} }

// killVisit is visit seq of the crawl that is killed: every third page repeats
// an earlier one.
func killVisit(seq int) *crawl.Visit {
	n := seq
	if seq%3 == 0 {
		n = seq / 3
	}
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	var body strings.Builder
	for range rng.IntN(200) {
		fmt.Fprintf(&body, "%x ", rng.Uint64())
	}
	return answer(seq, fmt.Sprintf("http://a.example/%d", seq), pageBody(n)+body.String())
}

// keepForever goes on with the crawl in dir until it is killed. Its journal is
// a file of lines, written after the archiver was made durable.
func keepForever(dir string) error {
	j, size, err := readKillJournal(dir)
	if err != nil {
		return err
	}
	v, err := Open(filepath.Join(dir, "warc"), killOptions())
	if err != nil {
		return err
	}
	if err := v.Restore(j); err != nil {
		return err
	}
	lines, err := os.OpenFile(filepath.Join(dir, "journal"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	var batch []byte
	for seq := len(j) + 1; ; seq++ {
		x := killVisit(seq)
		if x.Stored, err = v.Keep(x); err != nil {
			return err
		}
		line, err := json.Marshal(x.Stored)
		if err != nil {
			return err
		}
		batch = append(append(batch, line...), '\n')
		if seq%7 != 0 {
			continue
		}
		if err := v.Sync(); err != nil {
			return err
		}
		if _, err := lines.WriteAt(batch, size); err != nil {
			return err
		}
		size += int64(len(batch))
		batch = batch[:0]
	}
}

// readKillJournal reads the whole lines.
func readKillJournal(dir string) (j journal, size int64, err error) {
	f, err := os.Open(filepath.Join(dir, "journal"))
	if os.IsNotExist(err) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return j, size, nil
		}
		x := killVisit(len(j) + 1)
		if err := json.Unmarshal(line, &x.Stored); err != nil {
			return nil, 0, err
		}
		j, size = append(j, x), size+int64(len(line))
	}
}

// A process that keeps answers is killed again and again. Everything that its
// journal refers to can be read, and after each restart nothing else.
func TestKill(t *testing.T) {
	kills := 40
	if testing.Short() {
		kills = 5
	}
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(5, 8))
	for n := range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), killDir+"="+dir)
		cmd.Stderr = os.Stderr
		ok(t, cmd.Start())
		time.Sleep(time.Duration(rng.IntN(150)) * time.Millisecond)
		if n == kills-1 { // on a busy machine none may have come so far
			for range 2000 {
				if info, err := os.Stat(filepath.Join(dir, "journal")); err == nil && info.Size() > 0 {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
		ok(t, cmd.Process.Kill())
		err := cmd.Wait()
		if ws, isWait := cmd.ProcessState.Sys().(syscall.WaitStatus); !isWait || !ws.Signaled() {
			t.Fatalf("the process ended by itself: %v", err)
		}
	}
	j, _, err := readKillJournal(dir)
	ok(t, err)
	if len(j) == 0 {
		t.Fatal("nothing was kept")
	}
	v := openArchiver(t, filepath.Join(dir, "warc"), j, killOptions())
	ok(t, v.Close())
	f, err := OpenFolder(filepath.Join(dir, "warc"))
	ok(t, err)
	defer f.Close()
	for _, x := range j {
		all, err := f.Exchanges(x.Stored)
		ok(t, err)
		if len(all) != 1 || string(all[0].Body) != string(x.Response.Body) || all[0].URL != x.Choice.URL {
			t.Fatalf("visit %d is kept as %+v", x.Seq, all)
		}
	}
	kinds := map[string]int{}
	names := warcs(t, filepath.Join(dir, "warc"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		ok(t, err)
		recs, _ := strictly(t, b)
		for _, r := range recs {
			kinds[r.Type()]++
		}
	}
	t.Logf("%d visits in %d files after %d kills: %v", len(j), len(names), kills, kinds)
	if kinds[TypeResponse]+kinds[TypeRevisit] != len(j) || kinds[TypeRequest] != len(j) || kinds[TypeWarcinfo] != len(names) {
		t.Errorf("the archive holds %v for %d visits", kinds, len(j))
	}
	// What was kept before a death is known after it.
	bodies := map[string]bool{}
	for _, x := range j {
		bodies[string(x.Response.Body)] = true
	}
	if want := len(j) - len(bodies); kinds[TypeRevisit] != want {
		t.Errorf("%d revisits, want %d", kinds[TypeRevisit], want)
	}
}
