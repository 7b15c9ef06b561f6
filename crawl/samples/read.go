package samples

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
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

// ErrType is the reason for skipping files whose names are not those of HTML,
// text or Markdown files.
var ErrType = errors.New("its name does not end in one of " + strings.Join(endings(), ", "))

// ErrNone says that a folder has no document.
var ErrNone = errors.New("no document to take a topic from")

func endings() []string { return []string{".html", ".htm", ".xhtml", ".txt", ".md", ".markdown"} }

// Read reads the documents in dir and below: HTML, text and Markdown, by the
// endings of their names, in any encoding that crawl/page knows. Files whose
// names begin with a dot are ignored. Without any document it fails with an
// error that wraps [ErrNone] and gives the reason. More than 1,000 files are an error.
func Read(dir string) (*Folder, error) {
	f, err := ReadUpTo(dir, maxDocuments)
	if errors.Is(err, errMany) {
		return nil, fmt.Errorf("%w; a topic needs some tens of documents", err)
	}
	return f, err
}

var errMany = errors.New("it has too many files")

// ReadUpTo is Read for folders of up to most files.
func ReadUpTo(dir string, most int) (*Folder, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is a file; give a folder of sample documents", dir)
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
			return fmt.Errorf("%s: %w: more than %d", dir, errMany, most)
		}
		sum, err := f.add(path)
		if err == nil {
			sums = append(sums, sum)
		}
		return nil
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
		return fmt.Errorf("%s: %w: the folder is empty", f.Dir, ErrNone)
	}
	s := f.Skipped[0]
	return fmt.Errorf("%s: %w: none of its %d files is readable; %s: %w", f.Dir, ErrNone, len(f.Skipped), s.Name, s.Why)
}

// add reads one file and returns the hash of its content.
func (f *Folder) add(path string) (sum string, err error) {
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
		return "", ErrType
	}
	body, err := readFile(path)
	if err != nil {
		return "", err
	}
	p, err := parse(ending, body)
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
		return nil, fmt.Errorf("it is larger than %d MB", maxBytes>>20)
	}
	return body, nil
}

// parse reads a document as a page without a host.
func parse(ending string, body []byte) (*crawl.Page, error) {
	kind := "text/html"
	switch ending {
	case ".txt":
		kind = "text/plain"
	case ".md", ".markdown":
		kind = "text/markdown"
	}
	const address = "http://sample.invalid/"
	return page.Parse(&crawl.Response{URL: address, Final: address, Status: http.StatusOK, ContentType: kind, Body: body})
}
