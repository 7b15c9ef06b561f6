package agent

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/status"
)

// Finds are resources, and stand in the prompt of a report; what a page says is cleaned there as in answers of tools.
func TestResources(t *testing.T) {
	c := dial(t, Options{Source: status.OpenFolder(runFolder(t), "typhoon", "1", api.Graph{})})
	all, err := c.ListResources(t.Context(), nil)
	if err != nil || len(all.Resources) != 1 || all.Resources[0].URI != findsURI {
		t.Fatalf("%+v, %v", all, err)
	}
	templates, err := c.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 1 {
		t.Fatalf("%+v, %v", templates, err)
	}
	check := func(text string) {
		t.Helper()
		var finds Finds
		if err := json.Unmarshal([]byte(text), &finds); err != nil || len(finds.Finds) != 1 || finds.Finds[0].URL != "https://news.example/a" || finds.Note != note || strings.Contains(text, "\u202e") {
			t.Errorf("%v: %s", err, text)
		}
	}
	for _, uri := range []string{findsURI, findsURI + "/typhoon"} {
		r, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil || len(r.Contents) != 1 || r.Contents[0].URI != uri {
			t.Fatalf("%s: %+v, %v", uri, r, err)
		}
		check(r.Contents[0].Text)
	}
	for _, uri := range []string{findsURI + "/nobody", findsURI + "/", "ontocrawl://other", "file:///etc/passwd"} {
		if r, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %+v", uri, r)
		}
	}
	p, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "report", Arguments: map[string]string{"job": "typhoon"}})
	if err != nil || len(p.Messages) != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	check(p.Messages[1].Content.(*mcp.EmbeddedResource).Resource.Text)
	if _, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "report", Arguments: map[string]string{"job": "nobody"}}); err == nil {
		t.Error("a report of a job that there is not")
	}
}
