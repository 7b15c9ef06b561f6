package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// sender returns who brings messages to r, with the worker's defaults.
func sender(t *testing.T, r monitor.Receiver, secrets map[string]string) Sender {
	t.Helper()
	w := NewWorker(newBox(), nil, Options{
		Dir: t.TempDir(), Hosts: []string{"127.0.0.1"}, Timeout: 5 * time.Second,
		Secret: func(name string) (string, bool) { s, ok := secrets[name]; return s, ok },
	})
	t.Cleanup(w.opt.Client.CloseIdleConnections)
	return w.newSender(r)
}

func webhookTo(name, url, secret string) monitor.Receiver {
	return monitor.Receiver{Name: name, Kind: "webhook", Config: Config{&Webhook{URL: url, SecretEnv: secret}}}
}

func message(notifications ...monitor.Notification) *Message {
	return &messages(notifications, true)[0]
}

func TestWebhook(t *testing.T) {
	var got *http.Request
	var body []byte
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
	}))
	defer srv.Close()
	s := sender(t, webhookTo("ann", srv.URL+"/in", "KEY"), map[string]string{"KEY": "whsec_c2VjcmV0"})
	m := message(letterTo("ann", 0))
	if err := s.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if got.Method != "POST" || got.URL.Path != "/in" || got.Header.Get(headerKey) != m.ID || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %s %v", got.Method, got.URL, got.Header)
	}
	if err := verify("whsec_c2VjcmV0", got.Header, body, time.Now(), time.Minute); err != nil {
		t.Error(err)
	}
	if err := verify("secret", got.Header, body, time.Now(), time.Minute); err != nil {
		t.Errorf("the same key, written plainly: %v", err)
	}
	var b Body
	if err := json.Unmarshal(body, &b); err != nil {
		t.Fatal(err)
	}
	if n := b.Notifications[0]; b.ID != m.ID || b.Type != "alert" || len(b.Notifications) != 1 || n.Title != "Typhoon a" || n.Event.URL != "https://news.example/a" || *n.Delay != 300 {
		t.Errorf("%s", body)
	}
	if old := b.Letters[0]; len(b.Letters) != 1 || old.ID != b.Notifications[0].ID || !old.Made.Equal(b.Notifications[0].Created) || old.Find.URL != "https://news.example/a" {
		t.Errorf("the deprecated keys: %s", body)
	}
	first := bytes.Clone(body)
	if err := s.Send(t.Context(), message(letterTo("ann", 0))); err != nil || !bytes.Equal(first, body) {
		t.Errorf("sent again (%v) it reads\n%s not\n%s", err, body, first)
	}
}

