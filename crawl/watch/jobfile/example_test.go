package jobfile_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
)

// All faults of a file of jobs are found at once, each with its line.
func ExampleParse() {
	_, err := jobfile.Parse("jobs.yaml", []byte(`jobs:
  - name: typhoon
    schedule: "61 * * * *"
    seeds: ["http://weather.example/"]
    budget: {pages: 100}
    paused: perhaps
`), jobfile.Options{})
	fmt.Println(err)
	// Output:
	// jobs.yaml:3: job typhoon: schedule "61 * * * *": end of range (61) above maximum (59): 61
	// jobs.yaml:6: job typhoon: paused is true or false
}
