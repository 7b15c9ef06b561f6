package hostiletest

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// story is text of the topic, so that the crawler wants what links there.
const story = "The typhoon made landfall at dawn. The storm surge flooded the harbour, and the typhoon warning stayed in force while the super typhoon moved inland. "

// begin is the head of an HTML page of the topic.
const begin = "<!DOCTYPE html><html><head><title>Typhoon warning</title></head><body><h1>Typhoon warning</h1><p>" + story + "</p>"

// html answers with a page: begin and the rest.
func html(w http.ResponseWriter, rest ...string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, begin) //nolint:errcheck // the client may have gone
	for _, r := range rest {
		io.WriteString(w, r) //nolint:errcheck // the client may have gone
	}
}

// link is a link of the topic.
func link(url string) string {
	return `<a href="` + url + `">Typhoon landfall and storm surge</a> `
}

// The order of URLs stays in memory, so every answer equals the answer of [InMemory], whatever is
// spilled; when something is, later items lie in a mapped file (crawl/choose/spill).
func page(contentType, body string) func(*Host) http.Handler {
	return func(*Host) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			io.WriteString(w, body) //nolint:errcheck // the client may have gone
		})
	}
}

// handle is a site that answers by a function.
func handle(f func(*Host, http.ResponseWriter, *http.Request)) func(*Host) http.Handler {
	return func(h *Host) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f(h, w, r) })
	}
}

// repeat is a site whose body is first, then times the middle, then last; times
// below 0: for ever.
func repeat(contentType, first, middle string, times int, last string) func(*Host) http.Handler {
	return handle(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		io.WriteString(w, first) //nolint:errcheck // the client may have gone
		if pour(w, middle, times) {
			io.WriteString(w, last) //nolint:errcheck // the client may have gone
		}
	})
}

// pour writes a text so many times, in large pieces; below 0: until the client
// has gone. It reports whether all was written.
func pour(w io.Writer, text string, times int) bool {
	pack := max(1, 1<<16/max(1, len(text)))
	large := strings.Repeat(text, pack)
	for times < 0 || times >= pack {
		if _, err := io.WriteString(w, large); err != nil {
			return false
		}
		if times >= 0 {
			times -= pack
		}
	}
	_, err := io.WriteString(w, strings.Repeat(text, times))
	return err == nil
}

// answer is a site that answers every request but that for robots.txt with the
// same bytes on the wire, and closes.
func answer(wire string) func(*Host, net.Conn) {
	return asked(func(_ *Host, c net.Conn, _ *http.Request) { io.WriteString(c, wire) }) //nolint:errcheck // the client may have gone
}

// asked is a site of raw connections: robots.txt is a 404, the first other
// request of a connection goes to f, and then the connection ends.
func asked(f func(*Host, net.Conn, *http.Request)) func(*Host, net.Conn) {
	return func(h *Host, c net.Conn) {
		for r := bufio.NewReader(c); ; {
			request, err := http.ReadRequest(r)
			if err != nil {
				return
			}
			h.count(request.Host)
			if request.URL.Path != "/robots.txt" {
				f(h, c, request)
				return
			}
			if _, err := io.WriteString(c, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"); err != nil {
				return
			}
		}
	}
}

// anything is a site of raw connections: the first request goes to f, whatever
// it asks for.
func anything(f func(*Host, net.Conn, *http.Request)) func(*Host, net.Conn) {
	return func(h *Host, c net.Conn) {
		if request, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
			h.count(request.Host)
			f(h, c, request)
		}
	}
}

// wait holds a connection open and says nothing, until the client or the world ends.
func wait(h *Host, c net.Conn) {
	done := make(chan struct{})
	go func() {
		io.Copy(io.Discard, c) //nolint:errcheck // the client may have gone
		close(done)
	}()
	select {
	case <-done:
	case <-h.World.gone:
	}
}

// drip writes a text byte by byte, over and over.
func drip(h *Host, w io.Writer, text string, every time.Duration) {
	for i := 0; h.World.sleep(every); i++ {
		if _, err := w.Write([]byte{text[i%len(text)]}); err != nil {
			return
		}
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// reset ends a connection by RST.
func reset(c net.Conn) {
	if tc, ok := c.(*tls.Conn); ok {
		c = tc.NetConn()
	}
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetLinger(0) //nolint:errcheck // then it ends otherwise
	}
	c.Close() //nolint:errcheck // it ends anyway
}

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"

// whole is an answer with a page and its length.
func whole(body string) string {
	return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body)
}

// h2 is a connection that speaks HTTP/2.
type h2 struct {
	*http2.Framer
	Conn *tls.Conn

	headers bytes.Buffer
	encoder *hpack.Encoder
}

// newH2 takes the client's preface and settings; nil if it does not send them.
func newH2(c *tls.Conn) *h2 {
	if c.ConnectionState().NegotiatedProtocol != "h2" {
		io.WriteString(c, "HTTP/1.1 505 HTTP Version Not Supported\r\nConnection: close\r\n\r\n") //nolint:errcheck // the client may have gone
		return nil
	}
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(c, preface); err != nil {
		return nil
	}
	f := &h2{Framer: http2.NewFramer(c, c), Conn: c}
	f.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	f.encoder = hpack.NewEncoder(&f.headers)
	return f
}

// each answers every request for robots.txt with 404 and gives every other one
// to serve. Settings are sent first.
func (f *h2) each(h *Host, serve func(stream uint32)) {
	if f.WriteSettings() != nil {
		return
	}
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				f.WriteSettingsAck() //nolint:errcheck // reading fails then
			}
		case *http2.MetaHeadersFrame:
			h.count(frame.PseudoValue("authority"))
			if frame.PseudoValue("path") == "/robots.txt" {
				f.Head(frame.StreamID, true, ":status", "404")
			} else {
				serve(frame.StreamID)
			}
		}
	}
}

// Block encodes header fields.
func (f *h2) Block(fields ...string) []byte {
	f.headers.Reset()
	for i := 0; i+1 < len(fields); i += 2 {
		f.encoder.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]}) //nolint:errcheck // a buffer
	}
	return bytes.Clone(f.headers.Bytes())
}

// Head sends a HEADERS frame.
func (f *h2) Head(stream uint32, end bool, fields ...string) bool {
	return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: f.Block(fields...), EndHeaders: true, EndStream: end}) == nil
}
