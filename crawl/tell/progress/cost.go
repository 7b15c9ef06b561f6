package progress

import (
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/internal/cost"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// WriteCost writes what a crawl has cost as text.
func WriteCost(w io.Writer, r *cost.Report) error {
	fmt.Fprintln(w)
	message.Fprintf(w, "What it cost, %d answers read in %.1f s:\n", r.Answers, r.Seconds)
	t := &term.Table{Head: []string{"", ">"}}
	t.Label("pages a second", fmt.Sprintf("%.1f", r.Rate))
	if len(r.Stages) > 0 {
		t.Label("processor, µs a page", fmt.Sprintf("%.0f", r.Processor))
	}
	spent := map[string]string{}
	for _, s := range r.Stages {
		spent[s.Stage] = fmt.Sprintf("%.0f", s.Processor)
	}
	if len(spent) > 0 {
		t.Label("  read: markup, main text, dates, labels", spent[cost.Read.String()])
		t.Label("  pack texts", spent[cost.Pack.String()])
		t.Label("  judge, filter links", spent[cost.Judge.String()])
		t.Label("  learn links, choose", spent[cost.Choose.String()])
		t.Label("  keep: journal, archive, checkpoints", spent[cost.Keep.String()])
		t.Label("  judge again", spent[cost.Again.String()])
		t.Label("  collect memory", spent[cost.Garbage])
		t.Label("  fetch, and the rest", spent[cost.Rest])
	}
	t.Label("collections of garbage", fmt.Sprint(r.Collections))
	if r.Bytes > 0 {
		t.Label("bytes kept a page", fmt.Sprintf("%.0f", r.Bytes))
	}
	return t.Write(w)
}
