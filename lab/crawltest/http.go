package crawltest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Request is one request the web has answered.
type Request struct {
	Host   string // without port
	Path   string // with query
	Agent  string // User-Agent
	Status int
	At     time.Time // when it came in
}

// answer is the response to a request, before it is written.
type answer struct {
	status   int
	location string
	kind     string // Content-Type
	spec     *spec
	host     *host
	day      time.Time
	text     string
}

const htmlType = "text/html"

func (w *Web) answer(name, path, query string) answer {
	if bare, ok := strings.CutPrefix(name, "www."); ok && w.byName[bare] != nil {
		return answer{status: http.StatusMovedPermanently, location: "http://" + bare + withQuery(path, query)}
	}
	h := w.byName[name]
	if h == nil {
		return answer{status: http.StatusBadGateway, kind: "text/plain", text: "no such host\n"}
	}
	if s := w.byPath[name+key(path, query)]; s != nil {
		return answer{status: http.StatusOK, kind: h.contentType(), spec: s, host: h}
	}
	if day, ok := h.day(path); ok {
		return answer{status: http.StatusOK, kind: h.contentType(), host: h, day: day}
	}
	return w.other(h, path)
}

// other answers requests for what is not a page.
func (w *Web) other(h *host, path string) answer {
	if path == "/robots.txt" && h.has("robots") {
		return answer{status: http.StatusOK, kind: "text/plain", text: "User-agent: *\nDisallow: /members/\nDisallow: /admin\n"}
	}
	if n, ok := strings.CutPrefix(path, "/old/"); ok {
		if id, err := strconv.Atoi(n); err == nil && id >= 0 && id < len(w.specs) && w.specs[id].host == h {
			return answer{status: http.StatusFound, location: w.specs[id].url()}
		}
	}
	if s := w.byPath[h.name+unescape(path)+"/"]; s != nil {
		return answer{status: http.StatusMovedPermanently, location: s.url()}
	}
	if strings.HasPrefix(path, "/broken/") {
		return answer{status: http.StatusInternalServerError, kind: "text/plain", text: "internal error\n"}
	}
	if strings.HasPrefix(path, "/img/") && strings.HasSuffix(path, ".jpg") {
		return answer{status: http.StatusOK, kind: "image/jpeg", text: "\xff\xd8\xff\xd9"}
	}
	return answer{status: http.StatusNotFound, kind: htmlType,
		text: "<!DOCTYPE html><html><head><title>404</title></head><body><h1>Not found</h1></body></html>\n"}
}

func withQuery(path, query string) string {
	if query != "" {
		return path + "?" + query
	}
	return path
}

// bytes returns the body of an answer in its host's encoding.
func (w *Web) bytes(a answer) []byte {
	var page string
	switch {
	case a.spec != nil:
		page = w.write(a.spec).html.String()
	case a.host != nil:
		page = w.calendar(a.host, a.day).html.String()
	default:
		return []byte(a.text)
	}
	return encode(a.host.charset, page)
}

func encode(charset, page string) []byte {
	var e encoding.Encoding
	switch charset {
	case "gbk":
		e = simplifiedchinese.GBK
	case "big5":
		e = traditionalchinese.Big5
	default:
		return []byte(page)
	}
	// A character outside the charset becomes a numeric reference, as editors
	// write it.
	b, err := encoding.HTMLEscapeUnsupported(e.NewEncoder()).Bytes([]byte(page))
	if err != nil {
		return []byte(page)
	}
	return b
}

func (h *host) contentType() string {
	if h.has("header") {
		return htmlType + "; charset=" + h.charset
	}
	return htmlType
}

// declared is the charset's name in a meta element. Much of the web calls GBK
// gb2312.
func declared(charset string) string {
	if charset == "gbk" {
		return "gb2312"
	}
	return charset
}

// ServeHTTP answers by the Host header, or as a proxy by an absolute request
// URI.
func (w *Web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	name := strings.ToLower(r.Host)
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	at := time.Now()
	a := w.answer(name, r.URL.EscapedPath(), r.URL.RawQuery)
	w.record(Request{Host: name, Path: withQuery(r.URL.EscapedPath(), r.URL.RawQuery), Agent: r.UserAgent(), Status: a.status, At: at})
	if !wait(r.Context(), w.delay) {
		return
	}
	if a.location != "" {
		rw.Header().Set("Location", a.location)
		rw.WriteHeader(a.status)
		return
	}
	body := w.bytes(a)
	rw.Header().Set("Content-Type", a.kind)
	rw.Header().Set("Content-Length", strconv.Itoa(len(body)))
	rw.WriteHeader(a.status)
	rw.Write(body) //nolint:errcheck // the client may be gone
}

func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (w *Web) record(r Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, r)
}

// Requests returns the requests so far, in order of arrival.
func (w *Web) Requests() []Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Request(nil), w.log...)
}

// MinGap returns, for every host with several requests, the shortest time
// between two of them.
func (w *Web) MinGap() map[string]time.Duration {
	last, gaps := map[string]time.Time{}, map[string]time.Duration{}
	for _, r := range w.Requests() {
		if t, ok := last[r.Host]; ok {
			if gap := r.At.Sub(t); gaps[r.Host] == 0 || gap < gaps[r.Host] {
				gaps[r.Host] = gap
			}
		}
		last[r.Host] = r.At
	}
	return gaps
}

// Server is a web that listens on loopback.
type Server struct {
	Addr string // of loopback, with the port
	web  *Web
	http *http.Server
	done chan struct{}
}

// Serve makes the web listen on a free port of 127.0.0.1 until ctx is done or
// the server is closed.
func (w *Web) Serve(ctx context.Context) (*Server, error) {
	return w.ServeAt(ctx, "127.0.0.1:0")
}

// ServeAt is Serve at an address of loopback. Whoever uses that address as an HTTP proxy
// sees the hosts of the web, and no others.
func (w *Web) ServeAt(ctx context.Context, addr string) (*Server, error) {
	if ap, err := netip.ParseAddrPort(addr); err != nil || !ap.Addr().IsLoopback() {
		return nil, fmt.Errorf("crawltest: %q is no address of loopback such as 127.0.0.1:7480", addr)
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("crawltest: %w", err)
	}
	s := &Server{Addr: l.Addr().String(), web: w, done: make(chan struct{}),
		http: &http.Server{Handler: w, ReadHeaderTimeout: 10 * time.Second}}
	stop := context.AfterFunc(ctx, func() { s.http.Close() })
	go func() {
		defer close(s.done)
		defer stop()
		s.http.Serve(l) //nolint:errcheck // always non-nil: it was closed
	}()
	return s, nil
}

// Close stops the server and its connections.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	return err
}

// DialContext connects to the web for every host of it, whatever the port.
// Other names are not found, as with DNS.
func (s *Server) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	name, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if s.web.byName[strings.TrimPrefix(strings.ToLower(name), "www.")] == nil {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return (&net.Dialer{}).DialContext(ctx, network, s.Addr)
}

// transport returns a transport that reaches the web by DialContext and uses no
// proxy.
func (s *Server) transport() *http.Transport {
	return &http.Transport{DialContext: s.DialContext, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second}
}
