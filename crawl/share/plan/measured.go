package plan

// What was measured, each with where. Bytes, unless a name says otherwise. A figure that is measured
// anew is changed here and nowhere else.
const (
	// urlMemory is the heap that each known URL takes for ever when its evidence is on disk,
	// with the collector's room: docs/benchmarks.md "Links on disk", 40 MB a million
	// (BenchmarkKnown in crawl/choose/strategy, 2.5 million URLs).
	urlMemory = 40
	// urlMapped is the plain memory that each then takes outside of the heap, and behind that in a mapped file.
	// partMapped of both stays in memory for each part at most (crawl/choose/spill: pagesPlain and pagesMost).
	urlMapped  = 43
	partMapped = (384 + 64) << 20
	// linkMemory is the memory of a link's evidence: 1 GiB for 2.4 million, docs/operations.md "Limits and tuning".
	// urlWaiting is the memory of each URL if nothing is spilled, with the 60 bytes that stand there.
	linkMemory = 447
	urlWaiting = 60 + linkMemory
	// urlDisk is the disk space of each if links are spilled: 210 of spilled links, 43 of the mapped file, and 47 in
	// each of two checkpoints while one replaces the other (docs/benchmarks.md "Links on disk", ten million URLs).
	urlDisk = 210 + 43 + 2*47

	// pageMemory is the memory of each fetched page, with the collector's room: the index of duplicates, 240 and
	// 260 for its sketch (crawl/dedup.Index), .2 above the sum.
	pageMemory = 600
	// siteMemory is the memory of a site with a host: turns, robots.txt, accounts, its row in the order (TestSites, 2.5
	// kB), .2 above the sum.
	siteMemory = 3000

	// pageDisk is the disk space of each page: pages.jsonl .5 kB, journal 4.7 kB (docs/operations.md,
	// encyclopedia pages of 22 KB with 28 links), kept text 3.05 kB (crawl/keep/binenc TestWebs, four webs).
	pageDisk    = 500 + pageJournal
	pageJournal = 4700 + 3050
	// pageArchive is the archived answer of a page of 22 KB, packed (docs/operations.md).
	pageArchive = 11000

	// machineMemory is the memory of a process for any crawl: docs/operations.md "Limits and tuning", of which 192 MB
	// are the collector's. nodeMemory is the memory of a node with its broker above that (docs/benchmarks.md "A
	// cluster against one process": 108 to 159 MB a node, 38 to 72 more than one process).
	machineMemory = 350 << 20
	nodeMemory    = 72 << 20
	// usable is the share of the memory of a machine that a process plans with: crawl/fetch and
	// docs/operations.md, "memory of answers".
	usable = .75

	// pageTime is processor time of a page: 1.25 ms for the whole crawl with kept texts
	// (docs/benchmarks.md "Crawling, beside others"), .98 more of the links of a process with ten million
	// ("Links on disk"), .08 of the exchange at 8 parts (TestWire in lab/eval).
	pageTime = .00125 + .00098 + .00008 // seconds
	// clusterSpeed is the pages a second of three nodes with their brokers by the pages a second of one process on the
	// same processors (docs/benchmarks.md "A cluster against one process": .53 to .93 in seven runs, of which this is
	// the worst).
	clusterSpeed = .53
	// appends are those a second that three brokers have confirmed, of 1.3 kB in 64 logs, on two
	// processors with other work of fifteen times their number: a lower bound (docs/cluster.md, TestMeasure in natsjs).
	appends = 290

	// answer is how long a site takes to answer, in seconds: the politeness bound of docs/cluster.md, "When it pays".
	answer = .3

	// replicas is how many brokers keep each entry; copySize how many times the space of a journal its copy takes there at
	// most (docs/cluster.md "Parts that move").
	replicas = 3
	copySize = 3

	// At most, in a second (crawl/share/node): letters to a part are collected for 200 ms, and 50 if it waits for them;
	// batches of a journal for 200 ms; nodes tell each 200 ms, and each 50 when there are news. entryLetters is how
	// many letters an entry holds.
	letterBatches  = 20
	journalBatches = 5
	tellings       = 20
	entryLetters   = 200
)

// Exchange counts what parts tell each other of a page: letters with their bytes, and the bytes of its
// outcome as one node reads it, packed.
type Exchange struct {
	Parts        int     `json:"parts"`
	Letters      float64 `json:"letters"`
	LetterBytes  float64 `json:"letter_bytes"`
	OutcomeBytes float64 `json:"outcome_bytes"`
}

// Exchanges were measured by splitting a synthetic web of 1,000 hosts, 2,000 pages, in batches of 16: TestMessages in
// lab/eval, which refuses this table when it is a tenth off. Real hosts of one topic link less to each other.
func Exchanges() []Exchange {
	return []Exchange{
		{2, .97, 171, 160},
		{4, 2.39, 299, 153},
		{8, 3.73, 383, 152},
		{16, 4.81, 411, 150},
		{32, 5.46, 435, 148},
	}
}
