package events

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// maxListed bounds the list of pages of a story; a text that a thousand hosts copy is
// one story.
const maxListed = 200

// stories are the stories of a journal.
type stories struct {
	texts texts // all texts of relevant pages
	pages *pages
}

// story is one story.
type story struct {
	monitor.Story
	first   *page // the page that began it, wherever it belongs now
	members []*page
	known   bool // Story holds what the Store knows
}

// folded says how a page fits into the stories.
type folded struct {
	story     *story
	left      *story // the story to which it belonged before
	begun     bool   // story is new
	duplicate string // the page that it repeats
}

// storyID is stable, and safe in a file name.
func storyID(url string) string {
	h := sha256.Sum256([]byte(url))
	return hex.EncodeToString(h[:10])
}

// fold finds the story of p after visit v with the given kind: its present story,
// unless p is now a duplicate of a page of another one.
func (x *stories) fold(p *page, v *crawl.Visit, kind monitor.Kind) (f folded) {
	if kind == monitor.Gone || kind == monitor.Lost {
		p.story.seen(p.seen)
		if kind == monitor.Gone {
			p.story.seen(v.FetchedAt)
		}
		return folded{story: p.story}
	}
	of := x.duplicate(p, v)
	if p.version.Simhash != 0 {
		x.texts.add(text{p.version.Simhash, p, p.concepts})
	}
	switch {
	case of != nil && of.story != p.story:
		f.left = p.story
		f.left.lose(p)
		p.story = of.story
		p.story.members = append(p.story.members, p)
	case p.story == nil:
		f.begun = true
		p.story = &story{Story: monitor.Story{ID: storyID(p.url), First: v.FetchedAt, Via: v.Choice.Via}, first: p, members: []*page{p}}
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

// update makes the story agree with its pages: the first page that exists gives title
// and URL, the most relevant one the concepts. If all are gone, the first one gives
// both.
func (s *story) update(job string, named func([]concept) []monitor.Concept) {
	t := &s.Story
	t.Job, t.Gone, t.Lost, t.Relevance, t.Pages = job, true, true, 0, nil
	speaker, best := s.first, (*page)(nil)
	for _, p := range s.members {
		if len(t.Pages) < maxListed {
			t.Pages = append(t.Pages, p.url)
		}
		if p.gone {
			continue
		}
		if t.Gone || t.Lost && p.relevant {
			speaker = p
		}
		t.Gone, t.Lost = false, t.Lost && !p.relevant
		if best == nil || p.relevance > best.relevance {
			best = p
		}
		s.published(p.published)
	}
	t.Lost = t.Lost && !t.Gone
	t.Title, t.URL, t.Host, t.Lang = speaker.title, speaker.url, speaker.host, speaker.lang
	if t.Concepts = named(s.first.was.concepts); best != nil {
		t.Relevance, t.Concepts = best.relevance, named(best.concepts)
	}
}

// published records a time of publication.
func (s *story) published(d crawl.Date) {
	known := s.Published
	if !d.IsZero() && (known.IsZero() || d.On(known) || d.Before(known.Time) && !known.On(d)) {
		s.Published = d
	}
}

// recall adds what the Store knows of s and the journal does not.
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
		s.Via = cmp.Or(s.Via, before.Via)
		s.Excerpt = before.Excerpt
		if before.First.Before(s.First) {
			s.First = before.First
		}
	}
	return nil
}
