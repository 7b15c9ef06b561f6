package watching

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
)

// The daemon answers as it describes itself, whoever asks: judged by schemathesis, which makes requests of the description,
// right and wrong ones. /events does not end; TestEvents reads it.
func TestDescribedByOthers(t *testing.T) {
	python := os.Getenv("PEERS_PYTHON")
	if python == "" {
		t.Skip("SKIPPED: PEERS_PYTHON names no Python with schemathesis (bench/peers/install)")
	}
	dir := t.TempDir()
	file := jobsFor(t, dir, stormSite(t), "")
	if r := ontocrawl(t, "job", "run", "typhoon", "--jobs", file); r.code != 0 { // so that there is something to show
		t.Fatalf("%d: %s", r.code, r.err)
	}
	tokens := "tokens:\n"
	for _, role := range []string{"read", "run", "admin"} {
		write(t, dir, role+".token", strings.Repeat(role, 8)+"\n")
		tokens += "  - {name: " + role + ", role: " + role + ", secret-file: " + role + ".token}\n"
	}
	all := cmdtest.StartWatch(t, buildBinary(t), file, "--listen", "127.0.0.1:0", "--access", write(t, dir, "access.yaml", tokens))
	var url string
	cmdtest.Until(t, "an address", func() bool {
		if m := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(all.Log.String()); m != "" {
			url = m + "/api/v1"
		}
		return url != ""
	})
	config, err := filepath.Abs("testdata/schemathesis.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{"read", "run", "admin"} {
		bearer := "Authorization: Bearer " + strings.Repeat(role, 8)
		cmd := exec.CommandContext(t.Context(), python, "-m", "schemathesis.cli", "--config-file", config, "run", describedBy(t, url, dir, bearer),
			"-u", url, "-H", bearer, "--exclude-path", "/events", "-n", "10", "--seed", "1", "--no-color", "--request-timeout", "20", "--rate-limit", "1500/m", "--phases", "examples,coverage,fuzzing")
		cmd.Dir = dir // it keeps a cache
		cmd.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
		out, err := cmd.CombinedOutput()
		t.Logf("%s: %s", role, regexp.MustCompile(`\d+ generated.*`).Find(out))
		if err != nil {
			t.Errorf("%s: %v\n%s", role, err, out)
		}
	}
	if strings.Contains(all.Log.String(), "panic") {
		t.Error(all.Log.String())
	}
}

// describedBy writes the description that the daemon gives to a file.
func describedBy(t *testing.T, url, dir, bearer string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url+"/openapi.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	name, value, _ := strings.Cut(bearer, ": ")
	r.Header.Set(name, value)
	resp, err := (&http.Client{Timeout: time.Minute}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status, err)
	}
	return write(t, dir, "openapi.yaml", string(text))
}
