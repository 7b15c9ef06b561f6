package crawlcmd

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
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
func (f *markFlags) worthAsking(a *cli.App, dir string) error {
	pages, err := calibrate.ChooseIn(dir, f.ask)
	if err != nil {
		return cli.Failure(err)
	}
	list := []askedPage{}
	for i := range pages {
		list = append(list, askedPage{pages[i].URL, pages[i].Title, pages[i].Relevance})
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
