package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// repeating is a judge for which every third page that it has learned repeats something.
type repeating struct{ judge }

func (j *repeating) Beside(p *crawl.Page, known bool) bool {
	if j.Keys%3 != 0 || known || len(p.Blocks) == 0 {
		return false
	}
	p.Blocks[0].Region = crawl.RegionBeside
	return true
}

// regions packs the region of the first block.
type regions struct{}

func (regions) Pack(p *crawl.Page) (*crawl.Text, error) {
	return &crawl.Text{Packed: fmt.Append(nil, p.Blocks[0].Region)}, nil
}

// judgedAs is the region of the first block of each page as it was judged.
type judgedAs map[string]string

func (j judgedAs) Visited(v *crawl.Visit) {
	if v.OK() {
		j[v.Choice.URL] = v.Page.Blocks[0].Region.String()
	}
}

// TestBeside: the kept text of a page, and what observers see, is without what its host was found to repeat after
// it was read; and it is the same in a crawl that was interrupted.
func TestBeside(t *testing.T) {
	texts := func(m *state.Memory, judged judgedAs) (all []string, beside int) {
		ok(t, m.Visits(func(v *crawl.Visit) error {
			if !v.OK() {
				return nil
			}
			text, err := m.Text(v.Seq)
			ok(t, err)
			want := judged[v.Choice.URL]
			if string(text.Packed) != want {
				t.Errorf("%s: kept %s, judged %s", v.Choice.URL, text.Packed, want)
			}
			if want == crawl.RegionBeside.String() {
				beside++
			}
			all = append(all, v.Choice.URL+" "+want)
			return nil
		}))
		return all, beside
	}
	w := &web{Size: 2000, Hosts: 7}
	crawled := func(deadAt int) (*state.Memory, judgedAs) {
		m, judged := new(state.Memory), judgedAs{}
		begin := func(s crawl.State) *engine.Engine {
			e := newEngine(w, s, engine.Options{Workers: 4, MaxPages: 60, Deterministic: true, CommitEvery: time.Hour})
			e.Scorer, e.Texts, e.Observers = new(repeating), regions{}, []crawl.Observer{judged}
			return e
		}
		if deadAt > 0 {
			if _, err := begin(&mortal{Memory: m, at: deadAt}).Run(t.Context(), w.seeds(1, 2, 3)); !errors.Is(err, errPower) {
				t.Fatal(err)
			}
		}
		run(t, begin(m), w)
		return m, judged
	}
	whole, beside := texts(crawled(0))
	if beside == 0 || beside == len(whole) {
		t.Fatalf("%d of %d pages lost a block", beside, len(whole))
	}
	for _, at := range []int{5, 20, 60} {
		if parts, _ := texts(crawled(at)); !slices.Equal(parts, whole) {
			t.Errorf("dead at operation %d: %s", at, cmp.Diff(whole, parts))
		}
	}
}
