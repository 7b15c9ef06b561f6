package sparql

import (
	"context"
	"errors"
	"testing"

	"github.com/tggo/goRDFlib/sparql"
)

// TestTurns: what runs on after its time keeps its turn; a question without a turn ends with its time; and
// the turn is free again when the abandoned evaluation has ended.
func TestTurns(t *testing.T) {
	turns, hold, begun := make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-begun; cancel() }()
	_, err := within(ctx, turns, func() (*sparql.Result, error) { close(begun); <-hold; return nil, nil })
	if !errors.Is(err, context.Canceled) || len(turns) != 1 {
		t.Fatalf("%v, %d turns taken", err, len(turns))
	}
	if _, err := within(ctx, turns, func() (*sparql.Result, error) { t.Error("it ran without a turn"); return nil, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("without a turn: %v", err)
	}
	close(hold)
	want := new(sparql.Result)
	if got, err := within(context.Background(), turns, func() (*sparql.Result, error) { return want, nil }); got != want || err != nil {
		t.Errorf("the turn never came free: %v", err)
	}
}
