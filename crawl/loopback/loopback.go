// Package loopback is what the servers of this program have in common: metrics and
// the page of a daemon are for this machine unless somebody asks otherwise.
//
// What is served is left to crawl/metrics and crawl/monitor/serve.
package loopback

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Loopback reports whether only this machine can reach a.
func Loopback(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && t.IP.IsLoopback()
}

// OwnName refuses requests whose host is not localhost, a loopback address or one of
// hosts, the names by which a reverse proxy on this machine is known. A web page that is
// open on this machine could otherwise point a name of its own here and read or order
// anything (DNS rebinding).
func OwnName(next http.Handler, hosts ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Host
		if host, _, err := net.SplitHostPort(r.Host); err == nil {
			name = host
		}
		a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(name, "["), "]"))
		own := name == "localhost" || slices.Contains(hosts, strings.ToLower(name)) || err == nil && a.IsLoopback()
		if !own {
			http.Error(w, "this address answers as localhost only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Stop ends s. Answers on their way have the time grace; then they are cut. Stop
// waits for done, which receives the result of Serve.
func Stop(s *http.Server, done <-chan error, grace time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	err := s.Shutdown(ctx)
	if err != nil {
		err = s.Close()
	}
	<-done
	return err
}
