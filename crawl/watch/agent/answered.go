package agent

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Answered is a transport whose end is heard only when all that was asked before it is answered: a program that pipes its
// questions in closes its end at once. The SDK ends with the input, and drops the answers that are under way.
type Answered struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (a Answered) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := a.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &answered{Connection: c, open: map[string]bool{}}, nil
}

type answered struct {
	mcp.Connection

	mu   sync.Mutex
	open map[string]bool // the requests without an answer, by the JSON of their ids
	done chan struct{}   // closed when there are none; nil: nobody waits for it
}

func (c *answered) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.asked(r.ID)
	} else if ok && r.Method == "notifications/cancelled" {
		var p struct {
			RequestID json.RawMessage `json:"requestId"`
		}
		if json.Unmarshal(r.Params, &p) == nil {
			c.settled(string(p.RequestID))
		}
	}
	if errors.Is(err, io.EOF) {
		c.wait(ctx)
	}
	return m, err
}

func (c *answered) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.settled(idOf(r.ID))
	}
	return err
}

func idOf(id jsonrpc.ID) string {
	text, err := json.Marshal(id.Raw())
	if err != nil {
		return ""
	}
	return string(text)
}

func (c *answered) asked(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[idOf(id)] = true
}

func (c *answered) settled(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, id)
	if len(c.open) == 0 && c.done != nil {
		close(c.done)
		c.done = nil
	}
}

// wait returns when nothing that was asked waits for an answer.
func (c *answered) wait(ctx context.Context) {
	c.mu.Lock()
	done := make(chan struct{})
	if c.done = done; len(c.open) == 0 {
		close(done)
		c.done = nil
	}
	c.mu.Unlock()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
