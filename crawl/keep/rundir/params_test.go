package rundir_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// metas stands for the state's few named values.
type metas map[string][]byte

func (m metas) Meta(name string) ([]byte, error)        { return m[name], nil }
func (m metas) SetMeta(name string, value []byte) error { m[name] = value; return nil }

type judgeParams struct {
	Name string  `yaml:"name"`
	Phi  float64 `yaml:"phi"`
}

type params struct {
	Version string      `yaml:"version"`
	Topic   string      `yaml:"topic"`
	Judge   judgeParams `yaml:"judge"`
	Seeds   []string    `yaml:"seeds"`
	Workers int         `yaml:"workers"`
}

func begin() params {
	return params{Version: "v1", Topic: "typhoon", Judge: judgeParams{"density", 0.25}, Seeds: []string{"http://a/", "http://b/"}, Workers: 8}
}

func TestSettle(t *testing.T) {
	tests := []struct {
		name   string
		change func(*params)
		spoil  func(t *testing.T, dir string, m metas)
		free   []string
		want   []rundir.Difference
	}{
		{"the same", nil, nil, nil, nil},
		{"others", func(p *params) { p.Judge.Phi, p.Topic = 0.3, "rainstorm" }, nil, nil,
			[]rundir.Difference{{"topic", "typhoon", "rainstorm"}, {"judge.phi", "0.25", "0.3"}}},
		{"one more seed", func(p *params) { p.Seeds = append(p.Seeds, "http://c/") }, nil, nil,
			[]rundir.Difference{{"seeds[2]", "", "http://c/"}}},
		{"one seed less", func(p *params) { p.Seeds = p.Seeds[:1] }, nil, nil,
			[]rundir.Difference{{"seeds[1]", "http://b/", ""}}},
		{"emptied", func(p *params) { p.Topic = "" }, nil, nil,
			[]rundir.Difference{{"topic", "typhoon", `""`}}},
		{"free to change", func(p *params) { p.Workers, p.Judge.Phi, p.Judge.Name = 2, 0.5, "x" }, nil, []string{"workers", "judge"}, nil},
		{"free is not a prefix of the name", func(p *params) { p.Workers = 2 }, nil, []string{"work"},
			[]rundir.Difference{{"workers", "8", "2"}}},
		{"run.yaml lost", func(p *params) { p.Topic = "rainstorm" },
			func(t *testing.T, dir string, _ metas) { ok(t, os.Remove(filepath.Join(dir, rundir.ParamsFile))) }, nil,
			[]rundir.Difference{{"topic", "typhoon", "rainstorm"}}},
		{"run.yaml edited to fit", func(p *params) { p.Topic = "rainstorm" },
			func(t *testing.T, dir string, _ metas) {
				put(t, dir, rundir.ParamsFile, ptr(strings.Replace(read(t, dir, rundir.ParamsFile), "typhoon", "rainstorm", 1)))
			}, nil,
			[]rundir.Difference{{"topic", "typhoon", "rainstorm"}}},
		{"only run.yaml left", func(p *params) { p.Topic = "rainstorm" },
			func(t *testing.T, dir string, m metas) { clear(m) }, nil,
			[]rundir.Difference{{"topic", "typhoon", "rainstorm"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir, m, p := t.TempDir(), metas{}, begin()
			ok(t, open(t, dir).Settle(p, m))
			if tt.spoil != nil {
				tt.spoil(t, dir, m)
			}
			if tt.change != nil {
				p.Seeds = append([]string{}, p.Seeds...)
				tt.change(&p)
			}
			before, _ := os.ReadFile(filepath.Join(dir, rundir.ParamsFile))
			err := open(t, dir).Settle(p, m, tt.free...)
			after, _ := os.ReadFile(filepath.Join(dir, rundir.ParamsFile))
			if tt.want == nil {
				ok(t, err)
				if d, err := rundir.Diff([]byte(read(t, dir, rundir.ParamsFile)), m["params"]); err != nil || len(d) > 0 {
					t.Errorf("run.yaml and the state differ: %v, %v", d, err)
				}
				return
			}
			var other *rundir.ParamsError
			if !errors.As(err, &other) {
				t.Fatalf("Settle = %v, want a ParamsError", err)
			}
			if d := cmp.Diff(tt.want, other.Differences); d != "" {
				t.Errorf("differences (-want +got):\n%s", d)
			}
			if s := err.Error(); strings.Contains(s, "\n") || !strings.Contains(s, dir) || !strings.Contains(s, tt.want[0].Path) {
				t.Errorf("message: %q", s)
			}
			if string(before) != string(after) {
				t.Errorf("run.yaml of the refused folder was changed")
			}
		})
	}
}

// TestSettleWithoutState: pages and run.yaml but no state is reported as such, not
// as a parameter that differs.
func TestSettleWithoutState(t *testing.T) {
	dir, p := t.TempDir(), begin()
	ok(t, open(t, dir).Settle(p, metas{}))
	put(t, dir, rundir.PagesFile, ptr("{\"seq\":1}\n"))
	p.Topic = "rainstorm"
	var missing *rundir.MissingStateError
	if err := open(t, dir).Settle(p, metas{}); !errors.As(err, &missing) {
		t.Errorf("Settle = %v, want a MissingStateError", err)
	}
}

// A parameter that the folder's program did not know is accepted with its default
// and with no other value.
func TestSettleNewParameter(t *testing.T) {
	dir, m := t.TempDir(), metas{}
	ok(t, open(t, dir).Settle(map[string]any{"topic": "typhoon"}, m))
	now := map[string]any{"topic": "typhoon", "settings": map[string]any{"added": 3}}
	settle := func(defaults any) error {
		f, err := rundir.Open(dir, rundir.Options{Defaults: defaults})
		ok(t, err)
		defer f.Close()
		return f.Settle(now, m)
	}
	var other *rundir.ParamsError
	for _, defaults := range []any{nil, map[string]any{"settings": map[string]any{"added": 4}}} {
		if err := settle(defaults); !errors.As(err, &other) {
			t.Errorf("defaults %v: %v, want a ParamsError", defaults, err)
		}
	}
	ok(t, settle(map[string]any{"settings": map[string]any{"added": 3, "more": 1}}))
}

// A folder without a number has format 1; one of a later format is refused before
// anything is written.
func TestSettleFormats(t *testing.T) {
	for text, want := range map[string]int{"topic: typhoon\n": 0, "format: 1\ntopic: typhoon\n": 0, "format: 99\nversion: 7.8.9\ntopic: typhoon\n": 99} {
		m := metas{"params": []byte(text)}
		err := open(t, t.TempDir()).Settle(map[string]any{"topic": "typhoon"}, m)
		var newer *crawl.FormatError
		switch {
		case want == 0 && (err != nil || !strings.HasPrefix(string(m["params"]), fmt.Sprintf("format: %d\n", crawl.RunFormat))):
			t.Errorf("%q: %v, %q", text, err, m["params"])
		case want != 0 && (!errors.As(err, &newer) || newer.Format != want || newer.Program != "7.8.9" || string(m["params"]) != text):
			t.Errorf("%q: %v, %q", text, err, m["params"])
		}
	}
}

func TestSettleBrokenYAML(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, rundir.ParamsFile, ptr("topic: typhoon\njudge: [\n"))
	err := open(t, dir).Settle(begin(), metas{})
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), rundir.ParamsFile) || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("Settle over broken YAML = %v, want its file and line", err)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add([]byte("a: 1\nb: [x, y]\n"), []byte("a: 2\nb: [x]\nc: {d: e}\n"))
	f.Add([]byte("- 1\n- 2"), []byte(""))
	f.Add([]byte("a: &x [1]\nb: *x\n"), []byte("\x00"))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		if d, err := rundir.Diff(old, old); err == nil && len(d) > 0 {
			t.Errorf("a text differs from itself: %v", d)
		}
		d, _ := rundir.Diff(old, new)
		for i := range d {
			if strings.ContainsAny(d[i].String(), "\n\x1b\x00") {
				t.Errorf("difference %q", d[i])
			}
		}
	})
}

// TestOldPassword: an earlier program kept the password of a proxy. It is no parameter, no
// difference shows it, and the next run overwrites it.
func TestOldPassword(t *testing.T) {
	old := []byte("settings:\n  proxy: http://user:hush-hush@p.example:8080\n  include: https?://[a-z]+@x\n")
	for _, tt := range []struct{ name, proxy, want string }{
		{"without it", "http://p.example:8080", ""},
		{"another password", "http://user:other@p.example:8080", ""},
		{"another proxy", "http://q.example", "settings.proxy is http://q.example, was http://p.example:8080"},
	} {
		diffs, err := rundir.Diff(old, []byte("settings:\n  proxy: "+tt.proxy+"\n  include: https?://[a-z]+@x\n"))
		var got []string
		for _, d := range diffs {
			got = append(got, d.String())
		}
		if err != nil || strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}
