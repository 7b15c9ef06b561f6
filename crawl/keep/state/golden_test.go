package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// filled is a visit with a value in every field.
func filled() *crawl.Visit {
	v := new(crawl.Visit)
	fill(reflect.ValueOf(v).Elem(), "")
	v.Heard, v.Written = nil, nil // else it is a letter; kept in records of their own
	return v
}

// TestGolden: records of the present versions have the bytes that they had.
func TestGolden(t *testing.T) {
	v := filled()
	goldentest.Bytes(t, fmt.Sprint("visit-v", visitVersion), appendVisit(nil, v))
	goldentest.Bytes(t, fmt.Sprint("visit-failure-v", visitVersion), appendVisit(nil, statetest.Visit(5, 0)))
	goldentest.Bytes(t, fmt.Sprint("replay-v", replayVersion), appendReplay(nil, v.Page))
	goldentest.Bytes(t, fmt.Sprint("replay-links-v", replayVersion), appendReplay(nil, statetest.Visit(2, 5).Page))
	goldentest.Bytes(t, fmt.Sprint("model-v", modelVersion), appendModel(nil, &crawl.Model{Number: 3, At: time.Unix(1e9, 7).UTC(), Data: []byte(`{"words":["台风"]}`)}))
	goldentest.Bytes(t, fmt.Sprint("visit-heard-v", heardVersion), appendVisit(nil, &crawl.Visit{Seq: 300, Heard: &crawl.Letter{From: 7, Number: 1000}}))
	m := manifest{Gen: 3, Seq: 700, Parts: []part{{"engine", 17, 1}, {"strategy", 3 * chunkSize, 3}}}
	goldentest.Bytes(t, fmt.Sprint("checkpoint-v", manifestVersion), m.append(nil))
}

// TestGoldenRead: records of earlier versions are read. Their .hex files were written
// by the programs of their time and stay as they are; beside each stands what it holds.
func TestGoldenRead(t *testing.T) {
	for _, version := range []int{3, 4, 5, 6, 7, 8} {
		goldentest.Text(t, fmt.Sprint("visit-v", version, ".json"), asJSON(t, readGolden(t, version)))
	}
	for _, name := range []string{"replay-v3", "replay-links-v3", "replay-v4", "replay-links-v4", "replay-v5", "replay-links-v5"} {
		p := new(crawl.Page)
		if err := decodeReplay(goldentest.Stored(t, name), p); err != nil {
			t.Fatal(err)
		}
		goldentest.Text(t, name+".json", asJSON(t, p))
	}
}

// asJSON is x without its zero values, so that new fields of the nouns do not show.
func asJSON(t *testing.T, x any) string {
	t.Helper()
	text, err := json.Marshal(x)
	var all any
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // a key has 64 bits
		err = d.Decode(&all)
	}
	if err == nil {
		text, err = json.MarshalIndent(withoutZeros(all), "", " ")
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// withoutZeros returns nil for a zero value.
func withoutZeros(x any) any {
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			if x[k] = withoutZeros(v); x[k] == nil {
				delete(x, k)
			}
		}
		if len(x) == 0 {
			return nil
		}
	case []any:
		for i := range x {
			x[i] = withoutZeros(x[i])
		}
	case bool, json.Number, string:
		if x == false || x == json.Number("0") || x == "" || x == "0001-01-01T00:00:00Z" {
			return nil
		}
	}
	return x
}

func readGolden(t *testing.T, version int) *crawl.Visit {
	t.Helper()
	v, err := decodeVisit(goldentest.Stored(t, fmt.Sprint("visit-v", version)))
	if err != nil {
		t.Fatalf("version %d: %v", version, err)
	}
	return v
}
