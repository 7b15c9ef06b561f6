package eventgraph

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// goldSeries is an event whose pages change, of our own gold set (testdata/gold/README.md).
type goldSeries struct {
	ID         int
	Lang, Kind string
	Steps      []goldStep
}

// goldStep is a version of a page, and what is known of the event after it, by a person's judgement.
type goldStep struct {
	At                          time.Time
	URL, Title, Published, Text string
	Now                         map[string]float64
}

func readSeries(t *testing.T) (all []goldSeries) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "gold", "revisions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one goldSeries
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return all
}

// newest is the newest value of each figure that the cards of a kind show, in the names and units of a telling.
func newest(b *Builder, kind string) map[string]float64 {
	out := make(map[string]float64)
	cards := b.Cards().Cards
	for i := range cards {
		if cards[i].Kind != kind {
			continue
		}
		for _, l := range cards[i].latest() {
			f := b.toldFact(&Statement{Kind: l.Kind, Value: l.Value, Unit: l.Unit, Event: -1})
			if _, has := out[f.Kind]; !has {
				out[f.Kind] = f.Value
			}
		}
	}
	return out
}

// TestGoldRevisions measures what the card of an event says after each version of its pages. Series with an odd number may be
// looked at when rules are changed, those with an even number not.
func TestGoldRevisions(t *testing.T) {
	t.Parallel()
	for half, name := range []string{"even", "odd"} {
		right, all, steps, whole := 0, 0, 0, 0
		for _, g := range readSeries(t) {
			if g.ID%2 != half {
				continue
			}
			w := watch(t)
			for i, s := range g.Steps {
				w.pages[s.URL] = Page{URL: s.URL, Title: s.Title, Lang: g.Lang, Published: on(s.Published), Day: true, Fetched: s.At, Texts: []string{s.Text}}
				got := newest(w.update(), GoldKind(g.Kind))
				var wrong []string
				for _, kind := range slices.Sorted(maps.Keys(s.Now)) {
					v, has := got[kind]
					if all++; has && math.Abs(v-s.Now[kind]) <= .005*math.Abs(s.Now[kind]) {
						right++
					} else {
						wrong = append(wrong, fmt.Sprintf("%s %v, want %v", kind, v, s.Now[kind]))
					}
				}
				if steps++; len(wrong) == 0 {
					whole++
				} else if half == 1 && testing.Verbose() {
					t.Logf("%d, step %d: %s: %s\n%s", g.ID, i+1, strings.Join(wrong, "; "), s.Title, s.Text)
				}
			}
		}
		t.Logf("%s half: newest values right %.3f (%d of %d), steps without a wrong one %.3f (%d of %d)", name, float64(right)/float64(max(all, 1)), right, all,
			float64(whole)/float64(max(steps, 1)), whole, steps)
		if least := []float64{.36, .30}[half]; float64(right) < least*float64(all) {
			t.Errorf("%s half: newest values are right less often than in %.2f", name, least)
		}
	}
}
