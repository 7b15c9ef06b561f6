package hostiletest

import (
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// many is over how many hosts the slow attacks go, so that they can hold every
// fetch of a crawl at once.
const many = 12

// connections attack below HTTP.
func connections() []Site {
	closeWrite := func(c net.Conn) {
		if tcp, ok := c.(*net.TCPConn); ok {
			tcp.CloseWrite() //nolint:errcheck // it ends anyway
		}
	}
	return []Site{
		{Name: "silent", What: "accepts and says nothing, on many hosts", Hosts: many, Conn: wait, Short: true},
		{Name: "silent-after-robots", What: "answers robots.txt, then says nothing", Hosts: many,
			Conn: asked(func(h *Host, c net.Conn, _ *http.Request) { wait(h, c) })},
		{Name: "silent-robots", What: "says nothing when asked for robots.txt", Hosts: many,
			Conn: anything(func(h *Host, c net.Conn, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					wait(h, c)
				}
				io.WriteString(c, whole(begin)) //nolint:errcheck // the client may have gone
			})},
		{Name: "reset-at-accept", What: "RST as soon as the connection stands", Conn: func(_ *Host, c net.Conn) { reset(c) }},
		{Name: "reset-after-request", What: "RST after each request", Conn: asked(func(_ *Host, c net.Conn, _ *http.Request) { reset(c) })},
		{Name: "reset-in-head", What: "RST in the middle of the headers", Conn: asked(func(_ *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Ty") //nolint:errcheck // the client may have gone
			reset(c)
		})},
		{Name: "reset-in-body", What: "RST in the middle of the body", Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, head+"Content-Length: 100000\r\n\r\n"+begin) //nolint:errcheck // the client may have gone
			h.World.sleep(50 * time.Millisecond)
			reset(c)
		})},
		{Name: "fin-at-once", What: "closes its sending half before it reads, and stays", Hosts: many, Conn: func(h *Host, c net.Conn) {
			closeWrite(c)
			wait(h, c)
		}},
		{Name: "fin-in-body", What: "half-closes inside a body of a known length, and stays", Hosts: many, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, head+"Content-Length: 100000\r\n\r\n"+begin) //nolint:errcheck // the client may have gone
			closeWrite(c)
			wait(h, c)
		})},
		{Name: "drip-status", What: "one byte of the status line a second", Hosts: many, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			drip(h, c, "HTTP/1.1 200 "+strings.Repeat("O", 1000), time.Second)
		})},
		{Name: "drip-head", What: "one byte of an endless header a second", Hosts: many, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\n") //nolint:errcheck // the client may have gone
			drip(h, c, "X-A: b\r\n", time.Second)
		})},
		{Name: "drip-body", What: "one byte of an endless body a second", Hosts: many, Short: true, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, head+"\r\n"+begin) //nolint:errcheck // the client may have gone
			drip(h, c, "storm ", time.Second)
		})},
		{Name: "drip-chunks", What: "a chunk of one byte a second", Hosts: many, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			html(w)
			drip(h, w, "storm ", time.Second)
		})},
		{Name: "drip-fast", What: "ten bytes a second, for ever", Hosts: many, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			html(w)
			drip(h, w, "storm ", 100*time.Millisecond)
		})},
		{Name: "drip-robots", What: "one byte of robots.txt a second", Hosts: many, Robots: true, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			drip(h, w, "# storm\n", time.Second)
		})},
		{Name: "last-byte", What: "sends all of a page but its last byte", Hosts: many, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			wire := whole(begin)
			io.WriteString(c, wire[:len(wire)-1]) //nolint:errcheck // the client may have gone
			wait(h, c)
		})},
		{Name: "speaks-first", What: "sends answers before it is asked, for ever", Conn: func(_ *Host, c net.Conn) {
			pour(c, whole(begin), -1)
		}},
		{Name: "second-answer", What: "sends a second answer behind each, for the next request to find", Seeds: []string{"/1", "/2", "/3"}, HTTP: nil,
			Conn: anything(func(h *Host, c net.Conn, _ *http.Request) {
				io.WriteString(c, whole(begin)+"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/"+h.Name+"\r\nContent-Length: 0\r\n\r\n") //nolint:errcheck // the client may have gone
				wait(h, c)
			})},
		{Name: "ssh", What: "the banner of another protocol", Conn: func(h *Host, c net.Conn) {
			io.WriteString(c, "SSH-2.0-OpenSSH_9.9\r\n") //nolint:errcheck // the client may have gone
			wait(h, c)
		}, Hosts: many},
		{Name: "http-zero-nine", What: "a body without a status line", Conn: answer(begin)},
		{Name: "binary", What: "random bytes for ever", Conn: asked(func(_ *Host, c net.Conn, _ *http.Request) { pour(c, noise(1<<16), -1) })},
		{Name: "refused", What: "ports that nobody listens on", Seeds: []string{"http://HOST:81/", "http://HOST:8080/", "https://HOST:444/"}, Hosts: 4, Conn: wait},
		{Name: "close-every-time", What: "reads the request and closes without a word", Conn: asked(func(*Host, net.Conn, *http.Request) {})},
	}
}

// noise is bytes without a pattern, the same every time.
func noise(n int) string {
	b, x := make([]byte, n), uint32(2463534242)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return string(b)
}
