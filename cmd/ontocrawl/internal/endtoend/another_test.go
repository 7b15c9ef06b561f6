//go:build unix

package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// A run folder of another user is said to be one, in one line, by every command; it is not called no run folder.
func TestFolderOfAnother(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can call a program as another user")
	}
	run := newDamageTrial(t).run
	program, err := os.ReadFile(buildBinary(t))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "ontocrawl-another") // a folder that others may enter, as t.TempDir may be none
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) }) //nolint:errcheck // temporary
	bin, folder := filepath.Join(dir, "ontocrawl"), filepath.Join(dir, "run")
	if err := os.WriteFile(bin, program, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(folder, os.DirFS(run)); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{dir: 0o755, folder: 0o700} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"verify", folder}, {"repair", folder}, {"upgrade", "--check", folder}, {"backup", folder, "-o", "/tmp/never.tar.zst"}, {"status", folder},
		{"export", folder, "--format", "csv"}, {"mark", folder, "http://a.example/", "right"}, {"crawl", "http://a.example/", "--topic", "typhoon", "--out", folder},
	} {
		cmd := exec.Command(bin, args...)
		cmd.Dir, cmd.Env = dir, []string{"LANG=en_GB.UTF-8", "HOME=" + dir}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		out, err := cmd.CombinedOutput()
		said := strings.TrimSpace(string(out))
		if err == nil || cmd.ProcessState.ExitCode() > cli.ExitConflict || strings.Contains(said, "\n") || !strings.Contains(said, "permission denied") || strings.Contains(said, "no run folder") {
			t.Errorf("%s: %v\n%s", args[0], err, said)
		}
	}
}
