package access

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// lines reads all audit files of a folder, the renamed ones first.
func lines(t *testing.T, dir string) (all []Entry, files []string) {
	t.Helper()
	files, _ = filepath.Glob(filepath.Join(dir, "audit*.jsonl"))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
			var e Entry
			if err := json.Unmarshal(s.Bytes(), &e); err != nil {
				t.Fatalf("%s: %q: %v", f, s.Text(), err)
			}
			all = append(all, e)
		}
	}
	return all, files
}

func TestAudit(t *testing.T) {
	dir, at := t.TempDir(), noon
	var said bytes.Buffer
	a := NewAudit(dir, AuditOptions{Now: func() time.Time { return at }, Log: slog.New(slog.NewTextHandler(&said, nil))})
	ann := Person{Name: "ann", Role: Run, Address: netip.MustParseAddr("192.0.2.1")}
	a.Note(ann, "run", "typhoon", Done, "")
	a.Note(Person{Name: "eve\x1b[2J\n{}", Address: netip.MustParseAddr("2001:db8::1")}, "phase", "\u202egnp\x9b", Refused, "as http://u:hush-hush@a.example/ "+strings.Repeat("台", 200))
	b, err := os.ReadFile(filepath.Join(dir, AuditFile))
	if err != nil {
		t.Fatal(err)
	}
	first := `{"time":"2026-07-25T12:00:00Z","name":"ann","role":"run","address":"192.0.2.1","action":"run","object":"typhoon","outcome":"done"}` + "\n"
	if !strings.HasPrefix(string(b), first) {
		t.Errorf("the first line is\n%s\nwant\n%s", b, first)
	}
	for _, bad := range []string{"\x1b", "\u202e", "\u009b", "hush"} {
		if bytes.Contains(b, []byte(bad)) || strings.Contains(said.String(), bad) {
			t.Errorf("%q stands in it:\n%q\n%q", bad, b, said.String())
		}
	}
	if n := bytes.Count(b, []byte("\n")); n != 2 || len(b) > 1500 {
		t.Errorf("%d lines of %d bytes", n, len(b))
	}
	if info, _ := os.Stat(filepath.Join(dir, AuditFile)); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	// A line that was cut by a power cut spoils none after it.
	if err := os.WriteFile(filepath.Join(dir, AuditFile), append(b, `{"time":"20`...), 0o600); err != nil {
		t.Fatal(err)
	}
	a.Note(ann, "run", "typhoon", Failed, "")
	b, _ = os.ReadFile(filepath.Join(dir, AuditFile))
	if !bytes.Contains(b, []byte("{\"time\":\"20\n{\"time\":\"2026")) {
		t.Errorf("after a torn line:\n%s", b)
	}
	var none *Audit
	none.Note(ann, "run", "", Done, "") // notes nothing
}

// TestAuditRefusals: strangers cannot fill the disk, and what is left out is counted.
func TestAuditRefusals(t *testing.T) {
	dir, at := t.TempDir(), noon
	a := NewAudit(dir, AuditOptions{Now: func() time.Time { return at }})
	for i := range 3000 {
		a.Note(Person{Address: netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})}, "enter", "", Refused, "wrong token")
		a.Note(Person{Address: netip.MustParseAddr("192.0.2.1")}, "enter", "", Refused, "wrong token")
	}
	ann := Person{Name: "ann", Role: Run}
	a.Note(ann, "run", "typhoon", Done, "")
	all, _ := lines(t, dir)
	refused, skipped, busy := 0, 0, 0
	for _, e := range all {
		if skipped += e.Skipped; e.Outcome == Refused {
			refused++
		}
		if e.Address == "192.0.2.1" {
			busy++
		}
	}
	if refused != 100 || busy != 5 || refused+skipped != 6000 || all[len(all)-1].Name != "ann" {
		t.Errorf("%d lines of refusals, %d of one address, %d skipped; the last is %+v", refused, busy, skipped, all[len(all)-1])
	}
	at = at.Add(time.Minute)
	a.Note(Person{Address: netip.MustParseAddr("192.0.2.1")}, "enter", "", Refused, "")
	if all, _ = lines(t, dir); all[len(all)-1].Outcome != Refused {
		t.Error("a minute later refusals have no line")
	}
}

// TestAuditRotates: several writers, as of several processes, lose no line when the
// file is renamed.
func TestAuditRotates(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 4, 100
	var wg sync.WaitGroup
	for w := range writers {
		a := NewAudit(dir, AuditOptions{MaxSize: 5000})
		wg.Go(func() {
			for i := range each {
				a.Note(Person{Name: fmt.Sprint("w", w), Role: Admin}, "run", fmt.Sprint(i), Done, "")
			}
		})
	}
	wg.Wait()
	all, files := lines(t, dir)
	seen := map[string]bool{}
	for _, e := range all {
		seen[e.Name+" "+e.Object] = true
	}
	if len(all) != writers*each || len(seen) != writers*each {
		t.Errorf("%d lines, %d different; want %d", len(all), len(seen), writers*each)
	}
	if len(files) < 5 {
		t.Errorf("files %q", files)
	}
	for _, f := range files {
		if info, _ := os.Stat(f); info.Size() > 5200 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has %d bytes, mode %v", f, info.Size(), info.Mode())
		}
	}
}

// TestAuditUnwritable: what cannot be noted stands in the log.
func TestAuditUnwritable(t *testing.T) {
	var said bytes.Buffer
	a := NewAudit(filepath.Join(t.TempDir(), "none"), AuditOptions{Log: slog.New(slog.NewTextHandler(&said, nil))})
	a.Note(Person{Name: "ann", Role: Admin}, "phase", "typhoon", Done, "impact")
	for _, want := range []string{"the audit log cannot be written", "name=ann", "action=phase", "object=typhoon", "outcome=done"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the log lacks %q: %s", want, said.String())
		}
	}
}
