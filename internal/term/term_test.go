package term

import (
	"strings"
	"testing"
)

func TestSafe(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"台风路径", "台风路径"},
		{"\x1b]52;c;aGk=\x07title", `\x1b]52;c;aGk=\x07title`},
		{"a\u202eb", `a\u202eb`},
		{"two\nlines\tand tab", "two lines and tab"},
		{"\u009b31m", `\x9b31m`},
		{"bad\xffutf8", "bad\uFFFDutf8"},
		{"", ""},
	} {
		if got := Safe(tt.in); got != tt.want {
			t.Errorf("safe(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("台风\x1b[31m")
	f.Add("\u2066\u0085")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Safe(s) {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
				t.Errorf("safe(%q) lets %U through", s, r)
			}
		}
	})
}

func TestTableAlignsChinese(t *testing.T) {
	tb := Table{Head: []string{"concept", ">T"}}
	tb.Add("台风", "0.9")
	tb.Add("storm surge", "0.8750")
	var b strings.Builder
	if err := tb.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := "concept           T\n" +
		"台风            0.9\n" +
		"storm surge  0.8750\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{"台风路径", 8, "台风路径"},
		{"台风路径", 7, "台风路…"},
		{"台风路径", 6, "台风…"},
		{"landfall", 5, "land…"},
	} {
		if got := Clip(tt.in, tt.n); got != tt.want {
			t.Errorf("clip(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestReadable(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"http://a.example/%E5%8F%B0%E9%A3%8E/%E8%B7%AF%E5%BE%84.html", "http://a.example/台风/路径.html"},
		{"http://a.example/a%20b?q=100%25", "http://a.example/a%20b?q=100%25"},
		{"http://a.example/%E2%80%AEx", "http://a.example/%E2%80%AEx"},
		{"http://a.example/%FF%FE%", "http://a.example/%FF%FE%"},
		{"http://a.example/%e5%8f%b0", "http://a.example/台"},
	} {
		if got := Readable(tt.in); got != tt.want {
			t.Errorf("readable(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	for s, want := range map[float64]string{
		-1: "-", 0: "0 s", 0.2: "1 s", 59: "59 s", 60: "1 min 0 s", 3599: "59 min 59 s", 3600: "1 h 0 min", 86399: "23 h 59 min", 270000: "3 d 3 h", 1e10: "-",
	} {
		if got := Span(s); got != want {
			t.Errorf("%v: %s, want %s", s, got, want)
		}
	}
}
