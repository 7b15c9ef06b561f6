package jobedit_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
)

// options know the topics typhoon and rainstorm, and every ontology.
var options = jobfile.Options{Settings: []string{"topic", "ontology"}, Check: func(j *monitor.Job) []jobfile.Problem {
	if t, ok := j.Settings["topic"]; ok && t != "typhoon" && t != "rainstorm" && t != "台风" {
		return []jobfile.Problem{{Key: "topic", Text: "no topic \x1b[31m is called so"}}
	}
	return nil
}}

func interview(path, answers string) (*jobedit.Interview, *bytes.Buffer) {
	out := new(bytes.Buffer)
	v := &jobedit.Interview{Out: out, Path: path, Lang: "en", Topics: []string{"typhoon", "rainstorm"}, Check: func(data []byte) error {
		_, err := jobfile.Parse(path, data, options)
		return err
	}}
	if answers != "-" {
		v.In = strings.NewReader(answers)
	}
	return v, out
}

func parse(t *testing.T, f *jobedit.FirstFile) *jobfile.File {
	t.Helper()
	got, err := jobfile.Parse(f.Path, f.Data, options)
	if err != nil {
		t.Fatalf("%v\n%s", err, f.Data)
	}
	if len(got.Jobs) != 1 || got.Jobs[0].Name != f.Job || len(got.Receivers) != 1 || len(got.Warnings) > 0 {
		t.Fatalf("jobs %v, receivers %v, warnings %v", got.Jobs, got.Receivers, got.Warnings)
	}
	return got
}

func TestFiveAnswers(t *testing.T) {
	t.Parallel()
	v, out := interview("jobs.yaml", "typhoon\nzh en\nweather.example.org https://news.example.org/?q=a\nhttps://duty.example.org/hook\n10m\n")
	f, err := v.Run(t.Context(), jobedit.Answers{})
	if err != nil {
		t.Fatal(err)
	}
	got := parse(t, f)
	j := got.Jobs[0]
	if j.Settings["topic"] != "typhoon" || j.Name != "typhoon" || j.Lang != "en" || j.Schedule.String() != "@every 10m" || j.Budget.Pages != 200 || j.Retention.Age != 90*24*time.Hour {
		t.Errorf("%+v", j)
	}
	if want := []string{"https://weather.example.org/", "https://news.example.org/?q=a"}; !slices.Equal(j.Seeds, want) {
		t.Errorf("seeds %q", j.Seeds)
	}
	if r := j.AlertRules[0]; !slices.Equal(r.Languages, []string{"zh", "en"}) || r.Receiver.Config.(notify.Config).Settings.(*notify.Webhook).URL != "https://duty.example.org/hook" {
		t.Errorf("%+v", r)
	}
	if n := strings.Count(out.String(), "\n> "); n != 5 || !strings.Contains(out.String(), "typhoon, rainstorm") {
		t.Errorf("%d questions:\n%s", n, out)
	}
}

// Empty lines are defaults; what has none is asked again, and so are wrong answers.
// What is shown of it cannot control a terminal.
func TestAskedAgain(t *testing.T) {
	t.Parallel()
	v, out := interview("jobs.yaml", "\nno\x1bpe\nnope\n./none.owl\n台风\n中文\n\n\nftp://x/\nsearxng=http://localhost:8888\nann@\nann@example.org via nowhere\n\nnow and then\n@every 1s\n\n")
	f, err := v.Run(t.Context(), jobedit.Answers{})
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	j := parse(t, f).Jobs[0]
	if j.Name != "watch" || j.Settings["topic"] != "台风" || !slices.Equal(j.Search.Sources, []string{"searxng=http://localhost:8888"}) || len(j.Seeds) > 0 {
		t.Errorf("%+v", j)
	}
	if r := j.AlertRules[0]; len(r.Languages) > 0 || r.Receiver.Config.(notify.Config).Settings.(*notify.AtomFeed).Path != "alerts.xml" || j.Schedule.String() != "@every 1h" {
		t.Errorf("%+v, %s", r, j.Schedule)
	}
	if n := strings.Count(out.String(), "That does not work"); n != 11 {
		t.Errorf("%d remarks:\n%s", n, out)
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Errorf("an escape: %q", out)
	}
}

