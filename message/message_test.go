package message

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

func TestLanguage(t *testing.T) {
	for locale, want := range map[string]string{
		"": "en", "C": "en", "POSIX": "en", "C.UTF-8": "en", "en": "en", "de_DE.UTF-8": "en", "zhx": "en",
		"zh": "zh", "zh_CN.UTF-8": "zh", "zh-Hans": "zh", "zh_TW": "zh", "zh-Hant-HK": "zh", "ZH_cn": "zh", "zh.UTF-8": "zh", "zh@pinyin": "zh",
	} {
		if got := Language(locale); got != want {
			t.Errorf("%q: %s, want %s", locale, got, want)
		}
	}
}

// chinese is a Printer with a few texts.
func chinese() *Printer {
	return &Printer{lang: "zh", texts: map[string]string{
		"%d pages on %s": "%[2]s 有 %[1]d 个网页", "no seed": "没有种子", "cannot read %s: %w": "无法读取 %s：%w",
		"open": "打开", "no such file or directory": "没有此文件", "a number": "一个数", "it must be %s": "应为 %s", "run begins": "运行开始",
	}}
}

func TestSprintf(t *testing.T) {
	p := chinese()
	for _, tt := range []struct {
		got, english, chinese string
	}{
		{p.Sprintf("%d pages on %s", 12345, "a.example"), "12345 pages on a.example", "a.example 有 12345 个网页"},
		{p.Sprintf("it must be %s", english.Word("a number")), "it must be a number", "应为 一个数"},
		{p.Sprintf("not translated: %d", 3), "not translated: 3", "not translated: 3"},
		{p.Sprintf("it must be %v", english.Phrasef("%d pages on %s", 1, "b")), "it must be 1 pages on b", "it must be b 有 1 个网页"},
	} {
		if tt.got != tt.chinese {
			t.Errorf("got %q, want %q", tt.got, tt.chinese)
		}
	}
	var none *Printer
	if got := none.Sprintf("%d pages on %s", 12345, "a.example"); got != "12345 pages on a.example" {
		t.Error(got)
	}
	if none.Lang() != "en" || p.Lang() != "zh" || none.Text("x") != "x" || New("C") != nil {
		t.Error("nil is not English")
	}
}

// An error is English for programs and tests, and keeps its chain; a Printer shows it as far as it
// was made by this package.
func TestError(t *testing.T) {
	p := chinese()
	errNoSeed := errors.New("no seed")
	_, missing := os.Open(filepath.Join(t.TempDir(), "x"))
	var path *fs.PathError
	if !errors.As(missing, &path) {
		t.Fatal(missing)
	}
	deep := english.Errorf("cannot read %s: %w", "list", errNoSeed)
	for _, tt := range []struct {
		err              error
		english, chinese string
	}{
		{errNoSeed, "no seed", "没有种子"},
		{deep, "cannot read list: no seed", "无法读取 list：没有种子"},
		{fmt.Errorf("seeds: %w", deep), "seeds: cannot read list: no seed", "seeds: 无法读取 list：没有种子"},
		{fmt.Errorf("%w (again)", deep), "cannot read list: no seed (again)", "cannot read list: no seed (again)"},
		{errors.Join(errNoSeed, deep), "no seed\ncannot read list: no seed", "没有种子\n无法读取 list：没有种子"},
		{fmt.Errorf("%w and %w", errNoSeed, deep), "no seed and cannot read list: no seed", "no seed and cannot read list: no seed"},
		{english.Errorf("cannot read %s: %w", "f", missing), "cannot read f: " + missing.Error(), "无法读取 f：打开 " + path.Path + ": 没有此文件"},
		{syscall.ENOENT, "no such file or directory", "没有此文件"},
	} {
		if tt.err.Error() != tt.english {
			t.Errorf("Error: %q, want %q", tt.err, tt.english)
		}
		if got := p.Error(tt.err); got != tt.chinese {
			t.Errorf("got %q, want %q", got, tt.chinese)
		}
		if got := (*Printer)(nil).Error(tt.err); got != tt.english {
			t.Errorf("English: %q", got)
		}
	}
	if !errors.Is(deep, errNoSeed) || !errors.Is(english.Errorf("cannot read %s: %w", "f", missing), fs.ErrNotExist) || p.Error(nil) != "" {
		t.Error("the chain is broken")
	}
}

// Printers are made once for each language.
func TestPrinters(t *testing.T) {
	var s Printers
	if p := s.In("zh-CN"); p.Lang() != "zh" || s.In("zh") != p || s.In("en-GB") != nil || s.In("xx") != nil {
		t.Error("not one Printer for each language")
	}
}

// A type of a package that knows no Printer gives its format.
type plainError struct{ n int }

func (e plainError) Error() string           { return fmt.Sprintf("%d pages on %s", e.n, "a") }
func (e plainError) Message() english.Phrase { return english.Phrasef("%d pages on %s", e.n, "a") }

func TestMessage(t *testing.T) {
	if got := chinese().Error(fmt.Errorf("seeds: %w", plainError{3})); got != "seeds: a 有 3 个网页" {
		t.Error(got)
	}
}

