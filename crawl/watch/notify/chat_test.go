package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// accepts is how each service says that it took a message.
var accepts = map[string]string{
	"dingtalk": `{"errcode":0,"errmsg":"ok"}`, "feishu": `{"code":0,"msg":"success","data":{}}`, "wecom": `{"errcode":0,"errmsg":"ok"}`,
	"slack": "ok", "teams": "", "telegram": `{"ok":true,"result":{}}`, "ntfy": `{"id":"x","event":"message"}`,
}

// refuses is how each says, with status 200 unless named, that it did not.
var refuses = map[string]struct {
	status int
	answer string
}{
	"dingtalk": {200, `{"errcode":310000,"errmsg":"sign not match"}`}, "feishu": {200, `{"code":19001,"msg":"param invalid"}`},
	"wecom": {200, `{"errcode":93000,"errmsg":"invalid webhook url"}`}, "slack": {404, "no_service"},
	"teams":    {200, "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 403"},
	"telegram": {401, `{"ok":false,"error_code":401,"description":"Unauthorized"}`}, "ntfy": {403, `{"code":40301,"http":403,"error":"forbidden"}`},
}

// chatTo returns a receiver of a service at url. Its secrets are chatSecrets.
func chatTo(kind, url, template string) (monitor.Receiver, map[string]string) {
	c := &Chat{Service: kind, Server: url, Template: template}
	s := service(kind)
	if s.Server == "" {
		c.Server, c.Hook = "", redact.Secret{Env: "HOOK"}
	}
	if s.Signs {
		c.Secret = redact.Secret{Env: "SIGN"}
	}
	if s.Token != never {
		c.Token = redact.Secret{Env: "TOKEN"}
	}
	if s.Room != "" {
		c.RoomFrom = redact.Secret{Env: "ROOM"}
	}
	return monitor.Receiver{Name: "team", Kind: kind, Config: Config{c}},
		map[string]string{"HOOK": url + "/hook/hush-path?key=hush-key", "SIGN": "hush-sign", "TOKEN": "hush-token", "ROOM": "hush-room"}
}

// TestChats sends to a server on loopback that behaves as each service does, well and
// badly. No error shows a secret.
func TestChats(t *testing.T) {
	for _, s := range services() {
		kind := s.Kind
		t.Run(kind, func(t *testing.T) {
			var behave atomic.Pointer[http.HandlerFunc]
			var body atomic.Value
			as := func(f http.HandlerFunc) { behave.Store(&f) }
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				text, _ := io.ReadAll(r.Body)
				body.Store(string(text))
				(*behave.Load())(w, r)
			}))
			defer srv.Close()
			r, secrets := chatTo(kind, srv.URL, "")
			send := func() error { return sender(t, r, secrets).Send(t.Context(), message(letterTo("team", 0))) }
			say := func(status int, header, answer string) {
				as(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Retry-After", header)
					w.Header().Set("Location", srv.URL+"/elsewhere/hush-path")
					w.WriteHeader(status)
					fmt.Fprint(w, answer) //nolint:errcheck // a test
				})
			}
			check := func(what string, err error, says string, refused bool, wait time.Duration) {
				t.Helper()
				var refusal *refusal
				var pause *Wait
				if err == nil || errors.As(err, &refusal) != refused || errors.As(err, &pause) != (wait > 0) || pause != nil && pause.For != wait {
					t.Errorf("%s: %v", what, err)
				} else if !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "hush") {
					t.Errorf("%s says %q; want %q, and no secret", what, err, says)
				}
			}
			say(200, "", accepts[kind])
			err := send()
			if text, _ := body.Load().(string); err != nil || !json.Valid([]byte(text)) || !strings.Contains(text, "Typhoon a") {
				t.Errorf("accepted: %v, %s", err, text)
			}
			no := refuses[kind]
			say(no.status, "", no.answer)
			check("a wrong hook", send(), "", false, 0)
			for name, used := range map[string]bool{"HOOK": s.Server == "", "SIGN": s.Signs, "TOKEN": s.Token != never, "ROOM": s.Room != ""} {
				if !used {
					delete(secrets, name)
				}
			}
			said := "oops"
			for _, v := range secrets {
				said += " " + strings.TrimPrefix(v, srv.URL)
			}
			say(500, "", said)
			check("500", send(), "500", false, 0)
			say(429, "120", `{"error":"slow down"}`)
			check("429", send(), "429", false, 2*time.Minute)
			say(413, "", "too large")
			check("413", send(), "413", true, 0)
			say(302, "", "")
			check("a redirect", send(), "redirects are not followed", false, 0)
			say(200, "", "<html>"+said+" log in</html>")
			check("the page of a proxy", send(), "not one of this service", false, 0)
			say(200, "", "<"+strings.Repeat("x", 1<<20))
			check("a huge answer", send(), "not one of this service", false, 0)
			as(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
			check("a closed connection", send(), "127.0.0.1", false, 0)
			as(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", "100")
				fmt.Fprint(w, accepts[kind]) //nolint:errcheck // a test
			})
			check("an answer that breaks off", send(), "breaks off", false, 0)
			release := make(chan struct{})
			defer close(release)
			as(func(http.ResponseWriter, *http.Request) { <-release })
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if err := sender(t, r, secrets).Send(ctx, message(letterTo("team", 0))); !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "hush") {
				t.Errorf("slow: %v", err)
			}
		})
	}
}

