package eval

import (
	"fmt"
	"strconv"
	"strings"
)

// Budget is a number of pages, given directly or by the number of pages on topic.
type Budget struct {
	N     int
	Times bool // N counts in reachable pages on topic
	Seeds bool // the seeds come on top
}

// ParseBudget reads "2000", "4x" (4 times the reachable pages on topic) or
// "seeds+20x".
func ParseBudget(s string) (Budget, error) {
	var b Budget
	rest := strings.TrimSpace(s)
	rest, b.Seeds = strings.CutPrefix(rest, "seeds+")
	rest, b.Times = strings.CutSuffix(rest, "x")
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > 1e9 {
		return b, fmt.Errorf("%q is not a budget: give pages (2000), times the reachable pages on topic (4x), or seeds+20x", s)
	}
	b.N = n
	return b, nil
}

// String returns the form that ParseBudget reads.
func (b Budget) String() string {
	s := strconv.Itoa(b.N)
	if b.Times {
		s += "x"
	}
	if b.Seeds {
		s = "seeds+" + s
	}
	return s
}

// pages returns the budget of a run.
func (b Budget) pages(seeds, reachable int) int {
	n := b.N
	if b.Times {
		n *= reachable
	}
	if b.Seeds {
		n += seeds
	}
	return n
}

// BudgetError says that a budget is smaller than the number of seeds.
type BudgetError struct {
	Given        Budget
	Pages, Seeds int
	Run          int
}

func (e *BudgetError) Error() string {
	is := ""
	if e.Given.Times || e.Given.Seeds {
		is = fmt.Sprintf(" (%d pages in run %d)", e.Pages, e.Run)
	}
	return fmt.Sprintf("the budget %v%s is below the %d seeds, which are fetched first", e.Given, is, e.Seeds)
}