// A stream has a language; a writer below it is found, and what is no text stays.
func TestStream(t *testing.T) {
	var b bytes.Buffer
	w := To(&b, chinese())
	if _, err := Fprintf(w, "%d pages on %s", 2, "h"); err != nil {
		t.Fatal(err)
	}
	Fprint(w, "no seed")  //nolint:errcheck // a buffer
	w.Write([]byte("{}")) //nolint:errcheck // likewise
	if got := b.String(); got != "h 有 2 个网页没有种子{}" {
		t.Error(got)
	}
	b.Reset()
	Fprintf(&b, "%d pages on %s", 2, "h") //nolint:errcheck // likewise
	if b.String() != "2 pages on h" || Of(&b) != nil || Unwrap(w) != &b || Unwrap(&b) != &b || Unwrap(To(&b, nil)) != &b || Of(To(&b, nil)) != nil {
		t.Error("a writer without a language is not English")
	}
	if again := To(w, chinese()); Unwrap(again) != &b {
		t.Error("wrapped twice")
	}
}

func TestLogHandler(t *testing.T) {
	var b bytes.Buffer
	opt := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	log := slog.New(LogHandler(slog.NewTextHandler(&b, opt), chinese()))
	log.With("job", "x").WithGroup("g").InfoContext(context.Background(), "run begins", "run begins", "no seed")
	if got, want := b.String(), "level=INFO msg=运行开始 job=x \"g.run begins\"=\"no seed\"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPO(t *testing.T) {
	file := "# comment\nmsgid \"\"\nmsgstr \"\"\n\"Language: zh\\n\"\n\n#: a.go:1\nmsgid \"one\"\nmsgstr \"一\"\n\nmsgid \"\"\n\"two \\\"lines\\\"\\n\"\n\"here\"\nmsgstr \"\"\n\"两行\\n\"\n\"在此\"\n"
	entries, err := ParsePO(file)
	want := []Entry{{"one", "一", 7}, {"two \"lines\"\nhere", "两行\n在此", 10}}
	if err != nil || len(entries) != 2 || entries[0] != want[0] || entries[1] != want[1] {
		t.Fatalf("%v: %+v", err, entries)
	}
	for _, bad := range []string{"msgctxt \"x\"", "\"alone\"", "msgid \"x", "msgid x", "msgstr \"x\"", "msgid \"a\"\nmsgid_plural \"b\""} {
		if _, err := ParsePO(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// What is written is read again.
func FuzzPO(f *testing.F) {
	f.Add("a\tb\n\nc\"\\", "\x1b[K\r\n")
	f.Fuzz(func(t *testing.T, id, text string) {
		if id == "" {
			return
		}
		ParsePO(id) //nolint:errcheck // it must not panic
		for _, s := range []string{id, text} {
			for _, r := range s {
				if r < ' ' && !strings.ContainsRune("\n\t\r\x1b", r) || r == '\uFFFD' {
					return // no text of ours
				}
			}
		}
		got, err := ParsePO(WritePO(Entry{ID: id, Text: text}))
		if err != nil || len(got) != 1 || got[0].ID != id || got[0].Text != text {
			t.Fatalf("%v: %+v", err, got)
		}
	})
}

func TestWrap(t *testing.T) {
	cells := func(s string) (n int) {
		for _, r := range s {
			if n++; wide(r) {
				n++
			}
		}
		return n
	}
	for _, tt := range []struct {
		text          string
		columns, hang int
		want          string
	}{
		{"a short line\n", 20, 0, "a short line\n"},
		{"one two three four", 9, 2, "one two\n  three\n  four"},
		{"  台风登陆，暴雨。", 10, 0, "  台风登\n  陆，暴\n  雨。"}, // no line begins with a comma
		{"台风，登陆", 6, 0, "台风，\n登陆"},
		{"见 --config 文件", 12, 0, "见 --config\n文件"},
		{"（台风）x", 4, 0, "（台\n风）\nx"},
	} {
		got := Wrap(tt.text, tt.columns, tt.hang, cells)
		if got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.text, tt.columns, got, tt.want)
		}
	}
}

// A phrase that counts has one form for one thing and another for more, and what it is made of in the language asked for.
func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 texts of no seed", 1: "1 text of no seed", 2: "2 texts of no seed"} {
		if got := english.Plural(n, "%d text of %v", "%d texts of %v", english.Phrasef("no seed")).String(); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	zh := New("zh")
	if got := zh.Say(english.Plural(2, "%d concept", "%d concepts")); got != "2 个概念" {
		t.Errorf("in Chinese %q", got)
	}
}

// TestToIsWhole: what several goroutines write, as two loggers of one program do, is written line by line.
func TestToIsWhole(t *testing.T) {
	var b bytes.Buffer // not for parallel use
	w := To(&b, nil)
	var group sync.WaitGroup
	for _, line := range []string{"typhoon\n", "rain\n"} {
		group.Go(func() {
			for range 200 {
				io.WriteString(w, line) //nolint:errcheck // a buffer
			}
		})
	}
	group.Wait()
	if text := b.String(); strings.Count(text, "typhoon\n") != 200 || strings.Count(text, "rain\n") != 200 || len(text) != 200*len("typhoon\nrain\n") {
		t.Error("lines were mixed or lost")
	}
}
