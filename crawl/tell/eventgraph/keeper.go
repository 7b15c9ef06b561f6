package eventgraph

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Dir is the folder in a run folder where its event graph is kept.
const Dir = "events"

// The files in [Dir].
const (
	savedFile = "pages.jsonl" // what each page says, so that only changed pages are read again; [earlierFile]: said
	GraphFile = "events.trig"
	CardsFile = "cards.json" // [Cards]
)

// defaultPages is how many pages a kept graph is made from if nothing else is said.
const defaultPages = 20_000

// Keeper keeps the event graph of a run folder up to date. Its methods must not be called
// concurrently. Of two processes on one folder the second is refused.
type Keeper struct {
	Dir     string             // the run folder
	Pages   int                // at most: the relevant ones that were fetched last; 0: defaultPages
	Terms   []extract.Term     // of the run's ontologies
	Hazards *extract.Hazards   // nil: the built-in ones
	Program string             // with its version; another one may read pages otherwise
	Run     func() *export.Run // describes the run
	Log     *slog.Logger       // nil: none
}

// Update reads the pages that are new or have changed, joins all of them, and writes the files. If ctx
// ends meanwhile, what was read is kept, and the graph stays as it was.
func (k *Keeper) Update(ctx context.Context) (*Cards, error) {
	cards, err := k.update(ctx)
	if err != nil {
		return nil, fmt.Errorf("crawl/tell/eventgraph: %w", err)
	}
	return cards, nil
}

func (k *Keeper) update(ctx context.Context) (*Cards, error) {
	dir := filepath.Join(k.Dir, Dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer lock.Close() //nolint:errcheck // it ends the lock
	if held, err := atomicfile.TryLock(lock); err != nil {
		return nil, err
	} else if !held {
		return nil, errors.New("another process brings the graph of events up to date")
	}
	file, rules := filepath.Join(dir, savedFile), k.rules()
	pages, old, whole, err := readSaved(file, rules)
	if err != nil {
		return nil, err
	}
	records, now, left, err := k.records(ctx, old)
	if err != nil {
		return nil, err
	}
	earlier, err := k.earlier()
	if err != nil {
		return nil, err
	}
	b, err := NewBuilder(extract.Options{Terms: k.Terms})
	if err != nil {
		return nil, err
	}
	changed, err := k.readChanged(ctx, b, records, pages, old)
	order := urls(records)
	gone := forget(order, pages)
	lost := superseded(old, pages, now, earlier)
	err = cmpErr(err, appendEarlier(k.Dir, lost)) // before the file that had them is written
	if whole {
		err = cmpErr(err, appendSaved(file, append(changed, gone...)))
	} else {
		err = cmpErr(err, writeSaved(file, rules, order, pages))
	}
	if err != nil {
		return nil, err
	}
	unread := join(b, records, pages, append(earlier, lost...))
	if err := k.warned(b.Decide(k.Dir)); err != nil {
		return nil, err
	}
	cards := b.Cards()
	cards.Read, cards.LeftOut, cards.Unread, cards.At = len(changed), left, unread, time.Now().UTC().Truncate(time.Second)
	return cards, k.write(dir, b, cards)
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// earlier are the versions of pages that the run does not have any more.
func (k *Keeper) earlier() ([]*savedPage, error) {
	all, restored, err := readEarlier(k.Dir, k.most())
	return all, cmpErr(err, k.warned(restored))
}

// warned logs that a file was damaged, and all of it was read from its copy; another error is returned.
func (k *Keeper) warned(err error) error {
	if restored := new(atomicfile.RestoredError); !errors.As(err, &restored) {
		return err
	}
	if k.Log != nil {
		k.Log.Warn("a file of the run folder is written again", "dir", k.Dir, "err", err)
	}
	return nil
}

func (k *Keeper) most() int {
	if k.Pages <= 0 {
		return defaultPages
	}
	return k.Pages
}

// records are the pages of the graph in the order recorded; left is how many relevant ones are too many. now has the keys of
// the pages of old that are there, relevant or not.
func (k *Keeper) records(ctx context.Context, old map[string]*savedPage) (all []rundir.Page, now map[string]string, left int, err error) {
	now = make(map[string]string, len(old))
	for p, err := range rundir.Current(k.Dir) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, nil, 0, err
		}
		if old[p.URL] != nil {
			now[p.URL] = keyOf(&p)
		}
		if p.Relevant {
			p.Evidence, p.Via = nil, nil
			all = append(all, p)
		}
	}
	most := k.most()
	if left = len(all) - most; left <= 0 {
		return all, now, 0, nil
	}
	times := make([]time.Time, len(all))
	for i := range all {
		times[i] = all[i].FetchedAt.Time
	}
	slices.SortFunc(times, func(a, b time.Time) int { return b.Compare(a) })
	last := times[most-1]
	var kept []rundir.Page
	for i := range all {
		if len(kept) < most && !all[i].FetchedAt.Before(last) {
			kept = append(kept, all[i])
		}
	}
	return kept, now, left, nil
}

