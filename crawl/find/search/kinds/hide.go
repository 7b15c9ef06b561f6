package kinds

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// hider takes a key out of texts, in every form that a server or a library may give it.
type hider struct{ forms []string }

// minKey is the length from which a key is searched for. A shorter one, such as the
// word "public", is no secret, and would be found everywhere.
const minKey = 8

func newHider(key search.Key) hider {
	text := key.Reveal()
	var h hider
	add := func(form string) {
		if len(form) >= minKey && !slices.Contains(h.forms, form) {
			h.forms = append(h.forms, form)
		}
	}
	parts := []string{text}
	if _, value, ok := strings.Cut(text, " "); ok { // "Bearer ..."
		parts = append(parts, value)
	}
	for _, s := range parts {
		add(s)
		add(url.QueryEscape(s))
		add(url.PathEscape(s))
		add(base64.StdEncoding.EncodeToString([]byte(s)))
		if b, err := json.Marshal(s); err == nil {
			add(string(b[1 : len(b)-1]))
		}
	}
	return h
}

func (h hider) text(s string) string {
	for _, f := range h.forms {
		s = strings.ReplaceAll(s, f, search.KeyParameter)
	}
	return s
}

func (h hider) bytes(b []byte) []byte {
	for _, f := range h.forms {
		if bytes.Contains(b, []byte(f)) {
			b = bytes.ReplaceAll(b, []byte(f), []byte(search.KeyParameter))
		}
	}
	return b
}

// response takes the key out of an answer.
func (h hider) response(r *crawl.Response) {
	for _, s := range []*string{&r.URL, &r.Final, &r.ContentType, &r.RobotsTag, &r.Link, &r.ETag, &r.LastModified} {
		*s = h.text(*s)
	}
	r.Body = h.bytes(r.Body)
	for i := range r.Exchanges {
		e := &r.Exchanges[i]
		e.URL, e.Request, e.Head, e.Body = h.text(e.URL), h.bytes(e.Request), h.bytes(e.Head), h.bytes(e.Body)
	}
}

// err takes the key out of an error. What it wraps is replaced by its text, because a
// text inside it might hold the key.
func (h hider) err(err error) error {
	var e *search.Error
	if errors.As(err, &e) && e.Err != nil {
		if s := h.text(e.Err.Error()); s != e.Err.Error() {
			e.Err = errors.New(s)
		}
	}
	return err
}
