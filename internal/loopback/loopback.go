// Package loopback holds what the servers of this program have in common: metrics and
// the page of a daemon are for this machine unless somebody asks otherwise.
//
// What is served is left to crawl/tell/metrics and crawl/watch/serve.
package loopback

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
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
		if !own(r.Host, hosts) {
			http.Error(w, "this address answers as localhost only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// OwnOrigin refuses requests that a page of another host makes, of whatever method: the protocol of
// agents asks for it (Model Context Protocol, Streamable HTTP, "Security Warning").
func OwnOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, origin := range r.Header.Values("Origin") {
			if u, err := url.Parse(origin); err != nil || !own(u.Host, nil) {
				http.Error(w, "a page of another site asks for this", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// own reports whether a host, with or without a port, is localhost, a loopback address or one of hosts.
func own(host string, hosts []string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
	return host == "localhost" || slices.Contains(hosts, strings.ToLower(host)) || err == nil && a.IsLoopback()
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
