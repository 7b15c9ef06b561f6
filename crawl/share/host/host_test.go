package host

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
)

// TestNoQuorum: one server of three waits for the others as long as it may, says what it
// waits for, and leaves its port and folder free.
func TestNoQuorum(t *testing.T) {
	var at []string
	var ports []net.Listener
	for range 4 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, l)
		at = append(at, l.Addr().String())
	}
	for _, l := range ports {
		l.Close() //nolint:errcheck // only its port is wanted
	}
	dir := t.TempDir()
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		b, err := Start(ctx, natsjs.Serve{Cluster: "c", Dir: dir, Join: at[:3], Listen: at[0], Client: at[3]})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "is not ready") {
			t.Fatalf("%v, %v", b, err)
		}
	}
	for want, o := range map[string]natsjs.Serve{
		"1, 3 or 5 servers, not 2":  {Join: at[:2], Listen: at[0]},
		"say by --listen which one": {Join: at[:3]},
	} {
		o.Cluster, o.Dir = "c", dir
		if _, err := Start(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	if _, err := natsjs.Open("nats://192.0.2.1:4222", "c", 1, nil); !errors.Is(err, natsjs.ErrPlain) {
		t.Errorf("without certificates: %v", err)
	}
}
