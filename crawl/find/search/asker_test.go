package search

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Answers are kept for a week, over processes; a question that is the same in another form
// costs nothing.
func TestCache(t *testing.T) {
	dir, f, c := t.TempDir(), &fake{}, &clock{}
	f.ask = func(context.Context, Query) (Answer, error) {
		return Answer{More: true, Links: []crawl.Link{{URL: "https://a.example.org/", Host: "a.example.org", Text: "台风", Context: "<b>", Published: crawl.Instant(time.Unix(1e9, 0))}},
			Raw: &crawl.Response{Body: []byte("raw\x00"), Exchanges: []crawl.Exchange{{Body: []byte("x")}}}}, nil
	}
	first, err := opened(t, f, dir, c, "0", "0", 0).Ask(t.Context(), Query{Text: "a b", Concepts: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, f, dir, c, "0", "0", 0)
	again, err := s.Ask(t.Context(), Query{Text: " a  b", Page: 1})
	if err != nil || !reflect.DeepEqual(first, again) || f.sent != 1 || !s.Kept(Query{Text: "a b"}) {
		t.Errorf("%+v\n%+v, %v, %d sent", first, again, err, f.sent)
	}
	for _, q := range []Query{{Text: "a b", Page: 2}, {Text: "a b", Lang: "en"}, {Text: "a b", Since: time.Hour}, {Text: "a c"}} {
		if s.Kept(q) {
			t.Errorf("%+v is kept", q)
		}
	}
	c.ahead = DefaultTTL + time.Minute
	if _, err := s.Ask(t.Context(), Query{Text: "a b"}); err != nil || f.sent != 2 {
		t.Errorf("after a week: %v, %d sent", err, f.sent)
	}
}

// Answers that are none, or only a part, are asked again. An answer without results is one.
func TestNotKept(t *testing.T) {
	link := []crawl.Link{{URL: "https://a.example.org/"}}
	for name, x := range map[string]struct {
		a    Answer
		err  error
		kept bool
	}{
		"nothing":        {Answer{}, nil, true},
		"all failed":     {Answer{Failed: []string{"bing"}}, nil, false},
		"partly failed":  {Answer{Links: link, Failed: []string{"bing"}}, nil, false},
		"an error":       {Answer{}, errors.New("no"), false},
		"a whole answer": {Answer{Links: link}, nil, true},
	} {
		f := &fake{ask: func(context.Context, Query) (Answer, error) { return x.a, x.err }}
		s := opened(t, f, t.TempDir(), &clock{}, "0", "0", 0)
		if _, err := s.Ask(t.Context(), text(1)); (err == nil) != (x.err == nil) {
			t.Fatal(err)
		}
		if s.Kept(text(1)) != x.kept {
			t.Errorf("%s: kept %v", name, !x.kept)
		}
	}
}

// A file of the cache that is damaged, or of another question, is asked again.
func TestDamagedCache(t *testing.T) {
	dir, f := t.TempDir(), &fake{}
	s := opened(t, f, dir, &clock{}, "0", "0", 0)
	ask := func() {
		t.Helper()
		if _, err := s.Ask(t.Context(), text(1)); err != nil {
			t.Fatal(err)
		}
	}
	ask()
	names, err := filepath.Glob(filepath.Join(dir, answersDir, "*"+cacheSuffix))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for n, harmed := range [][]byte{nil, whole[:len(whole)/2], []byte("\xff\xff\xff\xff\x7f"), []byte("\x02\x04{}")} {
		if err := os.WriteFile(names[0], harmed, 0o644); err != nil {
			t.Fatal(err)
		}
		if ask(); f.sent != n+2 {
			t.Errorf("%q is an answer", harmed)
		}
	}
	left := filepath.Join(filepath.Dir(names[0]), ".answer.1.tmp")
	if err := os.WriteFile(left, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-8 * 24 * time.Hour)
	for _, name := range []string{names[0], left} {
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	opened(t, f, dir, &clock{}, "0", "0", 0)
	if left, _ := os.ReadDir(filepath.Join(dir, answersDir)); len(left) != 0 {
		t.Errorf("%d old files are left", len(left))
	}
}

// Another source under the same name has answers of its own.
func TestOtherSourceOfThatName(t *testing.T) {
	dir, asked := t.TempDir(), 0
	k := Kind{Name: "k", URL: "x", TTL: DefaultTTL, New: func(_ Settings, e Env) (Opened, error) {
		return Opened{Source: &fake{env: e, ask: func(context.Context, Query) (Answer, error) { asked++; return Answer{}, nil }}}, nil
	}}
	for _, url := range []string{"http://a.example", "http://b.example", "http://a.example"} {
		all, err := Open([]Settings{{Name: "own", Kind: "k", Values: map[string]Value{"url": {Text: url}}}}, Deps{Kinds: []Kind{k}, Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := all.Get("own").Ask(t.Context(), text(1)); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times, want 2", asked)
	}
}

// A canceled question says nothing about the source.
func TestCanceled(t *testing.T) {
	f := &fake{}
	ctx, cancel := context.WithCancel(t.Context())
	f.ask = func(context.Context, Query) (Answer, error) { cancel(); return Answer{}, ctx.Err() }
	s := opened(t, f, t.TempDir(), &clock{}, "0", "0", 0)
	if _, err := s.Ask(ctx, text(1)); !errors.Is(err, context.Canceled) || !s.Ready().IsZero() {
		t.Errorf("%v, ready %v", err, s.Ready())
	}
	if _, err := s.Ask(ctx, text(1)); !errors.Is(err, context.Canceled) || f.sent != 1 {
		t.Errorf("%v, %d sent", err, f.sent)
	}
}

func TestErrors(t *testing.T) {
	f := &fake{}
	s := opened(t, f, t.TempDir(), &clock{}, "0", "0", 0)
	for _, q := range []Query{{Text: " \t"}, {Op: Related, Target: "a"}, {Op: 9, Text: "x"}} {
		if _, err := s.Ask(t.Context(), q); kindOf(err) != Unsupported || !strings.HasPrefix(err.Error(), "search own: not supported") {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// FuzzCached: no file makes the cache fail.
func FuzzCached(f *testing.F) {
	f.Add([]byte("\x02\x04{}"))
	f.Add([]byte("\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, err := decodeCached(b); err == nil && e.Format != cacheFormat {
			t.Errorf("%+v", e)
		}
	})
}

// TestKeyRotated: another key is sent from the next process on; what was counted and what is
// kept stay, for they belong to the source.
func TestKeyRotated(t *testing.T) {
	dir, keys := t.TempDir(), []string{}
	k := Kind{Name: "k", URL: "x", KeyHeader: "X-Key", PerDay: 2, TTL: DefaultTTL}
	k.New = func(_ Settings, e Env) (Opened, error) {
		f := &fake{env: e}
		f.ask = func(ctx context.Context, q Query) (Answer, error) {
			keys = append(keys, e.Key.Reveal())
			return Answer{}, nil
		}
		return Opened{Source: f}, nil
	}
	open := func(name, key string) *Asker {
		all, err := Open([]Settings{{Name: name, Kind: "k", Values: map[string]Value{"url": {Text: "http://a.example"}, "key-env": {Text: "KEY"}}}},
			Deps{Kinds: []Kind{k}, Dir: dir, LookupEnv: func(string) (string, bool) { return key, true }})
		if err != nil {
			t.Fatal(err)
		}
		return all.Get(name)
	}
	for n, key := range []string{"old", "new"} {
		if _, err := open("own", key).Ask(t.Context(), text(n)); err != nil {
			t.Fatal(err)
		}
	}
	if s := open("own", "new"); strings.Join(keys, " ") != "old new" || !s.Kept(text(0)) {
		t.Errorf("the keys %q were sent; the first answer is kept: %v", keys, s.Kept(text(0)))
	}
	if _, err := open("own", "third").Ask(t.Context(), text(2)); kindOf(err) != Quota {
		t.Errorf("another key has a quota of its own: %v", err)
	}
	// Under another name it is another source, with counts and answers of its own.
	if s := open("renamed", "new"); s.Kept(text(0)) {
		t.Error("a renamed source has the answers of the old name")
	} else if _, err := s.Ask(t.Context(), text(2)); err != nil {
		t.Errorf("a renamed source has the count of the old name: %v", err)
	}
}
