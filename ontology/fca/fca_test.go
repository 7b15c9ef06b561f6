package fca

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// water is the context "Living beings and water" of Ganter and Wille 1999, figure 1.1. The
// attributes are a needs water to live, b lives in water, c lives on land, d needs
// chlorophyll, e two seed leaves, f one seed leaf, g can move about, h has limbs, i suckles
// its offspring.
func water() *Context {
	return contextOf(9,
		"abg",   // 1 leech
		"abgh",  // 2 bream
		"abcgh", // 3 frog
		"acghi", // 4 dog
		"abdf",  // 5 spike-weed
		"abcdf", // 6 reed
		"acde",  // 7 bean
		"acdf",  // 8 maize
	)
}

func contextOf(attributes int, rows ...string) *Context {
	c := NewContext(len(rows), attributes)
	for o, row := range rows {
		for _, a := range row {
			c.Set(o, int(a-'a'))
		}
	}
	return c
}

// text is a formal concept as the book prints it: objects from 1, attributes as letters.
func text(c Concept) string {
	var b strings.Builder
	for _, o := range c.Extent {
		b.WriteByte(byte('1' + o))
	}
	b.WriteByte('|')
	for _, a := range c.Intent {
		b.WriteByte(byte('a' + a))
	}
	return b.String()
}

