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
	"os"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/monitor/notify/chat"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
	"github.com/ontocrawl/ontocrawl/crawl/secret"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Chat is the settings of a receiver in a chat service.
type Chat struct {
	Service  string     // the kind of the service
	Server   string     // address of a service of one's own; "": the public one
	Hook     secret.Ref // where the address of the hook is, if it is a secret
	Secret   secret.Ref // signs messages
	Token    secret.Ref
	Room     string // chat or topic
	RoomFrom secret.Ref
	Template string // "": the built-in one
}

// chats returns a channel for each chat service.
func chats() (all []Channel) {
	for _, s := range chat.Services() {
		all = append(all, Channel{s.Kind, func() Config { return &Chat{Service: s.Kind} }})
	}
	return all
}

// service returns the service called kind.
func service(kind string) *chat.Service {
	for _, s := range chat.Services() {
		if s.Kind == kind {
			return &s
		}
	}
	return &chat.Service{Kind: kind}
}

// Read implements [Config].
func (c *Chat) Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int {
	s := service(c.Service)
	own := yamlread.Fields{}
	reference := func(key string, ref *secret.Ref) {
		own[key+"-env"] = func(n *yaml.Node) { ref.Env = r.Env(n, key+"-env") }
		own[key+"-file"] = func(n *yaml.Node) { ref.File = r.SecretFile(n, key+"-file") }
	}
	if s.Server == "" {
		reference("url", &c.Hook)
		own["url"] = func(n *yaml.Node) {
			r.Fault(n, "the URL of a %s hook is a secret: url-env names a variable, url-file a file, that holds it", s.Kind)
		}
	} else {
		own["url"] = func(n *yaml.Node) { c.Server, _ = r.URL(n, "url") }
	}
	if s.Signs {
		reference("secret", &c.Secret)
	}
	if s.Token != chat.Never {
		reference("token", &c.Token)
	}
	if s.Room != "" {
		own[s.Room] = func(n *yaml.Node) { c.Room, _ = r.Text(n, s.Room) }
		reference(s.Room, &c.RoomFrom)
	}
	templateKeys(r, own, &c.Template)
	lines := r.Section(n, what, common, own)
	c.check(r, s, n, what, lines)
	return lines
}

// check checks the settings as a whole.
func (c *Chat) check(r *yamlread.Reader, s *chat.Service, n *yaml.Node, what string, lines map[string]int) {
	one := func(needed bool, keys ...string) {
		switch got := given(lines, keys...); {
		case got > 1:
			r.Fault(n, "%s takes one of %s", what, strings.Join(keys, ", "))
		case got == 0 && needed:
			r.Fault(n, "%s needs %s", what, strings.Join(keys, " or "))
		}
	}
	if s.Server == "" && lines["url"] == 0 {
		one(true, "url-env", "url-file")
	}
	if redact.Has(c.Server) {
		r.FaultAt(lines["url"], "url: a user and a password in it are refused; give a token by token-env or token-file")
	}
	one(false, "secret-env", "secret-file")
	one(s.Token == chat.Always, "token-env", "token-file")
	if s.Room != "" {
		one(true, s.Room, s.Room+"-env", s.Room+"-file")
	}
	checkTemplates(r, s, c.Template, lines)
}

// templateKeys adds the keys of a template to the keys of a receiver.
func templateKeys(r *yamlread.Reader, own yamlread.Fields, text *string) {
	own["template"] = func(n *yaml.Node) { *text, _ = r.Text(n, "template") }
	own["template-file"] = func(n *yaml.Node) { *text = templateFile(r, n) }
}

// maxTemplate bounds a file with a template.
const maxTemplate = 64 << 10

func templateFile(r *yamlread.Reader, n *yaml.Node) string {
	name := r.Beside(n, "template-file")
	if name == "" {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		r.Fault(n, "template-file: %v", err)
		return ""
	}
	defer f.Close() //nolint:errcheck // read only
	text, err := io.ReadAll(io.LimitReader(f, maxTemplate+1))
	if err != nil || len(text) > maxTemplate {
		r.Fault(n, "template-file: %s cannot be read, or is larger than %d kB: %v", name, maxTemplate>>10, err)
		return ""
	}
	return string(text)
}

