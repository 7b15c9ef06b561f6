package brokertest

import (
	"bytes"
	"context"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/internal/follow"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// value is the value of a key.
type value struct {
	data []byte
	rev  uint64
	end  *time.Timer // nil: it does not run out
}

// Create implements broker.Table.
func (b *Memory) Create(ctx context.Context, key string, data []byte, ttl time.Duration) (uint64, error) {
	return b.write(ctx, key, data, ttl, func(old *value) error {
		if old != nil {
			return english.Errorf("%w: %s", broker.ErrExists, key)
		}
		return nil
	})
}

// Update implements broker.Table.
func (b *Memory) Update(ctx context.Context, key string, data []byte, rev uint64, ttl time.Duration) (uint64, error) {
	return b.write(ctx, key, data, ttl, func(old *value) error { return revision(key, old, rev) })
}

func revision(key string, old *value, rev uint64) error {
	switch {
	case old == nil:
		return english.Errorf("%w: %s has no value, expected revision %d", broker.ErrRevision, key, rev)
	case old.rev != rev:
		return english.Errorf("%w: %s has revision %d, expected %d", broker.ErrRevision, key, old.rev, rev)
	}
	return nil
}

// write writes a value if may allows it to replace the old one.
func (b *Memory) write(ctx context.Context, key string, data []byte, ttl time.Duration, may func(old *value) error) (uint64, error) {
	if err := b.life.Check(ctx); err != nil {
		return 0, err
	}
	if err := broker.CheckValue(key, data, int64(ttl)); err != nil {
		return 0, err
	}
	s := b.s
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.values[key]
	if err := may(old); err != nil {
		return 0, err
	}
	s.remove(key, old)
	s.rev++
	v := &value{data: bytes.Clone(data), rev: s.rev}
	if ttl > 0 {
		v.end = time.AfterFunc(ttl, func() { s.expire(key, v) })
	}
	if s.values == nil {
		s.values = map[string]*value{}
	}
	s.values[key] = v
	s.wakes.Ring(ofTable)
	return v.rev, nil
}

// remove lets go of a value.
func (s *MemoryServer) remove(key string, v *value) {
	if v != nil {
		if v.end != nil {
			v.end.Stop()
		}
		delete(s.values, key)
	}
}

// expire removes a value whose time has passed, unless another one was written.
func (s *MemoryServer) expire(key string, v *value) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values[key] == v {
		s.remove(key, v)
		s.wakes.Ring(ofTable)
	}
}

// Get implements broker.Table.
func (b *Memory) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if err := b.life.Check(ctx); err != nil {
		return nil, 0, err
	}
	if err := broker.CheckKey(key); err != nil {
		return nil, 0, err
	}
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	v := b.s.values[key]
	if v == nil {
		return nil, 0, english.Errorf("%w: %s", broker.ErrAbsent, key)
	}
	return bytes.Clone(v.data), v.rev, nil
}

// Delete implements broker.Table.
func (b *Memory) Delete(ctx context.Context, key string, rev uint64) error {
	if err := b.life.Check(ctx); err != nil {
		return err
	}
	if err := broker.CheckKey(key); err != nil {
		return err
	}
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	v := b.s.values[key]
	if err := revision(key, v, rev); err != nil {
		return err
	}
	b.s.remove(key, v)
	b.s.wakes.Ring(ofTable)
	return nil
}

// Watch implements broker.Table.
func (b *Memory) Watch(ctx context.Context, prefix string, yield func(broker.Change) error) error {
	if err := broker.CheckPrefix(prefix); err != nil {
		return err
	}
	ctx, cancel := b.life.Until(ctx)
	defer cancel()
	wake, remove := b.s.wakes.Add(ofTable)
	defer remove()
	return follow.Table(ctx, func(context.Context) ([]broker.Change, error) { return b.s.snapshot(prefix), nil }, wake, yield)
}

func (s *MemoryServer) snapshot(prefix string) (out []broker.Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, v := range s.values {
		if strings.HasPrefix(key, prefix) {
			out = append(out, broker.Change{Key: key, Value: bytes.Clone(v.data), Rev: v.rev})
		}
	}
	return out
}
