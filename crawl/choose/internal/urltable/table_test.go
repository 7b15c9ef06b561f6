package urltable

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// TestTable: a Table does what a map and a list would.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var u Table
		want := map[string]int32{}
		var list []string
		for range rapid.IntRange(0, 300).Draw(t, "steps") {
			url := fmt.Sprint("u", rapid.IntRange(0, 120).Draw(t, "url"))
			at, known := want[url]
			if id, ok := u.Number(url); ok != known || ok && id != at {
				t.Fatalf("Number(%s) = %d, %v; want %d, %v", url, id, ok, at, known)
			}
			if rapid.Bool().Draw(t, "add") {
				if !known {
					at, want[url], list = int32(len(list)), int32(len(list)), append(list, url)
				}
				if id, fresh := u.Add(url); id != at || fresh == known {
					t.Fatalf("Add(%s) = %d, %v; want %d, %v", url, id, fresh, at, !known)
				}
			}
		}
		var v Table
		v.Append(list)
		if !v.Index() || v.Len() != len(list) {
			t.Fatalf("%d URLs indexed, want %d", v.Len(), len(list))
		}
		for url, at := range want {
			if id, ok := v.Number(url); !ok || id != at || v.At(id) != url {
				t.Fatalf("Number(%s) = %d, %v; want %d", url, id, ok, at)
			}
		}
		if _, ok := v.Number("v"); ok {
			t.Fatal("a URL never added has a number")
		}
	})
}

func TestTwice(t *testing.T) {
	var u Table
	u.Append([]string{"a", "b", "a"})
	if u.Index() {
		t.Error("a URL that stands twice was not seen")
	}
}

func BenchmarkTable(b *testing.B) {
	urls := make([]string, 1<<20)
	for i := range urls {
		urls[i] = fmt.Sprintf("https://www.host-%d.example/section-%d/an-article-about-things-%d", i%1000, i%7, i)
	}
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			var u Table
			u.Append(urls)
			u.Index()
		}
	})
	var u Table
	u.Append(urls)
	u.Index()
	b.Run("number", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			u.Number(urls[i*7919%len(urls)])
		}
	})
}