// A secret that is named and not there: nothing is sent.
func TestChatWithoutSecrets(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("sent") }))
	defer srv.Close()
	for _, s := range services() {
		r, secrets := chatTo(s.Kind, srv.URL, "")
		for name, used := range map[string]bool{"HOOK": s.Server == "", "SIGN": s.Signs, "TOKEN": s.Token != never, "ROOM": s.Room != ""} {
			if !used {
				continue
			}
			some := map[string]string{}
			for k, v := range secrets {
				if k != name {
					some[k] = v
				}
			}
			if err := sender(t, r, some).Send(t.Context(), message(letterTo("team", 0))); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s without %s: %v", s.Kind, name, err)
			}
		}
	}
}

// preview returns the body that kind would be sent.
func preview(t *testing.T, kind, template string, m *Message) string {
	t.Helper()
	r, _ := chatTo(kind, "http://127.0.0.1/", template)
	text, err := sender(t, r, nil).Preview(m)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestChatFits: whatever pages say, a message is as long as its service takes, and says
// how many notifications it leaves out.
func TestChatFits(t *testing.T) {
	long := letterTo("team", 0)
	long.Title = strings.Repeat("<[台风]*&_", 60)
	long.Event.URL = "https://news.example/" + strings.Repeat("(%E5)", 150)
	for range maxConcepts {
		long.Event.Concepts = append(long.Event.Concepts, monitor.Concept{Name: strings.Repeat("[", 60), Label: strings.Repeat("&", 60), Count: 9, Place: "title"})
	}
	var many []monitor.Notification
	for i := range maxDigest {
		l := long
		l.ID, l.Group = hashID(fmt.Sprint(i)), "typhoon"
		many = append(many, l)
	}
	for _, s := range services() {
		for _, tmpl := range []string{"", "{{range .Items}}{{range .Facts}}{{.}}{{end}}{{end}}"} {
			c := (&Chat{Service: s.Kind, Template: tmpl}).Sender(sender(t, webhookTo("", "", ""), nil).(*webhook).env).(*chatSender)
			for _, m := range []*Message{message(long), message(many...), message(letterTo("team", 1))} {
				p, err := c.post(m, target{URL: "https://chat.example/", Secret: "s"})
				if err != nil || !json.Valid(p.Body) || !utf8.Valid(p.Body) {
					t.Fatalf("%s: %v", s.Kind, err)
				}
				if n := lengthOf(t, s.Kind, p.Body); n > lengths[s.Kind] {
					t.Errorf("%s: %d of %d", s.Kind, n, lengths[s.Kind])
				}
				if tmpl == "" && len(m.Notifications) > 1 && !strings.Contains(string(p.Body), "ontocrawl job show typhoon") {
					t.Errorf("%s hides that notifications are left out: %s", s.Kind, p.Body)
				}
			}
		}
	}
}

// lengths gives the most that the services take, as their documents say: bytes or
// characters of the text, or bytes of the body.
var lengths = map[string]int{"dingtalk": 20_000, "feishu": 20_000, "wecom": 4096, "slack": 4000, "teams": 28_000, "telegram": 4096, "ntfy": 4096}

func lengthOf(t *testing.T, kind string, body []byte) int {
	t.Helper()
	var m struct {
		Text, Message string
		Markdown      struct{ Content string }
	}
	if kind == "dingtalk" || kind == "feishu" || kind == "teams" {
		return len(body)
	}
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	if kind == "slack" || kind == "telegram" {
		return utf8.RuneCountInString(m.Text)
	}
	return len(m.Markdown.Content) + len(m.Message)
}

func TestTemplates(t *testing.T) {
	slack := service("slack")
	for _, tt := range []struct{ template, fault string }{
		{"{{.Headline}} {{range .Items}}{{link .Title .URL}} {{printf \"%.2f\" .Relevance}} {{join \", \" .Facts}}{{end}}", ""},
		{"{{.Headlin}}", "can't evaluate field Headlin"},
		{"{{range .Items}}{{.Nothing}}{{end}}", "can't evaluate field Nothing"},
		{"{{index .Items 7}}", "out of range"},
		{"{{if}}", "missing value"},
		{"{{shell \"ls\"}}", "not defined"},
		{"  \n {{/* nothing */}}", "empty text"},
		{"{{range 100000000}}xxxxxxxxxxxxxxxx{{end}}", "longer than 1 MB"},
	} {
		err := checkTemplate(slack, tt.template)
		if (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%s: %v, want %q", tt.template, err, tt.fault)
		}
	}
	if err := checkTemplate(jsonText(), `{"text": "{{.Headline}}"`); err == nil || !strings.Contains(err.Error(), "no JSON") {
		t.Errorf("half an object: %v", err)
	}
}

// A template that fails for one message does not lose it: the built-in one is used.
func TestTemplateThatFails(t *testing.T) {
	two := "{{(index .Items 1).Title}}"
	if got := preview(t, "slack", two, message(letterTo("team", 0))); !strings.Contains(got, "<https://news.example/a|Typhoon a>") {
		t.Errorf("%s", got)
	}
	w := sender(t, monitor.Receiver{Config: Config{&Webhook{Template: `{"t": {{(index .Items 1).Title}}}`}}}, nil).(*webhook)
	if body, err := w.body(message(letterTo("team", 0))); err != nil || !strings.Contains(string(body), `"type":"alert"`) {
		t.Errorf("%s %v", body, err)
	}
	w.config.Template = `{"content": "{{.Headline}}\n{{range .Items}}{{link .Title .URL}}{{end}}"}`
	l := letterTo("team", 0)
	l.Title = `"}],{<!everyone>`
	if body, err := w.body(message(l)); err != nil || !json.Valid(body) || strings.Contains(string(body), "<!") {
		t.Errorf("%s %v", body, err)
	}
}

// TestHostileTitlesInChats: what a page says is shown, and not obeyed.
func TestHostileTitlesInChats(t *testing.T) {
	active := map[string]string{"slack": "<!channel>", "telegram": "<a href", "feishu": "<at id=all>", "wecom": "<@all>", "dingtalk": "](http://evil", "teams": "](http://evil"}
	for kind, mark := range active {
		l := letterTo("team", 0)
		l.Event.URL = "" // no link of ours
		l.Title = "x " + mark + `.example) "y" <b>`
		var all string
		for _, tmpl := range []string{"", "{{range .Items}}{{.Title}} {{range .Facts}}{{.}}{{end}}{{end}}"} {
			all += preview(t, kind, tmpl, message(l))
		}
		text := strings.NewReplacer(`\\`, `\`, "[typhoon] New: x <at", "").Replace(all) // a title of Feishu has no markup
		if strings.Contains(text, mark) && kind != "dingtalk" {
			t.Errorf("%s obeys %s: %s", kind, mark, text)
		}
		if kind == "dingtalk" && !strings.Contains(text, "］(http://evil") {
			t.Errorf("%s: %s", kind, text)
		}
	}
	for _, title := range hostile {
		l := letterTo("team", 0)
		l.Title, l.Event.Title, l.Event.Concepts[0].Label = title, title, title
		for _, s := range services() {
			if text := preview(t, s.Kind, "", message(l)); strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), obeyed) {
				t.Errorf("%s, %q: %q", s.Kind, title, text)
			}
		}
	}
}

// Alerts of a job are in its language and its zone, whatever the process has.
func TestLanguageAndZoneOfAJob(t *testing.T) {
	shanghai, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	job := jobWith()
	job.Lang, job.Zone = "zh", shanghai
	w := NewWorker(newBox(), []*monitor.Job{job}, Options{Dir: t.TempDir(), Lang: "en"})
	defer w.opt.Client.CloseIdleConnections()
	for name, r := range map[string]monitor.Receiver{
		"slack": {Config: Config{&Chat{Service: "slack"}}}, "mail": {Config: Config{&Email{From: "a@b.example", To: []string{"c@d.example"}}}}, "atom": {Config: Config{&AtomFeed{Path: "a.xml"}}},
	} {
		text, err := w.newSender(r).Preview(message(letterTo("x", 0)))
		if err != nil || !strings.Contains(text, "新增") || !strings.Contains(text, "20:00 CST") {
			t.Errorf("%s: %v %s", name, err, text)
		}
		other := letterTo("x", 0)
		other.Job = "another"
		if text, err := w.newSender(r).Preview(message(other)); err != nil || !strings.Contains(text, "12:00 UTC") {
			t.Errorf("%s: %v %s", name, err, text)
		}
	}
}

func TestTester(t *testing.T) {
	var got []byte
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, _ = io.ReadAll(r.Body)
		fmt.Fprint(w, "ok") //nolint:errcheck // a test
	}))
	defer srv.Close()
	job := jobWith()
	job.Lang = "zh"
	tester := NewTester([]*monitor.Job{job}, Options{Hosts: []string{"127.0.0.1"}, Dir: t.TempDir(), Secret: func(string) (string, bool) { return srv.URL, true }})
	r := monitor.Receiver{Name: "team", Kind: "slack", Config: Config{&Chat{Service: "slack", Hook: redact.Secret{Env: "HOOK"}}}}
	if err := tester.send(t.Context(), "typhoon", r); err != nil || !strings.Contains(string(got), "测试") {
		t.Errorf("%v %s", err, got)
	}
	r = monitor.Receiver{Name: "hook", Kind: "webhook", Config: Config{&Webhook{URL: srv.URL}}}
	var b Body
	if err := tester.send(t.Context(), "", r); err != nil || json.Unmarshal(got, &b) != nil || b.Type != "test" || b.Notifications[0].Event.Kind != monitor.Test {
		t.Errorf("%v %s", err, got)
	}
	r = monitor.Receiver{Name: "feed", Kind: "jsonl", Config: Config{&JSONLines{Path: "a.jsonl"}}}
	if err := tester.send(t.Context(), "", r); err != nil {
		t.Error(err)
	}
	release, err := tester.worker.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := tester.send(t.Context(), "", r); err == nil || !strings.Contains(err.Error(), "daemon is running") {
		t.Errorf("while a daemon delivers: %v", err)
	}
}
