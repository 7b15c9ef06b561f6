package query

import (
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

const maxCount = 1<<31 - 1

func (b *Store) form() *binenc.Memory {
	return &binenc.Memory{Name: "queries", Version: 1, Write: b.write, Read: map[uint64]func(*binenc.Reader){1: b.read}, Reset: b.reset}
}

// WriteTo implements [crawl.Checkpointer].
func (b *Store) WriteTo(to io.Writer) (int64, error) { return b.form().WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer]. After an error the Store is as new.
func (b *Store) ReadFrom(p crawl.Part) error { return b.form().ReadFrom(p) }

func (b *Store) write(w *binenc.Writer) {
	w.Uint(uint64(b.sent))
	writeTime(w, b.now)
	w.Uint(uint64(len(b.asked)))
	for _, a := range slices.Sorted(maps.Keys(b.asked)) {
		w.Text(a)
	}
	w.Uint(uint64(len(b.pages)))
	for i := range b.pages {
		b.pages[i].write(w)
	}
	w.Uint(uint64(len(b.flying)))
	for _, a := range slices.Sorted(maps.Keys(b.flying)) {
		f := further{ask: b.flying[a]}
		f.write(w)
	}
	w.Uint(uint64(len(b.langs)))
	for _, l := range slices.Sorted(maps.Keys(b.langs)) {
		w.Text(l)
		b.langs[l].write(w)
	}
	for i := range b.forms {
		b.forms[i].write(w)
	}
	for i := range b.ops {
		b.ops[i].write(w)
		w.Uint(uint64(b.results[i]))
	}
	w.Uint(uint64(len(b.sources)))
	for i := range b.sources {
		s := &b.sources[i]
		w.Text(s.Name)
		s.tally.write(w)
		w.Uint(uint64(s.failures))
		writeTime(w, s.until)
	}
	b.words.write(w)
	b.targets.write(w)
}

func (b *Store) read(r *binenc.Reader) {
	b.sent, b.now = int(r.Uint()&maxCount), readTime(r)
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		b.asked[r.Text()] = true
	}
	for n := r.Len(18); n > 0 && r.Err() == nil; n-- {
		b.pages = append(b.pages, b.readFurther(r))
	}
	for n := r.Len(18); n > 0 && r.Err() == nil; n-- {
		f := b.readFurther(r)
		b.flying[f.ask.address()] = f.ask
	}
	for n := r.Len(17); n > 0 && r.Err() == nil; n-- {
		b.lang(r.Text()).read(r)
	}
	for i := range b.forms {
		b.forms[i].read(r)
	}
	for i := range b.ops {
		b.ops[i].read(r)
		b.results[i] = int(r.Uint() & maxCount)
	}
	for n := r.Len(19); n > 0 && r.Err() == nil; n-- {
		s := storedSource{}
		s.Name = r.Text()
		s.tally.read(r)
		s.failures, s.until = int(r.Uint()&maxCount), readTime(r)
		if own := b.source(s.Name); own != nil {
			s.Ops = own.Ops
			*own = s
		} else { // it is not asked any more
			b.sources = append(b.sources, s)
		}
	}
	b.words.read(r)
	b.targets.read(r)
	for _, a := range b.flying {
		if b.source(a.Source) == nil {
			r.Fail("a question to no source")
		}
	}
	b.forgetRounds()
}

// forgetRounds forgets what was asked in earlier rounds: it can be asked again, and a crawl that is
// repeated for years must not remember every question.
func (b *Store) forgetRounds() {
	old := func(q search.Query) bool { return q.Round < b.opt.Round }
	maps.DeleteFunc(b.asked, func(address string, _ bool) bool {
		_, q, err := search.ParseAddress(address)
		return err == nil && old(q)
	})
	b.pages = slices.DeleteFunc(b.pages, func(f further) bool { return old(f.ask.Query) })
}

func (f *further) write(w *binenc.Writer) {
	w.Text(f.ask.address())
	w.Byte(byte(f.ask.form))
	w.Floats(f.ask.weight, f.weight)
}

func (b *Store) readFurther(r *binenc.Reader) (f further) {
	a, ok := b.find(r.Text())
	a.form = form(r.Byte())
	f.ask = a
	r.Floats(&f.ask.weight, &f.weight)
	if !ok || a.form >= numForms || !(f.weight >= 0 && f.ask.weight >= 0) {
		r.Fail("a question of form %d and weight %v", a.form, f.weight)
	}
	return f
}

func (t *tally) write(w *binenc.Writer) {
	w.Float(t.good)
	w.Float(t.n)
}

func (t *tally) read(r *binenc.Reader) {
	t.good, t.n = r.Float(), r.Float()
	if !(t.good >= 0 && t.n >= t.good && t.n <= maxCount) {
		r.Fail("%v of %v outcomes", t.good, t.n)
		*t = tally{}
	}
}

func writeTime(w *binenc.Writer, t time.Time) {
	if t.IsZero() {
		w.Int(0)
		return
	}
	w.Int(t.UnixMicro())
}

func readTime(r *binenc.Reader) (t time.Time) {
	if us := r.Int(); us != 0 {
		t = time.UnixMicro(us).UTC()
	}
	return t
}

func (w *words) write(to *binenc.Writer) {
	to.Uint(uint64(len(w.score)))
	for _, c := range slices.Sorted(maps.Keys(w.score)) {
		to.Text(c)
		to.Float(w.score[c])
	}
	to.Uint(uint64(len(w.gone)))
	for _, c := range slices.Sorted(maps.Keys(w.gone)) {
		to.Text(c)
	}
	to.Uint(uint64(len(w.langs)))
	for _, l := range slices.Sorted(maps.Keys(w.langs)) {
		to.Text(l)
		to.Uint(uint64(w.langs[l]))
	}
}

func (w *words) read(r *binenc.Reader) {
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		c, s := r.Text(), r.Float()
		if math.IsNaN(s) || math.IsInf(s, 0) {
			r.Fail("a word's score is %v", s)
			return
		}
		w.score[c] = s
	}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		w.gone[r.Text()] = true
	}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		l := r.Text()
		w.langs[l] = int(r.Uint() & maxCount)
	}
}

func (t *targets) write(w *binenc.Writer) {
	w.Uint(uint64(len(t.list)))
	for i := range t.list {
		c := &t.list[i]
		w.Text(c.url)
		w.Text(c.host)
		w.Float(c.relevance)
		w.Byte(byte(c.asked))
	}
}

func (t *targets) read(r *binenc.Reader) {
	for n := r.Len(11); n > 0 && r.Err() == nil; n-- {
		c := target{url: r.Text(), host: r.Text(), relevance: r.Float(), asked: search.Ops(r.Byte())}
		if math.IsNaN(c.relevance) {
			r.Fail("a relevance that is no number")
			return
		}
		t.list = append(t.list, c)
		for op := range search.Op(search.NumOps) {
			if c.asked.Has(op) {
				t.host[op][c.host]++
			}
		}
	}
}
