package hostiletest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// headers attack in status lines, headers and the framing of HTTP/1.1.
func headers() []Site {
	// endless writes one text and then another for ever.
	endless := func(first, again string) func(*Host, net.Conn) {
		return asked(func(_ *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, first) //nolint:errcheck // the client may have gone
			pour(c, again, -1)
		})
	}
	// rotate gives each request the next answer.
	rotate := func(answers ...string) func(*Host, net.Conn) {
		return asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, answers[int(h.Count.Add(1))%len(answers)]) //nolint:errcheck // the client may have gone
			h.World.sleep(20 * time.Millisecond)
		})
	}
	paths := func(n int) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf("/%d", i))
		}
		return all
	}
	lines := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return []Site{
		{Name: "interim-100", What: "100 Continue without end", Short: true, Conn: endless("", "HTTP/1.1 100 Continue\r\n\r\n")},
		{Name: "interim-103", What: "103 Early Hints without end, each with links", Conn: endless("", "HTTP/1.1 103 Early Hints\r\nLink: </storm>; rel=preload\r\n\r\n")},
		{Name: "interim-slow", What: "a 102 every second, for ever", Hosts: many, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			for h.World.sleep(time.Second) {
				if _, err := io.WriteString(c, "HTTP/1.1 102 Processing\r\n\r\n"); err != nil {
					return
				}
			}
		})},
		{Name: "switching", What: "101 and another protocol, for ever", Hosts: many, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n") //nolint:errcheck // the client may have gone
			wait(h, c)
		})},
		{Name: "no-content", What: "204, 205 and 304 with bodies", Seeds: paths(6), Conn: rotate(
			strings.Replace(whole(begin), "200 OK", "204 No Content", 1), strings.Replace(whole(begin), "200 OK", "205 Reset", 1), strings.Replace(whole(begin), "200 OK", "304 Not Modified", 1))},
		{Name: "length-too-long", What: "a length that the body never reaches", Hosts: many, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, head+"Content-Length: 99999999999\r\n\r\n"+begin) //nolint:errcheck // the client may have gone
			wait(h, c)
		})},
		{Name: "length-too-short", What: "a length of ten, and an answer of its own behind", Seeds: paths(4), Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, head+"Content-Length: 10\r\n\r\n"+begin+whole(begin+link("http://169.254.169.254/"+h.Name))) //nolint:errcheck // the client may have gone
			wait(h, c)
		})},
		{Name: "length-wrong", What: "lengths that are no numbers, negative, beyond 2^64, or two", Seeds: paths(7), Conn: rotate(
			head+"Content-Length: -1\r\n\r\n"+begin, head+"Content-Length: 18446744073709551617\r\n\r\n"+begin, head+"Content-Length: 0x10\r\n\r\n"+begin,
			head+"Content-Length: 5\r\nContent-Length: 500\r\n\r\n"+begin, head+"Content-Length: 5, 5\r\n\r\n"+begin, head+"Content-Length:\r\n\r\n"+begin, head+"Content-Length : 5\r\n\r\n"+begin)},
		{Name: "length-and-chunks", What: "both a length and chunks, and odd transfer codings", Seeds: paths(4), Conn: rotate(
			head+"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+whole(begin), head+"Transfer-Encoding: xchunked\r\n\r\n"+begin,
			head+"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", head+"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")},
		{Name: "chunk-huge", What: "chunks of 2^63 bytes, of 17 digits, negative, without digits", Seeds: paths(4), Conn: rotate(
			head+"Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n"+begin, head+"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n"+begin,
			head+"Transfer-Encoding: chunked\r\n\r\n-5\r\n"+begin, head+"Transfer-Encoding: chunked\r\n\r\n\r\n"+begin)},
		{Name: "chunk-extension", What: "a chunk extension without end", Conn: endless(head+"Transfer-Encoding: chunked\r\n\r\n5;a=", "storm")},
		{Name: "chunk-extensions", What: "chunks of one byte, each with an extension of 4 kB", Conn: endless(head+"Transfer-Encoding: chunked\r\n\r\n", "1;a="+strings.Repeat("s", 4000)+"\r\ns\r\n")},
		{Name: "chunk-zeroes", What: "the size of a chunk in zeroes without end", Conn: endless(head+"Transfer-Encoding: chunked\r\n\r\n", "0")},
		{Name: "trailers", What: "trailers without end", Conn: endless(head+"Transfer-Encoding: chunked\r\n\r\n5\r\nstorm\r\n0\r\n", "X-Storm: storm\r\n")},
		{Name: "header-endless", What: "one header line without end", Conn: endless("HTTP/1.1 200 OK\r\nX-Storm: ", "storm")},
		{Name: "headers-endless", What: "headers without end", Short: true, Conn: endless("HTTP/1.1 200 OK\r\n", "X-Storm: storm\r\n")},
		{Name: "headers-900k", What: "100,000 headers in 900 kB", Seeds: paths(3), Conn: answer("HTTP/1.1 200 OK\r\n" + lines("A%05d: b\r\n", 90000)[:880_000] + "X: y\r\nContent-Length: 0\r\n\r\n")},
		{Name: "cookies", What: "30,000 cookies for every path and domain, on every answer", Seeds: paths(3), Short: true, Conn: asked(func(h *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"+lines("Set-Cookie: c%d=storm; Domain=.example\r\n", 20000)+"\r\n"+begin) //nolint:errcheck // the client may have gone
		})},
		{Name: "reason-endless", What: "a reason phrase without end", Conn: endless("HTTP/1.1 200 ", "storm ")},
		{Name: "reason-orders", What: "escape sequences, line breaks and NULs in every header", Seeds: paths(3), Conn: rotate(
			"HTTP/1.1 200 \x1b]52;c;x\x07\r\nContent-Type: text/html\x1b[2J\r\nLast-Modified: \x1b[31m\r\nX-\x00: \x00\r\n\r\n"+begin,
			"HTTP/1.1 200 OK\r\nContent-Type: text/html\rSet-Cookie: a\r\nETag: \"\u202e\x1b\"\r\n\r\n"+begin, "HTTP/1.1 404 \x9b2J\u2028forged\r\n\r\n"+begin)},
		{Name: "folded", What: "folded headers, headers without a colon, spaces in names", Seeds: paths(4), Conn: rotate(
			"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n "+strings.Repeat("a\r\n\t", 20000)+"\r\n\r\n"+begin, "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"+begin,
			"HTTP/1.1 200 OK\r\n: no name\r\n\r\n"+begin, "HTTP/1.1 200 OK\r\nContent Type: text/html\r\n\r\n"+begin)},
		{Name: "status-odd", What: "statuses 000, 99, 999, 1000, -1, 2xx, none", Seeds: paths(8), Conn: rotate(
			"HTTP/1.1 000 A\r\n\r\n"+begin, "HTTP/1.1 99 A\r\n\r\n"+begin, "HTTP/1.1 999 A\r\n\r\n"+begin, "HTTP/1.1 1000 A\r\n\r\n"+begin, "HTTP/1.1 -1 A\r\n\r\n"+begin,
			"HTTP/1.1 2xx A\r\n\r\n"+begin, "HTTP/1.1\r\n\r\n"+begin, "HTTP/9.9 200 OK\r\n\r\n"+begin)},
		{Name: "link-headers", What: "20,000 links in Link headers", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			n := h.Count.Add(1)
			w.Header().Set("Link", strings.TrimSuffix(lines(fmt.Sprintf("</next/%d/%%d>; rel=next, ", n), 20000), ", "))
			html(w)
		})},
		{Name: "dates", What: "dates of the years 0, 99999 and -1, with no month, and in Chinese", Seeds: paths(6), Conn: rotate(
			head+"Last-Modified: Fri, 31 Dec 99999 23:59:59 GMT\r\nExpires: -1\r\nAge: 99999999999999999999\r\nDate: 二〇二四年\r\n\r\n"+begin,
			head+"Last-Modified: Mon, 00 Jan 0000 00:00:00 GMT\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nCache-Control: max-age=-99999999999999999999\r\n\r\n"+begin,
			head+"Last-Modified: "+strings.Repeat("9", 100000)+"\r\n\r\n"+begin)},
		{Name: "type-huge", What: "a Content-Type with 50,000 parameters", Seeds: paths(3), Conn: answer("HTTP/1.1 200 OK\r\nContent-Type: text/html" + lines(";a%d=b", 50000) + "\r\n\r\n" + begin)},
		{Name: "type-none", What: "no Content-Type, two of them, one of 100 kB, one of slashes", Seeds: paths(4), Conn: rotate("HTTP/1.1 200 OK\r\n\r\n"+begin,
			"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Type: text/html\r\n\r\n"+begin, "HTTP/1.1 200 OK\r\nContent-Type: "+strings.Repeat("/", 100000)+"\r\n\r\n"+begin,
			"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"\x00\"\r\n\r\n"+begin)},
		{Name: "language-huge", What: "Content-Language, Content-Location and Content-Disposition of 200 kB", Seeds: paths(3), Conn: answer(head + "Content-Language: " + strings.Repeat("zh,en,", 40000) + "\r\nContent-Location: http://127.0.0.1/" + strings.Repeat("../", 60000) +
			"\r\nContent-Disposition: attachment; filename=\"" + strings.Repeat("../", 60000) + "etc/passwd\"\r\n\r\n" + begin)},
		{Name: "blank-lines", What: "empty lines before the status line, for ever", Conn: endless("", "\r\n")},
	}
}
