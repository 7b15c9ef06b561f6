package watching

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/watch/agent"
)

// speaking starts ontocrawl mcp with args in this process, and returns the SDK's client on
// its standard input and output.
func speaking(t *testing.T, args ...string) *mcp.ClientSession {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int, 1)
	var said strings.Builder
	go func() {
		done <- program.Run(ctx, program.Ontocrawl, mcpApp(cli.Streams{In: in, Out: out, Err: &said}, args))
		out.Close() //nolint:errcheck // a pipe
	}()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(ctx, &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		cancel()
		t.Fatalf("%v; %d %s", err, <-done, said.String())
	}
	t.Cleanup(func() {
		c.Close() //nolint:errcheck // it ends the server
		if code := <-done; code != cli.ExitOK {
			t.Errorf("exit code %d: %s", code, said.String())
		}
		cancel()
	})
	return c
}

func mcpApp(s cli.Streams, args []string) *cli.App {
	return &cli.App{Streams: s, Args: append([]string{"mcp"}, args...), Dictionary: &cmdtest.Dictionary, Env: []string{"LANG=en_GB.UTF-8", "GOGC=100"}}
}

// answered calls a tool and reads its answer into out.
func answered(t *testing.T, c *mcp.ClientSession, tool string, args map[string]any, out any) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		t.Fatalf("%s: %s", tool, text)
	}
	if err := json.Unmarshal([]byte(text), out); err != nil {
		t.Fatalf("%s: %v in %s", tool, err, text)
	}
}

// TestMCP: a program asks about a crawl over standard input and output, and starts one.
func TestMCP(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := filepath.Join(t.TempDir(), "storms")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", dir, "--log-level", "error"); r.code != cli.ExitOK {
		t.Fatalf("%+v", r)
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page1("Typhoon warning", "The typhoon brings a storm surge. "+strings.Repeat("Typhoon. ", 30), "")) //nolint:errcheck // a test
	}))
	defer site.Close()
	c := speaking(t, dir, "--allow-crawl", filepath.Join(t.TempDir(), "agents"), "--max-pages", "3", "--allow-private", "--delay", "0", "--log-level", "error")

	var jobs agent.JobStates
	if answered(t, c, "list_jobs", nil, &jobs); len(jobs.Jobs) != 1 || jobs.Jobs[0].Name != "storms" {
		t.Errorf("%+v", jobs)
	}
	var finds agent.Finds
	if answered(t, c, "list_finds", nil, &finds); len(finds.Finds) == 0 {
		t.Fatal("no finds")
	}
	var news agent.AllNews
	if answered(t, c, "whats_new", map[string]any{"since": "2026-01-01T00:00:00Z"}, &news); news.Job != "storms" || !news.Read.IsZero() || len(news.News) != 0 {
		t.Errorf("%+v", news) // nobody keeps its events
	}
	var v agent.Verdict
	if answered(t, c, "explain_page", map[string]any{"url": finds.Finds[0].URL}, &v); !v.Relevant || len(v.Reasons) == 0 {
		t.Errorf("%+v", v)
	}
	var same agent.Comparison
	if answered(t, c, "compare_concepts", map[string]any{"a": "台风", "b": "风暴潮"}, &same); same.Similarity <= 0 || same.Similarity >= 1 || !strings.Contains(same.Why, "IFDis") {
		t.Errorf("%+v", same)
	}
	var begun agent.CrawlStarted
	if answered(t, c, "start_crawl", map[string]any{"topic": "typhoon", "seeds": []string{site.URL + "/"}, "max_pages": 100}, &begun); begun.MaxPages != 3 {
		t.Errorf("%+v", begun)
	}
	state := agent.CrawlState{Running: true}
	for state.Running {
		time.Sleep(5 * time.Millisecond)
		answered(t, c, "watch_crawl", map[string]any{"id": begun.ID}, &state)
	}
	if state.Error != "" || state.Pages != 1 || state.Relevant != 1 || len(state.Best) != 1 || state.Best[0].Untrusted.Title != "Typhoon warning" {
		t.Errorf("%+v", state)
	}
	if answered(t, c, "explain_page", map[string]any{"url": site.URL + "/", "job": begun.ID}, &v); !v.Relevant {
		t.Errorf("%+v", v)
	}
}

// TestMCPByHTTP: the same tools by HTTP, for this machine only: a page in a browser that points
// a name of its own to this address is refused.
func TestMCPByHTTP(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said, w := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- program.Run(ctx, program.Ontocrawl, mcpApp(cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: w}, []string{"--listen", "127.0.0.1:0"}))
		w.Close() //nolint:errcheck // a pipe
	}()
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Fields(strings.TrimPrefix(line, "The protocol is served at "))[0]
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: address, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.ListTools(ctx, nil)
	if err != nil || len(list.Tools) != 1 || list.Tools[0].Name != "compare_concepts" {
		t.Errorf("%v %+v", err, list)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "evil.example"
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("%v %+v", err, resp)
	}
	resp.Body.Close() //nolint:errcheck // read only
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	cancel()
	if code := <-done; code != cli.ExitOK {
		t.Errorf("exit code %d", code)
	}
}

// Others must not reach a server that asks nobody who he is.
func TestMCPOnLoopbackOnly(t *testing.T) {
	t.Parallel()
	if r := ontocrawl(t, "mcp", "--listen", "0.0.0.0:0"); r.code != cli.ExitUsage || !strings.Contains(r.err, "loopback") {
		t.Errorf("%+v", r)
	}
}
