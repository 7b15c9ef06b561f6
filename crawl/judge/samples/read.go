package samples

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds on reading: a folder of samples holds tens of pages; a larger one has
// another purpose.
const (
	maxDocuments = 1000
	maxBytes     = 8 << 20
)

// Document is one sample.
type Document struct {
	Name string // path below the folder, with slashes
	Page *crawl.Page
}

// Folder is the content of a folder of samples.
type Folder struct {
	Dir       string
	Documents []Document // by name
	Skipped   []Skipped  // by name
	SHA256    string     // of the documents' contents, independent of their names
}

// Skipped is a file that is not a document.
type Skipped struct {
	Name string
	Why  error
}

// errType is the reason for skipping files whose names do not end as HTML, text or
// Markdown files, or documents do.
var errType = errors.New("its name does not end in one of " + strings.Join(endings(), ", "))

// errNone says that a folder has no document.
var errNone = errors.New("no document to take a topic from")

func endings() []string {
	return []string{".html", ".htm", ".xhtml", ".txt", ".md", ".markdown", ".pdf", ".docx", ".odt"}
}

// Converter makes a page of HTML of an answer that holds a document (PDF, DOCX, ODT), and leaves
// others as they are. A *document.Converter is one; a nil one leaves all as they are.
type Converter interface {
	Response(context.Context, *crawl.Response) (*crawl.Response, doctype.Kind, error)
}

// Read reads the documents in dir and below: HTML, text and Markdown, by the
// endings of their names, in any encoding that crawl/read/page knows, and PDF, DOCX and ODT as docs
// makes pages of them; nil: these are skipped. Files whose
// names begin with a dot are ignored. Without any document it fails with an
// error that wraps [errNone] and gives the reason. More than 1,000 files are an error.
func Read(ctx context.Context, dir string, docs Converter) (*Folder, error) {
	f, err := ReadUpTo(ctx, dir, docs, maxDocuments)
	if errors.Is(err, errMany) {
		return nil, english.Errorf("%w; a topic needs some tens of documents", err)
	}
	return f, err
}

var errMany = errors.New("it has too many files")

// ReadUpTo is Read for folders of up to most files.
func ReadUpTo(ctx context.Context, dir string, docs Converter, most int) (*Folder, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, english.Errorf("%s is a file; give a folder of sample documents", dir)
	}
	f := &Folder{Dir: dir}
	var sums []string
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		case len(f.Documents)+len(f.Skipped) == most:
			return english.Errorf("%s: %w: more than %d", dir, errMany, most)
		}
		sum, err := f.add(ctx, path, docs)
		if err == nil {
			sums = append(sums, sum)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	if len(f.Documents) == 0 {
		return nil, f.none()
	}
	slices.Sort(sums)
	whole := sha256.Sum256([]byte(strings.Join(sums, "\n")))
	f.SHA256 = hex.EncodeToString(whole[:])
	return f, nil
}

// none is the error for a folder without documents.
func (f *Folder) none() error {
	if len(f.Skipped) == 0 {
		return english.Errorf("%s: %w: the folder is empty", f.Dir, errNone)
	}
	s := f.Skipped[0]
	return english.Errorf("%s: %w: none of its %d files is readable; %s: %w", f.Dir, errNone, len(f.Skipped), s.Name, s.Why)
}

// add reads one file and returns the hash of its content.
func (f *Folder) add(ctx context.Context, path string, docs Converter) (sum string, err error) {
	name, err := filepath.Rel(f.Dir, path)
	if err != nil {
		name = path
	}
	name = filepath.ToSlash(name)
	defer func() {
		if err != nil {
			f.Skipped = append(f.Skipped, Skipped{name, err})
		}
	}()
	ending := strings.ToLower(filepath.Ext(path))
	if !slices.Contains(endings(), ending) {
		return "", errType
	}
	body, err := readFile(path)
	if err != nil {
		return "", err
	}
	p, err := parse(ctx, ending, body, docs)
	if err != nil {
		return "", err
	}
	f.Documents = append(f.Documents, Document{name, p})
	hash := sha256.Sum256(body)
	return hex.EncodeToString(hash[:]), nil
}

func readFile(path string) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	body, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(body) > maxBytes:
		return nil, english.Errorf("it is larger than %d MB", maxBytes>>20)
	}
	return body, nil
}

// errNoConverter says that nothing reads documents here.
var errNoConverter = errors.New("documents are not read (--documents off)")

// kinds are the media types by the endings of names; of all others it is HTML.
func kinds() map[string]string {
	return map[string]string{".txt": "text/plain", ".md": "text/markdown", ".markdown": "text/markdown"}
}

// parse reads a document as a page without a host.
func parse(ctx context.Context, ending string, body []byte, docs Converter) (*crawl.Page, error) {
	const address = "http://sample.invalid/"
	r := &crawl.Response{URL: address, Final: address, Status: http.StatusOK, ContentType: cmp.Or(kinds()[ending], "text/html"), Body: body}
	if doctype.Named(ending) == "" {
		return page.Parse(r)
	}
	if docs == nil {
		return nil, errNoConverter
	}
	r.ContentType = "application/octet-stream" // its bytes say what it is
	r, kind, err := docs.Response(ctx, r)
	if err != nil {
		return nil, err
	}
	if kind == "" {
		return nil, english.Errorf("it is no document, though its name ends in %s", ending)
	}
	return page.Parse(r)
}
