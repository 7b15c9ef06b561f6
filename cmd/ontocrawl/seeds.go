package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
)

// maxSeeds bounds the seeds file: what is larger was meant for --web.
const maxSeeds = 64 << 20

// seedError is a line of a seeds file that is no URL.
type seedError struct {
	file string
	line int
	text string
	more int // further lines of the kind
}

func (e *seedError) Error() string {
	also := ""
	if e.more > 0 {
		also = fmt.Sprintf(" (and %d more lines)", e.more)
	}
	return fmt.Sprintf("%s:%d: %q is no http or https URL%s; write one URL a line, and # before comments",
		e.file, e.line, term.Clip(e.text, 60), also)
}

// readSeeds reads URLs, one a line; blank lines and what follows a # at the
// beginning of a line are passed over, a byte order mark too. The same URL
// twice counts once.
func readSeeds(file string) ([]crawl.Link, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("seeds: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSeeds+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("seeds: %w", err)
	case len(data) > maxSeeds:
		return nil, fmt.Errorf("seeds: %s is larger than 64 MiB", file)
	}
	return parseSeeds(file, data)
}

func parseSeeds(file string, data []byte) ([]crawl.Link, error) {
	var links []crawl.Link
	var bad *seedError
	seen := map[string]bool{}
	sc := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(data, []byte("\uFEFF"))))
	sc.Buffer(nil, maxSeeds)
	for line := 1; sc.Scan(); line++ {
		text := strings.TrimSpace(sc.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		l, err := seedLink(text)
		switch {
		case err != nil && bad == nil:
			bad = &seedError{file: file, line: line, text: text}
		case err != nil:
			bad.more++
		case !seen[l.URL]:
			seen[l.URL] = true
			links = append(links, l)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("seeds: %s: %w", file, err)
	}
	if bad != nil {
		return nil, bad
	}
	if len(links) == 0 {
		return nil, fmt.Errorf("seeds: %s holds no URL; write one a line", file)
	}
	return links, nil
}

func seedLink(text string) (crawl.Link, error) {
	if !utf8.ValidString(text) || strings.ContainsAny(text, " \t\x00") {
		return crawl.Link{}, errors.New("not one URL")
	}
	url, err := urlkey.Canonical(text)
	if err != nil {
		return crawl.Link{}, err
	}
	return crawl.Link{URL: url, Host: urlkey.Host(url)}, nil
}
