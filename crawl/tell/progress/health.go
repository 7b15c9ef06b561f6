package progress

import (
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

const (
	// StuckAfter is how long a running crawl may record nothing. The longest
	// wait that politeness asks for is ten minutes (crawl/fetch,
	// DefaultMaxRetryAfter).
	StuckAfter = 15 * time.Minute
	// lowDisk is the free space in bytes below which Health reports a disk. That is
	// some minutes before crawl/keep/state stops the crawl.
	lowDisk = 512 << 20
)

// Health returns an error if the crawl is stuck or the disk is nearly full. free is the
// free space in bytes on the run's disk, negative if unknown.
func (m *Meter) Health(free int64) error {
	c := m.Counts()
	var errs []error
	if quiet := m.now().Sub(c.LastVisit.Time); quiet > StuckAfter {
		errs = append(errs, english.Errorf("stuck: nothing was recorded for %v, and %d URLs wait", quiet.Round(time.Second), c.Waiting))
	}
	if free >= 0 && free < lowDisk {
		errs = append(errs, english.Errorf("disk low: %d MB are free on the disk of the run, less than %d", free>>20, lowDisk>>20))
	}
	return errors.Join(errs...)
}
