package events

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// elsewhere marks a page as it was seen from the run folder of another machine.
type elsewhere struct {
	own   *page // as the journal of this folder has it; nil if it does not
	newer bool  // it was seen after the last turn of this folder
}

// Keys of the Notes: of baselines; of the place in the journal of a folder, with its last turn; of
// the last turn of the job.
const (
	baselinePrefix = "page "
	uptoPrefix     = "upto "
	turnKey        = "turn"
)

func baselineKey(asked string) string {
	return fmt.Sprintf("%s%016x", baselinePrefix, xxhash.Sum64String(asked))
}

// baseline is a page that is or was relevant, as the job saw it last, from whatever folder.
type baseline struct {
	Folder      string        `json:"folder"` // that saw it
	Asked       string        `json:"asked"`
	Turn        int           `json:"turn"` // of that visit
	Seen        time.Time     `json:"seen"`
	URL         string        `json:"url"`
	Host        string        `json:"host"`
	Title       string        `json:"title"`
	Lang        string        `json:"lang,omitempty"`
	Version     crawl.Version `json:"version"`
	Relevance   float64       `json:"relevance"`
	Relevant    bool          `json:"relevant,omitempty"`
	Began       bool          `json:"began,omitempty"`
	Gone        bool          `json:"gone,omitempty"`
	Concepts    []concept     `json:"concepts,omitempty"`
	First       []concept     `json:"first,omitempty"`
	Published   crawl.Date    `json:"published,omitzero"`
	PublishedBy string        `json:"published_by,omitempty"`
	CopyOf      string        `json:"copy_of,omitempty"` // URL of the page whose bytes it has
	Story       string        `json:"story"`             // ID
	Begun       time.Time     `json:"begun"`             // the story
}

// UnmarshalJSON implements json.Unmarshaler: it reads dates as earlier programs wrote them, too.
func (b *baseline) UnmarshalJSON(text []byte) error {
	type plain baseline
	err := json.Unmarshal(text, (*plain)(b))
	b.Published.Settle(&b.PublishedBy)
	return err
}

// baselineOf returns p as it is now; nil if the job has one folder.
func (c *Collector) baselineOf(p *page) []byte {
	if c.opt.Folder == "" {
		return nil
	}
	b := baseline{
		Folder: c.opt.Folder, Asked: p.asked, Turn: c.turns.of(), Seen: p.seen.UTC(), URL: p.url, Host: p.host, Title: p.title, Lang: p.lang, Version: p.version,
		Relevance: p.relevance, Relevant: p.relevant, Began: p.began, Gone: p.gone, Concepts: p.concepts, Published: p.published, PublishedBy: p.publishedBy,
		Story: p.story.ID, Begun: p.story.First.UTC(),
	}
	if b.First = p.first; p.began && len(p.first) == 0 {
		b.First = p.concepts
	}
	if p.copyOf != nil && p.copyOf.detail != nil {
		b.CopyOf = p.copyOf.url
	}
	if c.noted != nil {
		c.noted[baselineKey(p.asked)] = true
	}
	text, err := json.Marshal(b)
	if err != nil { // a number that JSON cannot write
		return nil
	}
	return text
}

// Known returns the URLs of the relevant pages of a job that another run folder than the one
// called folder saw last. Whoever crawls with that folder should look at them.
func Known(store monitor.Store, job, folder string) (urls []string, err error) {
	all, err := baselines(store, job)
	for i := range all {
		if b := &all[i]; b.Relevant && !b.Gone && b.Folder != folder {
			urls = append(urls, b.URL)
		}
	}
	return urls, err
}

// baselines returns the baselines of a job, the oldest first.
func baselines(store monitor.Store, job string) ([]baseline, error) {
	notes, err := store.Notes(job, baselinePrefix)
	if err != nil {
		return nil, err
	}
	all := make([]baseline, 0, len(notes))
	for key, text := range notes {
		var b baseline
		if err := json.Unmarshal(text, &b); err != nil {
			return nil, english.Errorf("events: what is kept of a page of job %s (%s) cannot be read: %w", job, key, err)
		}
		all = append(all, b)
	}
	sorts.Func(all, func(a, b baseline) int { return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Asked, b.Asked)) })
	return all, nil
}

