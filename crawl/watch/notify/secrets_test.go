package notify

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// TestWebhookSecrets: the URL and the key come from a variable or a file, and no error
// shows more of the URL than its host.
func TestWebhookSecrets(t *testing.T) {
	var asked []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.Header.Get(headerSignature))
		switch r.URL.Query().Get("do") {
		case "refuse":
			http.Error(w, "no such hook: "+r.URL.RequestURI()+" at "+r.URL.Path, http.StatusNotFound)
		case "redirect":
			http.Redirect(w, r, "/services/hush-hush/elsewhere", http.StatusFound)
		}
	}))
	defer srv.Close()
	host := strings.TrimPrefix(srv.URL, "http://")
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("key of the file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"URL": srv.URL + "/services/hush-hush", "REFUSE": srv.URL + "/services/hush-hush?do=refuse", "REDIRECT": srv.URL + "/services/hush-hush?do=redirect",
		"DEAD": "http://user:hush-hush@127.0.0.1:1/hush-hush", "WRONG": "hush-hush",
	}
	for _, tt := range []struct {
		name string
		c    Webhook
		want string // of the error
	}{
		{"a variable and a file", Webhook{URLFrom: redact.Secret{Env: "URL"}, SecretFile: file}, ""},
		{"a refusal that repeats the address", Webhook{URLFrom: redact.Secret{Env: "REFUSE"}}, "HTTP status 404: no such hook: *** at ***"},
		{"a redirect", Webhook{URLFrom: redact.Secret{Env: "REDIRECT"}}, "is now at " + host},
		{"nobody there", Webhook{URLFrom: redact.Secret{Env: "DEAD"}}, "127.0.0.1:1: dial"},
		{"nobody there, in clear", Webhook{URL: env["DEAD"]}, "127.0.0.1:1: dial"},
		{"no URL", Webhook{URLFrom: redact.Secret{Env: "WRONG"}}, "is no http or https URL"},
		{"an unset variable", Webhook{URLFrom: redact.Secret{Env: "UNSET"}}, "UNSET"},
		{"no file of the key", Webhook{URL: srv.URL, SecretFile: file + ".none"}, "key.none"},
	} {
		err := sender(t, monitor.Receiver{Name: "w", Kind: "webhook", Config: Config{&tt.c}}, env).Send(t.Context(), message(letterTo("w", 0)))
		if (err == nil) != (tt.want == "") || err != nil && (!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "hush")) {
			t.Errorf("%s: %v; want %q", tt.name, err, tt.want)
		}
	}
	if len(asked) != 3 || !strings.HasPrefix(asked[0], "/services/hush-hush v1,") {
		t.Errorf("asked for %q", asked)
	}
}
