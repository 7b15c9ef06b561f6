package program

import (
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/message"
)

// greet writes what ontocrawl without arguments shows on a terminal: commands to begin with.
func greet(w io.Writer) error {
	p := message.Of(w)
	fmt.Fprintf(w, "%s\n", p.Text("ontocrawl finds the pages about a topic that an ontology defines, and watches them. Begin with one of these:"))
	for _, line := range [][2]string{
		{"demo", p.Text("See it work in seconds: a web on this machine is crawled, without a network")},
		{"try https://weather.example/ --topic typhoon", p.Text("What one page is, whether it is about the topic, and why")},
		{"crawl https://weather.example/ --topic typhoon --out runs/typhoon", p.Text("Crawl from an address")},
		{"init", p.Text("Five questions write a file of jobs, jobs.yaml")},
		{"watch jobs.yaml --listen 127.0.0.1:7474", p.Text("Run the jobs by the clock, and show them in the browser")},
	} {
		fmt.Fprintf(w, "\n  ontocrawl %s\n      %s\n", line[0], line[1])
	}
	_, err := fmt.Fprintf(w, "\n%s\n", p.Text("\"ontocrawl help\" lists all commands, and \"ontocrawl help crawl\" says what one takes."))
	return err
}
