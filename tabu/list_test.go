package tabu

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestList(t *testing.T) {
	var l List[string]
	if l.Forbids("a") || l.Len() != 0 || l.Left("a") != 0 || l.Age() != nil {
		t.Fatal("the zero List is not empty")
	}
	l.Forbid("a", 2)
	l.Forbid("b", 1)
	l.Forbid("c", 1)
	if !l.Forbids("a") || l.Left("a") != 2 || l.Len() != 3 {
		t.Fatalf("a: %v, %d left, %d in all", l.Forbids("a"), l.Left("a"), l.Len())
	}
	if free := l.Age(); !slices.Equal(free, []string{"b", "c"}) {
		t.Errorf("free after one step: %q", free)
	}
	l.Forbid("a", 3) // anew
	l.Forbid("d", 0) // never
	if l.Left("a") != 3 || l.Forbids("d") {
		t.Errorf("a has %d steps left, d forbidden: %v", l.Left("a"), l.Forbids("d"))
	}
	l.Allow("a")
	if l.Forbids("a") || len(l.due) != 0 {
		t.Error("a is still remembered")
	}
}

// TestListIsAModel compares a List with a plain table of steps left.
func TestListIsAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l List[int]
		left := make(map[int]int)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			a := rapid.IntRange(0, 6).Draw(t, "a")
			switch rapid.IntRange(0, 2).Draw(t, "op") {
			case 0:
				n := rapid.IntRange(-1, 4).Draw(t, "tenure")
				l.Forbid(a, n)
				if left[a] = n; n < 1 {
					delete(left, a)
				}
			case 1:
				l.Allow(a)
				delete(left, a)
			case 2:
				free := l.Age()
				for k := range left {
					left[k]--
					if gone := left[k] == 0; gone != slices.Contains(free, k) {
						t.Fatalf("%d: free %v, has %d left", k, free, left[k])
					} else if gone {
						delete(left, k)
					}
				}
			}
			for k := range 7 {
				if l.Left(k) != left[k] || l.Forbids(k) != (left[k] > 0) {
					t.Fatalf("%d has %d steps left, want %d", k, l.Left(k), left[k])
				}
			}
			if l.Len() != len(left) {
				t.Fatalf("Len = %d, want %d", l.Len(), len(left))
			}
		}
	})
}
