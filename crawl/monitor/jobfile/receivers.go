package jobfile

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/notify"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
)

// receivers reads the receivers of the file.
func (r *reader) receivers(n *yaml.Node) {
	channels := r.opt.Channels
	if channels == nil {
		channels = notify.Channels()
	}
	kinds := make([]string, len(channels))
	for i, c := range channels {
		kinds[i] = c.Kind
	}
	r.List(n, "receivers", func(n *yaml.Node) {
		var c monitor.Receiver
		var lines map[string]int
		common := yamlread.Fields{
			"name": func(n *yaml.Node) { c.Name = r.Name(n, "a receiver's name") },
			"kind": func(n *yaml.Node) { c.Kind, _ = r.OneOf(n, "kind", kinds...) },
		}
		if i := slices.Index(kinds, yamlread.Value(n, "kind")); i >= 0 {
			config := channels[i].New()
			c.Config = config
			lines = config.Read(&r.Reader, n, "a receiver of kind "+kinds[i], common)
		} else { // its channel, and so its other keys, are unknown
			lines = r.Mapping(n, "a receiver", common, func(_, _ *yaml.Node) bool { return true })
		}
		if lines["kind"] == 0 {
			r.Fault(n, "a receiver needs a kind: %s", strings.Join(kinds, ", "))
		}
		r.receiver(n, c, lines)
	})
}

// receiver keeps c, if its name is unique.
func (r *reader) receiver(n *yaml.Node, c monitor.Receiver, lines map[string]int) {
	if lines["name"] == 0 {
		r.Fault(n, "a receiver needs a name")
	}
	if at, ok := r.seen["receiver "+c.Name]; ok && c.Name != "" {
		r.FaultAt(lines["name"], "line %d already has a receiver called %s", at, c.Name)
		return
	}
	r.seen["receiver "+c.Name] = lines["name"]
	r.out.Receivers = append(r.out.Receivers, c)
}
