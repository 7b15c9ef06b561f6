package endtoend

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// A run folder that is deleted while the crawl goes on ends the process with one line, within half a
// minute; one that is moved away and back does not.
func TestFolderVanishes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits a quarter of a minute")
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(50 * time.Millisecond)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page1("Typhoon at "+r.URL.Path, "The typhoon made landfall at "+r.URL.Path+" with a storm surge.", //nolint:errcheck // the client is gone
			fmt.Sprintf(`<a href="%sa">typhoon</a> <a href="%sb">typhoon</a>`, r.URL.Path, r.URL.Path)))
	}))
	defer site.Close()
	dir := t.TempDir()
	run := filepath.Join(dir, "run")
	seeds := write(t, dir, "seeds.txt", site.URL+"/\n")
	cmd := exec.Command(buildBinary(t), "crawl", "--topic", "typhoon", "--seeds", seeds, "--allow-private", "--delay", "0s", "--patience", "0", "--max-pages", "100000", "--out", run)
	cmd.Env = []string{"LANG=en_GB.UTF-8", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() //nolint:errcheck // it has ended
	ended := make(chan struct{})
	go func() { defer close(ended); cmd.Wait() }() //nolint:errcheck // its code is looked at
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if info, err := os.Stat(filepath.Join(run, "pages.jsonl")); err == nil && info.Size() > 0 {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("no page is recorded:\n%s", said.String())
		}
	}
	if err := os.Rename(run, run+"-away"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(3 * time.Second)
	if err := os.Rename(run+"-away", run); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
		t.Skipf("a file was to be made just then:\n%s", said.String())
	case <-time.After(3 * time.Second):
	}
	endsWithout(t, run, cmd, ended, &said)
}

// endsWithout moves the folder away. The process ends within a minute, with one line.
func endsWithout(t *testing.T, folder string, cmd *exec.Cmd, ended <-chan struct{}, said *bytes.Buffer) {
	t.Helper()
	if err := os.Rename(folder, folder+"-away"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the process goes on without its folder")
	}
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitFailure || strings.Count(said.String(), "ontocrawl: ") != 1 {
		t.Errorf("code %d:\n%s", code, said.String())
	}
}

// A run folder that is deleted while rescore waits for a service's answers ends it, too.
func TestFolderVanishesFromRescore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits a quarter of a minute")
	}
	web, seeds := storedWeb(t)
	run := filepath.Join(t.TempDir(), "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", run); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	phi := 1.0
	for p, err := range rundir.Pages(run) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Relevance > 0 {
			phi = min(phi, float64(p.Relevance)+.01) // so at least one page is uncertain
		}
	}
	asked, over := make(chan struct{}, 100), make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked <- struct{}{}
		<-over
	}))
	defer service.Close()
	defer close(over)
	cmd := exec.Command(buildBinary(t), "rescore", run, "--phi", fmt.Sprint(phi), "--with-endpoint", "--judge-endpoint", service.URL, "--judge-model", "m")
	cmd.Env = []string{"LANG=en_GB.UTF-8", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() //nolint:errcheck // it has ended
	ended := make(chan struct{})
	go func() { defer close(ended); cmd.Wait() }() //nolint:errcheck // its code is looked at
	select {
	case <-asked:
	case <-ended:
		t.Fatalf("nothing was asked:\n%s", said.String())
	}
	endsWithout(t, run, cmd, ended, &said)
}
