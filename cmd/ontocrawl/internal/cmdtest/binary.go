package cmdtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Binary returns the path of the real program.
func Binary(t testing.TB) string { return binary(t, ontocrawl) }

// Node returns the path of the real program of machines of a cluster.
func Node(t testing.TB) string { return binary(t, node) }

// ontocrawl and node are the real programs. Linking one takes seconds, so all packages that run
// it share a file in the user's cache; the go command leaves it alone if it is up to date.
var (
	ontocrawl = &built{name: "ontocrawl"}
	node      = &built{name: "ontocrawl-node"}
)

type built struct {
	name string
	once sync.Once
	path string
	err  error
}

func binary(t testing.TB, p *built) string {
	t.Helper()
	p.once.Do(func() { p.err = p.build() })
	if p.err != nil {
		t.Fatal(p.err)
	}
	return p.path
}

// build makes the program, in a folder for this copy of its source. One process builds at a time.
func (p *built) build() error {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	dir := filepath.Join(cache, "ontocrawl-test", strings.NewReplacer("/", "_", `\`, "_", ":", "_").Replace(strings.TrimSpace(string(root))))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	for held := false; !held; time.Sleep(10 * time.Millisecond) {
		if held, err = atomicfile.TryLock(lock); err != nil {
			return err
		}
	}
	p.path = filepath.Join(dir, p.name)
	if out, err := exec.Command("go", "build", "-buildvcs=auto", "-o", p.path, "github.com/ontocrawl/ontocrawl/cmd/"+p.name).CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}
