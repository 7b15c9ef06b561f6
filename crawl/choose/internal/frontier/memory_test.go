package frontier_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier/frontiertest"
)

func TestMemory(t *testing.T) { frontiertest.Test(t, frontier.InMemory{}) }

// TestReference holds the suite's own model to the suite.
func TestReference(t *testing.T) { frontiertest.Test(t, frontiertest.Reference{}) }

// TestItemsHoldNoPointers: the collector must not have to follow a million items.
func TestItemsHoldNoPointers(t *testing.T) {
	it := reflect.TypeFor[frontier.Item]()
	for i := range it.NumField() {
		switch k := it.Field(i).Type.Kind(); k {
		case reflect.Float64, reflect.Int32, reflect.Uint8, reflect.Bool:
		default:
			t.Errorf("%s is a %v", it.Field(i).Name, k)
		}
	}
	if it.Size() > 24 {
		t.Errorf("an Item takes %d bytes", it.Size())
	}
}

func BenchmarkBest(b *testing.B) {
	for _, busyHosts := range []int{0, 10, 900} {
		b.Run(fmt.Sprintf("busy=%d", busyHosts), func(b *testing.B) {
			f := frontier.InMemory{}.New()
			for i := range 20000 {
				f.Add(fmt.Sprint(i), fmt.Sprint("h", i%1000), frontier.Item{Parent: frontier.None, Score: -float64(i)})
			}
			busy := make(map[string]bool)
			for h := range busyHosts {
				busy[fmt.Sprint("h", h)] = true
			}
			b.ReportAllocs()
			for b.Loop() {
				f.Best(func(h string) bool { return busy[h] })
			}
		})
	}
}
