package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/brokertest"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/postgres"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server is a PostgreSQL server in a folder of its own, over a socket in it.
type server struct {
	*testing.T
	dir string
	cmd *exec.Cmd
}

// start starts a server, or skips the test where there is none.
func start(t *testing.T) *server {
	t.Helper()
	for _, program := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no PostgreSQL: %v", err)
		}
	}
	dir, err := os.MkdirTemp("", "oc-pg") // short: a socket's name has 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	s := &server{T: t, dir: dir}
	t.Cleanup(func() {
		s.stop()
		os.RemoveAll(dir)
	})
	if err := asOther(dir); err != nil {
		t.Skipf("PostgreSQL does not run as root, and nobody else can be: %v", err)
	}
	init := s.command("initdb", "-D", filepath.Join(dir, "data"), "-E", "UTF8", "--locale=C", "-A", "trust", "-U", "test", "--no-sync")
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	s.run()
	return s
}

func (s *server) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(program, args...)
	c.Dir, c.SysProcAttr = s.dir, attributes()
	return c
}

// run runs the server until stop. It is up when a client can open it.
func (s *server) run() {
	s.Helper()
	s.cmd = s.command("postgres", "-D", filepath.Join(s.dir, "data"), "-k", s.dir, "-c", "listen_addresses=",
		"-c", "shared_buffers=8MB", "-c", "max_connections=200", "-c", "fsync=off")
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		s.Fatal(err)
	}
	defer log.Close()
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		s.Fatal(err)
	}
}

func (s *server) stop() {
	if s.cmd != nil {
		s.cmd.Process.Signal(os.Interrupt) // fast shutdown
		s.cmd.Wait()
		s.cmd = nil
	}
}

func (s *server) url(options string) string {
	return fmt.Sprintf("postgres://test@/postgres?host=%s&%s", url.QueryEscape(s.dir), options)
}

// open opens a client, as soon as the server is up.
func (s *server) open(t *testing.T, o postgres.Options) *postgres.Broker {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for {
		b, err := postgres.Open(ctx, s.url("pool_max_conns=4"), o)
		if err == nil {
			return b
		}
		if !errors.Is(err, broker.ErrUnavailable) {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			t.Fatalf("%v\n%s", err, log)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestPostgres(t *testing.T) {
	s := start(t)
	t.Run("conformance", func(t *testing.T) {
		brokertest.Run(t, func(t *testing.T) broker.Broker {
			return s.open(t, postgres.Options{Timeout: time.Minute})
		})
	})
	t.Run("weak", func(t *testing.T) {
		if _, err := postgres.Open(t.Context(), s.url("synchronous_commit=off"), postgres.Options{}); !errors.Is(err, postgres.ErrWeak) {
			t.Errorf("a server that confirms too early: %v", err)
		}
	})
	t.Run("schemas", func(t *testing.T) { schemas(t, s) })
	t.Run("restart", func(t *testing.T) { restart(t, s) })
}

// schemas: clusters of one server do not see each other.
func schemas(t *testing.T, s *server) {
	one, two := s.open(t, postgres.Options{Schema: "one"}), s.open(t, postgres.Options{Schema: `odd"name`})
	defer one.Close()
	defer two.Close()
	for _, b := range []broker.Broker{one, two} {
		if seq, err := b.Append(t.Context(), "log", "id", 0, nil); err != nil || seq != 1 {
			t.Errorf("number %d, %v", seq, err)
		}
	}
}

// restart: while the server is away calls say so, and what was appended is there afterwards.
func restart(t *testing.T, s *server) {
	b := s.open(t, postgres.Options{Schema: "again"})
	defer b.Close()
	if _, err := b.Append(t.Context(), "log", "a", 0, []byte("x")); err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() {
		read <- b.Read(t.Context(), "log", 0, func(e broker.Entry) error {
			if e.Seq == 2 {
				return errEnough
			}
			return nil
		})
	}()
	s.stop()
	if _, err := b.Append(t.Context(), "log", "b", 1, nil); !errors.Is(err, broker.ErrUnavailable) {
		t.Errorf("append without a server: %v", err)
	}
	if _, _, err := b.Get(t.Context(), "k"); !errors.Is(err, broker.ErrUnavailable) {
		t.Errorf("get without a server: %v", err)
	}
	s.run()
	if seq, err := broker.Append(t.Context(), b, "log", "b", 1, nil); err != nil || seq != 2 {
		t.Errorf("number %d, %v", seq, err)
	}
	if err := <-read; !errors.Is(err, errEnough) {
		t.Errorf("the reader ended: %v", err)
	}
}

var errEnough = errors.New("enough")
