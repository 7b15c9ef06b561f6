package endtoend

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
)

func TestMain(m *testing.M) { cmdtest.Main(m) }

// What cmdtest has, by the names that the tests here use.
type line = cmdtest.Line

const storm = cmdtest.Storm

var (
	write           = cmdtest.Write
	page1           = cmdtest.Page
	readLines       = cmdtest.ReadLines
	firstDifference = cmdtest.FirstDifference
	read            = cmdtest.Read
	buildBinary     = cmdtest.Binary
	checkArchive    = cmdtest.CheckArchive
	storedWeb       = cmdtest.StoredWeb
)

// result says what one command line did.
type result struct {
	code     int
	out, err string
}

// ontocrawl runs the program with nothing of a user's in its environment.
func ontocrawl(t *testing.T, args ...string) result {
	t.Helper()
	cmd := exec.Command(buildBinary(t), args...)
	cmd.Env = []string{"LANG=en_GB.UTF-8", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

func statusOf(t *testing.T, dir string) progress.Report {
	t.Helper()
	r := ontocrawl(t, "status", dir, "--json")
	var rep progress.Report
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || r.code != cli.ExitOK {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	return rep
}

// long reports whether tests take their long forms.
func long() bool { return os.Getenv("ONTOCRAWL_LONG") == "1" }
