package message_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/message/messagetest"
)

// Each translation takes the arguments of its English text, each by the same kind of verb, keeps the
// space and line breaks around it, and stands once.
func TestTranslations(t *testing.T) {
	for _, lang := range message.Languages() {
		if lang == message.English {
			continue
		}
		names, err := fs.Glob(message.Files(), lang+"/*.po")
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", lang, err)
		}
		seen := map[string]string{}
		for _, name := range names {
			b, err := fs.ReadFile(message.Files(), name)
			if err != nil {
				t.Fatal(err)
			}
			entries, err := message.ParsePO(string(b))
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, e := range entries {
				at := name + ":" + strconv.Itoa(e.Line)
				if old, ok := seen[e.ID]; ok {
					t.Errorf("%s: %q stands in %s already", at, e.ID, old)
				}
				seen[e.ID] = at
				checkEntry(t, at, e)
			}
		}
	}
}

var indexed = regexp.MustCompile(`\[(\d+)\]`)

func checkEntry(t *testing.T, at string, e message.Entry) {
	t.Helper()
	if e.Text == "" {
		t.Errorf("%s: %q is not translated", at, e.ID)
		return
	}
	if a, b := arguments(e.ID), arguments(e.Text); !slices.Equal(a, b) {
		t.Errorf("%s: the translation of %q takes %v, not %v", at, e.ID, b, a)
	}
	space := func(s string) (string, string) {
		return s[:len(s)-len(strings.TrimLeft(s, " \n"))], s[len(strings.TrimRight(s, "\n")):]
	}
	l1, r1 := space(e.ID)
	if l2, r2 := space(e.Text); l1 != l2 || r1 != r2 {
		t.Errorf("%s: other space around %q than around %q", at, e.Text, e.ID)
	}
}

// arguments are the verbs of a format by the number of their argument: "1d", "2s".
func arguments(format string) []string {
	var all []string
	next := 1
	for _, verb := range messagetest.Verbs.FindAllString(format, -1) {
		kind := verb[len(verb)-1:]
		if kind == "%" {
			continue
		}
		if m := indexed.FindStringSubmatch(verb); m != nil {
			next, _ = strconv.Atoi(m[1])
		}
		if kind == "w" {
			kind = "v"
		}
		all = append(all, strconv.Itoa(next)+kind)
		next++
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// The whole catalogue is read quickly enough for the start of a command; the figure is in
// docs/languages.md.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if message.New("zh").Text("print JSON") != "以 JSON 输出" {
			b.Fatal("no Chinese")
		}
	}
}
