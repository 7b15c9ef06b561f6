package eval

import (
	"fmt"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/search"
)

// spy prints what is asked.
type spy struct {
	crawl.Strategy
	web *Web
	n, on int
}

func (s *spy) Observe(v *crawl.Visit) {
	if os.Getenv("SPY") != "" {
		if v.Choice.Asks() {
			_, q, _ := search.ParseAddress(v.Choice.URL)
			links, core, on := 0, 0, 0
			if v.Page != nil {
				for i := range v.Page.Links {
					l := &v.Page.Links[i]
					if l.Kind != 0 { continue }
					links++
					if l.Terms.AnchorCore > 0 || l.Terms.ContextCore > 0 { core++ }
					if id, ok := s.web.Find(l.URL); ok && s.web.OnTopic[id] { on++ }
				}
			}
			fmt.Printf("   ASK n=%d on=%d  %s %s p%d %q %s -> %d links, %d core, %d on\n", s.n, s.on, q.Op, q.Lang, q.Page, q.Text, q.Target, links, core, on)
		} else if v.Page != nil {
			id, ok := s.web.Find(v.Page.Final)
			s.n++
			o := ok && s.web.OnTopic[id]
			if o { s.on++ }
			if os.Getenv("SPY") == "2" {
				via := ""
				if v.Choice.Via != nil { via = v.Choice.Via.Op + " " + v.Choice.Via.Query }
				fmt.Printf("      %v rel=%.2f prio=%.2f %s %q via %s\n", o, v.Score.Relevance, v.Choice.Priority, v.Page.Final, v.Page.Title, via)
			}
		}
	}
	s.Strategy.Observe(v)
}
