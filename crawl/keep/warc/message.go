package warc

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// message is the HTTP answer in a block.
type message struct {
	Status int
	Header http.Header
	Head   []byte // status line and fields, with the empty line
	Body   []byte // transfer coding undone, content coding kept
	Cut    bool   // the last chunk of Body is missing
}

// parseMessage parses the block of a response record. It ignores malformed fields:
// archives hold what servers sent.
func parseMessage(block []byte) (*message, error) {
	m := &message{Head: block}
	if i := headEnd(block); i >= 0 {
		m.Head, m.Body = block[:i:i], block[i:]
	}
	var err error
	if m.Status, m.Header, err = ParseHead(m.Head); err != nil {
		return nil, err
	}
	if strings.Contains(strings.ToLower(m.Header.Get("Transfer-Encoding")), "chunked") {
		m.unchunk()
	}
	return m, nil
}

// ParseHead reads a status line and the fields after it.
func ParseHead(head []byte) (status int, h http.Header, err error) {
	lines := strings.Split(string(head), "\n")
	proto, rest, ok := strings.Cut(strings.TrimSpace(lines[0]), " ")
	if !ok || !strings.HasPrefix(proto, "HTTP/") {
		return 0, nil, english.Errorf("warc: the block begins with %.40q, not with an HTTP status", lines[0])
	}
	code, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	status, err = strconv.Atoi(code)
	if err != nil || status < 100 || status > 999 {
		return 0, nil, english.Errorf("warc: %.40q is not an HTTP status", lines[0])
	}
	return status, fieldsOf(lines[1:]), nil
}

func fieldsOf(lines []string) http.Header {
	h := http.Header{}
	last := ""
	for _, line := range lines {
		line = strings.TrimRight(line, "\r")
		if line != "" && (line[0] == ' ' || line[0] == '\t') && last != "" { // obs-fold (RFC 9112, 5.2)
			values := h[last]
			values[len(values)-1] += " " + strings.TrimSpace(line)
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || !isToken(name) {
			last = ""
			continue
		}
		last = textproto.CanonicalMIMEHeaderKey(name)
		h[last] = append(h[last], strings.TrimSpace(value))
	}
	return h
}

// unchunk undoes the chunked coding (RFC 9112, 7.1), unless the archive has done so
// and kept the field.
func (m *message) unchunk() {
	line, _, _ := bytes.Cut(m.Body, []byte("\n"))
	size, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte(";"))
	if _, err := strconv.ParseUint(string(bytes.TrimSpace(size)), 16, 63); err != nil {
		return
	}
	body, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(m.Body)))
	if err != nil && len(body) == 0 && !errors.Is(err, io.ErrUnexpectedEOF) {
		return
	}
	m.Body, m.Cut = body, err != nil
}

// headEnd is the beginning of the body: after the first empty line; -1 without one.
func headEnd(b []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return -1
		}
		i += n + 1
		switch {
		case bytes.HasPrefix(b[i:], []byte("\n")):
			return i + 1
		case bytes.HasPrefix(b[i:], []byte("\r\n")):
			return i + 2
		}
	}
}
