package sparql

import (
	"strings"
	"testing"
)

// TestRowsOfSigns: a row of one sign or negation says what one or two of them say.
func TestRowsOfSigns(t *testing.T) {
	d := crowd(t, 1)
	for op, want := range map[string][2]string{"-": {"-5", "5"}, "+": {"5", "5"}, "!": {"false", "true"}} {
		for n := 1; n < 9; n++ {
			q, err := Parse("SELECT (("+strings.Repeat(op+" ", n)+"(5)) AS ?x) {}", nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := d.Run(t.Context(), q, Limits{})
			if err != nil || len(res.Rows) != 1 || res.Rows[0][0].String() != want[(n+1)%2] {
				t.Errorf("%d x %s: %v, %v; want %s", n, op, res, err, want[(n+1)%2])
			}
		}
	}
}
