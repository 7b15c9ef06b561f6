package relevance

import (
	"context"
	"io"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Edited is a judge whose topic may be edited while a crawl runs. The version
// of the topic that read a page also judges it, since the page's mentions are
// numbers of that version's concepts. So a new version takes effect at the next
// page read. All versions share one memory.
type Edited struct {
	mu     sync.RWMutex
	judges []*Judge // by version
}

var (
	_ crawl.Reader = (*Edited)(nil)
	_ crawl.Scorer = (*Edited)(nil)
)

// NewEdited returns an Edited whose first version is j.
func NewEdited(j *Judge) *Edited { return &Edited{judges: []*Judge{j}} }

// Use makes j the current version; j takes over the memory: what hosts repeat, and
// what was learned, which knows concepts by their IRIs. Like Score and Learn it
// belongs to the deciding goroutine.
func (e *Edited) Use(j *Judge) {
	e.mu.Lock()
	defer e.mu.Unlock()
	j.memory = e.judges[0].memory
	e.judges = append(e.judges, j)
}

// Now returns the current version and its number.
func (e *Edited) Now() (*Judge, uint32) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	n := len(e.judges) - 1
	return e.judges[n], uint32(n)
}

// SearchWords is [Judge.SearchWords] of the current version.
func (e *Edited) SearchWords(lang string) []string {
	j, _ := e.Now()
	return j.SearchWords(lang)
}

// version returns the version that read p.
func (e *Edited) version(p *crawl.Page) *Judge {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.judges[min(int(p.Marks), len(e.judges)-1)]
}

// Read implements [crawl.Reader].
func (e *Edited) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	j, n := e.Now()
	p, err := j.Read(ctx, r)
	if p != nil {
		p.Marks = n
	}
	return p, err
}

// MarkLinks is [Judge.MarkLinks] of the current version.
func (e *Edited) MarkLinks(p *crawl.Page) {
	j, n := e.Now()
	p.Marks = n
	j.MarkLinks(p)
}

// Score implements [crawl.Scorer].
func (e *Edited) Score(p *crawl.Page) crawl.Score { return e.version(p).Score(p) }

// Beside implements [crawl.Scorer].
func (e *Edited) Beside(p *crawl.Page, known bool) bool { return e.version(p).Beside(p, known) }

// Learn implements [crawl.Scorer].
func (e *Edited) Learn(p *crawl.Page) { e.version(p).Learn(p) }

// Model is [Judge.Model].
func (e *Edited) Model() *Model { return e.last().Model() }

// relearn is [Judge.Relearn] with the current version.
func (e *Edited) relearn() *Model { return e.last().Relearn() }

func (e *Edited) last() *Judge {
	j, _ := e.Now()
	return j
}

// WriteTo implements [crawl.Checkpointer].
func (e *Edited) WriteTo(to io.Writer) (int64, error) { return e.judges[0].WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer].
func (e *Edited) ReadFrom(p crawl.Part) error { return e.judges[0].ReadFrom(p) }
