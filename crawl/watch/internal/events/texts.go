package events

import (
	"maps"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// kept gives back the texts of recorded pages, for events that are found without the page at hand: of a journal whose end was not
// evaluated when the process died, and of new verdicts.
type kept struct {
	texts crawl.Keeper // nil: the journal keeps none
	binenc.Unpacker
}

// Texts implements [monitor.Sink].
func (c *Collector) Texts(of crawl.Keeper) { c.kept.texts = of }

// page returns the page that visit seq recorded; nil if its text was not kept or cannot be read, which the crawl reports.
func (k *kept) page(seq int) *crawl.Page {
	if k.texts == nil {
		return nil
	}
	t, err := k.texts.Text(seq)
	if err != nil || t == nil {
		return nil
	}
	p, err := k.Unpack(t)
	if err != nil {
		return nil
	}
	return p.Page
}

// read takes from the page of an event its excerpt, and what the rules find in it. The text is not kept.
func (c *Collector) read(v *crawl.Visit, p *page, f *monitor.Event) (*textrule.Answer, error) {
	if f.Kind == monitor.Gone || f.Kind == monitor.Lost {
		return nil, nil
	}
	text, kind := v.Page, crawl.KindUnknown
	if text != nil {
		kind = text.About.Kind
	}
	if v.Rejudged || text == nil || len(text.Blocks) == 0 {
		if text = c.kept.page(p.text); text == nil {
			return nil, nil
		}
	}
	f.Excerpt = textrule.Excerpt(text, v.Score.Evidence)
	return c.opt.Texts.Read(&textrule.Page{Page: text, URL: f.URL, Title: f.Title, Lang: f.Lang, Kind: kind, Published: f.Published, Fetched: f.Captured})
}

// heightPrefix begins the keys of Notes with the heights of figures.
const heightPrefix = "height "

// settle sets the rules that the text of an event holds to, and the heights of its figures, which are kept with it.
func (c *Collector) settle(b monitor.Findings, e *pending, now time.Time) (err error) {
	if e.answer == nil {
		return nil
	}
	e.event.Holds, e.heights, err = e.answer.Settle(now, func(key string) (h monitor.Height, err error) {
		if h, ok := c.heights[key]; ok {
			return h, nil
		}
		note, err := b.Note(c.opt.Job.Name, heightPrefix+key)
		if err != nil || note == nil {
			return h, err
		}
		return h, h.UnmarshalText(note)
	})
	if c.heights == nil {
		c.heights = map[string]monitor.Height{}
	}
	maps.Copy(c.heights, e.heights)
	if e.found != nil {
		e.found.Holds = e.event.Holds
	}
	return err
}

// noteHeights adds to notes the heights that an event brings.
func noteHeights(notes map[string][]byte, e *pending) error {
	for key, h := range e.heights {
		text, err := h.MarshalText()
		if err != nil {
			return english.Errorf("events: the height of a figure: %w", err)
		}
		notes[heightPrefix+key] = text
	}
	return nil
}
