package engine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Machine tells what may be known of a death afterwards.
type Machine interface {
	// Boot identifies the time since the machine was started; "" if that is not known.
	Boot() string
	// Killed is how many processes the kernel has killed since then for want of memory;
	// 0 if that is not known.
	Killed() int
}

// kernel is Linux; elsewhere it knows nothing, and every death has an unknown cause.
type kernel struct{}

// Boot implements Machine by random(4).
func (kernel) Boot() string {
	b, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// Killed implements Machine by the line oom_kill of /proc/vmstat (since Linux 4.13). It
// counts kills in every control group.
func (kernel) Killed() int {
	b, err := os.ReadFile("/proc/vmstat")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut("\n"+string(b), "\noom_kill ")
	number, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.Atoi(number) // 0 without such a line
	return n
}

// life holds what a process notes of the machine when it begins.
type life struct {
	boot   string
	killed int
}

func lifeOn(m Machine) life { return life{m.Boot(), m.Killed()} }

func (l life) append(b []byte) []byte { return fmt.Appendf(b, "p %q %d\n", l.boot, l.killed) }

func parseLife(s string) (l life) {
	fmt.Sscanf(s, "%q %d", &l.boot, &l.killed) //nolint:errcheck // the zero life belongs to another boot
	return l
}
