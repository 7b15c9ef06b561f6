package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// pdf reads a PDF by pdftotext, else by a process that runs Child.
func (c *Converter) pdf(ctx context.Context, body []byte) ([]byte, error) {
	if c.pdftotext() != "" {
		return c.poppler(ctx, body)
	}
	if len(c.opt.Self) == 0 {
		return nil, errNoReader
	}
	var out bytes.Buffer
	end, err := c.run(ctx, program{args: c.opt.Self, in: body, read: func(r io.Reader) error {
		_, err := out.ReadFrom(io.LimitReader(r, 2*maxMarkup))
		return err
	}})
	if err != nil {
		return nil, err
	}
	for _, e := range childEnds {
		if end.code == e.code {
			return out.Bytes(), e.err
		}
	}
	return nil, english.Errorf("%w: its reader ended with %s", errBroken, end)
}

// childEnds are the exit codes of Child. Go itself ends with 2 where it panics, or
// where its stack is full.
var childEnds = []struct {
	code int
	err  error
}{{0, nil}, {10, errBroken}, {11, errEncrypted}, {12, errTooLarge}, {13, errNoText}, {14, errUnreadable}}

// childEnd is the exit code for err.
func childEnd(err error) int {
	for _, e := range childEnds {
		if errors.Is(err, e.err) {
			return e.code
		}
	}
	return childEnds[1].code
}

// maxPlaced bounds what pdftotext may write: a word costs ten times its length, for
// its place.
const maxPlaced = 64 << 20

// poppler reads the text with its places, and the links.
func (c *Converter) poppler(ctx context.Context, body []byte) ([]byte, error) {
	var t placed
	last := strconv.Itoa(maxPages)
	end, err := c.run(ctx, program{
		args: []string{c.pdftotext(), "-bbox-layout", "-enc", "UTF-8", "-l", last, "-", "-"},
		in:   body, read: func(r io.Reader) error { return t.read(io.LimitReader(r, maxPlaced)) }, address: true,
	})
	switch {
	case err != nil:
		return nil, err
	case strings.Contains(end.text, "Incorrect password"):
		return nil, errEncrypted
	case end.code != 0 && !end.early && len(t.lines) == 0:
		return nil, english.Errorf("%w: pdftotext ended with %s", errBroken, end)
	}
	// A link is known by its page only, so it stands after the text of its page.
	links := map[int][]string{}
	if bytes.Contains(body, []byte("/URI")) || bytes.Contains(body, []byte("/ObjStm")) {
		links = c.pdfLinks(ctx, body, last)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return layout(t.lines, links, t.info)
}

// pdfLinks asks poppler's pdfinfo for the addresses that the pages link to. Without it
// there are none.
func (c *Converter) pdfLinks(ctx context.Context, body []byte, last string) map[int][]string {
	links := map[int][]string{}
	pdfinfo := filepath.Join(filepath.Dir(c.pdftotext()), "pdfinfo")
	c.run(ctx, program{args: []string{pdfinfo, "-url", "-l", last, "-"}, in: body, address: true, read: func(r io.Reader) error { //nolint:errcheck // a document may do without links
		text, err := io.ReadAll(io.LimitReader(r, 1<<20))
		n := 0
		for line := range strings.Lines(string(text)) {
			f := strings.Fields(line)
			if page, bad := strconv.Atoi(first(f)); bad == nil && len(f) == 3 && f[1] == "Annotation" && n < maxStyles {
				links[page] = append(links[page], f[2])
				n++
			}
		}
		return err
	}})
	return links
}

func first(f []string) string {
	if len(f) == 0 {
		return ""
	}
	return f[0]
}

// ended says how a program ended.
type ended struct {
	code  int
	early bool   // it was stopped, since enough was read
	text  string // the beginning of what it wrote to standard error
}

func (e ended) String() string {
	line, _, _ := strings.Cut(e.text, "\n")
	return fmt.Sprintf("%d (%s)", e.code, term.Safe(line[:min(len(line), 200)]))
}
