package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Webhook is the settings of a receiver of signed JSON over HTTP.
//
// Many services put a secret into the path of the URL, so it may come from a variable or
// a file, too, and no error shows more of it than its host.
type Webhook struct {
	URL        string // "": the URL of URLFrom
	URLFrom    redact.Secret
	SecretEnv  string // environment variable with the HMAC key
	SecretFile string // or file; without both nothing is signed
	Template   string // of the JSON body; "": a [Body]
}

// Read implements [Config].
func (c *Webhook) Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int {
	own := yamlread.Fields{
		"url":         func(n *yaml.Node) { c.URL, _ = r.URL(n, "url") },
		"url-env":     func(n *yaml.Node) { c.URLFrom.Env = r.Env(n, "url-env") },
		"url-file":    func(n *yaml.Node) { c.URLFrom.File = r.SecretFile(n, "url-file") },
		"secret-env":  func(n *yaml.Node) { c.SecretEnv = r.Env(n, "secret-env") },
		"secret-file": func(n *yaml.Node) { c.SecretFile = r.SecretFile(n, "secret-file") },
	}
	templateKeys(r, own, &c.Template)
	lines := r.Section(n, what, common, own)
	checkTemplates(r, jsonText(), c.Template, lines)
	if given(lines, "url", "url-env", "url-file") != 1 {
		r.Fault(n, "%s needs url, or else url-env or url-file", what)
	}
	if given(lines, "secret-env", "secret-file") > 1 {
		r.FaultAt(lines["secret-file"], "secret-env was given already")
	}
	if redact.Has(c.URL) {
		r.WarnAt(lines["url"], "url: its user and password stand in clear, which the next release refuses; url-env names a variable, url-file a file, that holds the URL")
	}
	return lines
}

// given counts the keys that were given.
func given(lines map[string]int, keys ...string) (n int) {
	for _, k := range keys {
		if lines[k] != 0 {
			n++
		}
	}
	return n
}

// Sender implements [Config].
func (c *Webhook) Sender(env *Env) Sender { return &webhook{c, env} }

// webhook sends messages as signed JSON over HTTP.
//
// A server cannot lead the request elsewhere: redirects are not followed.
type webhook struct {
	config *Webhook
	env    *Env
}

// newClient returns a client that follows no redirect and keeps no connection for
// long: alerts are rare.
func newClient(r reach) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  r.proxy,
			DialContext:            r.dial,
			TLSHandshakeTimeout:    connectTimeout,
			MaxResponseHeaderBytes: 64 << 10,
			MaxIdleConnsPerHost:    1,
			IdleConnTimeout:        30 * time.Second,
			ForceAttemptHTTP2:      true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Send implements [Sender].
func (w *webhook) Send(ctx context.Context, m *Message) error {
	body, err := w.body(m)
	if err != nil {
		return &refusal{err}
	}
	address, err := w.address()
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address.String(), bytes.NewReader(body))
	if err != nil {
		return english.Errorf("the URL of %s cannot be asked", address.Host)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "ontocrawl")
	req.Header.Set(headerKey, m.ID)
	if err := w.sign(req.Header, m.ID, body); err != nil {
		return err
	}
	resp, err := w.env.Client.Do(req)
	if err != nil {
		return hostOnly(err, address)
	}
	defer resp.Body.Close() //nolint:errcheck // read only
	answer, _ := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
	return judge(resp, []byte(withoutPath(string(answer), address)), w.env.Clock.Now())
}

// jsonText returns the service whose form a template of a webhook writes.
func jsonText() *Service { return &Service{Kind: "webhook", Markup: JSON(), JSON: true} }

// body returns the body of the request. A template that fails must not lose an alert, so
// the ordinary body is sent then.
func (w *webhook) body(m *Message) ([]byte, error) {
	if w.config.Template == "" {
		return bodyOf(m)
	}
	s, text := jsonText(), w.env.words(m.Notifications[0].Job)
	t, err := parse(s, w.config.Template)
	if err == nil {
		var body string
		if body, err = renderFor(t, s, viewOf(m, &text, s, len(m.Notifications))); err == nil {
			return []byte(body), nil
		}
	}
	w.env.Log.Warn("the template of a receiver fails; the next one is used", "kind", s.Kind, "error", line(err.Error(), 300))
	return bodyOf(m)
}

// Preview implements [Sender].
func (w *webhook) Preview(m *Message) (string, error) {
	body, err := w.body(m)
	if err != nil {
		return "", err
	}
	return indented(body)
}

// address returns the URL that is posted to.
func (w *webhook) address() (*url.URL, error) {
	s := w.config.URL
	if s == "" {
		var err error
		if s, err = w.config.URLFrom.Read(w.env.Secret); err != nil {
			return nil, err
		}
	}
	if !yamlread.IsURL(s) {
		return nil, errors.New("what should be the URL of the receiver is no http or https URL")
	}
	return url.Parse(s)
}

// hostOnly returns err without the URL, of which [http.Client] shows all but the
// password: its path may be a secret.
func hostOnly(err error, u *url.URL) error {
	var e *url.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %w", u.Host, e.Err)
	}
	return err
}

// withoutPath covers what a server repeats of the address in its answer.
func withoutPath(text string, u *url.URL) string {
	for _, part := range []string{u.RequestURI(), u.Path, u.RawQuery} {
		if len(part) > 1 {
			text = strings.ReplaceAll(text, part, redact.Mark)
		}
	}
	return text
}

func (w *webhook) sign(h http.Header, id string, body []byte) error {
	at := w.env.Clock.Now().Unix()
	h.Set(headerID, id)
	h.Set(headerTimestamp, strconv.FormatInt(at, 10))
	from := redact.Secret{Env: w.config.SecretEnv, File: w.config.SecretFile}
	if from.IsZero() {
		return nil
	}
	text, err := from.Read(w.env.Secret)
	if err != nil {
		return err
	}
	key, err := keyOf(text)
	if err != nil {
		return err
	}
	h.Set(headerSignature, signature(key, id, at, body))
	return nil
}

// judge interprets an answer. Only a status that blames this very message ends it. A
// wrong path, a wrong token or a broken proxy is repaired by a person, and alerts must
// not be lost until then.
func judge(resp *http.Response, answer []byte, now time.Time) error {
	if resp.StatusCode/100 == 2 {
		return nil
	}
	err := english.Errorf("HTTP status %d", resp.StatusCode)
	if said := line(string(answer), 120); said != "" {
		err = english.Errorf("%w: %s", err, said)
	}
	switch resp.StatusCode {
	case http.StatusBadRequest, http.StatusGone, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return &refusal{err}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		if d, ok := retryAfter(resp.Header.Get("Retry-After"), now); ok {
			return &Wait{d, err}
		}
	}
	if resp.StatusCode/100 == 3 {
		at := "another address"
		if to, e := resp.Location(); e == nil {
			at = line(to.Host, 200)
		}
		return errors.Join(err, english.Errorf("redirects are not followed; the receiver is now at %s", at))
	}
	return err
}

// retryAfter reads Retry-After (RFC 9110, section 10.2.3).
func retryAfter(s string, now time.Time) (time.Duration, bool) {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return time.Duration(min(n, int(maxAsked/time.Second))) * time.Second, true
	}
	if t, err := http.ParseTime(s); err == nil {
		return max(t.Sub(now), 0), true
	}
	return 0, false
}
