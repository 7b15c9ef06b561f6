package eventgraph

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// savedVersion is the version of the file of what pages said. A file of another version is made
// anew: nothing is in it that the run does not have.
const savedVersion = 2

// savedHead is the first line of the file. Rules names all that the lines depend on besides the pages.
type savedHead struct {
	Version int    `json:"version"`
	Rules   string `json:"rules"`
}

// savedPage is a line: a page and what it said.
type savedPage struct {
	Key       string    `json:"key"` // tells whether the page has changed since
	URL       string    `json:"url"`
	Title     string    `json:"title,omitempty"`
	Lang      string    `json:"lang,omitempty"`
	Published time.Time `json:"published,omitzero"`
	Day       bool      `json:"day,omitempty"`
	Fetched   time.Time `json:"fetched"`
	Relevance float64   `json:"relevance"`
	Parent    string    `json:"parent,omitempty"`
	Links     []string  `json:"links,omitempty"`
	Hub       bool      `json:"hub,omitempty"`
	Byline    civil     `json:"byline,omitzero"`
	Said      []saying  `json:"said,omitempty"`
	Unread    bool      `json:"unread,omitempty"` // neither text nor answer was kept
	Gone      bool      `json:"gone,omitempty"`   // the page is no longer of the graph
}

// saying is said, as it is saved.
type saying struct {
	Block int              `json:"block"`
	Start int              `json:"start"`
	Text  string           `json:"text"`
	M     extract.Mentions `json:"m"`
	Days  []civil          `json:"days,omitempty"`
	Again bool             `json:"again,omitempty"` // of an earlier version: the next one says so, too
	Seen  time.Time        `json:"seen,omitzero"`   // when a version that says so was fetched first; zero: this one is the first
}

// follow notes of what the version before, which may be nil, says too, since when it was seen.
func (p *savedPage) follow(before *savedPage) {
	if before == nil {
		return
	}
	since := make(map[string]time.Time, len(before.Said))
	for i := range before.Said {
		since[before.Said[i].Text] = cmp.Or(before.Said[i].Seen, before.Fetched)
	}
	for i := range p.Said {
		if at := since[p.Said[i].Text]; at.Before(p.Fetched) {
			p.Said[i].Seen = at
		}
	}
}

// mostSaid bounds the sentences that are kept of one page. A longer page is a list or a book.
const mostSaid = 5_000

func sayings(all []said) []saying {
	out := make([]saying, 0, min(len(all), mostSaid))
	for i := range all[:min(len(all), mostSaid)] {
		x := &all[i]
		out = append(out, saying{Block: x.block, Start: x.start, Text: x.text, M: x.m, Days: x.days})
	}
	return out
}

// places gives each place of saved lines one address, as the joins compare them.
type places map[int64]*gazetteer.Place

func (known places) one(p **gazetteer.Place) {
	if *p == nil {
		return
	}
	if at := known[(*p).ID]; at != nil {
		*p = at
		return
	}
	known[(*p).ID] = *p
}

// page returns what p was made from.
func (p *savedPage) page() Page {
	return Page{URL: p.URL, Title: p.Title, Lang: p.Lang, Published: p.Published, Day: p.Day, Fetched: p.Fetched, Relevance: p.Relevance, Links: p.Links, Hub: p.Hub, byline: p.Byline}
}

func (p *savedPage) said(known places) []said {
	out := make([]said, len(p.Said))
	for i := range p.Said {
		s := &p.Said[i]
		for k := range s.M.Places {
			known.one(&s.M.Places[k].At)
			known.one(&s.M.Places[k].Within)
		}
		out[i] = said{block: s.Block, start: s.Start, end: s.Start + len(s.Text), text: s.Text, m: s.M, days: s.Days, again: s.Again, seen: s.Seen}
	}
	return out
}

// readSaved reads the lines of a file, the last one of each page. whole is false if the file must be
// written anew: it is missing, made by other rules, cut off, or mostly of what is no longer so. Pages that were read by
// other rules are old only.
func readSaved(file, rules string) (pages, old map[string]*savedPage, whole bool, err error) {
	head, pages, whole, err := readLines(file)
	if head.Rules != rules {
		return make(map[string]*savedPage), pages, false, err
	}
	return pages, maps.Clone(pages), whole, err
}

func readLines(file string) (head savedHead, pages map[string]*savedPage, whole bool, err error) {
	pages = make(map[string]*savedPage)
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return head, pages, false, nil
	} else if err != nil {
		return head, nil, false, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	in := bufio.NewReaderSize(f, 256<<10)
	if line, err := in.ReadBytes('\n'); err != nil || json.Unmarshal(line, &head) != nil || head.Version != savedVersion {
		return savedHead{}, pages, false, nil //nolint:nilerr // it is made anew
	}
	lines := 0
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return head, pages, len(line) == 0 && lines <= 2*len(pages)+100, nil
		} else if err != nil {
			return head, nil, false, err
		}
		p := new(savedPage)
		if json.Unmarshal(line, p) != nil || p.URL == "" {
			return head, pages, false, nil // what was read is right
		}
		lines++
		if pages[p.URL] = p; p.Gone {
			delete(pages, p.URL)
		}
	}
}

// writeSaved writes the file as a whole.
func writeSaved(file, rules string, order []string, pages map[string]*savedPage) error {
	return replace(file, func(w io.Writer) error {
		e := json.NewEncoder(w)
		if err := e.Encode(savedHead{savedVersion, rules}); err != nil {
			return err
		}
		for _, url := range order {
			if p := pages[url]; p != nil {
				if err := e.Encode(p); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// appendSaved adds lines to a whole file, in one write: a kill leaves at most a cut line, which the
// next reader sees.
func appendSaved(file string, changed []*savedPage) error {
	if len(changed) == 0 {
		return nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, p := range changed {
		if err := e.Encode(p); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}

// replace replaces a file by what write writes.
func replace(file string, write func(io.Writer) error) error {
	return atomicfile.WriteBy(file, atomicfile.Options{}, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 256<<10)
		if err := write(w); err != nil {
			return err
		}
		return w.Flush()
	})
}
