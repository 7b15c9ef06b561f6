package page

import "bytes"

// Where the content of noscript elements is read: on a page that shows fewer words without
// it, if it holds so many bytes of text (HTML 4.12.2: without scripts it is the page).
const (
	scriptedWords = 100
	noscriptText  = 600
)

// A page with fewer than blankWords shows no text: then the text of its noscript elements is read from leastNoscript
// bytes on, unless it speaks of scripts, for then it asks for them.
const (
	blankWords    = 20
	leastNoscript = 150
)

// unscripted is a body whose noscript elements are ordinary ones, if the page shows hardly
// anything else. Those of the head stay: they hold styles.
func unscripted(body []byte, words int) ([]byte, bool) {
	const open, end = "<noscript", "</noscript"
	if words >= scriptedWords {
		return nil, false
	}
	from := max(0, indexFold(body, "<body"))
	if indexFold(body[from:], open) < 0 {
		return nil, false
	}
	out := append(make([]byte, 0, len(body)), body[:from]...)
	inside, asks := 0, false
	for rest := body[from:]; ; {
		i := indexFold(rest, open)
		if i < 0 {
			out = append(out, rest...)
			break
		}
		k := indexFold(rest[i:], end)
		if k < 0 {
			out = append(out, rest...)
			break
		}
		content := rest[i+len(open) : i+k]
		inside += textSize(string(content)) // its first tag is cut, and counts as text
		asks = asks || bytes.Contains(bytes.ToLower(content), []byte("javascript"))
		out = append(append(out, rest[:i]...), "<div     "...)
		out = append(append(out, content...), "</div     "...)
		rest = rest[i+k+len(end):]
	}
	return out, inside >= noscriptText || words < blankWords && inside >= leastNoscript && !asks
}

// indexFold is bytes.Index for an ASCII name in lower case.
func indexFold(b []byte, name string) int {
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '<')
		if i < 0 || at+i+len(name) > len(b) {
			return -1
		}
		at += i
		if bytes.EqualFold(b[at:at+len(name)], []byte(name)) {
			return at
		}
		at++
	}
}