// Figure 1.4 of the book shows the 19 formal concepts.
func TestTextbookLattice(t *testing.T) {
	t.Parallel()
	l, err := water().Lattice(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range l.Concepts {
		got = append(got, text(c))
	}
	want := []string{
		"12345678|a", "12356|ab", "34678|ac", "5678|ad", "1234|ag", "123|abg", "678|acd", "568|adf", "234|agh",
		"36|abc", "56|abdf", "23|abgh", "68|acdf", "34|acgh", "6|abcdf", "3|abcgh", "7|acde", "4|acghi", "|abcdefghi",
	}
	if !slices.Equal(got, want) {
		t.Errorf("formal concepts\n got %q\nwant %q", got, want)
	}
	// The lines of the diagram: what stands right above each, by hand.
	upper := map[string]string{
		"12345678|a": "", "12356|ab": "a", "34678|ac": "a", "5678|ad": "a", "1234|ag": "a",
		"123|abg": "ab ag", "678|acd": "ac ad", "568|adf": "ad", "234|agh": "ag",
		"36|abc": "ab ac", "56|abdf": "ab adf", "23|abgh": "abg agh", "68|acdf": "acd adf", "34|acgh": "ac agh",
		"6|abcdf": "abc abdf acdf", "3|abcgh": "abc abgh acgh", "7|acde": "acd", "4|acghi": "acgh",
		"|abcdefghi": "abcdf abcgh acde acghi",
	}
	for i, above := range l.Covers() {
		var names []string
		for _, k := range above {
			_, intent, _ := strings.Cut(text(l.Concepts[k]), "|")
			names = append(names, intent)
		}
		slices.Sort(names)
		if got, of := strings.Join(names, " "), text(l.Concepts[i]); got != upper[of] {
			t.Errorf("above %s stand %q, want %q", of, got, upper[of])
		}
	}
}

func TestIceberg(t *testing.T) {
	t.Parallel()
	l, err := water().Lattice(t.Context(), Options{Support: 4})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range l.Concepts {
		got = append(got, text(c))
	}
	if want := []string{"12345678|a", "12356|ab", "34678|ac", "5678|ad", "1234|ag"}; !slices.Equal(got, want) {
		t.Errorf("of 4 objects: %q, want %q", got, want)
	}
	if i, ok := l.ofAttribute(2); !ok || text(l.Concepts[i]) != "34678|ac" {
		t.Errorf("lives on land: %d %v", i, ok)
	}
	if _, ok := l.ofAttribute(8); ok {
		t.Error("one object suckles its offspring, but the iceberg has its formal concept")
	}
}

func TestOrderOfAttributes(t *testing.T) {
	t.Parallel()
	c := water()
	// Whoever suckles its offspring has limbs, and lives on land; whoever has limbs can move.
	for attribute, want := range map[byte]string{'i': "ch", 'h': "g", 'g': "a", 'e': "cd", 'f': "d", 'a': ""} {
		got := ""
		for _, a := range c.Above(int(attribute - 'a')) {
			got += string(rune('a' + a))
		}
		if got != want {
			t.Errorf("above %c stand %q, want %q", attribute, got, want)
		}
	}
	same := contextOf(4, "ab", "abc")
	if got := same.equal(0); !slices.Equal(got, []int{1}) {
		t.Errorf("equal to a: %v", got)
	}
	if len(same.Above(0)) != 0 || len(same.Above(3)) != 0 || same.equal(3) != nil {
		t.Error("what is equal, or without objects, is below nothing")
	}
}

func TestNoObjects(t *testing.T) {
	t.Parallel()
	for _, c := range []*Context{{}, NewContext(0, 3), NewContext(3, 0), NewContext(-1, -1)} {
		l, err := c.Lattice(t.Context(), Options{})
		if err != nil || len(l.Concepts) != 1 || c.Estimate(0, 10) != 1 {
			t.Errorf("%d by %d: %v, %v", c.Objects(), c.Attributes(), l, err)
		}
	}
}

// exploding is the context with the largest lattice of n attributes: 2^n formal concepts.
func exploding(n int) *Context {
	c := NewContext(n, n)
	for o := range n {
		for a := range n {
			if o != a {
				c.Set(o, a)
			}
		}
	}
	return c
}

func TestLatticeThatExplodes(t *testing.T) {
	t.Parallel()
	c := exploding(60)
	_, err := c.Lattice(t.Context(), Options{Most: 5000})
	var size *SizeError
	if !errors.As(err, &size) || size.Most != 5000 || size.Estimate < 1e6 {
		t.Fatalf("got %v", err)
	}
	// With 58 objects or more there are 1 + 60 + 60*59/2 = 1831.
	l, err := c.Lattice(t.Context(), Options{Most: 5000, Support: 58})
	if err != nil || len(l.Concepts) != 1831 {
		t.Errorf("iceberg: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Lattice(ctx, Options{Most: math.MaxInt}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEstimate(t *testing.T) {
	t.Parallel()
	if got := exploding(12).Estimate(0, 4000); got < 2048 || got > 8192 {
		t.Errorf("of 4096 formal concepts the estimate is %.0f", got)
	}
	if got := water().Estimate(0, 2000); got < 15 || got > 24 {
		t.Errorf("of 19 formal concepts the estimate is %.1f", got)
	}
	if water().Estimate(0, 50) != water().Estimate(0, 50) {
		t.Error("the same arguments give different estimates")
	}
}

// naive is all formal concepts: the closures of all sets of attributes.
func naive(c *Context, support int) []string {
	all := map[string]bool{}
	for set := range 1 << c.Attributes() {
		var attributes []int
		for a := range c.Attributes() {
			if set&(1<<a) != 0 {
				attributes = append(attributes, a)
			}
		}
		extent := c.Extent(attributes...)
		if len(extent) >= support || len(extent) == c.Objects() {
			all[text(Concept{extent, c.Intent(extent...)})] = true
		}
	}
	var out []string
	for s := range all {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func TestLatticeIsThatOfANaiveSearch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		attributes := rapid.IntRange(0, 8).Draw(t, "attributes")
		c := NewContext(rapid.IntRange(0, 9).Draw(t, "objects"), attributes)
		for o := range c.Objects() {
			for a := range attributes {
				if rapid.Bool().Draw(t, "has") {
					c.Set(o, a)
				}
			}
		}
		support := rapid.IntRange(0, 4).Draw(t, "support")
		l, err := c.Lattice(context.Background(), Options{Support: support})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range l.Concepts {
			got = append(got, text(x))
		}
		checkCovers(t, l)
		slices.Sort(got)
		if want := naive(c, support); !slices.Equal(got, want) {
			t.Fatalf("got %q\nwant %q", got, want)
		}
	})
}

// checkCovers compares the order with its definition: above are larger extents, right
// above are the ones with none between.
func checkCovers(t *rapid.T, l *Lattice) {
	above := func(i, k int) bool {
		a, b := l.Concepts[i].Extent, l.Concepts[k].Extent
		return len(a) < len(b) && !slices.ContainsFunc(a, func(o int) bool { return !slices.Contains(b, o) })
	}
	covers := l.Covers()
	for i := range l.Concepts {
		var want []int
		for k := range l.Concepts {
			between := slices.ContainsFunc(l.Concepts, func(m Concept) bool {
				at := slices.IndexFunc(l.Concepts, func(x Concept) bool { return slices.Equal(x.Extent, m.Extent) })
				return above(i, at) && above(at, k)
			})
			if above(i, k) && !between {
				want = append(want, k)
			}
		}
		if !slices.Equal(covers[i], want) {
			t.Fatalf("above %s stand %v, want %v", text(l.Concepts[i]), covers[i], want)
		}
	}
}

// ofAttribute is the number of the formal concept of all objects with the attribute; ok is
// false if those are too few for the lattice.
func (l *Lattice) ofAttribute(attribute int) (concept int, ok bool) {
	concept, ok = l.at[l.context.columns[attribute].key()]
	return concept, ok
}
