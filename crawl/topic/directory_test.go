package topic

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const directory = `# what the desk follows
weather:
  typhoon:
    ontology: typhoon
    seeds: lists/typhoon.txt
  surge: {topic: 风暴潮}
kitchen:
  soup:
    keywords: [leeks, butter]
    seeds: lists/soup.txt
`

func TestReadDirectory(t *testing.T) {
	dir := t.TempDir()
	all, err := readDirectory(write(t, dir, "topics.yaml", directory))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, f := range all {
		got += fmt.Sprintf("%s %q %q %q %q %d\n", f.path, f.ontology, f.topic, f.keywords, strings.TrimPrefix(f.seeds, dir), f.line)
	}
	want := `weather/typhoon "typhoon" "" "" "/lists/typhoon.txt" 4
weather/surge "" "风暴潮" "" "" 6
kitchen/soup "" "" "leeks,butter" "/lists/soup.txt" 9
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for name, want := range map[string]string{
		"weather": "weather/typhoon weather/surge", "typhoon": "weather/typhoon", " weather/surge/ ": "weather/surge", "kitchen": "kitchen/soup",
	} {
		found, err := under(all, name)
		var paths []string
		for _, f := range found {
			paths = append(paths, f.path)
		}
		if err != nil || strings.Join(paths, " ") != want {
			t.Errorf("%q: %v, %v; want %s", name, paths, err, want)
		}
	}
	if _, err := under(all, "typhon"); err == nil || !strings.Contains(err.Error(), "nearest are weather/typhoon") {
		t.Errorf("a mistyped name: %v", err)
	}
	if _, err := under(append(all, entry{path: "sea/surge"}), "surge"); err == nil || !strings.Contains(err.Error(), "2 topics") {
		t.Errorf("a name of two topics: %v", err)
	}
}

func TestBadDirectories(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "no topic in it",
		"a: {}":                              "no topic in it",
		"- a":                                ":1: the file must hold names",
		"topic: x":                           "outside of a name",
		"a:\n  ontologie: x":                 ":2: a topic has no key \"ontologie\"; did you mean \"ontology\"?",
		"a:\n  seeds: x":                     "neither ontology, topic, keywords nor samples",
		"a:\n  topic: x\n  b: {topic: y}":    "a topic and further names",
		"a: {topic: x, keywords: [y]}":       "keywords and an ontology or topic",
		"a: {topic: [x]}":                    ":1: topic takes one value",
		"a/b: {topic: x}":                    "may not be empty nor hold /",
		"a:\n  {topic: x}\na:\n  {topic: y}": ":3: a was given in line 1 already",
		"a: [":                               "topics.yaml:1: not YAML:",
		strings.Repeat("{a: ", 40) + "1" + strings.Repeat("}", 40): "must hold names",
	} {
		_, err := readDirectory(write(t, t.TempDir(), "topics.yaml", text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzDirectory: whatever stands in the file, there is an error or a topic.
func FuzzDirectory(f *testing.F) {
	f.Add(directory)
	f.Add("a: &x {topic: y}\nb: *x")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "topics.yaml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := readDirectory(path)
		if err == nil && len(all) == 0 {
			t.Error("neither topic nor error")
		}
		for _, x := range all {
			if found, err := under(all, x.path); err != nil || len(found) == 0 {
				t.Errorf("%q is not found by its own name: %v", x.path, err)
			}
		}
	})
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
