package frontier_test

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
)

// BenchmarkChoose is a choice with what belongs to it, however many hosts there are: the
// best link is taken, its host is blocked, a host whose turn has come is unblocked, and a
// new link is added. In "own" each host has its turn, in "site" a thousand share one.
// ONTOCRAWL_WAITING=10000000 lets so many links wait; a million without it.
func BenchmarkChoose(b *testing.B) {
	waiting := 1_000_000
	if n, err := strconv.Atoi(os.Getenv("ONTOCRAWL_WAITING")); err == nil {
		waiting = n
	}
	for _, hosts := range []int{1_000, 100_000, 1_000_000} {
		name := make([]string, hosts)
		for h := range name {
			name[h] = "h" + strconv.Itoa(h)
		}
		f := frontier.InMemory{}.New()
		n := 0
		add := func() {
			f.Add(strconv.Itoa(n), name[n%hosts], frontier.Item{Parent: frontier.None, Score: float64(n*7919%waiting) / 1000})
			n++
		}
		for n < waiting {
			add()
		}
		for _, turns := range []struct {
			name   string
			shared int
		}{{"own", 1}, {"site", 1000}} {
			turn := make([]string, (hosts+turns.shared-1)/turns.shared)
			for i := range turn {
				turn[i] = fmt.Sprint(turns.name, i)
			}
			b.Run(fmt.Sprintf("%d/%s", hosts, turns.name), func(b *testing.B) {
				var blocked []int32
				before := cpuTime(b)
				for b.Loop() {
					id := f.Best(nil)
					if id < 0 {
						b.Fatal("no host is free")
					}
					h := f.Item(id).Host
					frontier.Choose(f, id)
					f.Hosts().Block(name[h], turn[int(h)/turns.shared])
					blocked = append(blocked, h)
					if len(blocked) > 500 {
						f.Hosts().Unblock(turn[int(blocked[0])/turns.shared])
						blocked = blocked[1:]
					}
					add()
				}
				b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/choice")
				for _, h := range blocked {
					for f.Hosts().Unblock(turn[int(h)/turns.shared]) {
					}
				}
			})
		}
	}
}

// cpuTime returns the time that this process has used of all processors, for machines with other
// work.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
