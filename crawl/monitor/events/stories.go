package events

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// maxListed bounds how many pages of a story are listed; a text that a thousand
// hosts copy is one story all the same.
const maxListed = 200

// stories are what the relevant pages of a journal tell.
type stories struct {
	texts texts // every one that a relevant page had
	pages *pages
}

// story is one of them.
type story struct {
	monitor.Story
	first   *page // which began it, wherever it belongs now
	members []*page
	known   bool // what the Store has of it is in Story
}

// folded is what became of a page among the stories.
type folded struct {
	story     *story
	left      *story // the one that it belonged to before
	begun     bool   // story is a new one
	duplicate string // the page that it repeats
}

// storyID is the same for the same page, and safe in a file name.
func storyID(url string) string {
	h := sha256.Sum256([]byte(url))
	return hex.EncodeToString(h[:10])
}

// fold finds the story of p, of which v has just told kind: the one it belongs to,
// unless it is a copy of a page of another one now.
func (x *stories) fold(p *page, v *crawl.Visit, kind monitor.Kind) (f folded) {
	if kind == monitor.Gone {
		p.story.seen(v.FetchedAt)
		return folded{story: p.story}
	}
	of := x.duplicate(p, v)
	if p.edition.Simhash != 0 {
		x.texts.add(text{p.edition.Simhash, p, p.concepts})
	}
	switch {
	case of != nil && of.story != p.story:
		f.left = p.story
		f.left.lose(p)
		p.story = of.story
		p.story.members = append(p.story.members, p)
	case p.story == nil:
		f.begun = true
		p.story = &story{Story: monitor.Story{ID: storyID(p.url), First: v.FetchedAt}, first: p, members: []*page{p}}
	}
	p.story.seen(v.FetchedAt)
	if f.story = p.story; of != nil {
		f.duplicate = of.url
	}
	return f
}

func (s *story) lose(p *page) {
	if s != nil {
		s.members = slices.DeleteFunc(s.members, func(m *page) bool { return m == p })
	}
}

func (s *story) seen(t time.Time) {
	if t.After(s.Last) {
		s.Last = t
	}
}

// update makes the story what its pages are. The first that is still there speaks for
// it, and the most relevant one says what it is about; if all are gone, the one that
// began it, as it was.
func (s *story) update(job string, named func([]concept) []monitor.Concept) {
	t := &s.Story
	t.Job, t.Gone, t.Relevance, t.Pages = job, true, 0, nil
	speaker, best := s.first, (*page)(nil)
	for _, p := range s.members {
		if len(t.Pages) < maxListed {
			t.Pages = append(t.Pages, p.url)
		}
		if p.gone {
			continue
		}
		if t.Gone {
			speaker, t.Gone = p, false
		}
		if best == nil || p.relevance > best.relevance {
			best = p
		}
		s.published(p.published)
	}
	t.Title, t.URL, t.Host, t.Lang = speaker.title, speaker.url, speaker.host, speaker.lang
	if t.Concepts = named(s.first.was.concepts); best != nil {
		t.Relevance, t.Concepts = best.relevance, named(best.concepts)
	}
}

// published notes when one of the pages says it was published.
func (s *story) published(t time.Time) {
	if !t.IsZero() && (s.Published.IsZero() || t.Before(s.Published)) {
		s.Published = t
	}
}

// recall adds what the Store has of s and the journal does not tell.
func (s *story) recall(b monitor.Store, job string, run int) error {
	if s.known {
		return nil
	}
	before, ok, err := b.Story(job, s.ID)
	if err != nil {
		return err
	}
	s.known, s.Run = true, run
	if ok {
		s.Run, s.Notified = before.Run, maps.Clone(before.Notified)
		s.published(before.Published)
		if before.First.Before(s.First) {
			s.First = before.First
		}
	}
	return nil
}
