package brokertest

import (
	"bytes"
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/internal/follow"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// log is a log. Its last number is first + len(entries) - 1.
type log struct {
	first   int64
	entries []broker.Entry
	ids     map[string]known
	order   []string // of ids, oldest first
}

// known is an id that the log knows.
type known struct {
	seq int64
	at  time.Time
}

func (l *log) last() int64 { return l.first + int64(len(l.entries)) - 1 }

// log returns a log, which it makes.
func (s *MemoryServer) log(name string) *log {
	l := s.logs[name]
	if l == nil {
		if s.logs == nil {
			s.logs = map[string]*log{}
		}
		l = &log{first: 1, ids: map[string]known{}}
		s.logs[name] = l
	}
	return l
}

// Append implements broker.Log.
func (b *Memory) Append(ctx context.Context, name, id string, after int64, data []byte) (int64, error) {
	if err := b.life.Check(ctx); err != nil {
		return 0, err
	}
	if err := broker.CheckEntry(name, id, after, data); err != nil {
		return 0, err
	}
	seq, err := b.s.append(name, id, after, data)
	if err == nil {
		b.s.wakes.Ring(ofLog + name)
	}
	return seq, err
}

func (s *MemoryServer) append(name, id string, after int64, data []byte) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.log(name)
	l.forget()
	if k, ok := l.ids[id]; ok {
		return k.seq, nil
	}
	last := l.last()
	if after != broker.Any && after != last {
		if i := after + 1 - l.first; i >= 0 && i < int64(len(l.entries)) && l.entries[i].ID == id {
			return after + 1, nil
		}
		return 0, english.Errorf("%w: log %s ends at %d, expected %d", broker.ErrFenced, name, last, after)
	}
	seq := last + 1
	l.entries = append(l.entries, broker.Entry{Seq: seq, ID: id, Data: bytes.Clone(data)})
	l.ids[id] = known{seq: seq, at: time.Now()}
	l.order = append(l.order, id)
	return seq, nil
}

// forget forgets ids that are old.
func (l *log) forget() {
	for len(l.order) > 0 && time.Since(l.ids[l.order[0]].at) > broker.Remembers {
		delete(l.ids, l.order[0])
		l.order = l.order[1:]
	}
}

// some is the most that one look takes.
const some = 256

// Read implements broker.Log.
func (b *Memory) Read(ctx context.Context, name string, after int64, yield func(broker.Entry) error) error {
	if err := broker.CheckEntry(name, "read", after, nil); err != nil {
		return err
	}
	ctx, cancel := b.life.Until(ctx)
	defer cancel()
	wake, remove := b.s.wakes.Add(ofLog + name)
	defer remove()
	return follow.Log(ctx, follow.Source{
		Fetch:  func(_ context.Context, after int64) ([]broker.Entry, error) { return b.s.after(name, after), nil },
		Bounds: func(ctx context.Context) (int64, int64, error) { return b.Bounds(ctx, name) },
		Wake:   wake,
		Exact:  true,
	}, max(after, 0), yield)
}

// after returns copies of entries after a number.
func (s *MemoryServer) after(name string, after int64) (out []broker.Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.log(name)
	from := max(after+1-l.first, 0)
	if from >= int64(len(l.entries)) {
		return nil
	}
	for _, e := range l.entries[from:min(from+some, int64(len(l.entries)))] {
		e.Data = bytes.Clone(e.Data)
		out = append(out, e)
	}
	return out
}

// Bounds implements broker.Log.
func (b *Memory) Bounds(ctx context.Context, name string) (first, last int64, err error) {
	if err := b.life.Check(ctx); err != nil {
		return 0, 0, err
	}
	if err := broker.CheckLog(name); err != nil {
		return 0, 0, err
	}
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	l := b.s.log(name)
	return l.first, l.last(), nil
}

// Trim implements broker.Log.
func (b *Memory) Trim(ctx context.Context, name string, below int64) error {
	if err := b.life.Check(ctx); err != nil {
		return err
	}
	if err := broker.CheckLog(name); err != nil {
		return err
	}
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	l := b.s.log(name)
	if n := min(below-l.first, int64(len(l.entries))); n > 0 {
		rest := append([]broker.Entry(nil), l.entries[n:]...) // lets go of the data
		l.entries, l.first = rest, l.first+n
	}
	return nil
}
