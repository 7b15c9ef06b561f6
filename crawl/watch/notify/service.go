package notify

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
)

// Service is a chat service.
type Service struct {
	Kind   string // as a file of jobs names it
	Markup markup
	Titled bool // the service shows the title of a Text above its body
	JSON   bool // a template writes the whole body, which is JSON

	// Server is the address of the public service, if the address is no secret. "": a
	// receiver has an address of its own, whose path or query is a secret.
	Server string
	Signs  bool   // messages may be signed with a secret
	Token  need   // of a token
	Room   string // the key that names a room: "chat", "topic"; "" if there is none

	// Max is the largest Size of a message.
	Max  int
	Size func(t *Text, body []byte) int
	// Post returns the request that sends t at now.
	Post func(to target, t *Text, now time.Time) (*Post, error)
	// Judge reads an answer. It returns nil if the message was accepted, a [*Problem] if
	// the answer says what is wrong, and [errForeign] if the service does not answer so.
	Judge func(status int, answer []byte) error
}

// need says whether a receiver has a token.
type need uint8

// The needs.
const (
	never need = iota
	optional
	always
)

// services returns all services. To add one, write its file and a row here.
func services() []Service {
	return []Service{dingtalk(), feishu(), wecom(), slack(), teams(), telegram(), ntfy()}
}

// target is where a message goes. All but Room are secrets, or may hold one.
type target struct {
	URL    string // of the hook, or of the server
	Secret string // signs the message; "": it is not signed
	Token  string
	Room   string
}

// Text is a message in words.
type Text struct {
	Title  string // one line, without markup
	Body   string // lines, with the markup of the service
	Link   string // URL of the page, if the message is about one; else ""
	Urgent bool
}

// Post is an HTTP request with the method POST.
type Post struct {
	URL    string
	Header http.Header
	Body   []byte
}

// post returns the request with v as JSON in its body.
func post(url string, v any) (*Post, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // nobody reads it as HTML, and lengths are bounded
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return &Post{url, http.Header{"Content-Type": {"application/json; charset=utf-8"}}, bytes.TrimSpace(b.Bytes())}, nil
}

// The sizes that services bound.
func bytesOfBody(_ *Text, body []byte) int { return len(body) }
func bytesOfText(t *Text, _ []byte) int    { return len(t.Body) }

// unitsOfText counts UTF-16 units, which are as many as characters or more.
func unitsOfText(t *Text, _ []byte) (n int) {
	for _, r := range t.Body {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}
