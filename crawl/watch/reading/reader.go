package reading

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Options of a Reader. Folders is needed.
type Options struct {
	// Folders returns the run folders, by the name of their job.
	Folders    func() map[string]string
	Dictionary *lexicon.Dictionary // of Chinese words; nil: one of its own, loaded when it is needed
	Documents  *document.Converter // nil: one that reads PDF where pdftotext is installed
}

// Reader reads pages in run folders, which crawls may be writing. It may be used
// concurrently.
type Reader struct{ opt Options }

// New returns a Reader.
func New(opt Options) *Reader {
	if opt.Dictionary == nil {
		opt.Dictionary = new(lexicon.Dictionary)
	}
	if opt.Documents == nil {
		opt.Documents = document.New(document.Options{})
	}
	return &Reader{opt}
}

// ErrNotArchived is wrapped by the error for a version whose answer was not archived.
var ErrNotArchived = errors.New("the answer was not archived")

// unknown is the error for a page that a job does not have; it is a [monitor.ErrNotFound].
type unknown struct{ job, url string }

func (e *unknown) Error() string {
	return fmt.Sprintf("job %s has no page %.200s", e.job, e.url) // not translated: an answer of the API
}
func (e *unknown) Unwrap() error { return monitor.ErrNotFound }

// open returns what the folder of a job has of a page.
func (r *Reader) open(job, url string) (dir string, d *Document, err error) {
	dir, ok := r.opt.Folders()[job]
	if !ok {
		return "", nil, fmt.Errorf("job %q: %w", job, monitor.ErrNotFound)
	}
	h, ok, err := rundir.HistoryOf(dir, url)
	if err == nil && !ok {
		err = &unknown{job, url}
	}
	if err != nil {
		return "", nil, err
	}
	d = documentOf(job, &h)
	d.Host = urlkey.Host(d.URL)
	return dir, d, nil
}

// Document returns a page with its main text, of the version of visit seq or, for 0, of
// the latest one. A text that cannot be read is no error: Why says so. The error wraps
// [monitor.ErrNotFound] if there is no such job, page or version.
func (r *Reader) Document(ctx context.Context, job, url string, seq int) (*Document, error) {
	dir, d, err := r.open(job, url)
	if err != nil {
		return nil, err
	}
	v := d.text(seq)
	if v == nil && seq != 0 {
		return nil, fmt.Errorf("version %d: %w", seq, &unknown{job, url})
	}
	mark, err := newMarker(d.Evidence, r.opt.Dictionary)
	if err != nil {
		return nil, err
	}
	d.Title = mark.mark(d.Title[0].Text, func(int) string { return crawl.GroupTitle.String() })
	p, err := r.page(ctx, dir, v)
	if err != nil {
		d.Why = err.Error()
		return d, ctx.Err()
	}
	d.Version, d.Blocks = v.Seq, mark.blocks(p)
	return d, nil
}

// answer reads the archived answer of a version.
func (r *Reader) answer(dir string, v *Version) (*crawl.Response, error) {
	if v == nil || v.place == nil {
		return nil, ErrNotArchived
	}
	from, err := warc.OpenFolder(filepath.Join(dir, rundir.WARCDir))
	if err != nil {
		return nil, err
	}
	defer from.Close() //nolint:errcheck // only read
	all, err := from.Exchanges(v.place.Ref())
	if err != nil {
		return nil, err
	}
	return replay.Answer(all)
}

// page reads the archived answer of a version as a page.
func (r *Reader) page(ctx context.Context, dir string, v *Version) (*crawl.Page, error) {
	answer, err := r.answer(dir, v)
	if err != nil {
		return nil, err
	}
	if answer, _, err = r.opt.Documents.Response(ctx, answer); err != nil {
		return nil, err
	}
	return page.Parse(answer)
}

// Difference is how one version of a page became another.
type Difference struct {
	From  int    `json:"from"` // visits
	To    int    `json:"to"`
	Edits []Edit `json:"edits"`
}

// Difference compares two versions of a page, given by their visits; 0 means the latest
// one, and the one before it. The error wraps [monitor.ErrNotFound] or [ErrNotArchived].
func (r *Reader) Difference(ctx context.Context, job, url string, from, to int) (*Difference, error) {
	dir, d, err := r.open(job, url)
	if err != nil {
		return nil, err
	}
	later := d.text(to)
	if from == 0 && later != nil {
		for i := range d.Versions {
			if v := &d.Versions[i]; v.Archived && v.Seq < later.Seq {
				from = v.Seq
				break
			}
		}
	}
	earlier := d.text(from)
	if later == nil || earlier == nil || from == 0 {
		return nil, fmt.Errorf("there are no two versions to compare: %w", ErrNotArchived) // not translated: an answer of the API
	}
	var texts [2]string
	for i, v := range [...]*Version{earlier, later} {
		p, err := r.page(ctx, dir, v)
		if err != nil {
			return nil, fmt.Errorf("version %d: %w", v.Seq, err)
		}
		texts[i] = mainText(p)
	}
	return &Difference{earlier.Seq, later.Seq, compare(texts[0], texts[1])}, nil
}

// Original is an archived answer.
type Original struct {
	Seq  int
	At   time.Time
	HTML []byte // harmless markup; nil if only Body was wanted
	Kind string // media type that the server declared
	Body []byte // as it came, without its content coding
}

// Original returns the archived answer of a version of a page: of visit seq, or of the
// latest for 0. With raw it is not made harmless: a person may keep Body in a file. The
// error wraps [monitor.ErrNotFound] or [ErrNotArchived].
func (r *Reader) Original(ctx context.Context, job, url string, seq int, raw bool) (*Original, error) {
	dir, d, err := r.open(job, url)
	if err != nil {
		return nil, err
	}
	v := d.text(seq)
	answer, err := r.answer(dir, v)
	if err != nil {
		return nil, err
	}
	o := &Original{Seq: v.Seq, At: v.At, Kind: answer.ContentType, Body: answer.Body}
	if raw {
		return o, nil
	}
	if answer, _, err = r.opt.Documents.Response(ctx, answer); err != nil {
		return nil, err
	}
	o.HTML, err = original(answer)
	return o, err
}
