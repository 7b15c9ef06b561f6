package plan

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// near reports whether two numbers are equal but for the last digits.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Abs(b) }

// TestOf: 1.3 million URLs of 1,000 sites, by hand. 1,000 sites at 1.3 s are 769.23 pages a second;
// in a day 1.296e6 pages are 15 a second. What it needs fits into three machines.
func TestOf(t *testing.T) {
	c := Crawl{URLs: 1.296e6, Sites: 1000, Delay: time.Second, Days: 1, Archived: .5, Memory: 8e9, Cores: 2, FrontierMemory: 1e8}
	n, err := Of(c)
	if err != nil {
		t.Fatal(err)
	}
	if n.Machines != 3 || n.Parts != 12 || n.Bound != "brokers" || len(n.Notes) != 0 {
		t.Errorf("%d machines, %d parts, bound by %s, %q", n.Machines, n.Parts, n.Bound, n.Notes)
	}
	for what, x := range map[string][2]float64{
		"politeness":        {n.Polite, 1000 / 1.3},
		"pages a second":    {n.PagesPerSecond, 15},
		"days":              {n.Days, 1},
		"pages of a site":   {n.SitePages, 66461}, // 86,400 / 1.3
		"memory of process": {n.Memory.Process, 422 << 20},
		"memory of URLs":    {n.Memory.URLs, 1e8 + 432000*83}, // 40 and 43
		"memory of pages":   {n.Memory.Pages, 432000 * 600},   //
		"memory of sites":   {n.Memory.Sites, 1e6},            // 333.3 of 3,000
		"disk":              {n.Disk, 432000 * (347 + 8250 + 5500)},
		"disk of a broker":  {n.Broker, 1.296e6 * 411}, // 12 parts: as 16
		"cores":             {n.Cores, 15 * .00231 / .53 / 3},
		"letters":           {n.Letters, 1.296e6 * 4.81},
		"outcomes":          {n.Outcomes, 1.296e6 * 2},
		"entries":           {n.Entries, 15 * 4.81}, // less than 3 nodes * 12 parts * 20
		"told":              {n.Told, 60},           // 3 * 20
		"bytes a second":    {n.BytesPerSecond, 15 * (411*4 + 150*2)},
	} {
		if !near(x[0], x[1]) {
			t.Errorf("%s: %.9g; want %.9g", what, x[0], x[1])
		}
	}
	c.FrontierMemory = 2e8 // holds 447,000 links
	if n, err = Of(c); err != nil || n.Memory.URLs != 432000*507 || !near(n.Disk, 432000*(2*507+8250+5500)) {
		t.Errorf("nothing is spilled: %+v, disk %g, %v", n.Memory, n.Disk, err)
	}
	c.Durable = true
	if n, err = Of(c); err != nil {
		t.Fatal(err)
	}
	for what, x := range map[string][2]float64{
		"durable, memory of process": {n.Memory.Process, 422 << 20},
		"durable, memory of URLs":    {n.Memory.URLs, 432000 * 507},
		"durable, disk of a broker":  {n.Broker, 1.296e6 * 3 * 7750},
		"durable, entries":           {n.Entries, 15*4.81 + 15},
		"durable, bytes a second":    {n.BytesPerSecond, 15 * (411*4 + 150*2 + 6*7750)},
	} {
		if !near(x[0], x[1]) {
			t.Errorf("%s: %.9g; want %.9g", what, x[0], x[1])
		}
	}
}

// TestBounds: what decides the number of machines, and what politeness does to a wish.
func TestBounds(t *testing.T) {
	base := Crawl{URLs: 1e9, Pages: 1e8, Sites: 5e6, Delay: time.Second, Days: 30, Memory: 16e9, Cores: 4, Disk: 8e12, FrontierMemory: 1e9}
	for _, test := range []struct {
		name     string
		change   func(c *Crawl)
		bound    string
		machines int
		note     string
	}{
		// 1e9*40 + 1e8*600 + 5e6*3000 are 115 GB; with 1.88 GB outside of the heap, 1 of links and .44 of the process
		// 8.68 GB of 12 remain for them on each.
		{"memory", func(*Crawl) {}, "memory", 14, "most that was measured"},
		// 4,823 pages a second * 2.31 ms / .53 are 21 processors.
		{"processors", func(c *Crawl) { c.Days, c.Memory, c.Cores = .24, 128e9, 4 }, "processors", 6, "more than three nodes"},
		// (1e9*347 + 1e8*8250) / 6 are 195 GB, and 1e8 * 435 are 43.5 of letters on a broker; with five 278.
		{"disk", func(c *Crawl) { c.Memory, c.Disk = 128e9, 250e9 }, "disk", 6, "more than three nodes"},
		{"politeness", func(c *Crawl) { c.Memory, c.Sites = 128e9, 26 }, "brokers", 3, "politeness is the bound: the sites allow 20 pages a second"},
		{"duplicates", func(c *Crawl) { c.Pages = 1e9 }, "memory", 0, "index of duplicates, 600 bytes a page"},
	} {
		c := base
		test.change(&c)
		n, err := Of(c)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if n.Bound != test.bound || test.machines != 0 && n.Machines != test.machines || !strings.Contains(strings.Join(n.Notes, "\n"), test.note) {
			t.Errorf("%s: %d machines, bound by %s, %q", test.name, n.Machines, n.Bound, n.Notes)
		}
	}
}

// TestRefusedInput: what cannot be planned with is named.
func TestRefusedInput(t *testing.T) {
	base := Crawl{URLs: 1e6, Sites: 1e3, Delay: time.Second, Days: 1, Memory: 8e9, Cores: 2}
	for want, change := range map[string]func(c *Crawl){
		"--urls":           func(c *Crawl) { c.URLs = math.NaN() },
		"--sites must":     func(c *Crawl) { c.Sites = 0 },
		"--sites: 2e+06":   func(c *Crawl) { c.Sites = 2e6 },
		"--days":           func(c *Crawl) { c.Days = math.Inf(1) },
		"--pages":          func(c *Crawl) { c.Pages = 2e6 },
		"--archived":       func(c *Crawl) { c.Archived = 1.5 },
		"less than 0":      func(c *Crawl) { c.Delay = -1 },
		"more than 0.6 GB": func(c *Crawl) { c.Memory = 1e8 },
		"256 machines":     func(c *Crawl) { c.URLs, c.Memory = 1e12, 2e9 },
	} {
		c := base
		change(&c)
		if _, err := Of(c); !errors.As(err, new(*inputError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}
