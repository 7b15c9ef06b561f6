package monitor_test

import (
	"fmt"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// A job is due at noon of workdays, by the clock of its zone.
func ExampleParse() {
	s, err := monitor.ParseSchedule("0 12 * * 1-5", time.UTC)
	if err != nil {
		fmt.Println(err)
		return
	}
	friday := time.Date(2026, 7, 24, 13, 0, 0, 0, time.UTC)
	for _, t := range monitor.TimesOf(s, friday, 2) {
		fmt.Println(t.Format("Mon 2006-01-02 15:04"))
	}
	// Output:
	// Mon 2026-07-27 12:00
	// Tue 2026-07-28 12:00
}
