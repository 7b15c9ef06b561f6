package seed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	links, err := Parse("s.txt", []byte("\uFEFF# typhoon desks\n\nhttp://A.example/台风\r\n https://b.example \nhttp://a.example/台风\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range links {
		got = append(got, l.URL+" "+l.Host)
	}
	want := "http://a.example/%E5%8F%B0%E9%A3%8E a.example\nhttps://b.example/ b.example"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestParseRubbish(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"one", "http://a.example/\nnot a url\n", `s.txt:2: "not a url" is no http or https URL; write one URL a line, and # before comments`},
		{"many", "ftp://a.example/\njavascript:alert(1)\n<html>\n", `s.txt:1: "ftp://a.example/" is no http or https URL (and 2 more lines); write one URL a line, and # before comments`},
		{"escape", "\x1b]52;c;x\x07\n", `s.txt:1: "\x1b]52;c;x\a" is no http or https URL; write one URL a line, and # before comments`},
		{"none", "# nothing\n", "seeds: s.txt holds no URL; write one a line"},
		{"nul", "http://a.example/\x00\n", `s.txt:1: "http://a.example/\x00" is no http or https URL; write one URL a line, and # before comments`},
	} {
		_, err := Parse("s.txt", []byte(tt.in))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

func TestWord(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(list, []byte("http://a.example/\nhttp://b.example/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		list: "http://a.example/ http://b.example/", "http://A.example": "http://a.example/", "weather.example": "https://weather.example/",
		"weather.example/台风": "https://weather.example/%E5%8F%B0%E9%A3%8E", "a.example/x://y": "https://a.example/x://y", "http://localhost:8000/": "http://localhost:8000/",
		"台风": "", "typhoon": "", "searxng=http://localhost:8888": "", "": "",
		"ftp://a.example/": "error", "https://": "error", "file:///etc/passwd": "error",
	} {
		links, err := Word(word)
		var got []string
		for _, l := range links {
			got = append(got, l.URL)
		}
		if err != nil {
			got = []string{"error"}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q (%v)", word, got, want, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("http://a.example/\n# c\n")
	f.Add("http://[::1/\n\x00")
	f.Fuzz(func(t *testing.T, s string) {
		links, err := Parse("f", []byte(s))
		if err == nil && len(links) == 0 {
			t.Error("no links and no error")
		}
		for _, l := range links {
			if !strings.HasPrefix(l.URL, "http://") && !strings.HasPrefix(l.URL, "https://") {
				t.Errorf("seed %q", l.URL)
			}
		}
	})
}
