package extract

import (
	"os"
	"strings"
	"testing"
	"time"
)

// One case of each kind of time, with the value that a person gives it on that date.
func TestKindsOfTimes(t *testing.T) {
	data, err := os.ReadFile("testdata/time-kinds.tsv")
	if err != nil {
		t.Fatal(err)
	}
	x, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(line, "\t")
		ref, err := time.Parse(time.DateOnly, f[0])
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range x.Extract(f[1], ref).Times {
			got += " " + m.String()
		}
		if got = strings.TrimPrefix(got, " "); got != f[2] {
			t.Errorf("%s of %s: %s, want %s", f[1], f[0], got, f[2])
		}
	}
}
