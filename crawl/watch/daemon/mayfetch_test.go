package daemon

import (
	"errors"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func TestMayFetch(t *testing.T) {
	for url, public := range map[string]bool{
		"https://a.example/": true, "http://8.8.8.8/": true, "http://127.0.0.1/": false, "http://169.254.169.254/latest": false, "http://[::1]/": false,
		"http://localhost:8080/": false, "http://a.localhost/": false, "http://intranet/": false, "http://10.0.0.1/": false, "http://[::ffff:10.0.0.1]/": false,
	} {
		var refused *api.OrderError
		if err := mayFetch(&monitor.Job{Name: "j"}, []monitor.Address{{URL: url}}); (err == nil) != public || !public && !errors.As(err, &refused) {
			t.Errorf("%s: %v", url, err)
		}
		if err := mayFetch(&monitor.Job{Name: "j", Settings: map[string]any{"allow-private": true}}, []monitor.Address{{URL: url}}); err != nil {
			t.Errorf("%s, though the file of jobs permits it: %v", url, err)
		}
	}
}
