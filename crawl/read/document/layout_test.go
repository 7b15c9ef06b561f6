package document

import (
	"strings"
	"testing"
	"time"
)

func TestMoments(t *testing.T) {
	at := time.Date(2023, 5, 31, 12, 16, 32, 0, time.UTC)
	for _, s := range []string{"2023-05-31T14:16:32+02", "2023-05-31T12:16:32Z", "2023-05-31T14:16:32+02:00", "2023-05-31T12:16:32"} {
		if got := moment(s); !got.Equal(at) {
			t.Errorf("%s: %v", s, got)
		}
	}
	for _, s := range []string{"D:20230531141632+02'00'", "D:20230531121632Z", "20230531121632", "D:20230531141632+02'00"} {
		if got := pdfTime(s); !got.Equal(at) {
			t.Errorf("%s: %v", s, got)
		}
	}
	if got := []time.Time{moment("soon"), pdfTime("D:2023"), pdfTime("")}; !got[0].IsZero() || !got[1].IsZero() || !got[2].IsZero() {
		t.Errorf("%v", got)
	}
}

func TestJoin(t *testing.T) {
	for _, x := range [][3]string{
		{"land-", "fall at", "landfall at"}, {"Lee-", "Smith", "Lee- Smith"}, {"-", "x", "- x"}, {"台风，", "登陆", "台风，登陆"},
		{"台风", "In-fa", "台风 In-fa"}, {"", "a", "a"}, {"a", "", "a"},
	} {
		if got := join(x[0], x[1], false); got != x[2] {
			t.Errorf("%q and %q: %q, want %q", x[0], x[1], got, x[2])
		}
	}
}

func TestRealTitle(t *testing.T) {
	for s, want := range map[string]string{
		"Microsoft Word - 公报7.doc": "公报7", "bulletin.pdf": "", "Untitled-1": "", "无标题": "", " Bulletin No. 7 ": "Bulletin No. 7",
	} {
		if got := realTitle(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// TestLayout: larger lines are headings by their rank, what stands at the edge of three
// pages is in the footer, and the links of a page stand after its text.
func TestLayout(t *testing.T) {
	long := strings.Repeat("running text ", 10)
	var lines []line
	for page := 1; page <= 3; page++ {
		lines = append(lines, line{page, 10 * page, 12, "Bulletin"})
		if page == 1 {
			lines = append(lines, line{1, 11, 24, "Typhoon"})
		}
		lines = append(lines, line{page, 10*page + 2, 16, "Wind"}, line{page, 10*page + 3, 12, long}, line{page, 10*page + 4, 12, "Page " + string(rune('0'+page))})
	}
	out, err := layout(lines, map[int][]string{2: {"http://b.example/<"}}, Info{Title: "a & b"})
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(string(out), "<article>\n")
	foot := func(s string) string {
		return "<footer class=\"page-footer\" role=\"contentinfo\"><p>" + s + "</p>\n</footer>\n"
	}
	text := "<h2>Wind</h2>\n<p>" + long + "</p>\n"
	want := foot("Bulletin") + "<h1>Typhoon</h1>\n" + text + foot("Page 1") + foot("Bulletin") + text + foot("Page 2") +
		"<p><a href=\"http://b.example/&lt;\"></a></p>\n" + foot("Bulletin") + text + foot("Page 3") + "</article></body></html>\n"
	if got != want || !strings.Contains(string(out), "<title>a &amp; b</title>") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
