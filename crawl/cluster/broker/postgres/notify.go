package postgres

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
)

// Payloads of notifications begin with what they are. Names have no spaces.
const (
	wakeLog   = "log "  // and the name of the log
	wakeTable = "table" //
	told      = "told " // subject, place, number of pieces, data in base64
	piece     = 5400    // bytes of data in one payload, which has less than 8000
	notifyAll = "SELECT pg_notify($1, p) FROM unnest($2::text[]) WITH ORDINALITY AS u(p, n) ORDER BY n"
)

// ring wakes those who wait, here at once and elsewhere by a notification. It may be lost, and
// is no part of the transaction: notifications are committed one at a time in a server.
func (b *Broker) ring(name string) {
	b.wakes.Ring(name)
	b.enqueue([]string{name})
}

func (b *Broker) enqueue(payloads []string) {
	select {
	case b.say <- payloads:
	default:
	}
}

// Tell implements broker.Broadcast.
func (b *Broker) Tell(subject string, data []byte) error {
	if err := broker.CheckLog(subject); err != nil {
		return err
	}
	if err := broker.CheckSize(data, broker.MaxData); err != nil {
		return err
	}
	if b.life.Closed() {
		return broker.ErrClosed
	}
	n := max((len(data)+piece-1)/piece, 1)
	payloads := make([]string, n)
	for i := range payloads {
		part := data[i*piece : min((i+1)*piece, len(data))]
		payloads[i] = fmt.Sprintf("%s%s %d %d %s", told, subject, i, n, base64.StdEncoding.EncodeToString(part))
	}
	b.enqueue(payloads)
	return nil
}

// Listen implements broker.Broadcast.
func (b *Broker) Listen(subject string, f func([]byte)) (stop func(), err error) {
	if err := broker.CheckLog(subject); err != nil {
		return nil, err
	}
	if b.life.Closed() {
		return nil, broker.ErrClosed
	}
	return b.hear.Listen(subject, b.life.Done(), f), nil
}

// tell sends notifications until the Broker is closed. What waits together goes together.
func (b *Broker) tell() {
	for {
		var payloads []string
		select {
		case <-b.life.Done():
			return
		case payloads = <-b.say:
		}
		for more := true; more && len(payloads) < 1000; {
			select {
			case p := <-b.say:
				payloads = append(payloads, p...)
			default:
				more = false
			}
		}
		_, err := b.exec(b.life.Context(), notifyAll, b.channel, payloads)
		_ = err // lost, as it may be
	}
}

// listen hears notifications until the Broker is closed, and connects again when it must.
func (b *Broker) listen() {
	for {
		err := b.hearAll(b.life.Context())
		_ = err // the server has gone; readers look by themselves
		select {
		case <-b.life.Done():
			return
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// hearAll hears notifications over a connection of its own.
func (b *Broker) hearAll(ctx context.Context) error {
	c, err := pgx.ConnectConfig(ctx, b.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	if _, err := c.Exec(ctx, "LISTEN "+pgx.Identifier{b.channel}.Sanitize()); err != nil {
		return err
	}
	var a assembly
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if rest, ok := strings.CutPrefix(n.Payload, told); !ok {
			b.wakes.Ring(n.Payload)
		} else if subject, data, ok := a.add(rest); ok {
			b.hear.Heard(subject, data)
		}
	}
}

// assembly joins the pieces of what was told. Those of one transaction come in order, with
// nothing between.
type assembly struct {
	subject string
	next, n int
	data    []byte
}

// add adds a piece. It returns what is complete.
func (a *assembly) add(payload string) (subject string, data []byte, ok bool) {
	f := strings.SplitN(payload, " ", 4)
	if len(f) != 4 {
		return "", nil, false
	}
	subject = f[0]
	i, errI := strconv.Atoi(f[1])
	n, errN := strconv.Atoi(f[2])
	part, err := base64.StdEncoding.DecodeString(f[3])
	if i == 0 {
		*a = assembly{subject: subject, n: n}
	}
	if errors.Join(err, errI, errN) != nil || n < 1 || i != a.next || n != a.n || subject != a.subject {
		*a = assembly{next: -1}
		return "", nil, false
	}
	a.data = append(a.data, part...)
	if a.next++; a.next < n {
		return "", nil, false
	}
	data = a.data
	*a = assembly{next: -1}
	return subject, data, true
}
