package rescore

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// Plain reads pages without a topic: it marks nothing and gives no verdict. It is a [Judge] for
// who wants the words of a page only. It has no memory, so the Checkpointer is nil and is not called.
type Plain struct{ crawl.Checkpointer }

// Read implements [crawl.Reader].
func (Plain) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) { return page.Parse(r) }

// Score implements [crawl.Scorer]: nothing is relevant.
func (Plain) Score(*crawl.Page) crawl.Score { return crawl.Score{} }

// Learner implements [crawl.Scorer].
func (Plain) Learner() crawl.Learner { return nil }

// Learn implements [crawl.Scorer].
func (Plain) Learn(*crawl.Page) {}

// Beside implements [crawl.Scorer].
func (Plain) Beside(*crawl.Page, bool) bool { return false }

// Mark implements [Judge].
func (Plain) Mark(*crawl.Page) {}
