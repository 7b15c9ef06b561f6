package natsjs

import (
	"context"
	"errors"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/internal/follow"
)

// Headers of messages (server/stream.go).
const (
	hdrID        = "Nats-Msg-Id"
	hdrLast      = "Nats-Expected-Last-Sequence"
	hdrLastOfKey = "Nats-Expected-Last-Subject-Sequence"
	hdrTTL       = "Nats-TTL"
	hdrSeq       = "Nats-Sequence"
	hdrSubject   = "Nats-Subject"
	hdrReason    = "Nats-Marker-Reason"
	hdrOperation = "KV-Operation" // as NATS' own tables mark what is deleted
)

// logStream is the stream of a log. Numbers of a stream follow each other, and an append
// that is refused uses none.
func (b *Broker) logStream(log string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:        b.stream("log-" + encode(log)),
		Subjects:    []string{b.subject("log", encode(log))},
		Storage:     jetstream.FileStorage,
		Duplicates:  broker.Remembers,
		AllowDirect: true,
		DenyDelete:  true,
	}
}

// Append implements broker.Log.
func (b *Broker) Append(ctx context.Context, log, id string, after int64, data []byte) (int64, error) {
	if err := broker.CheckEntry(log, id, after, data); err != nil {
		return 0, err
	}
	c := b.logStream(log)
	m := &nats.Msg{Subject: c.Subjects[0], Data: data, Header: nats.Header{hdrID: {id}}}
	if after != broker.Any {
		m.Header.Set(hdrLast, strconv.FormatInt(after, 10))
	}
	ack, err := b.publish(ctx, c, m, broker.ErrFenced)
	if errors.Is(err, broker.ErrFenced) && after != broker.Any {
		return b.repeated(ctx, c.Name, id, after+1, err)
	}
	if err != nil {
		return 0, err
	}
	// Lost if there is no connection now: then readers look by themselves.
	_ = b.nc.Publish(b.subject("wake", encode(log)), nil)
	return int64(ack.Sequence), nil
}

// repeated finds out whether the entry in the way of an append is its own, from an earlier
// try: servers compare ids for two minutes only, and one that is alone looks at the fence first.
func (b *Broker) repeated(ctx context.Context, stream, id string, seq int64, fenced error) (int64, error) {
	m, err := b.message(ctx, stream, getRequest{Seq: uint64(seq)})
	switch {
	case errors.Is(err, broker.ErrAbsent): // trimmed, or after is beyond the end
		return 0, fenced
	case err != nil:
		return 0, err
	case m.header.Get(hdrID) == id:
		return seq, nil
	}
	return 0, fenced
}

// Bounds implements broker.Log.
func (b *Broker) Bounds(ctx context.Context, log string) (first, last int64, err error) {
	if err := broker.CheckLog(log); err != nil {
		return 0, 0, err
	}
	if err := b.life.Check(ctx); err != nil {
		return 0, 0, err
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	var s jetstream.Stream
	err = b.again(try, func(ctx context.Context) (err error) {
		s, err = b.js.Stream(ctx, b.logStream(log).Name)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return 1, 0, nil
	case err != nil:
		return 0, 0, b.failed(ctx, err, broker.ErrUnavailable)
	}
	state := s.CachedInfo().State
	return int64(max(state.FirstSeq, 1)), int64(state.LastSeq), nil
}

// Trim implements broker.Log.
func (b *Broker) Trim(ctx context.Context, log string, below int64) error {
	first, last, err := b.Bounds(ctx, log)
	if err != nil {
		return err
	}
	// A stream can be cut beyond its end, and would then go on there.
	if below = min(below, last+1); below <= first {
		return nil
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	s, err := b.js.Stream(try, b.logStream(log).Name)
	if err == nil {
		err = s.Purge(try, jetstream.WithPurgeSequence(uint64(below)))
	}
	if err != nil {
		return b.failed(ctx, err, broker.ErrUnavailable)
	}
	return nil
}

// Read implements broker.Log.
func (b *Broker) Read(ctx context.Context, log string, after int64, yield func(broker.Entry) error) error {
	if err := broker.CheckEntry(log, "read", after, nil); err != nil {
		return err
	}
	if err := b.life.Check(ctx); err != nil {
		return err
	}
	ctx, cancel := b.life.Until(ctx)
	defer cancel()
	wake, unsubscribe, err := b.wakeBy(b.subject("wake", encode(log)))
	if err != nil {
		return err
	}
	defer unsubscribe()
	from, end, err := b.puller()
	if err != nil {
		return err
	}
	defer end()
	stream := b.logStream(log).Name
	return follow.Log(ctx, follow.Source{
		Fetch: func(ctx context.Context, after int64) (out []broker.Entry, err error) {
			all, err := from.fetch(ctx, stream, uint64(after)+1, "")
			for _, m := range all {
				out = append(out, broker.Entry{Seq: int64(m.seq), ID: m.Header.Get(hdrID), Data: m.Data})
			}
			return out, err
		},
		Bounds: func(ctx context.Context) (int64, int64, error) { return b.Bounds(ctx, log) },
		Wake:   wake,
	}, max(after, 0), yield)
}

// wakeBy wakes when a message with a subject comes by.
func (b *Broker) wakeBy(subject string) (wake <-chan struct{}, unsubscribe func(), err error) {
	c := make(chan struct{}, 1)
	sub, err := b.nc.Subscribe(subject, func(*nats.Msg) { follow.Wake(c) })
	if err != nil {
		return nil, nil, b.life.Silent(context.Background(), err)
	}
	return c, func() { _ = sub.Unsubscribe() }, nil
}
