package repeated

import (
	"strings"

	"github.com/cespare/xxhash/v2"
)

// segment is a part of a title.
type segment struct {
	Text       string
	Start, End int
}

// separators separate a page's own name from the site's in a title.
const separators = "|_–—·•»›:：｜－"

// segments splits a title at its separators. A hyphen separates only between
// spaces.
func segments(title string) []segment {
	var out []segment
	from := 0
	add := func(to int) {
		if s := strings.TrimSpace(title[from:to]); s != "" {
			out = append(out, segment{s, from, to})
		}
	}
	for i, r := range title {
		if strings.ContainsRune(separators, r) ||
			r == '-' && i > 0 && title[i-1] == ' ' && i+1 < len(title) && title[i+1] == ' ' {
			add(i)
			from = i + len(string(r))
		}
	}
	add(len(title))
	return out
}

// SegmentKey is the key of a segment. It is never the key of a block.
func SegmentKey(s string) uint64 { return xxhash.Sum64String("title segment\x00" + s) }

// Titles reports whether byte at of a title is in a segment that the host repeats.
func (h *Host) Titles(title string, at int) bool {
	if h.Pages() < minPages {
		return false
	}
	for _, s := range segments(title) {
		if at >= s.Start && at < s.End {
			return h.Boilerplate(SegmentKey(s.Text))
		}
	}
	return false
}
