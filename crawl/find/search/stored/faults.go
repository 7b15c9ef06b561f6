package stored

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Faults say in what an engine falls short of one that knows everything. All chance
// depends on the seed and on what is asked, so the same question always has the same answer.
type Faults struct {
	Seed       uint64
	IndexShare float64       // share of the pages that the engine knows, above 0 to 1; 0 means all
	Latency    time.Duration // before each answer
	ErrorRate  float64       // share of the questions, 0 to 1, to which nothing answers (search.Answer.Failed)
	Spam       []Doc         // pages of another web
	SpamShare  float64       // In a folder that cannot be written to the token belongs to this process, and is returned.
}

// ErrShare is wrapped by the error of New for a share that is not from 0 to 1.
var ErrShare = errors.New("search/stored: a share must be from 0 to 1")

func (f *Faults) check() error {
	for _, s := range []struct {
		name  string
		value float64
	}{{"index share", f.IndexShare}, {"error rate", f.ErrorRate}, {"spam share", f.SpamShare}} {
		if !(s.value >= 0 && s.value <= 1) {
			return english.Errorf("%w: the %s is %v", ErrShare, s.name, s.value)
		}
	}
	return nil
}

// part reports whether something belongs to a share of all, by the hash of its name.
func (f *Faults) part(share float64, kind, name string) bool {
	if f.Seed != 0 {
		kind = fmt.Sprintf("%s %d", kind, f.Seed)
	}
	return float64(xxhash.Sum64String(kind+"\x00"+name)%10_000) < 10_000*share
}

// knows reports whether the engine knows the page with a URL.
func (f *Faults) knows(url string) bool {
	return f.IndexShare == 0 || f.part(f.IndexShare, "known", url)
}

// name returns the text that seeds the chance of a fault.
func name(q *search.Query) string {
	return fmt.Sprintf("%s %s %s %d", q.Op, q.Text, q.Target, max(q.Page, 1))
}

// fails reports whether nothing answers q.
func (f *Faults) fails(q search.Query) bool { return f.part(f.ErrorRate, "fails", name(&q)) }

// wait waits for the latency.
func (f *Faults) wait(ctx context.Context) error {
	if f.Latency <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(f.Latency)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mixSpam replaces results by pages of the other web: the best there for the same words,
// else any.
func (x *Index) mixSpam(a *search.Answer, q search.Query, from int) {
	if x.spam == nil {
		return
	}
	best := x.spam.withWords(q.Text)
	words := termsOf(q.Text)
	for i := range a.Links {
		place := fmt.Sprintf("%s %d", name(&q), from+i)
		if !x.opt.part(x.opt.SpamShare, "spam", place) {
			continue
		}
		d := int32(xxhash.Sum64String(place) % uint64(len(x.spam.docs)))
		if n := from + i; q.Op == search.Keyword && n < len(best) {
			d = best[n]
		}
		a.Links[i] = x.spam.link(d, words)
	}
}
