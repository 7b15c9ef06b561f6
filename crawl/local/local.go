// Package local is what the servers of this program have in common: metrics and
// the page of a desk are for this machine unless somebody asks otherwise.
//
// What is served is left to crawl/metrics and crawl/monitor/serve.
package local

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// Loopback reports whether only this machine reaches a.
func Loopback(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && t.IP.IsLoopback()
}

// OwnName refuses requests to a loopback address under a name that is not its own:
// a web page open on this machine could otherwise have a name of its own lead here,
// and read or order what it likes (DNS rebinding).
func OwnName(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Host
		if host, _, err := net.SplitHostPort(r.Host); err == nil {
			name = host
		}
		a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(name, "["), "]"))
		if name != "localhost" && (err != nil || !a.IsLoopback()) {
			http.Error(w, "this address answers as localhost only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Stop ends s: answers on their way have grace, then they are cut. done brings what
// Serve returned.
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