func TestGivenAnswers(t *testing.T) {
	t.Parallel()
	whole := jobedit.Answers{jobedit.AskTopic: "rainstorm", jobedit.AskSources: "a.example b.example"}
	v, out := interview("jobs.yaml", "-")
	f, err := v.Run(t.Context(), whole)
	if err != nil || out.Len() > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	parse(t, f)
	for _, c := range []struct {
		q    jobedit.Question
		text string
	}{
		{jobedit.AskTopic, ""}, {jobedit.AskTopic, " "}, {jobedit.AskTopic, "nope"}, {jobedit.AskTopic, "typhoon\nfolder: /"}, {jobedit.AskLanguages, "chinese!"},
		{jobedit.AskSources, ""}, {jobedit.AskSources, "https://"}, {jobedit.AskReport, "file:///etc/passwd"}, {jobedit.AskReport, "../x.xml"}, {jobedit.AskEvery, "0 0 30 2 *"},
	} {
		a := whole
		a[c.q] = c.text
		v, _ := interview("jobs.yaml", "-")
		_, err := v.Run(t.Context(), a)
		var wrong *jobedit.AnswerError
		if !errors.As(err, &wrong) || wrong.Question != c.q {
			t.Errorf("%s %q: %v", c.q.Name(), c.text, err)
		}
	}
}

func TestInputEnds(t *testing.T) {
	t.Parallel()
	v, _ := interview("jobs.yaml", "typhoon\n")
	_, err := v.Run(t.Context(), jobedit.Answers{})
	var wrong *jobedit.AnswerError
	if !errors.As(err, &wrong) || wrong.Question != jobedit.AskLanguages {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	in, w := io.Pipe()
	defer w.Close()
	v.In = in
	if _, err := v.Run(ctx, jobedit.Answers{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The file of jobs names an ontology relative to itself, and seeds come from a file.
func TestFilesAsAnswers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	owl, seeds := filepath.Join(dir, "my storms: 风.owl"), filepath.Join(dir, "seeds.txt")
	for name, text := range map[string]string{owl: "x", seeds: "https://a.example/\n# no\nhttps://b.example/\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v, _ := interview(filepath.Join(dir, "etc", "jobs.yaml"), "-")
	f, err := v.Run(t.Context(), jobedit.Answers{jobedit.AskTopic: owl, jobedit.AskSources: seeds, jobedit.AskReport: "ann@example.org via mail.example.org:587"})
	if err != nil {
		t.Fatal(err)
	}
	j := parse(t, f).Jobs[0]
	if j.Settings["ontology"] != "../my storms: 风.owl" || j.Name != "my-storms" || !slices.Equal(j.Seeds, []string{"https://a.example/", "https://b.example/"}) {
		t.Errorf("%+v", j)
	}
	if m := j.AlertRules[0].Receiver.Config.(notify.Config).Settings.(*notify.Email); m.SMTP != "mail.example.org:587" || m.TLS != "" || m.From != "ann@example.org" {
		t.Errorf("%+v", m)
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "jobs.yaml")
	f := &jobedit.FirstFile{Path: path, Job: "x", Data: []byte("new\n")}
	if err := f.Create(); err != nil {
		t.Fatal(err)
	}
	f.Data = []byte("newer\n")
	if err := f.Create(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	read := func() string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if got := read(); got != "new\n" {
		t.Errorf("overwritten: %q", got)
	}
	if err := f.Replace(); err != nil || read() != "newer\n" {
		t.Errorf("%v: %q", err, read())
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%v", left)
	}
	dir := &jobedit.FirstFile{Path: filepath.Dir(path), Data: []byte("x")}
	if err := dir.Replace(); err == nil {
		t.Error("replaced a folder")
	}
}

// Whatever is answered, the file is refused as an answer, or means what was answered.
func FuzzAnswers(f *testing.F) {
	f.Add("typhoon", "zh", "https://a.example/", "alerts.xml", "1h")
	f.Add("a: b", "x}", "a.example,'b.example'", "- {x}.jsonl", "* * * * *")
	f.Add("!!binary x", "zh-Hant", "x=y", "a@b.c via x:1", "@daily")
	f.Add("\x81 0", "", "A", "0\xfd", "")
	f.Fuzz(func(t *testing.T, topic, languages, sources, report, every string) {
		all := jobfile.Options{Settings: []string{"topic", "ontology"}}
		v := &jobedit.Interview{Out: io.Discard, Path: "jobs.yaml", Topics: []string{"typhoon"}, Check: func(data []byte) error {
			_, err := jobfile.Parse("jobs.yaml", data, all)
			return err
		}}
		file, err := v.Run(t.Context(), jobedit.Answers{topic, languages, sources, report, every})
		var wrong *jobedit.AnswerError
		if errors.As(err, &wrong) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := jobfile.Parse("jobs.yaml", file.Data, all)
		if err != nil {
			t.Fatalf("%v\n%s", err, file.Data)
		}
		j := got.Jobs[0]
		if len(got.Jobs) != 1 || j.Settings["ontology"] == nil && j.Settings["topic"] != strings.TrimSpace(topic) {
			t.Fatalf("%+v\n%s", j, file.Data)
		}
	})
}
