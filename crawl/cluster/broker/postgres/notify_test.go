package postgres

import (
	"fmt"
	"testing"
)

// Pieces are joined in their order only; what is torn is lost, and the next one is not.
func TestAssembly(t *testing.T) {
	for _, test := range []struct {
		pieces []string
		want   string
	}{
		{[]string{"s 0 1 YQ=="}, "[s=a]"},
		{[]string{"s 0 1 "}, "[s=]"},
		{[]string{"s 0 2 YQ==", "s 1 2 Yg=="}, "[s=ab]"},
		{[]string{"s 0 2 YQ==", "t 0 1 Yg==", "s 1 2 Yg=="}, "[t=b]"},
		{[]string{"s 1 2 YQ==", "s 0 2 YQ==", "t 1 2 Yg=="}, "[]"},
		{[]string{"s 0 2 YQ==", "s 1 3 Yg==", "s 0 1 Yw=="}, "[s=c]"},
		{[]string{"", "s", "s x 1 YQ==", "s 0 0 YQ==", "s 0 1 ?", "s -1 1 YQ==", "s 0 1 YQ=="}, "[s=a]"},
	} {
		var a assembly
		got := []string{}
		for _, p := range test.pieces {
			if subject, data, ok := a.add(p); ok {
				got = append(got, fmt.Sprintf("%s=%s", subject, data))
			}
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("%q: %v, want %s", test.pieces, got, test.want)
		}
	}
}

// Nothing that others notify on the channel breaks the one who listens.
func FuzzAssembly(f *testing.F) {
	f.Add("s 0 2 YQ==", "s 1 2 Yg==")
	f.Add("s 0 -1 YQ==", "s 9223372036854775807 2 Yg==")
	f.Fuzz(func(t *testing.T, one, two string) {
		var a assembly
		a.add(one)
		a.add(two)
		if s, data, ok := a.add("s 0 1 YQ=="); !ok || s != "s" || string(data) != "a" {
			t.Errorf("after %q and %q: %q %q %v", one, two, s, data, ok)
		}
	})
}