// rules names all that what pages say depends on besides the pages.
func (k *Keeper) rules() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00", k.Program)
	for _, t := range k.Terms {
		fmt.Fprintf(h, "%s\x00%s\x00", t.Label, t.Class)
	}
	k.Hazards.WriteTo(h) //nolint:errcheck // a hash never fails
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// keyOf changes when a page has been fetched anew with another answer, or its date is told otherwise.
func keyOf(p *rundir.Page) string {
	return fmt.Sprintf("%s %s %s", p.FetchedAt.UTC().Format(time.RFC3339Nano), p.Published, p.Lang)
}

// readChanged reads the pages whose key is another one than in pages, and puts them there. old are the versions before them.
func (k *Keeper) readChanged(ctx context.Context, b *Builder, records []rundir.Page, pages, old map[string]*savedPage) (changed []*savedPage, err error) {
	var from *rescore.Source
	for i := range records {
		rec := &records[i]
		if have := pages[rec.URL]; have != nil && have.Key == keyOf(rec) {
			continue
		}
		if from == nil {
			if from, err = rescore.Open(k.Dir, k.Log); err != nil {
				return changed, err
			}
			defer from.Close() //nolint:errcheck // it was only read
			if from.Why != nil {
				return changed, from.Why // what cannot be read now would count as read
			}
		}
		p, err := from.Page(ctx, *rec, rescore.Plain{})
		if ctx.Err() != nil {
			return changed, ctx.Err()
		}
		s := &savedPage{Key: keyOf(rec), URL: rec.URL, Parent: rec.Parent, Unread: err != nil || p == nil}
		if !s.Unread {
			archive := &rescore.Source{Archive: from.Archive}
			page := pageOf(rec, p, links(ctx, archive, *rec, p, rescore.Plain{}))
			s.Said = sayings(b.read(&page))
			s.Title, s.Lang, s.Published, s.Day, s.Fetched, s.Links = page.Title, page.Lang, page.Published, page.Day, page.Fetched, page.Links
			s.Hub, s.Byline = page.Hub, page.byline
			s.follow(old[rec.URL])
		}
		pages[rec.URL] = s
		changed = append(changed, s)
	}
	return changed, nil
}

func urls(records []rundir.Page) []string {
	out := make([]string, len(records))
	for i := range records {
		out[i] = records[i].URL
	}
	return out
}

// forget takes pages out that are no longer of the graph, and returns lines that say so.
func forget(order []string, pages map[string]*savedPage) (gone []*savedPage) {
	now := make(map[string]bool, len(order))
	for _, url := range order {
		now[url] = true
	}
	for url := range pages {
		if !now[url] {
			gone = append(gone, &savedPage{URL: url, Gone: true})
			delete(pages, url)
		}
	}
	return gone
}

// join adds what all pages said to b: first what they say no more, then the present, in the order recorded, as AddRun does.
func join(b *Builder, records []rundir.Page, pages map[string]*savedPage, earlier []*savedPage) (unread int) {
	known := make(places)
	addEarlier(b, slices.DeleteFunc(earlier, func(p *savedPage) bool { // it is back, as after a repair
		now := pages[p.URL]
		return now != nil && !now.Unread && now.Key == p.Key
	}), known)
	at := make(map[string]int)
	for i := range records {
		s := pages[records[i].URL]
		if s == nil || s.Unread {
			unread++
			continue
		}
		if p, ok := at[s.Parent]; ok {
			b.Pages[p].Links = append(b.Pages[p].Links, s.URL)
		}
		at[s.URL] = len(b.Pages)
		page := s.page()
		page.Links, page.Relevance = slices.Clone(s.Links), float64(records[i].Relevance)
		b.add(page, s.said(known))
	}
	b.Finish()
	return unread
}

// write writes the graph, and then the cards.
func (k *Keeper) write(dir string, b *Builder, cards *Cards) error {
	err := replace(filepath.Join(dir, GraphFile), func(w io.Writer) error {
		_, err := b.Write(w, TriG, k.Run(), nil)
		return err
	})
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, CardsFile), cards.write)
}
