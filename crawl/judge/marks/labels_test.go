package marks

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReadLabels(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []Label
		err  string
	}{
		"tabs":          {"http://a.example/\tyes\nhttp://a.example/2\tno\n", []Label{{"http://a.example/", Right, time.Time{}, 1}, {"http://a.example/2", Wrong, time.Time{}, 2}}, ""},
		"commas":        {"HTTP://A.example:80/x?utm_source=y,1\n\"http://a.example/a,b\",0\n", []Label{{"http://a.example/x", Right, time.Time{}, 1}, {"http://a.example/a,b", Wrong, time.Time{}, 2}}, ""},
		"semicolons":    {"answer;url;title\nyes;http://a.example/a,b;x\n;http://b.example/;y\nno;http://c.example/;\"a;b\"\n", []Label{{"http://a.example/a,b", Right, time.Time{}, 2}, {"http://c.example/", Wrong, time.Time{}, 4}}, ""},
		"no semicolons": {"no,http://a.example/a;b\n", []Label{{"http://a.example/a;b", Wrong, time.Time{}, 1}}, ""},
		"answer first":  {"yes\thttp://a.example/\n?\thttp://b.example/\n", []Label{{"http://a.example/", Right, time.Time{}, 1}, {"http://b.example/", Unsure, time.Time{}, 2}}, ""},
		"Windows":       {"\ufeffhttp://a.example/\t是\r\n\r\nhttp://b.example/\t否", []Label{{"http://a.example/", Right, time.Time{}, 1}, {"http://b.example/", Wrong, time.Time{}, 3}}, ""},
		"old Mac":       {"http://a.example/\ty\rhttp://b.example/\tn\r", []Label{{"http://a.example/", Right, time.Time{}, 1}, {"http://b.example/", Wrong, time.Time{}, 2}}, ""},
		"head":          {"title,answer,url\n\"No, http://x\",yes,http://a.example/\nNo,,http://b.example/\n", []Label{{"http://a.example/", Right, time.Time{}, 2}}, ""},
		"objects":       {`{"url":"http://a.example/","answer":"no"}` + "\n" + `{"url":"http://b.example/","relevant":true,"title":"x"}` + "\n" + `{"url":"http://c.example/","answer":null}`, []Label{{"http://a.example/", Wrong, time.Time{}, 1}, {"http://b.example/", Right, time.Time{}, 2}}, ""},
		"marks":         {`{"url":"http://a.example/","verdict":"right","at":"2026-03-01T08:00:00Z"}` + "\n" + `{"url":"http://a.example/","note":"x","at":"2026-03-01T08:00:00Z"}` + "\n" + `{"url":"http://a.example/","verdict":"none"}`, []Label{{"http://a.example/", Right, time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC), 1}, {"http://a.example/", None, time.Time{}, 3}}, ""},
		"times":         {"answer\turl\ttitle\tanswered_at\nno\thttp://a.example/\tx\t2026-03-01T08:00:00Z\n", []Label{{"http://a.example/", Wrong, time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC), 2}}, ""},
		"comments":      {"# mine\nhttp://a.example/ \t Yes \n\n", []Label{{"http://a.example/", Right, time.Time{}, 2}}, ""},
		"no answer":     {"http://a.example/\n", nil, "line 1 has an address and no answer"},
		"odd answer":    {"http://a.example/\tperhaps\n", nil, `line 1 has the answer "perhaps"`},
		"no address":    {"http://a.example/\tyes\nyes\tno\n", []Label{{"http://a.example/", Right, time.Time{}, 1}}, "line 2 has no address"},
		"no web":        {"yes\thttp:///\n", nil, "line 1 has an address that cannot be read"},
		"not UTF-8":     {"http://a.example/\tyes\xff\n", nil, "line 1 is not UTF-8"},
		"broken object": {"{\"url\":\n", nil, "line 1 is no JSON object"},
		"empty":         {"", nil, ""},
	} {
		got, err := ReadLabels(strings.NewReader(c.text))
		if len(got) != len(c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		} else {
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("%s: %+v, want %+v", name, got[i], c.want[i])
				}
			}
		}
		var bad *LabelError
		if c.err == "" && err != nil || c.err != "" && (!errors.As(err, &bad) || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want %q", name, err, c.err)
		}
	}
}

// FuzzReadLabels: any bytes give labels whose addresses are canonical, or an error.
func FuzzReadLabels(f *testing.F) {
	for _, s := range []string{"http://a.example/\tyes\n", "answer,url\r\nno,http://a.example/\r", `{"url":"http://a.example/","answer":1}`, "\ufeff#\n", "\"\n,\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		labels, err := ReadLabels(strings.NewReader(text))
		if err == nil && len(labels) > strings.Count(text, "\n")+strings.Count(text, "\r")+1 {
			t.Errorf("%d labels of few lines", len(labels))
		}
		for _, l := range labels {
			if !strings.HasPrefix(l.URL, "http") || !slices.Contains(Verdicts(), l.Verdict) || l.Line < 1 {
				t.Errorf("%+v", l)
			}
		}
	})
}
