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
	moved := ctx.Err() == nil && (errors.Is(err, errMoved) || errors.Is(context.Cause(own), errMoved))
	if moved {
		err = w.left(part)
	}
	if err != nil && (own.Err() == nil || given || moved) {
		w.fail(fmt.Errorf("part %d: %w", part, err))
		return
	}
	if given {
		w.given(context.WithoutCancel(ctx), part, to.to)
	}
	if (w.n.copied() || moved) && ctx.Err() == nil && !w.n.table.get(overKey(w.c.Number), nil) { // it may come back, or did not go
		w.mu.Lock()
		delete(w.started, part)
		w.mu.Unlock()
	}
}

// left puts the folder of a part aside that was found to be another node's.
func (w *work) left(part int) error {
	w.mu.Lock()
	delete(w.closed, part)
	w.mu.Unlock()
	return w.n.moveAside(part)
}

// stopMoved ends the runs of parts that are another node's: it may have begun them anew when the lease of this one had run out.
func (w *work) stopMoved() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for part, stop := range w.started {
		if w.n.home(part).Node != w.n.id {
			stop(errMoved) // nothing to one that is given
		}
	}
}

// confirm returns whose a part is, by the table itself: what this process has received may be old,
// if it was asleep or cut off. What is written is never taken for an older value.
func (n *node) confirm(ctx context.Context, part int) (h home, err error) {
	err = change(ctx, n.b, partKey(part), func(old []byte) ([]byte, error) {
		h = home{}
		if err := json.Unmarshal(old, &h); err != nil || h.Node != n.id {
			return nil, err
		}
		return old, nil
	})
	if err != nil {
		return h, err
	}
	return h, n.table.until(ctx, func() bool { return n.home(part).Life >= h.Life }) // it hears that soon
}
