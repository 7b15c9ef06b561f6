// Package seed reads the URLs from which a crawl starts.
package seed

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// maxFile bounds a seeds file. A larger file was meant for something else.
const maxFile = 64 << 20

// lineError reports a line of a seeds file that is not a URL.
type lineError struct {
	File string
	Line int
	Text string
	More int // further lines that are not URLs
}

func (e *lineError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *lineError) Message() english.Phrase {
	text := redact.Text(e.Text)
	if e.More > 0 {
		return english.Phrasef("%s:%d: %.60q is no http or https URL (and %d more lines); write one URL a line, and # before comments", e.File, e.Line, text, e.More)
	}
	return english.Phrasef("%s:%d: %.60q is no http or https URL; write one URL a line, and # before comments", e.File, e.Line, text)
}

// Link makes a seed of an http or https URL, brought to its canonical form.
func Link(url string) (crawl.Link, error) {
	if !utf8.ValidString(url) || strings.ContainsAny(url, " \t\x00") {
		return crawl.Link{}, errors.New("not one URL")
	}
	canonical, err := urlkey.Canonical(url)
	if err != nil {
		return crawl.Link{}, err
	}
	return crawl.Link{URL: canonical, Host: urlkey.Host(canonical)}, nil
}

// Word reads a word by which a user says where to begin: a file of URLs, a URL, or a name with a dot,
// which is taken for a URL without https://. It returns no links for any other word.
func Word(word string) ([]crawl.Link, error) {
	info, err := os.Stat(word)
	scheme, _, schemed := strings.Cut(word, "://")
	switch {
	case err == nil && info.Mode().IsRegular():
		return ReadFile(word)
	case schemed && !strings.ContainsAny(scheme, ":/?="):
	case strings.Contains(word, "="), !strings.Contains(word, "."):
		return nil, nil
	default:
		word = "https://" + word
	}
	l, err := Link(word)
	if err != nil {
		return nil, english.Errorf("%q is no http or https URL", redact.Text(word))
	}
	return []crawl.Link{l}, nil
}

// ReadFile reads a file with one URL a line. See [Parse].
func ReadFile(file string) ([]crawl.Link, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, english.Errorf("seeds: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, english.Errorf("seeds: %w", err)
	case len(data) > maxFile:
		return nil, english.Errorf("seeds: %s is larger than 64 MiB", file)
	}
	return Parse(file, data)
}

// Parse reads one URL a line. It skips blank lines, lines that begin with #, a
// byte order mark, and URLs that came before. It fails if no URL is left, and
// with a [*lineError] if a line is not a URL. file is the name for the errors.
func Parse(file string, data []byte) ([]crawl.Link, error) {
	var links []crawl.Link
	var bad *lineError
	seen := map[string]bool{}
	sc := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(data, []byte("\uFEFF"))))
	sc.Buffer(nil, maxFile)
	for line := 1; sc.Scan(); line++ {
		text := strings.TrimSpace(sc.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		l, err := Link(text)
		switch {
		case err != nil && bad == nil:
			bad = &lineError{File: file, Line: line, Text: text}
		case err != nil:
			bad.More++
		case !seen[l.URL]:
			seen[l.URL] = true
			links = append(links, l)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, english.Errorf("seeds: %s: %w", file, err)
	}
	if bad != nil {
		return nil, bad
	}
	if len(links) == 0 {
		return nil, english.Errorf("seeds: %s holds no URL; write one a line", file)
	}
	return links, nil
}
