package calibrate

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

func TestReadLabels(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []Label
		err  string
	}{
		"tabs":          {"http://a.example/\tyes\nhttp://a.example/2\tno\n", []Label{{"http://a.example/", Yes, 1}, {"http://a.example/2", No, 2}}, ""},
		"commas":        {"HTTP://A.example:80/x?utm_source=y,1\n\"http://a.example/a,b\",0\n", []Label{{"http://a.example/x", Yes, 1}, {"http://a.example/a,b", No, 2}}, ""},
		"semicolons":    {"answer;url;title\nyes;http://a.example/a,b;x\n;http://b.example/;y\nno;http://c.example/;\"a;b\"\n", []Label{{"http://a.example/a,b", Yes, 2}, {"http://c.example/", No, 4}}, ""},
		"no semicolons": {"no,http://a.example/a;b\n", []Label{{"http://a.example/a;b", No, 1}}, ""},
		"answer first":  {"yes\thttp://a.example/\n?\thttp://b.example/\n", []Label{{"http://a.example/", Yes, 1}, {"http://b.example/", Unsure, 2}}, ""},
		"Windows":       {"\ufeffhttp://a.example/\t是\r\n\r\nhttp://b.example/\t否", []Label{{"http://a.example/", Yes, 1}, {"http://b.example/", No, 3}}, ""},
		"old Mac":       {"http://a.example/\ty\rhttp://b.example/\tn\r", []Label{{"http://a.example/", Yes, 1}, {"http://b.example/", No, 2}}, ""},
		"head":          {"title,answer,url\n\"No, http://x\",yes,http://a.example/\nNo,,http://b.example/\n", []Label{{"http://a.example/", Yes, 2}}, ""},
		"objects":       {`{"url":"http://a.example/","answer":"no"}` + "\n" + `{"url":"http://b.example/","relevant":true,"title":"x"}` + "\n" + `{"url":"http://c.example/","answer":null}`, []Label{{"http://a.example/", No, 1}, {"http://b.example/", Yes, 2}}, ""},
		"comments":      {"# mine\nhttp://a.example/ \t Yes \n\n", []Label{{"http://a.example/", Yes, 2}}, ""},
		"no answer":     {"http://a.example/\n", nil, "line 1 has an address and no answer"},
		"odd answer":    {"http://a.example/\tperhaps\n", nil, `line 1 has the answer "perhaps"`},
		"no address":    {"http://a.example/\tyes\nyes\tno\n", []Label{{"http://a.example/", Yes, 1}}, "line 2 has no address"},
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
			if !strings.HasPrefix(l.URL, "http") || l.Reply < Unsure || l.Reply > Yes || l.Line < 1 {
				t.Errorf("%+v", l)
			}
		}
	})
}

// TestKept: answers survive, a line that was cut is ended, and an edited file with
// faults keeps what can be read.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	clock := func() time.Time { return time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC) }
	k, labels, faults, err := OpenKept(dir, clock)
	if err != nil || len(labels) != 0 || faults != nil {
		t.Fatal(labels, faults, err)
	}
	for _, reply := range []Reply{Yes, No} {
		if err := k.Add(&Page{URL: "http://a.example/", Title: "=1+1\t\x1b[2J"}, reply); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, rundir.LabelsFile)
	text, err := os.ReadFile(name)
	if want := keptHead + "yes\thttp://a.example/\t'=1+1 \\x1b[2J\t2026-05-04T03:02:01Z\nno\thttp://a.example/\t'=1+1 \\x1b[2J\t2026-05-04T03:02:01Z\n"; err != nil || string(text) != want {
		t.Errorf("%q, %v", text, err)
	}
	if err := os.WriteFile(name, append(text, "maybe\thttp://a.example/2\nyes\thttp://a.exa"...), 0o600); err != nil {
		t.Fatal(err)
	}
	k, labels, faults, err = OpenKept(dir, clock)
	if err != nil || len(labels) != 3 || faults == nil || labels[1].Reply != No {
		t.Fatal(labels, faults, err)
	}
	if err := k.Add(&Page{URL: "http://b.example/"}, Unsure); err != nil {
		t.Fatal(err)
	}
	k.Close()
	if labels, _ = ReadKept(dir); len(labels) != 4 || labels[3].URL != "http://b.example/" {
		t.Errorf("%+v", labels)
	}
	if labels, err := ReadKept(t.TempDir()); labels != nil || err != nil {
		t.Error(labels, err)
	}
}
