package relevance

import (
	"strings"

	"github.com/cespare/xxhash/v2"
)

// parents remembers the first relevance of pages by their addresses, for the pages
// below them.
type parents map[uint64]float32

const (
	maxParents  = 1 << 17 // pages; of further ones nothing is remembered
	leastParent = 0.1     // relevance worth remembering
)

// learn remembers a page. A page that is there stays.
func (p parents) learn(url string, relevance float64) {
	if relevance < leastParent || len(p) >= maxParents {
		return
	}
	p[addressKey(url)] = float32(relevance)
}

// above returns the address of the page above url, and its relevance; 0 if that is
// the root of the host, or not known.
func (p parents) above(url string) (string, float64) {
	if len(p) == 0 {
		return "", 0
	}
	up := parentOf(url)
	if up == "" {
		return "", 0
	}
	return up, float64(p[addressKey(up)])
}

// parentOf is the address without its query and the last part of its path; "" if
// the host's root is left.
func parentOf(url string) string {
	at := strings.Index(url, "://")
	if at < 0 {
		return ""
	}
	url = trimAddress(url)
	slash := strings.LastIndexByte(url, '/')
	if slash <= at+2 || strings.IndexByte(url[at+3:slash], '/') < 0 {
		return ""
	}
	return url[:slash]
}

// trimAddress drops the query, an index page and the last slash.
func trimAddress(url string) string {
	url, _, _ = strings.Cut(url, "?")
	for _, name := range []string{"index.html", "index.htm", "index.php"} {
		if s, ok := strings.CutSuffix(url, "/"+name); ok {
			url = s
			break
		}
	}
	return strings.TrimSuffix(url, "/")
}

func addressKey(url string) uint64 { return xxhash.Sum64String(trimAddress(url)) }