// lay lays the baselines over what the evaluated part of the journal says, once.
func (c *Collector) lay() {
	all := c.baselines
	c.baselines = nil
	stories := map[string]*story{}
	for _, p := range c.pages.byURL {
		if p.detail != nil && p.story != nil {
			stories[p.story.ID] = p.story
		}
	}
	for i := range all {
		c.layOne(&all[i], stories)
	}
}

func (c *Collector) layOne(b *baseline, stories map[string]*story) {
	p, newer := c.pages.of(b.Asked), b.Turn > c.turns.last
	if p == nil {
		p = c.pages.of(b.URL)
	}
	switch {
	case p == nil:
		p = &page{elsewhere: &elsewhere{newer: newer}}
		c.pages.name(p, b.Asked, b.URL)
	case b.Folder == c.opt.Folder: // the journal is as new
		return
	// Nor is the journal newer in other cases: what it saw otherwise after that visit had an event,
	// and with it a baseline of this folder.
	case p.detail != nil && p.relevant == b.Relevant && p.gone == b.Gone && p.version.Same(b.Version):
		return
	default:
		own := *p
		own.elsewhere, p.elsewhere = nil, &elsewhere{own: &own, newer: newer}
		if p.detail != nil {
			p.story.lose(p)
		}
	}
	p.version, p.gone, p.relevant, p.began = b.Version, b.Gone, b.Relevant, b.Began
	p.detail = &detail{
		asked: b.Asked, seen: b.Seen, url: b.URL, host: b.Host, title: b.Title, lang: b.Lang, relevance: b.Relevance,
		concepts: b.Concepts, first: b.First, published: b.Published, publishedBy: b.PublishedBy,
	}
	if b.CopyOf != "" {
		p.copyOf = c.pages.of(b.CopyOf)
	}
	c.join(p, b, stories)
	c.sites.take(p, &crawl.Visit{FetchedAt: b.Seen}, false)
}

// join makes p one of the pages of its story.
func (c *Collector) join(p *page, b *baseline, stories map[string]*story) {
	s := stories[b.Story]
	if s == nil {
		s = &story{Story: monitor.Story{ID: b.Story, First: b.Begun}, first: p}
		stories[b.Story] = s
	}
	if storyID(p.url) == b.Story {
		s.first = p
	}
	p.story, s.members = s, append(s.members, p)
	s.seen(b.Seen)
	if p.version.Simhash != 0 {
		c.stories.texts.add(text{p.version.Simhash, p, p.concepts})
	}
}

// name makes p the page of URLs that no page has.
func (x *pages) name(p *page, urls ...string) {
	if x.byURL == nil {
		x.byURL = make(map[uint64]*page)
	}
	for _, url := range urls {
		if key := xxhash.Sum64String(url); x.byURL[key] == nil {
			x.byURL[key] = p
		}
	}
}

// old reports whether v is older than what was seen from another folder: the process died before it
// was evaluated, and by now it is no news.
func (c *Collector) old(v *crawl.Visit) bool {
	p := c.pages.of(v.Choice.URL)
	return c.turns.now == 0 && p != nil && p.elsewhere != nil && p.elsewhere.newer && !v.Rejudged
}

// back is called when a page has not changed since the journal of this folder saw it. What was
// seen elsewhere in between may be another version.
func (p *page) back() monitor.Kind {
	own := p.elsewhere.own
	p.elsewhere = nil
	if own == nil || !own.relevant && !p.relevant || !p.gone && sameText(p.version, own.version) {
		return ""
	}
	was, d := *p, *p.detail
	if own.detail != nil {
		d = *own.detail
		d.asked, d.story, d.first = was.asked, was.story, was.first
	} else {
		d.relevance, d.concepts = own.version.Relevance, nil
	}
	d.was.relevance, d.was.concepts = was.relevance, was.concepts
	p.detail, p.version, p.gone, p.relevant = &d, own.version, own.gone, own.relevant
	switch {
	case was.gone && p.relevant:
		return monitor.New
	case was.gone:
		return ""
	}
	return monitor.Changed
}

// sameText reports whether two versions have the same text to a reader, whatever their relevance:
// judges of two folders have learned from other pages.
func sameText(a, b crawl.Version) bool {
	return a.Same(b) || a.Simhash != 0 && a.Simhash == b.Simhash && a.Title == b.Title
}
