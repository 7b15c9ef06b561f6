package state

import (
	"encoding/hex"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/goldentest"
	"github.com/ontocrawl/ontocrawl/crawl/state/statetest"
)

// filled is a visit with a value in every field.
func filled() *crawl.Visit {
	v, n := new(crawl.Visit), 0
	fill(reflect.ValueOf(v).Elem(), &n)
	return v
}

// TestGolden: records of the present versions have the bytes that they had.
func TestGolden(t *testing.T) {
	v := filled()
	goldentest.Bytes(t, fmt.Sprint("visit-v", visitVersion), appendVisit(nil, v))
	goldentest.Bytes(t, fmt.Sprint("visit-failure-v", visitVersion), appendVisit(nil, statetest.Visit(5, 0)))
	goldentest.Bytes(t, fmt.Sprint("replay-v", replayVersion), appendReplay(nil, v.Page))
	goldentest.Bytes(t, fmt.Sprint("replay-links-v", replayVersion), appendReplay(nil, statetest.Visit(2, 5).Page))
	m := manifest{Gen: 3, Seq: 700, Parts: []part{{"engine", 17, 1}, {"strategy", 3 * chunkSize, 3}}}
	goldentest.Bytes(t, fmt.Sprint("checkpoint-v", manifestVersion), m.append(nil))
}

// TestGoldenRead: records of earlier versions are read. Their files were written
// by the programs of their time and stay as they are.
func TestGoldenRead(t *testing.T) {
	want := filled()
	want.Response, want.Robots, want.Choice.ETag, want.Choice.LastModified = nil, nil, "", ""
	page := *want.Page
	page.Headline, page.Marks, page.Blocks, page.Links = "", 0, nil, nil
	blocks, links := want.Page.Blocks, want.Page.Links
	want.Page = &page
	got := readGolden(t, 4)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("version 4 (-want +got):\n%s", d)
	}
	old := readGolden(t, 3) // its visit had a field less, so that later numbers are lower
	if old.Choice != want.Choice || old.Failure != (crawl.Failure{Kind: crawl.FailOther, Text: "s243"}) || old.ETag != "s245" ||
		old.Stored.Length != 250 || old.Same != (crawl.Duplicate{Of: "s252", Distance: 253, Exact: true}) {
		t.Errorf("version 3: %+v", old)
	}
	old.Page.FetchedAt, old.Page.Published = page.FetchedAt, page.Published
	if d := cmp.Diff(&page, old.Page); d != "" {
		t.Errorf("version 3 (-want +got):\n%s", d)
	}
	p := new(crawl.Page)
	if err := decodeReplay(fromHex(t, "replay-v3"), p); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(links, p.Links); d != "" || len(p.Blocks) != len(blocks) {
		t.Errorf("replay record of version 3 (-want +got):\n%s", d)
	}
}

func readGolden(t *testing.T, version int) *crawl.Visit {
	t.Helper()
	v, err := decodeVisit(fromHex(t, fmt.Sprint("visit-v", version)))
	if err != nil {
		t.Fatalf("version %d: %v", version, err)
	}
	return v
}

// fromHex reads a file as goldentest.Bytes wrote it.
func fromHex(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".hex")
	if err != nil {
		t.Fatal(err)
	}
	var digits strings.Builder
	for line := range strings.Lines(string(text)) {
		if len(line) > 60 {
			digits.WriteString(strings.ReplaceAll(line[10:58], " ", ""))
		}
	}
	b, err := hex.DecodeString(digits.String())
	if err != nil {
		t.Fatal(err)
	}
	return b
}
