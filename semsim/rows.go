package semsim

import (
	"context"
	"sync"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Rows computes the similarities of every concept of a graph of n with all
// others, on workers goroutines. It calls yield on the caller's goroutine, row
// by row, by ID. It holds a few rows for each worker. Yield may use the row
// only during the call. When yield fails or ctx is done, Rows stops and returns
// the error.
func Rows(ctx context.Context, c Comparer, n, workers int, yield func(a ontology.ID, row []float64) error) error {
	if workers <= 1 {
		var row []float64
		for a := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			row = c.Topic(ontology.ID(a), row)
			if err := yield(ontology.ID(a), row); err != nil {
				return err
			}
		}
		return nil
	}
	workers = min(workers, n)
	ctx, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	defer done.Wait()
	defer stop()
	// Worker w computes the rows w, w+workers, ..., so taking rows from the
	// workers in turn gives their order. Two rows circulate between each worker
	// and the caller.
	full, empty := make([]chan []float64, workers), make([]chan []float64, workers)
	for w := range workers {
		full[w], empty[w] = make(chan []float64, 2), make(chan []float64, 2)
		empty[w] <- nil
		empty[w] <- nil
		done.Go(func() {
			for a := w; a < n; a += workers {
				select {
				case row := <-empty[w]:
					full[w] <- c.Topic(ontology.ID(a), row)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	for a := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		select {
		case row := <-full[a%workers]:
			if err := yield(ontology.ID(a), row); err != nil {
				return err
			}
			empty[a%workers] <- row
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
