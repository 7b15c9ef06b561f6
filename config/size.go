package config

import (
	"math"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// sizeUnits are the units of sizes: of 1000, as disks are measured, and of 1024.
var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1},
}

// ParseSize reads a number of bytes such as 512MB, 1.5GiB or 1000000. K, M, G and T
// alone are units of 1024, as in most programs. Upper and lower case are the same.
func ParseSize(s string) (int64, error) {
	number, unit := strings.TrimSpace(s), 1.0
	for _, u := range sizeUnits {
		if n := len(number) - len(u.name); n > 0 && strings.EqualFold(number[n:], u.name) {
			number, unit = strings.TrimSpace(number[:n]), u.bytes
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x >= 0 && x*unit < math.MaxInt64/2) || strings.ContainsAny(number, "xXpPeEnN_") {
		return 0, english.Errorf("%.40q is no size such as 512MB", s)
	}
	return int64(x * unit), nil
}
