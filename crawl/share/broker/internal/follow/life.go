package follow

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Life is how long a driver's Broker is open, and how long it waits for an answer.
type Life struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	timeout time.Duration
}

// NewLife returns the Life of a Broker that waits so long for each answer; 0: five seconds.
func NewLife(timeout time.Duration) *Life {
	if timeout <= 0 {
		timeout = 5 * time.Second
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	return &Life{ctx: ctx, cancel: cancel, timeout: timeout}
}

// Close ends it: what Until returned ends with ErrClosed. It reports whether this is the first call.
func (l *Life) Close() bool {
	first := l.ctx.Err() == nil
	l.cancel(broker.ErrClosed)
	return first
}

// Done is closed when the Life has ended.
func (l *Life) Done() <-chan struct{} { return l.ctx.Done() }

// Check returns ErrClosed if it has ended, or the error of a context that has.
func (l *Life) Check(ctx context.Context) error {
	if l.ctx.Err() != nil {
		return broker.ErrClosed
	}
	return ctx.Err()
}

// Until returns a context that ends with ctx and with l.
func (l *Life) Until(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(l.ctx, func() { cancel(broker.ErrClosed) })
	return ctx, func() { stop(); cancel(nil) }
}

// Try returns a context for one question to the server.
func (l *Life) Try(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := l.Until(ctx)
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	return ctx, func() { cancel(); stop() }
}

// Silent returns the error of a question that was not answered: the error of the caller's
// context if it has ended, ErrClosed, or ErrUnavailable.
func (l *Life) Silent(ctx context.Context, err error) error {
	if err := l.Check(ctx); err != nil {
		return err
	}
	return english.Errorf("%w: %w", broker.ErrUnavailable, err)
}

// Closed reports whether it has ended.
func (l *Life) Closed() bool { return l.ctx.Err() != nil }

// Context returns a context that ends with it.
func (l *Life) Context() context.Context { return l.ctx }
