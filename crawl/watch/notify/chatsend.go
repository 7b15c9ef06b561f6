package notify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"text/template"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// chatSender sends messages to a chat service.
type chatSender struct {
	config    *Chat
	service   *Service
	env       *Env
	templates []*template.Template // the first one that works and fits is used
}

// Send implements [Sender].
func (c *chatSender) Send(ctx context.Context, m *Message) error {
	to, err := c.target()
	if err != nil {
		return err
	}
	p, err := c.post(m, to)
	if err != nil {
		return err
	}
	address, err := url.Parse(p.URL)
	if err != nil {
		return errors.New("what should be the URL of the receiver is none")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, bytes.NewReader(p.Body))
	if err != nil {
		return english.Errorf("the URL of %s cannot be asked", address.Host)
	}
	req.Header = p.Header
	req.Header.Set("User-Agent", "ontocrawl")
	resp, err := c.env.Client.Do(req)
	if err != nil {
		return hostOnly(err, address)
	}
	defer resp.Body.Close()                                      //nolint:errcheck // read only
	answer, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10)) // no service says more
	if err != nil && resp.StatusCode/100 == 2 {
		return english.Errorf("the answer of %s breaks off, so it is unknown whether the message arrived: %w", address.Host, err)
	}
	return c.verdict(resp, answer, func(text string) string {
		return c.cover(withoutPath(text, address), to, address)
	})
}

// cover removes the secrets of the receiver from what a server says.
func (c *chatSender) cover(text string, to target, address *url.URL) string {
	hidden := []string{to.Secret, to.Token}
	if !c.config.RoomFrom.IsZero() {
		hidden = append(hidden, to.Room)
	}
	if c.service.Server == "" { // the address is a secret, and so may be each part of it
		hidden = append(hidden, strings.Split(address.Path, "/")...)
		for _, values := range address.Query() {
			hidden = append(hidden, values...)
		}
	}
	for _, h := range hidden {
		if len(h) >= minHidden {
			text = strings.ReplaceAll(text, h, redact.Mark)
		}
	}
	return text
}

// minHidden is the shortest part that is covered: shorter ones are words like "v2".
const minHidden = 5

// verdict says what an answer means; cover removes secrets from a text.
func (c *chatSender) verdict(resp *http.Response, answer []byte, cover func(string) string) error {
	err := c.service.Judge(resp.StatusCode, answer)
	now := c.env.Clock.Now()
	var p *problem
	switch {
	case err == nil && resp.StatusCode/100 == 2:
		return nil
	case errors.As(err, &p):
		said := fmt.Errorf("%s says %s", c.service.Kind, line(cover(p.Text), 200))
		wait := p.Wait
		if d, ok := retryAfter(resp.Header.Get("Retry-After"), now); ok {
			wait = max(wait, d)
		}
		switch {
		case p.Refused:
			return &refusal{said}
		case wait > 0:
			return &Wait{wait, said}
		}
		return said
	case resp.StatusCode/100 != 2:
		return judge(resp, []byte(cover(string(answer))), now)
	}
	return english.Errorf("%w %s", err, line(cover(string(answer)), 100))
}

// target reads the secrets of the receiver.
func (c *chatSender) target() (to target, err error) {
	read := func(from redact.Secret, into *string) {
		if err == nil && !from.IsZero() {
			*into, err = from.Read(c.env.Secret)
		}
	}
	to.URL, to.Room = cmp.Or(c.config.Server, c.service.Server), c.config.Room
	read(c.config.Hook, &to.URL)
	read(c.config.Secret, &to.Secret)
	read(c.config.Token, &to.Token)
	read(c.config.RoomFrom, &to.Room)
	if err == nil && !yamlread.IsURL(to.URL) {
		err = errors.New("what should be the URL of the receiver is no http or https URL")
	}
	return to, err
}

// post returns the request that sends m: by the template of the receiver, with as many
// notifications as fit; else by the built-in one; else in short.
func (c *chatSender) post(m *Message, to target) (*Post, error) {
	w := c.env.words(m.Notifications[0].Job)
	t := &Text{Title: line(w.subject(m), 200), Urgent: m.urgent()}
	if u := m.Notifications[0].Event.URL; len(m.Notifications) == 1 && web(u) && len(u) <= maxLink {
		t.Link = u
	}
	for _, tmpl := range c.templates {
		for k := len(m.Notifications); k > 0; {
			v := viewOf(m, &w, c.service, k)
			body, err := render(tmpl, &v)
			if err != nil {
				c.env.Log.Warn("the template of a receiver fails; the next one is used", "kind", c.service.Kind, "error", line(err.Error(), 300))
				break
			}
			p, size, err := c.fits(to, t, body)
			if p != nil || err != nil {
				return p, err
			}
			k = min(k-1, max(k*c.service.Max/size, 1)) // notifications are about equally long
		}
	}
	return c.cut(to, t)
}

// fits returns the request with body, and its size; the request is nil if it is too long.
func (c *chatSender) fits(to target, t *Text, body string) (*Post, int, error) {
	t.Body = body
	p, err := c.service.Post(to, t, c.env.Clock.Now())
	if err != nil {
		return nil, 0, english.Errorf("the message cannot be written: %w", err)
	}
	size := c.service.Size(t, p.Body)
	if size > c.service.Max {
		return nil, size, nil
	}
	return p, size, nil
}

// cut sends the title alone, with as many of its letters as fit.
func (c *chatSender) cut(to target, t *Text) (*Post, error) {
	for n := 200; n > 0; n /= 2 {
		if p, _, err := c.fits(to, t, c.service.Markup.Escape(line(t.Title, n))); p != nil || err != nil {
			return p, err
		}
	}
	return nil, &refusal{errors.New("no part of the message fits")}
}

// Preview implements [Sender]: the body of the request, without secrets.
func (c *chatSender) Preview(m *Message) (string, error) {
	p, err := c.post(m, target{URL: "https://" + c.service.Kind + ".invalid/", Room: c.config.Room})
	if err != nil {
		return "", err
	}
	return indented(p.Body)
}

// indented returns JSON for people to read.
func indented(text []byte) (string, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(text), "", "  "); err != nil {
		return "", err
	}
	return b.String(), nil
}
