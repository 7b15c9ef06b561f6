package endpoint

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// chat is an answer of a service that says text.
func chat(text string) string {
	b, err := json.Marshal(map[string]any{"choices": []any{map[string]any{"message": map[string]string{"role": "assistant", "content": text}}}})
	if err != nil {
		panic(err) // strings can always be written
	}
	return string(b)
}

// serve is a client of a service that answers by h.
func serve(t *testing.T, h http.HandlerFunc) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	c, err := NewClient(s.URL+"/v1/", "qwen3:8b", "geheim")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func storms() *semsim.TopicVector {
	return &semsim.TopicVector{Name: "storms", Entries: []semsim.Entry{
		{IRI: "urn:typhoon", En: "typhoon", Zh: "台风", Weight: 1, Core: true, Labels: []ontology.Label{{Text: "typhoon", Lang: "en"}, {Text: "tifón", Lang: "es"}}},
		{IRI: "urn:loss", En: "losses", Weight: .5, Labels: []ontology.Label{{Text: "losses", Lang: "en"}}},
	}}
}

func page(url, title string, texts ...string) *crawl.Page {
	p := &crawl.Page{Final: url, Blocks: []crawl.Block{{Title: true, Text: title}}}
	for _, x := range texts {
		p.Blocks = append(p.Blocks, crawl.Block{Text: x})
	}
	return p
}

// TestAsk: what is sent, and what comes back.
func TestAsk(t *testing.T) {
	t.Parallel()
	var body map[string]any
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer geheim" {
			t.Errorf("%s with %q", r.URL, r.Header.Get("Authorization"))
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		fmt.Fprint(w, chat("<think>hm, {}</think>\n```json\n{\"relevant\": \"yes\", \"reason\": \"reports  landfall\\nof Yagi\"}\n```"))
	})
	p := page("http://a.example/", "Yagi", "The typhoon made landfall at dawn.", strings.Repeat("word ", 100))
	p.Blocks = append(p.Blocks, crawl.Block{Text: "hidden", Spans: []crawl.Span{{Group: crawl.GroupTitle, End: 6}}})
	got, err := c.ask(t.Context(), newTopic(storms()).Ask(p))
	if want := (Answer{Yes, "reports landfall of Yagi"}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	said := body["messages"].([]any)
	system, user := said[0].(map[string]any)["content"].(string), said[1].(map[string]any)["content"].(string)
	if !strings.HasSuffix(system, "storms\n- typhoon, 台风, tifón\n") || strings.Contains(system, "losses") {
		t.Errorf("the topic is told as %q", system)
	}
	want := `{"title":"Yagi","first_words":"The typhoon made landfall at dawn. ` + strings.TrimSpace(strings.Repeat("word ", 54)) + `"}`
	if user != want || body["model"] != "qwen3:8b" {
		t.Errorf("sent %q of model %v, want %q", user, body["model"], want)
	}
}

// A topic of ten thousand core concepts is told in short.
func TestLargeTopic(t *testing.T) {
	t.Parallel()
	v := &semsim.TopicVector{Name: strings.Repeat("x", 1000)}
	for i := range 10_000 {
		v.Entries = append(v.Entries, semsim.Entry{En: fmt.Sprint("concept ", i, strings.Repeat(" long", 100)), Core: true})
	}
	if text := newTopic(v).text; len(text) > 4000 || !strings.HasSuffix(text, "- and 9960 more\n") {
		t.Errorf("%d bytes, to %q", len(text), text[len(text)-30:])
	}
}

