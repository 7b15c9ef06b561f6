package brokertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// append: numbers from 1, one by one, and bounds.
func (s *suite) append() {
	s.bounds(1, 0)
	for want := range int64(5) {
		if seq := s.add(fmt.Sprint("e", want), broker.Any); seq != want+1 {
			s.Errorf("number %d, want %d", seq, want+1)
		}
	}
	s.bounds(1, 5)
	for i, e := range s.read(s.b, s.name, 0, 5) {
		if id := fmt.Sprint("e", i); e.ID != id || string(e.Data) != "data of "+id {
			s.Errorf("entry %d is %q with %q", e.Seq, e.ID, e.Data)
		}
	}
}

// fence: an append that names another last number adds nothing.
func (s *suite) fence() {
	_, err := s.b.Append(s.ctx, s.name, "early", 1, nil)
	s.is(err, broker.ErrFenced, "after 1 in an empty log")
	s.add("a", 0)
	s.add("b", 1)
	for _, after := range []int64{0, 1, 3} {
		_, err := s.b.Append(s.ctx, s.name, fmt.Sprint("late", after), after, nil)
		s.is(err, broker.ErrFenced, fmt.Sprint("after ", after, " of 2"))
	}
	s.bounds(1, 2)
	if seq := s.add("c", 2); seq != 3 {
		s.Errorf("number %d, want 3", seq)
	}
}

// repetition: the same id after the same number adds nothing, and returns the first number,
// also of another client and when others have appended since.
func (s *suite) repetition() {
	s.add("a", 0)
	s.add("b", broker.Any)
	s.add("c", 2)
	other := s.client()
	for i, r := range []struct {
		id    string
		after int64
	}{{"a", 0}, {"b", broker.Any}, {"c", 2}} {
		for range 2 {
			seq, err := other.Append(s.ctx, s.name, r.id, r.after, []byte("again"))
			if s.ok(err); seq != int64(i+1) {
				s.Errorf("%s repeated: number %d, want %d", r.id, seq, i+1)
			}
		}
	}
	_, err := other.Append(s.ctx, s.name, "d", 2, nil)
	s.is(err, broker.ErrFenced, "another id")
	s.bounds(1, 3)
	if seq, err := other.Append(s.ctx, s.name+"-2", "a", 0, nil); err != nil || seq != 1 {
		s.Errorf("the same id in another log: %d, %v", seq, err)
	}
	if e := s.read(s.b, s.name, 0, 1); string(e[0].Data) != "data of a" {
		s.Errorf("the first data are %q now", e[0].Data)
	}
}

// readOn: from any number, and what is appended later, by another client.
func (s *suite) readOn() {
	const n = 40
	for i := range int64(n / 2) {
		s.add(fmt.Sprint("e", i), i)
	}
	reader, waits := s.client(), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		<-waits
		for i := int64(n / 2); i < n; i++ {
			if _, err := broker.Append(s.ctx, s.b, s.name, fmt.Sprint("e", i), i, nil); err != nil {
				s.Error(err)
				return
			}
		}
	})
	seen := int64(0)
	err := reader.Read(s.ctx, s.name, 7, func(e broker.Entry) error {
		if seen++; e.Seq != 7+seen || e.ID != fmt.Sprint("e", e.Seq-1) {
			return fmt.Errorf("entry %d (%s) comes after %d", e.Seq, e.ID, 6+seen)
		}
		if e.Seq == n/2 {
			close(waits)
		}
		if e.Seq == n {
			return errEnough
		}
		return nil
	})
	s.is(err, errEnough, "Read")
	wg.Wait()
}

// trimAndGap: numbers stay, and who would miss entries is told.
func (s *suite) trimAndGap() {
	for i := range int64(10) {
		s.add(fmt.Sprint("e", i), i)
	}
	s.ok(s.b.Trim(s.ctx, s.name, 4))
	s.bounds(4, 10)
	s.ok(s.b.Trim(s.ctx, s.name, 2)) // they are gone already
	s.bounds(4, 10)
	s.read(s.b, s.name, 3, 7)
	none := func(e broker.Entry) error { s.Errorf("entry %d comes over a gap", e.Seq); return errEnough }
	var wg sync.WaitGroup
	wg.Go(func() { s.is(s.b.Read(s.ctx, s.name, 1, none), broker.ErrGap, "read what was trimmed") })
	s.is(s.b.Read(s.ctx, s.name, 12, none), broker.ErrGap, "read after the end")
	wg.Wait()
	s.ok(s.b.Trim(s.ctx, s.name, 99)) // more than there is
	s.bounds(11, 10)
	s.is(s.b.Read(s.ctx, s.name, 9, none), broker.ErrGap, "read an empty log")
	_, err := s.b.Append(s.ctx, s.name, "first again", 0, nil)
	s.is(err, broker.ErrRefused, "an id with spaces")
	_, err = s.b.Append(s.ctx, s.name, "first", 0, nil)
	s.is(err, broker.ErrFenced, "append to a trimmed log as to a new one")
	if seq := s.add("on", 10); seq != 11 {
		s.Errorf("number %d after trimming, want 11", seq)
	}
	s.bounds(11, 11)
	s.ok(s.b.Trim(s.ctx, s.name+"-none", 5))
}

