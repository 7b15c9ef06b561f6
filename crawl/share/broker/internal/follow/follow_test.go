package follow

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

var errEnough = errors.New("enough")

// fetched is a server's answer at one look: numbers, or an error.
type fetched struct {
	seqs        []int64
	first, last int64
	err         error
}

// follow reads a log of prepared answers after number 0, the last one repeated, and returns
// what came of it.
func follow(t *testing.T, exact bool, looks []fetched) (read []int64, err error) {
	synctest.Test(t, func(t *testing.T) {
		i := -1
		src := Source{
			Exact: exact,
			Fetch: func(context.Context, int64) (out []broker.Entry, err error) {
				i = min(i+1, len(looks)-1)
				for _, seq := range looks[i].seqs {
					out = append(out, broker.Entry{Seq: seq})
				}
				return out, looks[i].err
			},
			Bounds: func(context.Context) (int64, int64, error) { return looks[i].first, looks[i].last, looks[i].err },
		}
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errEnough)
		defer cancel()
		err = Log(ctx, src, 0, func(e broker.Entry) error { read = append(read, e.Seq); return nil })
	})
	return read, err
}

// What one look does not find may be there at the next: at another server, or at one that
// has read its disk. What is missing at every look is a gap.
func TestLog(t *testing.T) {
	silent := fmt.Errorf("%w: test", broker.ErrUnavailable)
	idle := fetched{first: 1, last: 3}
	for name, test := range map[string]struct {
		exact bool
		looks []fetched
		read  string
		err   error
	}{
		"in order":          {false, []fetched{{seqs: []int64{1, 2}}, {seqs: []int64{3}}, idle}, "[1 2 3]", errEnough},
		"a jump that heals": {false, []fetched{{seqs: []int64{1, 3}, first: 1, last: 3}, {seqs: []int64{2, 3}}, idle}, "[1 2 3]", errEnough},
		"a jump that stays": {false, []fetched{{seqs: []int64{2, 3}, first: 1, last: 3}}, "[]", broker.ErrGap},
		"trimmed":           {true, []fetched{{seqs: []int64{3}, first: 3, last: 3}}, "[]", broker.ErrGap},
		"a late end":        {false, []fetched{{seqs: []int64{1, 2, 3}}, {first: 1, last: 2}, {first: 1, last: 2}, idle}, "[1 2 3]", errEnough},
		"a lost end":        {false, []fetched{{seqs: []int64{1, 2, 3}}, {first: 1, last: 2}}, "[1 2 3]", broker.ErrGap},
		"silence":           {false, []fetched{{err: silent}, {seqs: []int64{1}, err: silent}, {seqs: []int64{2, 3}}, idle}, "[1 2 3]", errEnough},
		"an error":          {false, []fetched{{seqs: []int64{1}}, {err: broker.ErrRefused}}, "[1]", broker.ErrRefused},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := follow(t, test.exact, test.looks)
			if got := strings.Replace(fmt.Sprint(read), "<nil>", "[]", 1); got != test.read || !errors.Is(err, test.err) {
				t.Errorf("read %s, %v; want %s, %v", got, err, test.read, test.err)
			}
		})
	}
}
