package crawltest

// The subjects of tunnels.
var tunnelTopics = []string{"nation", "travel", "history", "education"}

const (
	tunnelsPerIsland = 2
	entrances        = 3 // articles on the topic that link to the first page of a tunnel
	longestTunnel    = 3
)

// tunnels makes the only paths to the islands: from some articles on the topic
// over one to three articles on other subjects to the hub of the island.
func (p *planner) tunnels() {
	var middle []*spec
	for _, name := range tunnelTopics {
		for _, s := range p.topics[name] {
			if s.words == s {
				middle = append(middle, s)
			}
		}
	}
	length := 0
	for _, h := range p.hosts {
		if !h.has("island") {
			continue
		}
		for range tunnelsPerIsland {
			length = length%longestTunnel + 1
			p.tunnel(h, length, middle)
		}
	}
}

func (p *planner) tunnel(island *host, length int, middle []*spec) {
	end := island.home
	for _, s := range island.sections {
		if s.topic.name == topicTyphoon && len(s.lists) > 0 {
			end = s.lists[0]
		}
	}
	for range length {
		s := p.inLanguage(middle, island.lang)
		s.extra = append(s.extra, end)
		end = s
	}
	for range entrances {
		s := p.inLanguage(p.topics[topicTyphoon], island.lang)
		s.extra = append(s.extra, end)
	}
}

// inLanguage prefers a page in lang and takes another after some tries.
func (p *planner) inLanguage(list []*spec, lang string) *spec {
	s := pick(p.rng, list)
	for tries := 0; s.topic.lang != lang && tries < 20; tries++ {
		s = pick(p.rng, list)
	}
	return s
}
