package textrule

import "testing"

// Without a unit the first one of the kind is meant.
func TestFirstUnit(t *testing.T) {
	for _, kind := range figureKinds() {
		units := unitsOf(kind)
		if len(units) == 0 {
			continue
		}
		a, err := ParseFigure(kind + " > 42")
		if err != nil {
			t.Fatal(err)
		}
		b, err := ParseFigure(kind + " > 42 " + units[0][0])
		if err != nil {
			t.Fatal(err)
		}
		if base(&a) != base(&b) {
			t.Errorf("%s: %v without a unit, %v with %s", kind, base(&a), base(&b), units[0][0])
		}
	}
}
