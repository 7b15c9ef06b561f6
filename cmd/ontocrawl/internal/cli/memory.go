package cli

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
)

// Memory is the memory of this process by the setting memory. The first crawl sets it;
// all share it.
type Memory struct {
	once    sync.Once
	answers *fetch.Memory
}

// Shares of the setting.
const (
	defaultShare = 0.75 // of the machine, or of the control group: the rest is for others
	answerShare  = 0.5  // for answers in flight; the rest holds frontier, database and dictionary
	heapShare    = 0.9  // Go's soft limit; beside it stand stacks, code and mapped files
)

// What answers in flight share at most when the user says nothing: usual pages, of which
// one takes 1 MB, for eight workers and more, and one page at a time of the largest size
// (fetch.DefaultMaxBody), which takes 50 MB while it is read and may exceed the budget.
const (
	defaultAnswers = 40 << 20
	eachWorker     = 512 << 10
)

// Answers is the budget for the answers in flight. It also sets Go's soft memory limit,
// unless the user has set GOMEMLIMIT. A nil Memory gives nil.
func (m *Memory) Answers(c *config.Config, env []string) *fetch.Memory {
	if m == nil {
		return nil
	}
	m.once.Do(func() {
		n, most := c.MemoryBytes(), int64(math.MaxInt64)
		if n == 0 {
			n = int64(defaultShare * float64(machineMemory()))
			most = defaultAnswers + int64(c.Workers)*eachWorker
		}
		m.answers = fetch.NewMemory(min(int64(answerShare*float64(n)), most))
		m.answers.Collect = collect
		own := slices.ContainsFunc(env, func(kv string) bool { return strings.HasPrefix(kv, "GOMEMLIMIT=") })
		if n > 0 && !own {
			debug.SetMemoryLimit(int64(heapShare * float64(n)))
		}
	})
	return m.answers
}

// collectBelow is the live heap, in bytes, beyond which the garbage of a page is little, and
// a collection is dear.
const collectBelow = 128 << 20

// collect runs the garbage collector, and gives the system what is free, if little is live. What
// pages of the largest size leave behind does not fit together: their texts, bodies and lists
// have different lengths.
func collect() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() < collectBelow {
		debug.FreeOSMemory()
	}
}
