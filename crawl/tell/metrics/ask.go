package metrics

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrUnhealthy is the error of [Ask] for an answer other than 200, with its text.
var ErrUnhealthy = errors.New("not healthy")

// askTimeout is how long an answer may take. It is shorter than what container engines
// give a health check (30 s), so the error says what was waited for.
const askTimeout = 5 * time.Second

// Ask asks /healthz of a server that [Serve] started. addr is host:port, as Serve takes
// it: without a host, or with the host 0.0.0.0 or ::, this machine is asked. A proxy of
// the environment is not used.
func Ask(ctx context.Context, addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	ctx, stop := context.WithTimeout(ctx, askTimeout)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
	switch {
	case err != nil:
		return fmt.Errorf("metrics: %w", err)
	case resp.StatusCode != http.StatusOK:
		return english.Errorf("%w: %s: %s", ErrUnhealthy, resp.Status, strings.TrimSpace(string(text)))
	}
	return nil
}
