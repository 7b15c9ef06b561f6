package agent

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
)

// Search finds captured pages by their text.
type Search interface {
	Index() library.Index
	Build() error // starts a build in the background
	Search(ctx context.Context, words, job string, n int) ([]library.Hit, error)
}

// Options of a server. A part that is nil has no tools.
type Options struct {
	Version string
	Source  api.Source   // jobs, or one run folder as a job
	Shifts  *shift.Maker // what is new; needs Source
	Search  Search
	Folder  func(job string) (dir string, ok bool) // the run folder of a job
	Compare func(ctx context.Context, a, b string) (Comparison, error)

	// Crawls and Control are given only if crawling is allowed.
	Crawls  *Crawls
	Control api.Control
}

// server answers the tools.
type server struct{ opt Options }

// New returns a server of the protocol. Whoever connects it chooses the transport.
func New(opt Options) *mcp.Server {
	s := &server{opt}
	m := mcp.NewServer(&mcp.Implementation{Name: "ontocrawl", Title: "ontocrawl", Version: opt.Version}, &mcp.ServerOptions{Instructions: s.instructions()})
	if opt.Source != nil {
		add(m, reading("list_jobs", "List the monitoring jobs, or the one crawl, with their state and what is wrong."), s.listJobs)
		add(m, reading("list_finds", "List relevant pages that were found, newest first. Pages that say the same are one find."), s.listFinds)
		s.offer(m)
	}
	if opt.Source != nil && opt.Shifts != nil {
		add(m, reading("whats_new", "List what is new about events since a time: figures that are new, that changed, that sources tell otherwise, and forecasts, each with its page."), s.whatsNew)
	}
	if opt.Search != nil {
		add(m, reading("search_pages", "Search the text of captured pages, in Chinese and English. All words must occur; words in double quotes stand side by side."), s.searchPages)
	}
	if opt.Folder != nil {
		add(m, reading("explain_page", "Say why a captured page was judged relevant or not: its verdict, and which concept was found by which words in which place."), s.explainPage)
	}
	if opt.Compare != nil {
		add(m, reading("compare_concepts", "Say how similar two concepts of the ontology are, and why: factors, path, common ancestors."), s.compareConcepts)
	}
	if opt.Crawls != nil {
		add(m, acting("start_crawl", "Start a bounded crawl of a topic from seeds. One crawl runs at a time.", true), s.startCrawl)
		add(m, reading("watch_crawl", "Say how a crawl that was started here stands, with its best pages."), s.watchCrawl)
		add(m, acting("stop_crawl", "Stop a crawl that was started here. What it found stays.", false), s.stopCrawl)
	}
	if opt.Control != nil {
		add(m, acting("run_job", "Ask for a run of a monitoring job now.", true), s.runJob)
	}
	return m
}

func (s *server) instructions() string {
	text := "ontocrawl finds and judges pages of a topic by an ontology. " + note
	if s.opt.Crawls == nil && s.opt.Control == nil {
		text += " This server only reads: it fetches nothing from the web."
	}
	return text
}

// reading describes a tool that changes nothing and asks nobody on the web.
func reading(name, what string) *mcp.Tool {
	closed := false
	return &mcp.Tool{Name: name, Description: what, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &closed}}
}

// acting describes a tool that changes something; open: it asks the web.
func acting(name, what string, open bool) *mcp.Tool {
	destructive := false
	return &mcp.Tool{Name: name, Description: what, Annotations: &mcp.ToolAnnotations{DestructiveHint: &destructive, OpenWorldHint: &open}}
}

// add adds a tool. An error of the tool is an answer that says what is wrong, so that the
// program can ask otherwise; it may hold text of a page and is cleaned.
func add[In, Out any](m *mcp.Server, t *mcp.Tool, f func(context.Context, In) (Out, error)) {
	mcp.AddTool(m, t, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(ctx, in)
		if err != nil {
			err = fmt.Errorf("%s", clean(err.Error(), maxExcerpt))
		}
		return nil, out, err
	})
}