// data: of every size, unchanged, and not shared with the caller.
func (s *suite) data() {
	big := bytes.Repeat([]byte("0123456789"), broker.MaxData/10)
	all := [][]byte{nil, {0}, []byte("\x00\r\n\xff"), big, []byte("end")}
	for i, data := range all {
		mine := bytes.Clone(data)
		_, err := broker.Append(s.ctx, s.b, s.name, fmt.Sprint("e", i), int64(i), mine)
		s.ok(err)
		clear(mine)
	}
	for range 2 {
		for i, e := range s.read(s.b, s.name, 0, len(all)) {
			if !bytes.Equal(e.Data, all[i]) {
				s.Errorf("entry %d has %d bytes, not the %d that were appended", e.Seq, len(e.Data), len(all[i]))
			}
			clear(e.Data)
		}
	}
}

// writers: one that enters shuts the other out.
func (s *suite) writers() {
	one, err := broker.Enter(s.ctx, s.b, s.name, "epoch-1", []byte("1"))
	s.ok(err)
	_, err = one.Append(s.ctx, "a", nil)
	s.ok(err)
	two, err := broker.Enter(s.ctx, s.client(), s.name, "epoch-2", []byte("2"))
	s.ok(err)
	for range 2 {
		_, err = one.Append(s.ctx, "b", nil)
		s.is(err, broker.ErrFenced, "the first writer")
	}
	_, err = two.Append(s.ctx, "c", nil)
	s.ok(err)
	var ids []string
	for _, e := range s.read(s.b, s.name, 0, 4) {
		ids = append(ids, e.ID)
	}
	if got := fmt.Sprint(ids); got != "[epoch-1 a epoch-2 c]" || two.Last() != 4 {
		s.Errorf("the log has %s, the writer is at %d", got, two.Last())
	}
}

// appenders: many at once, some fenced, some not, who repeat; against a model.
func (s *suite) appenders() {
	const clients, each = 4, 15
	var mu sync.Mutex
	model := map[int64]string{} // what was confirmed
	confirm := func(seq int64, id string) {
		mu.Lock()
		defer mu.Unlock()
		if was, ok := model[seq]; ok && was != id {
			s.Errorf("number %d was confirmed for %s and for %s", seq, was, id)
		}
		model[seq] = id
	}
	var wg sync.WaitGroup
	for c := range clients {
		b := s.client()
		wg.Go(func() {
			for i := range each {
				id := fmt.Sprint("c", c, "-", i)
				seq, after, err := appendAsLast(s.ctx, b, s.name, id, c%2 == 0)
				if err != nil {
					s.Error(err)
					return
				}
				confirm(seq, id)
				if i%4 == 0 {
					again, err := broker.Append(s.ctx, b, s.name, id, after, nil)
					if err != nil || again != seq {
						s.Errorf("%s repeated: number %d, %v; it has %d", id, again, err, seq)
					}
				}
			}
		})
	}
	wg.Wait()
	s.bounds(1, clients*each)
	for _, e := range s.read(s.b, s.name, 0, len(model)) {
		if model[e.Seq] != e.ID {
			s.Errorf("number %d is %s, and was confirmed for %q", e.Seq, e.ID, model[e.Seq])
		}
	}
}

// appendAsLast appends, if fenced by looking where the log ends until that holds.
func appendAsLast(ctx context.Context, b broker.Broker, log, id string, fenced bool) (seq, after int64, err error) {
	for {
		if after = broker.Any; fenced {
			if _, after, err = b.Bounds(ctx, log); err != nil {
				return 0, 0, err
			}
		}
		seq, err = broker.Append(ctx, b, log, id, after, []byte(id))
		if !errors.Is(err, broker.ErrFenced) {
			return seq, after, err
		}
	}
}
