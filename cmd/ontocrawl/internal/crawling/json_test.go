package crawling

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/term"
)

func FuzzWriteJSON(f *testing.F) {
	f.Add("台风\u202e\u009b\x7f\"\\<&")
	f.Fuzz(func(t *testing.T, s string) {
		var b bytes.Buffer
		if err := term.WriteJSON(&b, []string{s}, ""); err != nil {
			t.Fatal(err)
		}
		var back []string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || len(back) != 1 || utf8.ValidString(s) && back[0] != s {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
		if strings.ContainsAny(b.String(), orders) {
			t.Errorf("an order is left: %q", b.String())
		}
	})
}
