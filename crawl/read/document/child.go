package document

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds of the process that runs Child.
const (
	childMemory = 512 << 20 // bytes
	childStack  = 64 << 20
	childInput  = 256 << 20
	maxShown    = 1 << 20 // pieces of text
)

// Child reads a PDF from in and writes it as a page of HTML to out. It is for a process
// of its own, which ends with the code that Child returns: the library that it uses
// may recurse, loop and ask for memory without end, so the process bounds its stack
// and its memory, and the one that started it bounds its time. Nothing else may run in
// the process.
func Child(in io.Reader, out io.Writer) (code int) {
	debug.SetMaxStack(childStack)
	debug.SetMemoryLimit(childMemory / 2)
	go watchMemory()
	body, err := io.ReadAll(io.LimitReader(in, childInput))
	if err == nil {
		var page []byte
		if page, err = readPDF(body); err == nil {
			_, err = out.Write(page)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return childEnd(err)
	}
	return 0
}

// watchMemory ends the process when it has more memory than it may have.
func watchMemory() {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(10 * time.Millisecond) {
		metrics.Read(s)
		if s[0].Value.Uint64()-s[1].Value.Uint64() > childMemory {
			fmt.Fprintln(os.Stderr, "too much memory") // not translated: for the parent process
			os.Exit(childEnd(errTooLarge))
		}
	}
}

// readPDF is the whole reading. The library panics on what it does not understand.
func readPDF(body []byte) (page []byte, err error) {
	defer func() {
		if x := recover(); x != nil {
			page, err = nil, english.Errorf("%w: %v", errBroken, x)
		}
	}()
	r, err := openPDF(body)
	if err != nil {
		if strings.Contains(err.Error(), "password") || strings.Contains(err.Error(), "encrypt") {
			return nil, errEncrypted
		}
		return nil, english.Errorf("%w: %w", errBroken, err)
	}
	c := childReader{links: map[int][]string{}, fonts: map[string]func(string) string{}}
	c.pages(r.Trailer().Key("Root").Key("Pages"), 0)
	if len(c.lines) == 0 && c.fault != nil {
		return nil, english.Errorf("%w: %v", errBroken, c.fault)
	}
	d := r.Trailer().Key("Info")
	return layout(c.lines, c.links, Info{Title: d.Key("Title").Text(), Author: d.Key("Author").Text(), Created: pdfTime(d.Key("CreationDate").Text())})
}

// openPDF opens a PDF whose header stands in its first 1,024 bytes, as readers accept it, of
// whatever version (ISO 32000-2, 7.5.2): the library wants one of 1.0 to 1.7 at the beginning. The
// places in the file count from the header, or else from its beginning.
func openPDF(body []byte) (*pdf.Reader, error) {
	const header = "%PDF-1.7"
	at := bytes.Index(body[:min(len(body), 1024+len(header))], []byte(header[:5]))
	if at < 0 || at+len(header) > len(body) {
		return pdf.NewReader(bytes.NewReader(body), int64(len(body)))
	}
	var first error
	for _, from := range [...]int{at, 0} {
		file := bytes.Clone(body[from:])
		copy(file, header+"\n")
		r, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
		if err == nil && r.Trailer().Key("Root").Key("Pages").Kind() == pdf.Dict {
			return r, nil
		}
		if first == nil {
			first = cmp.Or(err, errNoPages)
		}
		if at == 0 {
			break
		}
	}
	return nil, first
}

var errNoPages = errors.New("its tree of pages is not where it says")

// childReader collects the lines and links of the pages.
type childReader struct {
	lines []line
	links map[int][]string
	page  int
	block int
	shown int // pieces of text
	bytes int
	fault any
	fonts map[string]func(string) string // of the page being read
}

// pages walks the tree of pages (ISO 32000-1, 7.7.3.2), which may be a circle.
func (c *childReader) pages(node pdf.Value, depth int) {
	kids := node.Key("Kids")
	if kids.Kind() != pdf.Array {
		c.onePage(node)
		return
	}
	for i := 0; i < kids.Len() && depth < 50 && c.page < maxPages && c.shown <= maxShown && c.bytes <= maxMarkup; i++ {
		c.pages(kids.Index(i), depth+1)
	}
}

// onePage reads a page. One that cannot be read is left out.
func (c *childReader) onePage(v pdf.Value) {
	c.page++
	defer func() {
		if x := recover(); x != nil {
			c.fault = x
		}
	}()
	clear(c.fonts)
	c.block++
	if v.Key("Contents").Kind() != pdf.Null {
		c.content(pdf.Page{V: v})
	}
	annots := v.Key("Annots")
	for i := 0; i < min(annots.Len(), 1000); i++ {
		if u := annots.Index(i).Key("A").Key("URI").RawString(); u != "" {
			c.links[c.page] = append(c.links[c.page], u)
		}
	}
}

// pdfTime reads a date (ISO 32000-1, 7.9.4), such as D:20240725100000+08'00'.
func pdfTime(s string) time.Time {
	s = strings.ReplaceAll(strings.TrimPrefix(s, "D:"), "'", "")
	for _, layout := range []string{"20060102150405Z0700", "20060102150405Z", "20060102150405", "20060102"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}
