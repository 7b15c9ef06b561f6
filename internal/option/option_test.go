package option

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		of         Option
		text, want string // the value, or what it must be
	}{
		{Option{Default: .5, Range: Share()}, " .25 ", "0.25"},
		{Option{Default: .5, Range: Share()}, "1", "1"},
		{Option{Default: .5, Range: Share()}, "1.01", "must be between 0 and 1"},
		{Option{Default: .5, Range: Share()}, "NaN", "must be between 0 and 1"},
		{Option{Default: .5, Range: Above(0)}, "0", "must be above 0"},
		{Option{Default: .5, Range: Above(0)}, "Inf", "must be above 0"},
		{Option{Default: .5, Range: Above(0)}, "", "must be a number"},
		{Option{Default: 5, Range: AtLeast(1)}, "0", "must be 1 or more"},
		{Option{Default: 5, Range: AtLeast(1)}, "7.5", "must be a whole number"},
		{Option{Default: 5, Range: AtLeast(1)}, "1000000", "1000000"},
		{Option{Default: false}, "true", "true"},
		{Option{Default: false}, "perhaps", "must be true or false"},
		{Option{Default: "page", Values: []string{"page", "host"}}, "host", "host"},
		{Option{Default: "page", Values: []string{"page", "host"}}, "link", "must be one of page, host"},
	} {
		if b := tt.of.Bounds(); !strings.Contains("0..1 >0 1.. true|false page|host", b) {
			t.Errorf("bounds %s", b)
		}
		x, must := tt.of.Parse(tt.text)
		got := fmt.Sprint(x)
		if !must.IsZero() {
			got = "must be " + must.String()
		}
		if got != tt.want || must.IsZero() && fmt.Sprintf("%T", x) != fmt.Sprintf("%T", tt.of.Default) {
			t.Errorf("%v, %q: %s of type %T, want %s", tt.of.Default, tt.text, got, x, tt.want)
		}
	}
}
