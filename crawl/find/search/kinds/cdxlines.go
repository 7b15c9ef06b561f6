package kinds

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// capture is the part of a line that is used.
type capture struct {
	URL      string `json:"url"`
	Mime     string `json:"mime"`
	Detected string `json:"mime-detected"`
	Status   string `json:"status"`
}

// page reports whether the capture is of a page: status 200 and text.
func (c *capture) page() bool {
	if c.Status != "" && c.Status != "200" {
		return false
	}
	mime := c.Detected
	if mime == "" {
		mime = c.Mime
	}
	switch mime {
	case "", "text/html", "application/xhtml+xml", "text/plain", "application/pdf":
		return !strings.HasSuffix(c.URL, "/robots.txt")
	}
	return false
}

// of reports whether the capture is of the host or of one below it.
func (c *capture) of(host string) bool {
	u, err := url.Parse(c.URL)
	if err != nil {
		return false
	}
	name, err := targetHost(u.Hostname())
	return err == nil && (name == host || strings.HasSuffix(name, "."+host))
}

// readLines calls use for each line of JSON, and returns how many there were. Other lines,
// such as errors that the index writes between them, are left out; an answer that has
// nothing else is an error. The last line may be cut off.
func readLines(body []byte, cut bool, use func(*capture)) (n int, err error) {
	var strange []byte
	for len(body) > 0 {
		line, rest, whole := bytes.Cut(body, []byte("\n"))
		body = rest
		line = bytes.TrimSpace(line)
		if len(line) == 0 || !whole && cut {
			continue
		}
		var c capture
		if json.Unmarshal(line, &c) != nil || c.URL == "" {
			if strange == nil {
				strange = line
			}
			continue
		}
		n++
		use(&c)
	}
	if n == 0 && strange != nil {
		return 0, english.Errorf("no lines of captures, but %.120q", Plain(string(strange)))
	}
	return n, nil
}
