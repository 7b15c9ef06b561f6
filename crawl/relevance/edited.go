package relevance

import (
	"context"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Edited is a judge whose topic may be edited while a crawl runs. The version
// of the topic that read a page also judges it, since the page's mentions are
// numbers of that version's concepts. So a new version takes effect at the next
// page read. Counts of hosts do not depend on the topic; all versions share
// them.
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

// Use makes j the current version; j takes over the counts of hosts. Like Score
// and Learn it belongs to the deciding goroutine.
func (e *Edited) Use(j *Judge) {
	e.mu.Lock()
	defer e.mu.Unlock()
	j.hosts = e.judges[0].hosts
	e.judges = append(e.judges, j)
}

// Now returns the current version and its number.
func (e *Edited) Now() (*Judge, uint32) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	n := len(e.judges) - 1
	return e.judges[n], uint32(n)
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

// Learn implements [crawl.Scorer].
func (e *Edited) Learn(p *crawl.Page) { e.judges[0].Learn(p) }

// MarshalBinary implements [crawl.Checkpointer].
func (e *Edited) MarshalBinary() ([]byte, error) { return e.judges[0].MarshalBinary() }

// UnmarshalBinary implements [crawl.Checkpointer].
func (e *Edited) UnmarshalBinary(data []byte) error {
	if err := e.judges[0].UnmarshalBinary(data); err != nil {
		return err
	}
	for _, j := range e.judges[1:] {
		j.hosts = e.judges[0].hosts
	}
	return nil
}
