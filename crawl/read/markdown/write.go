package markdown

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Source has what is kept of the pages of a run.
type Source interface {
	// Answer returns the archived answer of a page; nil if there is none.
	Answer(p *rundir.Page) (*crawl.Response, error)
	// Text returns a page from its kept text; nil if there is none.
	Text(ctx context.Context, p *rundir.Page) (*crawl.Page, error)
}

// Export says what is written.
type Export struct {
	Pages     iter.Seq2[rundir.Page, error]
	From      Source
	Documents *document.Converter // of archived documents; nil: their kept text is written
	Title     string              // of the index
	Program   string              // that wrote it: "ontocrawl 1.0"
}

// Result counts what was written.
type Result struct {
	Written int `json:"written"`
	Without int `json:"without"` // pages of which nothing was kept, or no text was found
}

// Index is the name of the index.
const Index = "index.md"

// ErrTaken is the error for a folder that holds something else.
var ErrTaken = errors.New("the folder is not empty and is no earlier export")

// indexFront is the front matter of the index. Its generator tells an earlier export.
type indexFront struct {
	Title     string `yaml:"title"`
	Generator string `yaml:"generator"`
	Pages     int    `yaml:"pages"`
}

const generator = "generator: ontocrawl"

// Write writes the files of e into dir, which is made if need be. dir must be empty or
// hold an earlier export, whose files of the same pages are replaced; others stay. The
// index is written last: a folder without one is not complete. The error wraps ErrTaken,
// or says what the disk or the run says.
func Write(ctx context.Context, dir string, e Export) (res Result, err error) {
	root, err := open(dir)
	if err != nil {
		return res, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	if err := root.Remove(Index); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return res, err
	}
	list, err := os.CreateTemp(dir, ".index-*.html")
	if err != nil {
		return res, err
	}
	defer func() { err = errors.Join(err, list.Close(), os.Remove(list.Name())) }()
	if res, err = e.pages(ctx, root, list); err != nil {
		return res, err
	}
	return res, e.index(root, list, res.Written)
}

// pages writes the files of the pages, and their lines of the index to list.
func (e *Export) pages(ctx context.Context, root *os.Root, list io.Writer) (res Result, err error) {
	lines := bufio.NewWriter(list)
	for p, err := range e.Pages {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return res, err
		}
		body, from := e.body(ctx, &p)
		if body == "" {
			res.Without++
			continue
		}
		if err := e.page(root, &p, body, from); err != nil {
			return res, err
		}
		res.Written++
		if err := entry(lines, &p); err != nil {
			return res, err
		}
	}
	return res, lines.Flush()
}

// open opens dir if files may be written there. A file of a write that was cut short may
// stand there, too.
func open(dir string) (*os.Root, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	names, err := fs.ReadDir(root.FS(), ".")
	if err == nil && len(names) > 0 && !ours(root, names) {
		err = fmt.Errorf("%s: %w", filepath.Clean(dir), ErrTaken)
	}
	if err != nil {
		root.Close() //nolint:errcheck // the other error counts
		return nil, err
	}
	return root, nil
}

// ours reports an earlier export: by its index, or, of one that was cut short, since
// every file has a name as fileName makes it.
func ours(root *os.Root, names []fs.DirEntry) bool {
	if f, err := root.Open(Index); err == nil {
		defer f.Close() //nolint:errcheck // only read
		head, err := io.ReadAll(io.LimitReader(f, 4<<10))
		return err == nil && strings.Contains(string(head), "\n"+generator)
	}
	for _, n := range names {
		name := n.Name()
		stem, ok := strings.CutSuffix(name, Ext)
		if i := strings.LastIndexByte(stem, '-'); ok && i >= 0 && len(stem)-i == 17 {
			continue
		}
		if !strings.HasPrefix(name, ".index-") {
			return false
		}
	}
	return true
}

// body is the main text of p, and where it is from; "" if there is none. What cannot be
// read from the archive may still be read from the kept text.
func (e *Export) body(ctx context.Context, p *rundir.Page) (body, from string) {
	kept, err := e.From.Text(ctx, p)
	if err != nil {
		kept = nil
	}
	if r, err := e.From.Answer(p); err == nil && r != nil {
		if r, _, err = e.Documents.Response(ctx, r); err == nil {
			if body, err = ofAnswer(r, kept, p.Name()); err == nil && body != "" {
				return body, "archive"
			}
		}
	}
	if kept != nil {
		if kept.Title == "" {
			kept.Title = p.Name()
		}
		if body, err = ofBlocks(kept); err == nil {
			return body, "kept"
		}
	}
	return "", ""
}

func (e *Export) page(root *os.Root, p *rundir.Page, body, from string) error {
	head, err := matter(frontOf(p, from))
	if err != nil {
		return err
	}
	return atomicfile.Write(fileName(p.URL), append(head, body...), atomicfile.Options{Root: root, Mode: 0o666, Volatile: true})
}

// entry writes a page's line of the index, as HTML: the converter escapes it.
func entry(w io.Writer, p *rundir.Page) error {
	title := text(p.Name())
	if title == "" {
		title = text(p.URL)
	}
	_, err := fmt.Fprintf(w, "<li><a href=\"%s\">%s</a> (%.2f)\n", fileName(p.URL), html.EscapeString(title), float64(p.Relevance))
	return err
}

// index writes the index, some lines at a time.
func (e *Export) index(root *os.Root, list *os.File, pages int) (err error) {
	if _, err := list.Seek(0, io.SeekStart); err != nil {
		return err
	}
	head, err := matter(indexFront{text(e.Title), e.Program, pages})
	if err != nil {
		return err
	}
	heading, err := inline("<h1>" + html.EscapeString(text(e.Title)) + "</h1>")
	if err != nil {
		return err
	}
	f, err := atomicfile.Create(Index, atomicfile.Options{Root: root, Mode: 0o666})
	if err != nil {
		return err
	}
	defer f.Discard()
	w := bufio.NewWriter(f)
	w.Write(head)                   //nolint:errcheck // Flush returns it
	w.WriteString(heading + "\n\n") //nolint:errcheck // as above
	lines := bufio.NewScanner(list)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line, err := inline("<ul>" + lines.Text() + "</ul>")
		if err != nil {
			return err
		}
		w.WriteString(line + "\n") //nolint:errcheck // as above
	}
	if err := errors.Join(lines.Err(), w.Flush()); err != nil {
		return err
	}
	return f.Commit()
}