// The answer is a closed set.
func TestParseAnswer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Answer{
		`{"relevant":"no","reason":"a fighter"}`:                            {no, "a fighter"},
		`{"relevant":"unsure","reason":""}`:                                 {Unsure, ""},
		`{"relevant":"yes","reason":"<script>a\u001b[31m\u202eb</script>"}`: {Yes, "<script>a [31m b</script>"},
		"yes":                              {},
		"":                                 {},
		`yes<script>alert(1)</script>`:     {},
		`{"relevant":"Yes!","reason":"x"}`: {},
		`{"relevant":true,"reason":"x"}`:   {},
		`{"relevant":"yes"}`:               {},
		`{"relevant":"oui","reason":"x"}`:  {},
		`{"relevant":"yes","reason":"x"} {"relevant":"no","reason":"y"}`: {},
		`{"relevant":"yes","reason":"x","phi":0}`:                        {},
		`[{"relevant":"yes","reason":"x"}]`:                              {},
	} {
		if got, err := parseAnswer(text); got != want || (err == nil) != (want.Verdict != "") {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	long, err := parseAnswer(`{"relevant":"yes","reason":"` + strings.Repeat("台", 500) + `"}`)
	if n := utf8.RuneCountInString(long.Reason); err != nil || n != 120 {
		t.Errorf("a reason of %d characters, %v", n, err)
	}
}

// What a service may answer besides, and what comes of it.
func TestBadService(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		h     http.HandlerFunc
		final bool
		after time.Duration
		says  string
	}{
		{"HTML", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>welcome</html>") }, false, 0, "the answer is not that of a chat service"},
		{"no choice", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"choices":[]}`) }, false, 0, "the answer is not that of a chat service"},
		{"10 MB", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, chat(strings.Repeat("x", 10<<20))) }, false, 0, "the answer has more than 1 MB"},
		{"another language", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, chat("是的，这个网页与台风有关。"))
		}, false, 0, "the answer is not the JSON that was asked for"},
		{"no such model", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "geheim: model not found", 404) }, true, 0, "the service answers with status 404"},
		{"no key", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "bad key geheim", http.StatusUnauthorized) }, true, 0, "the service answers with status 401"},
		{"busy for an hour", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(429)
		}, false, time.Hour, "the service answers with status 429"},
		{"busy for a year", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "31536000")
			w.WriteHeader(429)
		}, false, time.Hour, "the service answers with status 429"},
		{"leads elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
		}, false, 0, "the service answers with status 307"},
		{"broken", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false, 0, "EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := serve(t, c.h).ask(t.Context(), newTopic(storms()).Ask(page("http://a.example/", "x")))
			e, ok := err.(*Error)
			if !ok || e.Final != c.final || e.After != c.after || e.Error() != c.says {
				t.Errorf("%#v", err)
			}
		})
	}
}

// TestNewClient: addresses that are none, and such that hold a password.
func TestNewClient(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "localhost:11434", "ftp://a.example/", "http://user:pw@a.example/v1", "http://a.example/v1?key=1"} {
		if _, err := NewClient(base, "m", ""); err == nil || strings.Contains(err.Error(), "pw") {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// A service that never answers is given up when the crawl ends, and one that fails rests.
func TestAsker(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	topic := newTopic(storms())
	hang := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	a := NewAsker(hang, 10, log, func(Question, Answer) { t.Error("it answered") })
	a.Add(topic.Ask(page("http://a.example/", "x")), .1)
	began := time.Now()
	time.Sleep(50 * time.Millisecond)
	if err := a.Close(); err != nil || time.Since(began) > 5*time.Second {
		t.Errorf("closed after %v: %v", time.Since(began), err)
	}

	var asked atomic.Int32
	broken := serve(t, func(w http.ResponseWriter, _ *http.Request) { asked.Add(1); fmt.Fprint(w, "<html>") })
	a = NewAsker(broken, 100, log, func(Question, Answer) { t.Error("it answered") })
	for i := range 20 {
		a.Add(topic.Ask(page(fmt.Sprint("http://a.example/", i), "x")), .1)
	}
	time.Sleep(300 * time.Millisecond)
	_ = a.Close()
	if n := asked.Load(); n != leastFailures {
		t.Errorf("a broken service was asked %d times, want %d", n, leastFailures)
	}
}

// The budget counts questions, and of those that wait the least certain page comes first.
func TestBudget(t *testing.T) {
	t.Parallel()
	topic := newTopic(storms())
	gate := make(chan struct{})
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		<-gate
		fmt.Fprint(w, chat(`{"relevant":"no","reason":"x"}`))
	})
	got := make(chan string, 10)
	a := NewAsker(c, 3, slog.New(slog.DiscardHandler), func(q Question, _ Answer) { got <- q.URL })
	a.Add(topic.Ask(page("http://first.example/", "x")), .2)
	time.Sleep(100 * time.Millisecond) // it is on its way
	for i, doubt := range []float64{.19, .01, .15, .05} {
		a.Add(topic.Ask(page(fmt.Sprintf("http://%d.example/", i), "x")), doubt)
	}
	close(gate)
	for _, want := range []string{"http://first.example/", "http://1.example/", "http://3.example/"} {
		if url := <-got; url != want {
			t.Errorf("asked about %s, want %s", url, want)
		}
	}
	select {
	case url := <-got:
		t.Errorf("beyond the budget: %s", url)
	case <-a.done:
	}
	_ = a.Close()
}

// TestFinish: who waits gets all answers within the budget, no rest of a service that fails, and may stop waiting.
func TestFinish(t *testing.T) {
	t.Parallel()
	ask := func(h http.HandlerFunc, questions, most int, ctx context.Context) (answers int, err error) {
		a := NewAsker(serve(t, h), most, slog.New(slog.DiscardHandler), func(Question, Answer) { answers++ })
		topic := newTopic(storms())
		for i := range questions {
			a.Add(topic.Ask(page(fmt.Sprintf("http://%d.example/", i), "x")), .1)
		}
		err = a.Finish(ctx)
		return answers, err
	}
	yes := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, chat(`{"relevant":"yes","reason":"x"}`)) }
	for _, c := range [][3]int{{0, 5, 0}, {3, 5, 3}, {9, 5, 5}, {300, 400, 300}, {4, 0, 0}} {
		if n, err := ask(yes, c[0], c[1], t.Context()); n != c[2] || err != nil {
			t.Errorf("%d questions of %d: %d answers, %v", c[0], c[1], n, err)
		}
	}
	began := time.Now()
	if n, err := ask(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, 20, 20, t.Context()); n != 0 || err != nil || time.Since(began) > firstRest/2 {
		t.Errorf("%d answers after %v, %v", n, time.Since(began), err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	if n, err := ask(hang, 2, 2, ctx); n != 0 || err != context.DeadlineExceeded {
		t.Errorf("%d answers, %v", n, err)
	}
}

// Opinions are kept, and hold for what the page and the topic said.
func TestOpinions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o, err := ReadOpinions(dir)
	if err != nil || o.Len() != 0 {
		t.Fatal(err)
	}
	v, p := storms(), page("http://a.example/", "Yagi", "It came ashore.")
	add := func(p *crawl.Page, verdict string) {
		t.Helper()
		if err := o.Add(Opinion{URL: p.Final, Asked: o.Question(v, p).ID, Model: "m", Verdict: verdict, Reason: "because", At: time.Unix(0, 0).UTC()}); err != nil {
			t.Fatal(err)
		}
	}
	add(p, Yes)
	dunno := page("http://b.example/", "Yagi")
	add(dunno, Unsure)
	if o, err = ReadOpinions(dir); err != nil || o.Len() != 2 {
		t.Fatalf("%d lines, %v", o.Len(), err)
	}
	if yes, says, ok := o.Of(v, p); !yes || !ok || says != "m: yes: because" {
		t.Errorf("%v %q %v", yes, says, ok)
	}
	if _, _, ok := o.Of(v, dunno); ok || !o.Asked(v, dunno) {
		t.Error("unsure is no opinion, and an answer")
	}
	for name, q := range map[string]*crawl.Page{"another address": page("http://c.example/", "Yagi", "It came ashore."), "another text": page("http://a.example/", "Yagi", "It did not."), "another title": page("http://a.example/", "Ya", "It came ashore.")} {
		if o.Asked(v, q) {
			t.Errorf("an opinion of %s", name)
		}
	}
	edited := storms()
	edited.Entries[1].Core = true
	if o.Asked(edited, p) {
		t.Error("an opinion of another topic")
	}
	file := filepath.Join(dir, rundir.OpinionsFile)
	text, _ := os.ReadFile(file)
	lines := string(text) + "no line\n" + `{"url":"http://d.example/","asked":"x","verdict":"maybe"}` + "\n"
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if o, err = ReadOpinions(dir); err != nil || o.Len() != 2 {
		t.Errorf("with lines that are none: %d, %v", o.Len(), err)
	}
}