func TestVerifyRefuses(t *testing.T) {
	at := time.Unix(1_784_000_000, 0)
	header := func() http.Header {
		h := http.Header{}
		h.Set(headerID, "id1")
		h.Set(headerTimestamp, "1784000000")
		h.Set(headerSignature, signature([]byte("secret"), "id1", at.Unix(), []byte("body")))
		return h
	}
	if err := verify("secret", header(), []byte("body"), at, time.Minute); err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(h http.Header) (secret, body string, now time.Time){
		"another secret": func(http.Header) (string, string, time.Time) { return "other", "body", at },
		"another body":   func(http.Header) (string, string, time.Time) { return "secret", "Body", at },
		"an old message": func(http.Header) (string, string, time.Time) { return "secret", "body", at.Add(2 * time.Minute) },
		"another time": func(h http.Header) (string, string, time.Time) {
			h.Set(headerTimestamp, "1784000001")
			return "secret", "body", at
		},
		"another ID":   func(h http.Header) (string, string, time.Time) { h.Set(headerID, "id2"); return "secret", "body", at },
		"no signature": func(h http.Header) (string, string, time.Time) { h.Del(headerSignature); return "secret", "body", at },
		"no time":      func(h http.Header) (string, string, time.Time) { h.Del(headerTimestamp); return "secret", "body", at },
	}
	for name, change := range tests {
		h := header()
		secret, body, now := change(h)
		if err := verify(secret, h, []byte(body), now, time.Minute); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// The example of the Standard Webhooks specification's reference libraries.
func TestSignatureIsStandard(t *testing.T) {
	key, err := keyOf("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := signature(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestWebhookAnswers(t *testing.T) {
	tests := []struct {
		status  int
		after   string
		sent    bool
		refused bool
		wait    time.Duration
		says    string
	}{
		{status: 200, sent: true},
		{status: 204, sent: true},
		{status: 302, says: "redirects are not followed"},
		{status: 400, refused: true, says: "400: no \\?"},
		{status: 401}, {status: 403}, {status: 404}, {status: 409},
		{status: 410, refused: true},
		{status: 422, refused: true},
		{status: 429, after: "120", wait: 2 * time.Minute},
		{status: 429},
		{status: 503, after: "99999999", wait: maxAsked},
		{status: 503, after: "soon"},
		{status: 500},
	}
	for _, tt := range tests {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				t.Errorf("status %d: followed to %s", tt.status, r.URL)
			}
			w.Header().Set("Retry-After", tt.after)
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(tt.status)
			io.WriteString(w, "no\x1b\r\n\\?") //nolint:errcheck // a test
		}))
		err := sender(t, webhookTo("", srv.URL, ""), nil).Send(t.Context(), message(letterTo("ann", 0)))
		srv.Close()
		var refusal *refusal
		var wait *Wait
		if (err == nil) != tt.sent || errors.As(err, &refusal) != tt.refused || errors.As(err, &wait) != (tt.wait > 0) || wait != nil && wait.For != tt.wait {
			t.Errorf("status %d: %v", tt.status, err)
		}
		if err != nil && (!strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "\x1b")) {
			t.Errorf("status %d says %q, want %q", tt.status, err, tt.says)
		}
	}
}

// A secret that is named and not there must not make unsigned messages.
func TestWebhookWithoutItsSecret(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("sent unsigned") }))
	defer srv.Close()
	for _, secret := range []string{"", "whsec_", "whsec_!"} {
		s := sender(t, webhookTo("", srv.URL, "KEY"), map[string]string{"KEY": secret})
		if err := s.Send(t.Context(), message(letterTo("ann", 0))); err == nil {
			t.Errorf("secret %q: sent", secret)
		}
	}
}

func TestWebhookThatHangs(t *testing.T) {
	release := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer srv.Close()
	defer close(release)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := sender(t, webhookTo("", srv.URL, ""), nil).Send(ctx, message(letterTo("ann", 0)))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestHostileTitlesInJSON(t *testing.T) {
	for _, title := range hostile {
		l := letterTo("ann", 0)
		l.Title, l.Event.Title, l.Event.Concepts[0].Label = title, title, title
		text, err := bodyOf(message(l))
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(string(text), "<>") || strings.ContainsFunc(strings.TrimSuffix(string(text), "\n"), obeyed) {
			t.Errorf("%q: %s", title, text)
		}
	}
}

// verify checks, as a receiver does, that a message with header h was signed with secret
// within tolerance of now. It returns nil if so, else the reason.
func verify(secret string, h http.Header, body []byte, now time.Time, tolerance time.Duration) error {
	key, err := keyOf(secret)
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(h.Get(headerTimestamp), 10, 64)
	if err != nil {
		return fmt.Errorf("alert: %s %q is no Unix time", headerTimestamp, h.Get(headerTimestamp))
	}
	if d := now.Sub(time.Unix(at, 0)).Abs(); d > tolerance {
		return fmt.Errorf("alert: signed %v from now; %v is allowed", d, tolerance)
	}
	want := signature(key, h.Get(headerID), at, body)
	for _, got := range strings.Fields(h.Get(headerSignature)) {
		if hmac.Equal([]byte(got), []byte(want)) {
			return nil
		}
	}
	return errors.New("alert: signature does not fit")
}
