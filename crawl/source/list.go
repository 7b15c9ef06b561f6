package source

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// isList reports whether a text is a list of addresses (sitemaps.org, "Text
// file"): at least two lines, each an address. With one line, a page that cites
// an address would be a list.
func isList(text []byte) bool {
	lines := 0
	for len(text) > 0 {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		text = rest
		line = bytes.TrimSpace(line)
		if len(line) == 0 || !whole && lines > 1 { // the last one may be truncated
			continue
		}
		if !bytes.HasPrefix(line, []byte("http://")) && !bytes.HasPrefix(line, []byte("https://")) || bytes.ContainsAny(line, " \t<>") {
			return false
		}
		lines++
	}
	return lines > 1
}

// list reads a list of addresses.
func (b *builder) list(r io.Reader) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 4096), maxToken)
	for n := 0; n < MaxEntries && sc.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(sc.Text(), "\xef\xbb\xbf"))
		if strings.HasPrefix(line, "http") { // a list has no relative addresses
			b.add(&entry{href: line, path: pathSitemap, kind: crawl.LinkPage})
		}
	}
	return sc.Err()
}
