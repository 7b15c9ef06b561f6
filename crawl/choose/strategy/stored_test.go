package strategy_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// drawer is a Records in memory, so that a file can hold its records beside a checkpoint.
// (That real Records go with their checkpoints is crawl/choose/spill's test.)
type drawer struct {
	records map[record][]byte
	run     uint32
	kept    bool // run belongs to a checkpoint
}

type record struct {
	n   int32
	run uint32
}

func (d *drawer) Put(n int32, data []byte) (run uint32) {
	if d.records == nil {
		d.records = map[record][]byte{}
	}
	if d.run == 0 || d.kept {
		d.run, d.kept = d.run+1, false
	}
	d.records[record{n, d.run}] = bytes.Clone(data)
	return d.run
}
func (d *drawer) Flush() {}
func (d *drawer) Get(n int32, run uint32, use func(data []byte)) bool {
	data, ok := d.records[record{n, run}]
	if ok {
		use(data)
	}
	return ok
}
func (d *drawer) Replaced(int32, uint32)  {}
func (d *drawer) Save(w *binenc.Writer)   { d.kept = true; w.Uint(uint64(d.run)) }
func (d *drawer) Load(r *binenc.Reader)   { d.run, d.kept = uint32(r.Uint()), true }
func (d *drawer) Clear()                  {}
func (d *drawer) Pages() hashindex.Source { return nil }
func (d *drawer) Slots() hashindex.File   { return nil }
func (d *drawer) lines(name string) string {
	var b bytes.Buffer
	all := make([]record, 0, len(d.records))
	for k := range d.records {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b record) int { return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.run, b.run)) })
	for _, k := range all {
		fmt.Fprintf(&b, "%s %d %d %x\n", name, k.n, k.run, d.records[k])
	}
	return b.String()
}

// kept is a stored memory of a strategy: a checkpoint, its records on disk, and the
// choices that the version that wrote it made next.
type kept struct {
	point           []byte
	evidence, texts drawer
	next            []string
}

const (
	keptWeb    = 17  // seed of the web
	keptVisits = 60  // before the checkpoint
	keptNext   = 100 // choices after it
)

func (k *kept) open(t *testing.T, spilled bool) crawl.Strategy {
	p := strategy.Defaults()
	p.Seed = 1
	if spilled {
		p.Backend = frontier.Spilling{Records: &k.texts, Most: 128}
		p.Spill = &strategy.Spill{Evidence: &k.evidence, Most: 40, Err: func() error { return nil }}
	}
	return must(t, "tabu", "", p)
}

func (k *kept) write(t *testing.T, name string, spilled bool) {
	w := strategytest.NewWeb(keptWeb, 500, 9)
	s := k.open(t, spilled)
	s.Seed(w.Seeds)
	walk(t, s, w, 1, keptVisits)
	k.point = marshal(t, s)
	var b bytes.Buffer
	fmt.Fprintf(&b, "point %x\n%s%s", k.point, k.evidence.lines("evidence"), k.texts.lines("text"))
	for _, url := range walk(t, s, w, keptVisits+1, keptVisits+keptNext) {
		fmt.Fprintln(&b, "next", url)
	}
	if err := os.WriteFile(filepath.Join("testdata", name), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readKept(t *testing.T, name string) (k kept) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		words := bytes.Fields(lines.Bytes())
		data, _ := hex.DecodeString(string(words[len(words)-1]))
		var at record
		if len(words) == 4 {
			fmt.Sscan(string(words[1]), &at.n)
			fmt.Sscan(string(words[2]), &at.run)
		}
		switch string(words[0]) {
		case "point":
			k.point = data
		case "evidence":
			k.evidence.records = put(k.evidence.records, at, data)
		case "text":
			k.texts.records = put(k.texts.records, at, data)
		case "next":
			k.next = append(k.next, string(words[1]))
		}
	}
	return k
}

func put(m map[record][]byte, at record, data []byte) map[record][]byte {
	if m == nil {
		m = map[record][]byte{}
	}
	m[at] = data
	return m
}

// TestReadsKept: what earlier versions stored is read, and the crawl goes on with the
// choices that they made next. The files must not be made anew. What this version writes is
// read and written again byte for byte. (Spilled URLs are told apart by a random key, so two runs
// never write the same.)
func TestReadsKept(t *testing.T) {
	for _, f := range []struct {
		name    string
		spilled bool
		now     bool // this version writes it
	}{
		{"tabu-v5.txt", false, false},        // frontier 3, ranker 7
		{"tabu-v5-spilled.txt", true, false}, // frontier 4, ranker 8
		{"tabu-v6.txt", false, false},        // frontier 3, ranker 9
		{"tabu-v6-spilled.txt", true, false}, // frontier 4, ranker 9
		{"tabu-v7.txt", false, true},         // links that the topic names
		{"tabu-v7-spilled.txt", true, true},
	} {
		if _, err := os.Stat("testdata/" + f.name); *update && err != nil {
			new(kept).write(t, f.name, f.spilled)
		}
		k := readKept(t, f.name)
		s := k.open(t, f.spilled)
		if err := s.ReadFrom(bytes.NewReader(k.point)); err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		again := marshal(t, s)
		if f.now && !bytes.Equal(again, k.point) {
			t.Errorf("%s: read and written again, it is another", f.name)
		}
		if err := s.ReadFrom(bytes.NewReader(again)); err != nil {
			t.Errorf("%s: written again it is not read: %v", f.name, err)
			continue
		}
		w := strategytest.NewWeb(keptWeb, 500, 9)
		if got := walk(t, s, w, keptVisits+1, keptVisits+keptNext); len(k.next) != keptNext || !slices.Equal(got, k.next) {
			t.Errorf("%s: the choices are %v, were %v", f.name, got, k.next)
		}
	}
}
