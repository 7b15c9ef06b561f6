package rundir

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFollowerPlace: reading goes on behind the line that was read last, however long lines are and whatever was added meanwhile.
func TestFollowerPlace(t *testing.T) {
	long := strings.Repeat("x", 2*tailSize)
	line := func(seq int, title string) string { return fmt.Sprintf("{\"seq\":%d,\"title\":%q}\n", seq, title) }
	for name, c := range map[string]struct {
		text string
		last int
		want int // bytes
	}{
		"at the end":    {line(1, "a") + line(2, "b"), 2, len(line(1, "a") + line(2, "b"))},
		"more since":    {line(1, "a") + line(2, "b") + line(3, long), 2, len(line(1, "a") + line(2, "b"))},
		"half a line":   {line(1, "a") + `{"seq":2,"ti`, 1, len(line(1, "a"))},
		"a long line":   {line(1, long) + line(2, long), 1, len(line(1, long))},
		"only later":    {line(7, "a") + line(8, "b"), 6, 0},
		"nothing":       {"", 0, 0},
		"no whole line": {`{"seq":1`, 0, 0},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, PagesFile), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f := Follower{Dir: dir}
		if err := f.place(c.last); err != nil || f.offset != int64(c.want) {
			t.Errorf("%s: it goes on at %d, not %d (%v)", name, f.offset, c.want, err)
		}
	}
}
