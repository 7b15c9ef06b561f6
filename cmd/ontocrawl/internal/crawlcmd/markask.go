package crawlcmd

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// mostAsked bounds how many pages a person is asked about.
const mostAsked = 1000

// askedPage is a page about which a mark tells much. The JSON names are an interface.
type askedPage struct {
	URL       string  `json:"url"`
	Title     string  `json:"title"`
	Relevance float64 `json:"relevance"`
}

// worthAsking names the pages of a run about which a mark tells most, as calibrate would ask about them.
func (f *markFlags) worthAsking(a *cli.App, file *marks.File, dir string) error {
	run, err := calibrate.Load(dir)
	if err != nil {
		return cli.Failure(err)
	}
	known, err := file.Latest()
	if err != nil {
		return cli.Failure(err)
	}
	run.LearnMarks(known)
	list := []askedPage{}
	for _, i := range calibrate.Choose(run.Pages, run.Known, f.ask) {
		p := &run.Pages[i]
		list = append(list, askedPage{p.URL, p.Title, p.Relevance})
	}
	if f.asJSON {
		return cli.Failure(a.JSON(list))
	}
	if len(list) == 0 {
		_, err := message.Fprint(a.Out, "No page is left about which a mark would tell anything of the threshold.\n")
		return err
	}
	t := &term.Table{Head: []string{">relevance", "page", "title"}}
	for _, p := range list {
		t.Add(fmt.Sprintf("%.3f", p.Relevance), term.Readable(p.URL), term.Clip(p.Title, 50))
	}
	return cli.Failure(t.Write(a.Out))
}
