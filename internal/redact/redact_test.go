package redact

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                                        "",
		"a@b.example":                             "a@b.example",
		"http://a.example/@someone":               "http://a.example/@someone",
		"https://a.example/x?mail=me@b.example":   "https://a.example/x?mail=me@b.example",
		"http://user:pw@a.example/":               "http://***@a.example/",
		"http://key@a.example":                    "http://***@a.example",
		"socks5://u:p@w@a.example:1":              "socks5://***@a.example:1",
		`parse "http://u:p/w?#@a.example": port`:  `parse "http://***@a.example": port`,
		`"http://u:it's@a.example", said me@b.cc`: `"http://***@a.example", said me@b.cc`,
		"//u:p@a.example/x":                       "//***@a.example/x",
		"<http://u:p@a.example/o#A>":              "<http://***@a.example/o#A>",
		"http://u:p@a.example,http://v:q@b.cc":    "http://***@a.example,http://***@b.cc",
		"http://a.example?to=http://u:p@b.cc/":    "http://a.example?to=http://***@b.cc/",
		"http://[::1]:80/a@b":                     "http://[::1]:80/a@b",
		"http://台风:密码@a.example 台风":               "http://***@a.example 台风",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q; want %q", in, got, want)
		}
	}
}

func TestStrip(t *testing.T) {
	for in, want := range map[string]string{
		"http://u:p@a.example:8080": "http://a.example:8080", "http://a.example/": "http://a.example/", "": "", "a.owl": "a.owl",
		"http://u:p/w@a.example/": "http://a.example/", "http://a.example/@x": "http://a.example/@x",
	} {
		if got := Strip(in); got != want || Has(in) != (in != want) {
			t.Errorf("Strip(%q) = %q, Has %v; want %q", in, got, Has(in), want)
		}
	}
	if got := Value("user:p@w@host:1"); got != "***@host:1" {
		t.Error(got)
	}
}

// FuzzText: whatever stands around it, a password in a URL does not stay, and what
// was covered stays as it is.
func FuzzText(f *testing.F) {
	f.Add("see ", " and a@b")
	f.Add("http://x/", "?q=http://c:d@e/")
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "5ecretpa55word"
		if strings.Contains(before+after, secret) {
			return
		}
		got := Text(before + " http://user:" + secret + "@host.example/" + after)
		if strings.Contains(got, secret) {
			t.Errorf("%q", got)
		}
		if again := Text(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	})
}
