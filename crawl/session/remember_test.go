package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// urlsOf lists the pages of a run, with the number of the model that judged each.
func urlsOf(t *testing.T, dir string) (urls []string, models []int) {
	t.Helper()
	for p, err := range rundir.Pages(dir) {
		if err != nil {
			t.Fatal(err)
		}
		urls, models = append(urls, p.URL), append(models, p.Model)
	}
	return urls, models
}

// halt ends a run after so many visits.
type halt struct {
	after int
	stop  func()
}

func (h *halt) Visited(*crawl.Visit) {
	if h.after--; h.after == 0 {
		h.stop()
	}
}

// TestLearnFrom: a new run begins with the model and the memory of the web of an earlier
// one. Interrupted twice, the second time by then without the other folder, it
// makes the same pages as undisturbed, and says what it began with.
func TestLearnFrom(t *testing.T) {
	taught := learningSpec(t, 300)
	crawlAll(t, taught)
	if _, models := urlsOf(t, taught.Folder.Dir); models[len(models)-1] == 0 {
		t.Fatal("the first run learned no model")
	}
	alone, calm, stormy := learningSpec(t, 120), learningSpec(t, 120), learningSpec(t, 120)
	calm.LearnFrom, stormy.LearnFrom = taught.Folder.Dir, taught.Folder.Dir
	crawlAll(t, alone)
	crawlAll(t, calm)
	for _, visits := range []int{1, 40} {
		s, err := Open(t.Context(), stormy)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		s.Engine.Observers = append(s.Engine.Observers, &halt{visits, cancel})
		res, err := s.Run(ctx)
		if err := errors.Join(err, s.Close()); err != nil || res.Stopped != engine.Interrupted {
			t.Fatalf("%v: %+v", err, res)
		}
		cancel()
		if err := os.RemoveAll(taught.Folder.Dir); err != nil {
			t.Fatal(err)
		}
	}
	stormy.LearnFrom = "" // the run has it already
	crawlAll(t, stormy)
	without, _ := urlsOf(t, alone.Folder.Dir)
	undisturbed, models := urlsOf(t, calm.Folder.Dir)
	disturbed, _ := urlsOf(t, stormy.Folder.Dir)
	if !slices.Equal(undisturbed, disturbed) {
		t.Error("interrupted, the run made other pages")
	}
	if slices.Equal(undisturbed, without) || models[0] != 1 {
		t.Errorf("it began without what was learned: model %d judged the first page", models[0])
	}
	a, _, err := ReadParams(calm.Folder.Dir)
	b, _, err2 := ReadParams(stormy.Folder.Dir)
	if errors.Join(err, err2) != nil || len(a.Learned) != 64 || a.Learned != b.Learned {
		t.Errorf("learned_from %q and %q: %v", a.Learned, b.Learned, errors.Join(err, err2))
	}
}

// TestLearnFromRefused: a folder from which nothing can be learned is refused with an
// error of its kind, before anything is made.
func TestLearnFromRefused(t *testing.T) {
	taught := specFor(t, filepath.Join(t.TempDir(), "taught"))
	crawlAll(t, taught)
	good, err := rundir.ReadMemory(taught.Folder.Dir)
	if err != nil || good == nil {
		t.Fatalf("no memory was left: %v", err)
	}
	other := runMemory{topic: "soup"}
	model := runMemory{topic: "typhoon", model: crawl.Model{Number: 1, Data: []byte(`{"version":99}`)}}
	web := runMemory{topic: "typhoon", web: []byte("\x01x\x01")}
	flipped := slices.Clone(good)
	flipped[len(flipped)/2] ^= 1
	newer := slices.Clone(good)
	newer[1+len(runMemoryName)]++
	for _, tt := range []struct {
		name string
		data []byte // nil: no file
		want any
	}{
		{"no run", nil, new(*NoMemoryError)},
		{"another topic", other.marshal(), new(*OtherTopicError)},
		{"a model of another version", model.marshal(), new(*MemoryError)},
		{"another ranker", web.marshal(), new(*MemoryError)},
		{"damaged", flipped, new(*MemoryError)},
		{"cut", good[:len(good)-40], new(*MemoryError)},
		{"of a newer version", newer, new(*MemoryError)},
		{"empty", []byte{}, new(*MemoryError)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from, dir := t.TempDir(), filepath.Join(t.TempDir(), "new")
			if tt.data != nil {
				if err := os.WriteFile(filepath.Join(from, rundir.MemoryFile), tt.data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			spec := specFor(t, dir)
			spec.LearnFrom = from
			s, err := Open(t.Context(), spec)
			var part *SpecError
			if s != nil || !errors.As(err, &part) || part.Part != "learn-from" || !errors.As(err, tt.want) {
				t.Errorf("error %v, want %T", err, tt.want)
			}
			if exists(dir) {
				t.Error("the folder of the new run was made")
			}
		})
	}
}

func TestGoldenRunMemory(t *testing.T) {
	m := runMemory{topic: "typhoon", model: crawl.Model{Number: 3, Data: []byte(`{"version":1}`)}, web: []byte("web")}
	goldentest.Bytes(t, "memory-1", m.marshal())
	got, err := unmarshalRunMemory(m.marshal())
	if err != nil || got.topic != m.topic || got.model.Number != 3 || string(got.model.Data) != string(m.model.Data) || string(got.web) != "web" {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzRunMemory(f *testing.F) {
	m := runMemory{topic: "typhoon", model: crawl.Model{Number: 3, Data: []byte("{}")}, web: []byte("web")}
	f.Add(m.marshal())
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := unmarshalRunMemory(data); err == nil && m.model.Number < 0 {
			t.Error("a negative number")
		}
	})
}
