package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// runParts runs the parts here, each in a goroutine of its own, until the crawl is over, ctx
// ends, or the part goes to another node. Those that were begun are left alone.
func (w *work) runParts(ctx context.Context) {
	for _, part := range w.n.mine() {
		w.mu.Lock()
		own, cancel := context.WithCancelCause(ctx)
		if w.started[part] != nil {
			w.mu.Unlock()
			cancel(nil)
			continue
		}
		w.started[part] = cancel
		w.mu.Unlock()
		w.parts.Go(func() {
			defer cancel(nil)
			w.runPart(ctx, own, part)
		})
	}
}

// runPart runs a part until own ends, which is of ctx.
func (w *work) runPart(ctx, own context.Context, part int) {
	err := w.part(own, part)
	var to *givenError
	given := errors.As(context.Cause(own), &to) && ctx.Err() == nil
	if given && (errors.Is(err, context.Canceled) || errors.Is(err, to)) {
		err = nil
	}
	if err != nil && (own.Err() == nil || given) {
		w.fail(fmt.Errorf("part %d: %w", part, err))
		return
	}
	if given {
		w.given(context.WithoutCancel(ctx), part, to.to)
	}
	if w.n.copied() && ctx.Err() == nil && !w.n.table.get(overKey(w.c.Number), nil) { // it may come back, or did not go
		w.mu.Lock()
		delete(w.started, part)
		w.mu.Unlock()
	}
}

// confirm sees to it that this process knows whose a part is: what it has heard may be old, as
// that of one which was asleep. What is written is never taken for an older value.
func (n *node) confirm(ctx context.Context, part int) error {
	var h home
	err := change(ctx, n.b, partKey(part), func(old []byte) ([]byte, error) {
		if err := json.Unmarshal(old, &h); err != nil || h.Node != n.id {
			return nil, err
		}
		return old, nil
	})
	if err != nil || h.Node == n.id {
		return err
	}
	return n.table.until(ctx, func() bool { return n.home(part).Life >= h.Life }) // it hears that soon
}
