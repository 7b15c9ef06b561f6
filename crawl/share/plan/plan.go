package plan

import (
	"cmp"
	"math"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Crawl says what is to be crawled, and on what.
type Crawl struct {
	URLs     float64       `json:"urls"`     // that it will know
	Pages    float64       `json:"pages"`    // that it fetches; 0: all URLs
	Sites    float64       `json:"sites"`    // registrable domains with pages to fetch
	Delay    time.Duration `json:"-"`        // between two requests to a site
	Days     float64       `json:"days"`     // in which the pages are to be fetched
	Archived float64       `json:"archived"` // share of the pages whose answers are archived, 0 to 1
	Memory   float64       `json:"memory"`   // of a machine, in bytes
	Cores    int           `json:"cores"`    // of a machine
	Disk     float64       `json:"disk"`     // of a machine, in bytes; 0: as much as it needs
	// Durable: journals have copies in the brokers (cluster-durable: cluster). Then the links that
	// wait stay in memory.
	Durable bool `json:"durable"`
	// FrontierMemory of a machine, in bytes (frontier-memory); 0: nothing is spilled.
	FrontierMemory float64 `json:"frontier_memory"`
}

// Need says what a crawl needs.
type Need struct {
	Machines int    `json:"machines"`
	Bound    string `json:"bound"` // what decides their number: memory, processors, disk or brokers
	Parts    int    `json:"parts"`
	// PagesPerSecond of all machines, and what politeness allows.
	PagesPerSecond float64 `json:"pages_per_second"`
	Polite         float64 `json:"polite_pages_per_second"`
	Days           float64 `json:"days"`       // that it takes
	SitePages      float64 `json:"site_pages"` // that a site can give in that time
	// Memory and Disk of one machine, in bytes; Broker is of the disk what the brokers of the first three take.
	Memory Memory  `json:"memory"`
	Disk   float64 `json:"disk"`
	Broker float64 `json:"broker_disk"`
	Cores  float64 `json:"cores"` // busy, of a machine
	Messages
	Notes []string `json:"notes,omitempty"`

	notes []english.Phrase
}

// Memory is the memory of a machine, in bytes.
type Memory struct {
	Process float64 `json:"process"` // whatever it crawls
	URLs    float64 `json:"urls"`    // the order, and what speaks for links that wait
	Pages   float64 `json:"pages"`   // the index of duplicates
	Sites   float64 `json:"sites"`
}

// Sum of all.
func (m Memory) Sum() float64 { return m.Process + m.URLs + m.Pages + m.Sites }

// Messages counts the messages of all machines.
type Messages struct {
	Letters  float64 `json:"letters"`  // of the whole crawl
	Outcomes float64 `json:"outcomes"` // of the whole crawl, as nodes read them
	// At most in a second: entries that brokers confirm, and messages that nodes tell each other.
	Entries float64 `json:"entries_per_second"`
	Told    float64 `json:"told_per_second"`
	// BytesPerSecond that all nodes send and read, brokers' copies among them.
	BytesPerSecond float64 `json:"bytes_per_second"`
}

// inputError names what cannot be planned with.
type inputError struct{ english.Phrase }

func (e *inputError) Error() string { return e.String() }

func (c *Crawl) check() error {
	for _, f := range []struct {
		name  string
		value float64
	}{{"urls", c.URLs}, {"sites", c.Sites}, {"days", c.Days}, {"machine-memory", c.Memory}, {"machine-cores", float64(c.Cores)}} {
		if !(f.value > 0) || math.IsInf(f.value, 0) {
			return &inputError{english.Phrasef("--%s must be more than 0", f.name)}
		}
	}
	switch {
	case !(c.Pages >= 0 && c.Pages <= c.URLs):
		return &inputError{english.Phrasef("--pages: %g; no more pages can be fetched than URLs are known, %g", c.Pages, c.URLs)}
	case c.Sites > c.URLs:
		return &inputError{english.Phrasef("--sites: %g; each site has at least one of the %g URLs", c.Sites, c.URLs)}
	case !(c.Archived >= 0 && c.Archived <= 1):
		return &inputError{english.Phrasef("--archived: %g; it is a share, from 0 to 1", c.Archived)}
	case c.Delay < 0 || !(c.Disk >= 0) || !(c.FrontierMemory >= 0):
		return &inputError{english.Phrasef("--delay, --machine-disk and --frontier-memory cannot be less than 0")}
	case fixed >= c.Memory*usable:
		return &inputError{english.Phrasef("--machine-memory: a machine needs more than %.1f GB, whatever it crawls", fixed/usable/1e9)}
	}
	return nil
}

// fixed is the memory of a machine, whatever it crawls.
const fixed = machineMemory + nodeMemory

// spills reports whether a machine that knows so many URLs has what speaks for some of them on disk.
func (c *Crawl) spills(urls float64) bool {
	return !c.Durable && c.FrontierMemory > 0 && urls*linkMemory > c.FrontierMemory
}

// Of estimates what c needs. The error is an *inputError.
func Of(c Crawl) (n Need, err error) {
	if err := c.check(); err != nil {
		return n, err
	}
	c.Pages = cmp.Or(c.Pages, c.URLs)
	n.speed(&c)
	if err := n.machines(&c); err != nil {
		return n, err
	}
	n.Memory, n.Disk, n.Broker = c.memory(n.Machines), c.disk(n.Machines), c.broker(n.Parts)
	n.Cores = c.cores(n.PagesPerSecond) / float64(n.Machines)
	n.exchange(&c)
	n.remark(&c)
	for _, p := range n.notes {
		n.Notes = append(n.Notes, p.String())
	}
	return n, nil
}

// leave implements [Level.Leave]: first the strategy inside gets every deferred link.
func (n *Need) speed(c *Crawl) {
	turn := c.Delay.Seconds() + answer
	n.Polite = c.Sites / turn
	n.PagesPerSecond = min(c.Pages/(c.Days*86400), n.Polite)
	n.Days = c.Pages / n.PagesPerSecond / 86400
	n.SitePages = math.Floor(n.Days * 86400 / turn)
}

// cores are how many processors are busy with so many pages a second.
func (c *Crawl) cores(perSecond float64) float64 { return perSecond * pageTime / clusterSpeed }

// fewest is the least cluster that bears the death of a machine.
const fewest = 3

// machines is the least number of machines of which each has room for its share.
func (n *Need) machines(c *Crawl) error {
	for m := fewest; m <= cluster.MostParts; m++ {
		bound := ""
		switch {
		case c.memory(m).Sum() > c.Memory*usable:
			bound = "memory"
		case c.cores(n.PagesPerSecond) > float64(m*c.Cores):
			bound = "processors"
		case c.Disk > 0 && c.disk(m)+c.broker(parts(m)) > c.Disk:
			bound = "disk"
		}
		if bound == "" {
			n.Machines, n.Parts, n.Bound = m, parts(m), cmp.Or(n.Bound, "brokers")
			return nil
		}
		n.Bound = bound
	}
	return &inputError{english.Phrasef("more than %d machines of this size would be needed, and a cluster has at most so many parts: take larger machines, or several crawls", cluster.MostParts)}
}

// parts are some four for each machine.
func parts(machines int) int { return min(4*machines, cluster.MostParts) }

// memory of each of so many machines.
func (c *Crawl) memory(machines int) Memory {
	m := float64(machines)
	x := Memory{Process: fixed, Pages: c.Pages / m * pageMemory, Sites: c.Sites / m * siteMemory}
	if urls := c.URLs / m; c.spills(urls) {
		x.URLs = c.FrontierMemory + urls*urlMemory + min(urls*urlMapped, float64(parts(machines))/m*partMapped)
	} else {
		x.URLs = urls * urlWaiting
	}
	return x
}

// disk of each of so many machines, for its parts.
func (c *Crawl) disk(machines int) float64 {
	urls := c.URLs * 2 * urlWaiting // two checkpoints
	if c.spills(c.URLs / float64(machines)) {
		urls = c.URLs * urlDisk
	}
	return (urls + c.Pages*(pageDisk+c.Archived*pageArchive)) / float64(machines)
}

// broker is the disk of each of the three brokers: all letters, or the copies of all journals.
func (c *Crawl) broker(parts int) float64 {
	if c.Durable {
		return copySize * pageJournal * c.Pages
	}
	return exchangeOf(parts).LetterBytes * c.Pages
}

// exchange estimates what nodes send.
func (n *Need) exchange(c *Crawl) {
	x, nodes := exchangeOf(n.Parts), float64(n.Machines)
	n.Letters, n.Outcomes = x.Letters*c.Pages, c.Pages*(nodes-1)
	letters := x.Letters * n.PagesPerSecond
	n.Entries = max(min(letters, nodes*float64(n.Parts)*letterBatches), letters/entryLetters)
	bytes := x.LetterBytes*(replicas+1) + x.OutcomeBytes*(nodes-1)
	if c.Durable {
		n.Entries += min(n.PagesPerSecond, float64(n.Parts)*journalBatches)
		bytes += 2 * pageJournal * replicas
	}
	n.Told = nodes * tellings
	n.BytesPerSecond = bytes * n.PagesPerSecond
}

// exchangeOf returns what was measured at so many parts, or at the next number that was.
func exchangeOf(parts int) Exchange {
	all := Exchanges()
	for _, x := range all {
		if parts <= x.Parts {
			return x
		}
	}
	return all[len(all)-1]
}

// remark says what the figures do not.
func (n *Need) remark(c *Crawl) {
	add := func(note english.Phrase) { n.notes = append(n.notes, note) }
	if n.Days > c.Days*1.001 {
		add(english.Phrasef("politeness is the bound: the sites allow %v pages a second, so it takes %.3g days; more machines do not help", Figure(n.Polite), n.Days))
	}
	if n.Memory.Pages > n.Memory.Sum()/2 {
		add(english.Phrasef("most of the memory is the index of duplicates, %d bytes a page; it has no form on disk", pageMemory))
	}
	if c.Durable && n.Memory.URLs > n.Memory.Sum()/2 {
		add(english.Phrasef("with cluster-durable: cluster the links that wait stay in memory, %d bytes each; cluster-durable: node needs less", urlWaiting))
	}
	if c.URLs/float64(n.Machines) > 1e7 {
		add(english.Phrasef("a machine would know %v URLs; ten million in one process is the most that was measured", Figure(c.URLs/float64(n.Machines))))
	}
	if n.Machines > 3 {
		add(english.Phrasef("more than three nodes have not been tried"))
	}
	if n.Entries > appends {
		add(english.Phrasef("%v entries a second; three brokers on two busy processors confirmed %d, so measure yours first", Figure(n.Entries), appends))
	}
}

// The order of URLs stays in memory, so every answer equals the answer of [InMemory], whatever is
// spilled; when something is, later items lie in a mapped file (crawl/choose/spill).
func (n *Need) Says() []english.Phrase { return n.notes }
