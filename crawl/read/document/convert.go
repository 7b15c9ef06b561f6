package document

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds of what one document may cost. Of a document with more pages, or with more
// text, the first ones are read; of anything else above its bound nothing is.
const (
	maxPages    = 500      // pages of a PDF
	maxMarkup   = 4 << 20  // bytes of text with its markup
	maxUnpacked = 32 << 20 // bytes of all parts of a DOCX or ODT that are read
	maxParts    = 10_000   // entries of its archive
	maxDepth    = 1000     // open elements
	maxToken    = 1 << 20  // bytes between two "<"
	maxStyles   = 20_000   // styles, and links, that are remembered
	maxURL      = 8 << 10
	maxInfo     = 2000 // bytes of a title or a name
)

// Why a document cannot be read. All wrap [crawl.ErrNotPage]: to ask for it again
// would not help.
var (
	errBroken     = fault("the document is broken")
	errEncrypted  = fault("the document is encrypted and needs a password")
	errTooLarge   = fault("the document is too large")
	errSlow       = fault("the document took too long to read")
	errNoText     = fault("the document holds no text; its pages may be pictures")
	errUnreadable = fault("the fonts of the document do not say which characters they show")
	errOther      = fault("the file is not what it says")
	errNoReader   = fault("there is no program that reads PDF; install pdftotext (poppler-utils)")
)

func fault(text string) error { return english.Errorf("%w: %s", crawl.ErrNotPage, text) }

// Options of a [Converter]. The zero value reads DOCX and ODT, and PDF if pdftotext is
// found.
type Options struct {
	// Pdftotext is poppler's program; "": the one in PATH, if there is one; "-": none.
	Pdftotext string
	// Self is a command that calls [Child]: the reader of PDF that is used without
	// pdftotext. nil: there is none.
	Self []string
	// Timeout bounds the reading of one document; 0: 30 seconds.
	Timeout time.Duration
}

// Converter turns documents into pages of HTML. A nil Converter reads none. It may be
// used concurrently.
type Converter struct {
	opt    Options
	places chan struct{} // of programs that run at once
	find   sync.Once
}

// New returns a Converter.
func New(opt Options) *Converter {
	opt.Timeout = cmp.Or(opt.Timeout, 30*time.Second)
	return &Converter{opt: opt, places: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)))}
}

// pdftotext is the path of poppler's program; "" if there is none.
func (c *Converter) pdftotext() string {
	c.find.Do(func() {
		switch c.opt.Pdftotext {
		case "-":
			c.opt.Pdftotext = ""
		case "":
			c.opt.Pdftotext, _ = exec.LookPath("pdftotext")
		}
	})
	return c.opt.Pdftotext
}

// convert returns the text of a document as a page of HTML in UTF-8. The error wraps
// [crawl.ErrNotPage], or comes from ctx.
func (c *Converter) convert(ctx context.Context, kind doctype.Kind, body []byte) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, c.opt.Timeout)
	defer cancel()
	var out []byte
	var err error
	switch kind {
	case doctype.PDF:
		out, err = c.pdf(limited, body)
	case doctype.DOCX:
		out, err = docx(limited, body)
	case doctype.ODT:
		out, err = odt(limited, body)
	default:
		err = english.Errorf("%w: no reader for %.20q", errOther, kind)
	}
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, english.Errorf("%w: more than %v", errSlow, c.opt.Timeout)
	}
	return nil, fmt.Errorf("%s: %w", kind, err)
}

// Response returns r as it is if it holds a page, else as the page of HTML that its
// document becomes, with the kind of the document. Address, headers and times come from
// r.
func (c *Converter) Response(ctx context.Context, r *crawl.Response) (*crawl.Response, doctype.Kind, error) {
	if c == nil {
		return r, "", nil
	}
	declared := doctype.Media(r.ContentType)
	kind := doctype.Sniff(r.Body, declared)
	if kind == "" {
		return undeclared(r, declared)
	}
	out, err := c.convert(ctx, kind, r.Body)
	if err != nil {
		if r.Truncated && errors.Is(err, crawl.ErrNotPage) {
			err = english.Errorf("%w (only its first %d bytes were taken: --max-body)", err, len(r.Body))
		}
		return nil, kind, err
	}
	page := *r
	page.Body, page.ContentType, page.Document, page.OnRelease = out, "text/html; charset=utf-8", string(kind), nil
	return &page, kind, nil
}

// undeclared is an answer whose bytes are no document. If it says that it is one, it
// may be a page all the same: servers send their "not found" so.
func undeclared(r *crawl.Response, declared doctype.Kind) (*crawl.Response, doctype.Kind, error) {
	if declared == "" {
		return r, "", nil
	}
	if b := bytes.TrimSpace(r.Body); len(b) > 0 && b[0] == '<' {
		page := *r
		page.ContentType, page.OnRelease = "", nil
		return &page, "", nil
	}
	return nil, declared, english.Errorf("%w: the answer says %.80q, but its bytes are none", errOther, r.ContentType)
}
