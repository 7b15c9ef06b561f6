//go:build unix

package natsjs_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/crawl/share/host"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// The test binary is also what its child processes run.
const childEnv = "ONTOCRAWL_TEST_CHILD"

func TestMain(m *testing.M) {
	what, arg, _ := strings.Cut(os.Getenv(childEnv), " ")
	switch what {
	case "server":
		runServer(arg)
	case "holder":
		runHolder(arg)
	default:
		pacetest.Parallel(6) // elections take their time
		os.Exit(m.Run())
	}
}

// serverArg tells a server of the cluster what it is.
type serverArg struct {
	Name, Dir, Client, Listen string
	Routes                    []string
}

// runServer is a server of a cluster, until it is killed or its parent has gone.
func runServer(arg string) {
	var a serverArg
	if err := json.Unmarshal([]byte(arg), &a); err != nil {
		fail(err)
	}
	o := host.ServerOptions{Name: a.Name, Dir: a.Dir, Client: a.Client, Cluster: "test", Listen: a.Listen, Routes: a.Routes,
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	s, err := host.StartServer(o)
	if err != nil {
		fail(err)
	}
	fmt.Println("started")
	go s.Ready(context.Background()) //nolint:errcheck // until the end
	io.Copy(io.Discard, os.Stdin)
	s.Close()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// child is a child process. Its end of the pipe closes with this process.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
}

func startChild(t *testing.T, what, arg, log string) *child {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{cmd: exec.Command(exe)}
	c.cmd.Env = append(os.Environ(), childEnv+"="+what+" "+arg)
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.lines = bufio.NewScanner(out)
	stderr, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	c.cmd.Stderr = stderr
	err = c.cmd.Start()
	stderr.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.kill)
	return c
}

// line returns the next line that the child writes; "" at its end.
func (c *child) line() string {
	if c.lines.Scan() {
		return c.lines.Text()
	}
	return ""
}

// kill is SIGKILL. Killing what has ended does no harm.
func (c *child) kill() {
	c.cmd.Process.Kill()
	c.cmd.Wait()
}

// servers are three servers as child processes, each with its folder and ports.
type servers struct {
	*testing.T
	dir     string
	options []serverArg
	running []*child // nil: killed
}

// startServers starts three servers but those that shall come later.
func startServers(t *testing.T, later ...int) *servers {
	t.Helper()
	s := &servers{T: t, dir: t.TempDir(), running: make([]*child, 3)}
	var routes []string
	for i := range s.running {
		o := serverArg{Name: fmt.Sprint("n", i), Client: freeAddress(t), Listen: freeAddress(t)}
		o.Dir = filepath.Join(s.dir, o.Name)
		routes = append(routes, o.Listen)
		s.options = append(s.options, o)
	}
	for i := range s.options {
		if s.options[i].Routes = routes; !slices.Contains(later, i) {
			s.start(i)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			s.showLogs()
		}
	})
	return s
}

// freeAddress returns an address that nobody else takes: on Linux all of 127.0.0.0/8 is this
// machine, so a process can have a number of its own there.
func freeAddress(t *testing.T) string {
	t.Helper()
	ip, pid := "127.0.0.1", os.Getpid()
	if runtime.GOOS == "linux" {
		ip = fmt.Sprintf("127.%d.%d.%d", 100+pid>>16&0x3f, pid>>8&0xff, max(pid&0xff, 1))
	}
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (s *servers) start(i int) {
	s.Helper()
	arg, err := json.Marshal(s.options[i])
	if err != nil {
		s.Fatal(err)
	}
	s.running[i] = startChild(s.T, "server", string(arg), filepath.Join(s.dir, s.options[i].Name+".log"))
	if line := s.running[i].line(); line != "started" {
		s.showLogs()
		s.Fatalf("server %d did not start: %q", i, line)
	}
}

func (s *servers) kill(i int) {
	s.running[i].kill()
	s.running[i] = nil
}

func (s *servers) showLogs() {
	for _, o := range s.options {
		log, _ := os.ReadFile(filepath.Join(s.dir, o.Name+".log"))
		s.Logf("%s:\n%s", o.Name, log[max(0, len(log)-3000):])
	}
}

// url returns the addresses of all servers, the given one first.
func (s *servers) url(first int) string {
	var all []string
	for i := range s.options {
		all = append(all, "nats://"+s.options[(first+i)%len(s.options)].Client)
	}
	return strings.Join(all, ",")
}

// leader returns which server leads a stream.
func (s *servers) leader(ctx context.Context, stream string) int {
	s.Helper()
	nc, err := nats.Connect(s.url(0))
	if err != nil {
		s.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		s.Fatal(err)
	}
	for ctx.Err() == nil {
		try, cancel := context.WithTimeout(ctx, 2*time.Second)
		st, err := js.Stream(try, stream)
		cancel()
		if err == nil && st.CachedInfo().Cluster != nil {
			for i, o := range s.options {
				if o.Name == st.CachedInfo().Cluster.Leader {
					return i
				}
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.Fatalf("stream %s has no leader", stream)
	return 0
}

// signal sends a signal to a child.
func (c *child) signal(t *testing.T, sig syscall.Signal) {
	t.Helper()
	if err := c.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}
