package natsjs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds of one fetch.
const (
	mostMessages = 512
	mostBytes    = 4 << 20
)

// stored is a message with its number.
type stored struct {
	*nats.Msg
	seq     uint64
	subject string
}

// getRequest is a request of JetStream's direct get (JSApiMsgGetRequest).
type getRequest struct {
	Seq      uint64 `json:"seq,omitempty"`
	Next     string `json:"next_by_subj,omitempty"`
	Last     string `json:"last_by_subj,omitempty"`
	Batch    int    `json:"batch,omitempty"`
	MaxBytes int    `json:"max_bytes,omitempty"`
}

// puller fetches messages. It has one subscription for all answers: one for each fetch would be told to all servers, and
// ended again, each time.
type puller struct {
	b     *Broker
	inbox string
	sub   *nats.Subscription
	n     int // fetches
}

// puller returns a puller, and what ends it. It is one goroutine's.
func (b *Broker) puller() (*puller, func(), error) {
	inbox := b.nc.NewInbox()
	sub, err := b.nc.SubscribeSync(inbox + ".*")
	if err != nil {
		return nil, nil, b.life.Silent(context.Background(), err)
	}
	return &puller{b: b, inbox: inbox, sub: sub}, func() { _ = sub.Unsubscribe() }, nil
}

// fetch returns messages of a stream from a number on, those with a subject (which may have
// wildcards) if it is not empty. Any replica answers, so the newest may be missing; a replica
// has only what a majority has. What comes before an error is good.
func (p *puller) fetch(ctx context.Context, stream string, from uint64, subject string) (out []stored, err error) {
	r, err := json.Marshal(getRequest{Seq: from, Next: subject, Batch: mostMessages, MaxBytes: mostBytes})
	if err != nil {
		return nil, err
	}
	b := p.b
	p.n++
	reply := p.inbox + "." + strconv.Itoa(p.n)
	if err := b.nc.PublishRequest("$JS.API.DIRECT.GET."+stream, reply, r); err != nil {
		return nil, b.life.Silent(ctx, err)
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	for {
		m, err := p.sub.NextMsgWithContext(try)
		if m != nil && m.Subject != reply {
			continue // of a fetch before that was given up
		}
		if errors.Is(err, nats.ErrNoResponders) {
			return out, b.life.Silent(ctx, err) // no such stream yet, or no server
		}
		if err != nil {
			return out, b.life.Silent(ctx, err)
		}
		if status := m.Header.Get("Status"); status == "204" || status == "404" {
			return out, nil // the end of the batch; nothing found
		} else if status != "" {
			return out, b.life.Silent(ctx, english.Errorf("direct get: %s %s", status, m.Header.Get("Description")))
		}
		seq, err := strconv.ParseUint(m.Header.Get(hdrSeq), 10, 64)
		if err != nil {
			return out, english.Errorf("direct get: %w", err)
		}
		out = append(out, stored{Msg: m, seq: seq, subject: m.Header.Get(hdrSubject)})
	}
}

// kept is a message as the leader of a stream has it.
type kept struct {
	seq    uint64
	header nats.Header
	data   []byte
}

// getResponse is the leader's answer (JSApiMsgGetResponse).
type getResponse struct {
	Error   *jetstream.APIError `json:"error"`
	Message *struct {
		Seq    uint64 `json:"seq"`
		Header []byte `json:"hdrs"`
		Data   []byte `json:"data"`
	} `json:"message"`
}

// message asks the leader of a stream for one message, as another replica may not have it yet.
// Without it the error is ErrAbsent.
func (b *Broker) message(ctx context.Context, stream string, r getRequest) (kept, error) {
	request, err := json.Marshal(r)
	if err != nil {
		return kept{}, err
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	var m *nats.Msg
	err = b.again(try, func(ctx context.Context) (err error) {
		m, err = b.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, request)
		return err
	})
	if err != nil {
		return kept{}, b.life.Silent(ctx, err)
	}
	var got getResponse
	if err := json.Unmarshal(m.Data, &got); err != nil {
		return kept{}, fmt.Errorf("stream %s: %w", stream, err)
	}
	switch {
	case got.Error != nil && got.Error.ErrorCode == noMessage:
		return kept{}, broker.ErrAbsent
	case got.Error != nil:
		b.forget(stream)
		return kept{}, b.failed(ctx, got.Error, broker.ErrUnavailable)
	case got.Message == nil:
		return kept{}, english.Errorf("stream %s: an answer without a message", stream)
	}
	k := kept{seq: got.Message.Seq, data: got.Message.Data}
	if len(got.Message.Header) > 0 {
		if k.header, err = nats.DecodeHeadersMsg(got.Message.Header); err != nil {
			return kept{}, fmt.Errorf("stream %s: %w", stream, err)
		}
	}
	return k, nil
}
