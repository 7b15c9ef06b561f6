package eval

import (
	"fmt"
	"strconv"
	"strings"
)

// Budget is a number of pages, given as it is or by what there is to find.
type Budget struct {
	N     int
	Times bool // N times the reachable pages on topic
	Seeds bool // and the seeds besides
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
		return b, fmt.Errorf("%q is no budget: give pages (2000), times the reachable pages on topic (4x), or seeds+20x", s)
	}
	b.N = n
	return b, nil
}

// String is the form that ParseBudget reads.
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

// pages is the budget of a run.
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

// BudgetError says that a budget does not even reach for the seeds.
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
