package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// findsURI names the newest finds of all jobs; with a job behind it, those of the job.
const findsURI = "ontocrawl://finds"

// offer adds the finds as resources, which a person attaches to a conversation, and a report about them as a prompt.
func (s *server) offer(m *mcp.Server) {
	m.AddResource(&mcp.Resource{URI: findsURI, Name: "finds", Title: "Newest finds", Description: "The newest relevant pages of all jobs.", MIMEType: "application/json"}, s.readFinds)
	m.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: findsURI + "/{job}", Name: "finds-of-job", Title: "Newest finds of a job", Description: "The newest relevant pages of a job.", MIMEType: "application/json"}, s.readFinds)
	m.AddPrompt(&mcp.Prompt{
		Name: "report", Title: "Report on the finds", Description: "A report on what was found of late, each statement with the address of its page.",
		Arguments: []*mcp.PromptArgument{{Name: "job", Description: "only the finds of this job"}},
	}, s.report)
}

// readFinds answers a resource.
func (s *server) readFinds(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	rest, ok := strings.CutPrefix(r.Params.URI, findsURI)
	job, err := url.PathUnescape(strings.TrimPrefix(rest, "/"))
	if !ok || err != nil || rest != "" && (job == "" || !s.hasJob(ctx, job)) {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	c, err := s.contents(ctx, job)
	if err != nil {
		return nil, fmt.Errorf("%s", clean(err.Error(), maxExcerpt))
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{c}}, nil
}

func (s *server) hasJob(ctx context.Context, name string) bool {
	d, err := s.opt.Source.Daemon(ctx)
	for i := range d.Jobs {
		if err == nil && d.Jobs[i].Name == name {
			return true
		}
	}
	return false
}

// contents are the finds of a job, "": of all, as list_finds gives them.
func (s *server) contents(ctx context.Context, job string) (*mcp.ResourceContents, error) {
	finds, err := s.listFinds(ctx, findsIn{Job: job, Limit: maxItems})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(finds)
	if err != nil {
		return nil, err
	}
	uri := findsURI
	if job != "" {
		uri += "/" + url.PathEscape(job)
	}
	return &mcp.ResourceContents{URI: uri, MIMEType: "application/json", Text: string(text)}, nil
}

// report answers the prompt: what is asked for, and the finds.
func (s *server) report(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	job := r.Params.Arguments["job"]
	if job != "" && !s.hasJob(ctx, job) {
		return nil, english.Errorf("there is no job %q", clean(job, maxLabel))
	}
	c, err := s.contents(ctx, job)
	if err != nil {
		return nil, fmt.Errorf("%s", clean(err.Error(), maxExcerpt))
	}
	ask := "Write a short report on these finds for a person on duty: what happened, where and when; what is new, what is gone. Give each statement the address of its page, and say where pages disagree. " +
		"Report only what the pages say. " + note
	return &mcp.GetPromptResult{Description: "A report on the finds", Messages: []*mcp.PromptMessage{
		{Role: "user", Content: &mcp.TextContent{Text: ask}},
		{Role: "user", Content: &mcp.EmbeddedResource{Resource: c}},
	}}, nil
}
