package program

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// On a terminal ontocrawl without arguments says how to begin; elsewhere it lists its commands, as --help does.
func TestGreeting(t *testing.T) {
	screen, tty := openTerminal(t)
	for env, want := range map[string]string{"LANG=en_GB.UTF-8": "Begin with one of these:", "LANG=zh_CN.UTF-8": "可从下列命令开始："} {
		a := &cli.App{Streams: cli.Streams{In: strings.NewReader(""), Out: tty, Err: tty}, Env: []string{env}}
		code := Run(t.Context(), Ontocrawl, a)
		io.WriteString(tty, "\x00") //nolint:errcheck // without it the next line waits, and fails
		shown, err := bufio.NewReader(screen).ReadString(0)
		if err != nil || code != cli.ExitOK {
			t.Fatalf("exit code %d, %v", code, err)
		}
		for _, text := range []string{want, "ontocrawl demo", "ontocrawl try ", "ontocrawl crawl ", "ontocrawl init", "ontocrawl watch "} {
			if !strings.Contains(shown, text) {
				t.Errorf("%q is not in\n%s", text, shown)
			}
		}
	}
	var out strings.Builder
	if code := Run(t.Context(), Ontocrawl, &cli.App{Streams: cli.Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard}, Env: []string{"LANG=en_GB.UTF-8"}}); code != cli.ExitOK || !strings.Contains(out.String(), "Available Commands") && !strings.Contains(out.String(), "Usage:") {
		t.Errorf("exit code %d:\n%s", code, out.String())
	}
}

// openTerminal opens a pseudo-terminal (pts(4)): what is written to tty can be read from screen.
func openTerminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

// On a terminal what has a weight is drawn as a bar, too; elsewhere it is a number only.
func TestBarsOnATerminal(t *testing.T) {
	screen, tty := openTerminal(t)
	args := []string{"similarity", "typhoon", "--top", "3", "--measure", "path"}
	a := &cli.App{Args: args, Streams: cli.Streams{In: strings.NewReader(""), Out: tty, Err: tty}, Env: []string{"LANG=en_GB.UTF-8"}}
	code := Run(t.Context(), Ontocrawl, a)
	io.WriteString(tty, "\x00") //nolint:errcheck // without it the next line waits, and fails
	shown, err := bufio.NewReader(screen).ReadString(0)
	if err != nil || code != cli.ExitOK || !strings.Contains(shown, "0.5000 █████       ") {
		t.Fatalf("exit code %d, %v:\n%s", code, err, shown)
	}
	var out strings.Builder
	if code := Run(t.Context(), Ontocrawl, &cli.App{Args: args, Streams: cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}}); code != cli.ExitOK || strings.Contains(out.String(), "█") || !strings.Contains(out.String(), "0.5000  ") {
		t.Errorf("exit code %d:\n%s", code, out.String())
	}
}