// checkTemplates reports a template that does not work.
func checkTemplates(r *yamlread.Reader, s *chat.Service, text string, lines map[string]int) {
	if given(lines, "template", "template-file") > 1 {
		r.FaultAt(lines["template-file"], "template was given already")
	}
	if at := cmp.Or(lines["template"], lines["template-file"]); at != 0 && text != "" {
		if err := checkTemplate(s, text); err != nil {
			r.FaultAt(at, "%s", line(err.Error(), 300))
		}
	}
}

// Sender implements [Config].
func (c *Chat) Sender(env *Env) Sender {
	s := &chatSender{config: c, service: service(c.Service), env: env}
	for _, text := range []string{c.Template, builtin, short} {
		if t, err := parse(s.service, text); err == nil && text != "" { // it was checked
			s.templates = append(s.templates, t)
		}
	}
	return s
}

// chatSender sends messages to a chat service.
type chatSender struct {
	config    *Chat
	service   *chat.Service
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
		return fmt.Errorf("the URL of %s cannot be asked", address.Host)
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
		return fmt.Errorf("the answer of %s breaks off, so it is unknown whether the message arrived: %w", address.Host, err)
	}
	return c.verdict(resp, answer, func(text string) string {
		return c.cover(withoutPath(text, address), to, address)
	})
}

// cover removes the secrets of the receiver from what a server says.
func (c *chatSender) cover(text string, to chat.Target, address *url.URL) string {
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
	var p *chat.Problem
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
			return &Refusal{said}
		case wait > 0:
			return &Wait{wait, said}
		}
		return said
	case resp.StatusCode/100 != 2:
		return judge(resp, []byte(cover(string(answer))), now)
	}
	return fmt.Errorf("%w %s", err, line(cover(string(answer)), 100))
}

// target reads the secrets of the receiver.
func (c *chatSender) target() (to chat.Target, err error) {
	read := func(from secret.Ref, into *string) {
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
func (c *chatSender) post(m *Message, to chat.Target) (*chat.Post, error) {
	w := c.env.words(m.Notifications[0].Job)
	t := &chat.Text{Title: line(w.subject(m), 200), Urgent: m.Urgent()}
	if u := m.Notifications[0].Event.URL; len(m.Notifications) == 1 && web(u) && len(u) <= maxLink {
		t.Link = u
	}
	for _, tmpl := range c.templates {
		for k := len(m.Notifications); k > 0; k = min(k-1, k*3/4) {
			v := viewOf(m, &w, c.service, k)
			body, err := render(tmpl, &v)
			if err != nil {
				c.env.Log.Warn("the template of a receiver fails; the next one is used", "kind", c.service.Kind, "error", line(err.Error(), 300))
				break
			}
			if p, err := c.fits(to, t, body); p != nil || err != nil {
				return p, err
			}
		}
	}
	return c.cut(to, t)
}

// fits returns the request with body, nil if it is too long.
func (c *chatSender) fits(to chat.Target, t *chat.Text, body string) (*chat.Post, error) {
	t.Body = body
	p, err := c.service.Post(to, t, c.env.Clock.Now())
	if err != nil {
		return nil, fmt.Errorf("the message cannot be written: %w", err)
	}
	if c.service.Size(t, p.Body) > c.service.Max {
		return nil, nil
	}
	return p, nil
}

// cut sends the title alone, with as many of its letters as fit.
func (c *chatSender) cut(to chat.Target, t *chat.Text) (*chat.Post, error) {
	for n := 200; n > 0; n /= 2 {
		if p, err := c.fits(to, t, c.service.Markup.Escape(line(t.Title, n))); p != nil || err != nil {
			return p, err
		}
	}
	return nil, &Refusal{errors.New("no part of the message fits")}
}

// Preview implements [Previewer]: the body of the request, without secrets.
func (c *chatSender) Preview(m *Message) (string, error) {
	p, err := c.post(m, chat.Target{URL: "https://" + c.service.Kind + ".invalid/", Room: c.config.Room})
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
