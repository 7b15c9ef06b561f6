package main

import "testing"

// TestHeld: rows of any table that begin with a ratio are held, and a ratio breaks above 1.3 times that.
func TestHeld(t *testing.T) {
	held := heldIn("text\n| | held | aim |\n|---|---|---|\n| ontocrawl / bare | 2.0 | 1.2 |\n| other | 3 |\n| command / bare-en | x |\n")
	if len(held) != 1 || held["ontocrawl / bare"] != 2 {
		t.Errorf("%v", held)
	}
	of := func(cpu int64) []result { return []result{{Pages: 1, Wall: 1, CPU: cpu}} }
	o := options{hold: "testdata/held.md"}
	for cpu, fails := range map[int64]bool{259: false, 261: true} {
		if err := o.compareRatios(map[string][]result{"ontocrawl": of(cpu), "bare": of(100)}); err != nil != fails {
			t.Errorf("%d: %v", cpu, err)
		}
	}
}
