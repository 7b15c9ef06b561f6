package strategy

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// reference says by brute force what the frontier's best is.
func reference(f *frontier, busy func(string) bool) int32 {
	best := int32(-1)
	for id := range f.items {
		it := &f.items[id]
		if it.status != waiting || f.sites[it.host].rests || busy != nil && busy(f.sites[it.host].name) {
			continue
		}
		if best < 0 || (byKey{f}).before(int32(id), best) {
			best = int32(id)
		}
	}
	return best
}

func TestFrontierLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f frontier
		var fly []int32
		steps := rapid.IntRange(1, 120).Draw(t, "steps")
		for range steps {
			url := rapid.IntRange(0, 60).Draw(t, "url")
			name, host := fmt.Sprint("u", url), fmt.Sprint("h", url%5)
			key := float64(rapid.IntRange(-3, 3).Draw(t, "key"))
			switch rapid.IntRange(0, 8).Draw(t, "op") {
			case 0, 1:
				f.add(name, item{parent: -1, key: key, seed: url%17 == 0}, host)
			case 2:
				if id, ok := f.id(name); ok {
					f.setKey(id, key)
				}
			case 3:
				if id := f.best(nil); id >= 0 {
					f.choose(id)
					fly = append(fly, id)
				}
			case 6:
				f.Block(host)
			case 7:
				f.Unblock(host)
			case 8: // all keys change at once
				for id := range f.items {
					f.items[id].key = float64(rapid.IntRange(-3, 3).Draw(t, "new key"))
				}
				f.reorderAll()
			case 4:
				f.entered(host)
			case 5:
				if len(fly) > 0 {
					f.finish(fly[0])
					fly = fly[1:]
				}
			}
			checkFrontier(t, &f, len(fly))
		}
	})
}

func checkFrontier(t *rapid.T, f *frontier, flying int) {
	var resting []string
	for h := range f.sites {
		if f.sites[h].rests {
			resting = append(resting, f.sites[h].name)
		}
	}
	defer func() {
		for _, h := range resting {
			f.Block(h)
		}
	}()
	busy := func(h string) bool { return h == "h0" || h == "h3" }
	if got, want := f.best(nil), reference(f, nil); got != want {
		t.Fatalf("best = %d, want %d", got, want)
	}
	if got, want := f.best(busy), reference(f, busy); got != want {
		t.Fatalf("best of free hosts = %d, want %d", got, want)
	}
	n := 0
	for i := range f.items {
		if f.items[i].status == waiting {
			n++
		}
	}
	if f.waiting != n || f.flying != flying {
		t.Fatalf("waiting %d, flying %d; want %d, %d", f.waiting, f.flying, n, flying)
	}
	rare := slices.MinFunc(append(slices.Clone(f.rarest), -1), func(a, b int32) int {
		if a < 0 || b >= 0 && (byRarity{f}).before(b, a) {
			return 1
		}
		return -1
	})
	if got := f.firstSite(f.rarest, nil, true); got != rare {
		t.Fatalf("rarest host = %d, want %d", got, rare)
	}
	for h := range f.sites {
		f.Unblock(f.sites[h].name) // who rests is not remembered
	}
	var w binenc.Writer
	f.write(&w)
	var g frontier
	r := binenc.NewReader(w.Data())
	g.read(r)()
	if err := r.Close(); err != nil || g.best(nil) != f.best(nil) || g.best(busy) != f.best(busy) {
		t.Fatalf("the frontier read back is another one: %v", err)
	}
}

func BenchmarkFrontierNext(b *testing.B) {
	for _, busyHosts := range []int{0, 10, 900} {
		b.Run(fmt.Sprintf("busy=%d", busyHosts), func(b *testing.B) {
			var f frontier
			for i := range 20000 {
				f.add(fmt.Sprint(i), item{parent: -1, key: -float64(i)}, fmt.Sprint("h", i%1000))
			}
			busy := make(map[string]bool)
			for h := range busyHosts {
				busy[fmt.Sprint("h", h)] = true
			}
			b.ReportAllocs()
			for b.Loop() {
				f.best(func(h string) bool { return busy[h] })
			}
		})
	}
}
