package spill

import "testing"

// TestMappedDue: pages of files are looked at for a while after the store was used, and always while arrays in a file are
// large.
func TestMappedDue(t *testing.T) {
	m := mapped{also: &pages{bytes: pagesMost}}
	if m.due() {
		t.Error("looked at, and nobody used the store")
	}
	m.touched()
	for n := range mappedRounds {
		if !m.due() {
			t.Fatalf("not looked at in round %d", n)
		}
	}
	if m.due() {
		t.Error("looked at long after the store was used")
	}
	if m.also.bytes++; !m.due() {
		t.Error("not looked at, and arrays are large")
	}
}
