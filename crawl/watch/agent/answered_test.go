package agent_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/agent"
)

type written struct{ *bytes.Buffer }

func (written) Close() error { return nil }

// TestAnswered: what was asked before the input ended is answered, but for what was cancelled.
func TestAnswered(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "test"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "slow"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil, nil
	})
	in := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	for id := 2; id < 6; id++ {
		in += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"slow","arguments":{}}}`+"\n", id)
	}
	in += `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"slow","arguments":{}}}
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}
`
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out bytes.Buffer
	if err := s.Run(ctx, agent.Answered{Transport: &mcp.IOTransport{Reader: io.NopCloser(strings.NewReader(in)), Writer: written{&out}}}); err != nil && ctx.Err() != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `"done"`); n < 4 {
		t.Errorf("%d answers, want 4 or more:\n%s", n, out.String())
	}
}
