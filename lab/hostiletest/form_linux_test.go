package hostiletest

import (
	"os"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"
)

// A form is how the sites are attacked.
type form struct {
	sites  int           // at most; 0: all
	short  bool          // only the sites marked so
	spare  bool          // none that the program is known to fail at
	limit  time.Duration // --max-time
	delay  time.Duration // --delay
	beside int           // crawls at a time

	mostPace float64  // a slow machine has so many times the limit at most
	args     []string // flags beside the flags of every crawl
}

// standing is how many sites LONG=1 .ci/run attacks with.
const standing = 112

// The delay is less than a user's second, for the sake of time; the short form, which
// takes some of the sites, has a shorter --timeout too. All else is as users have it
// who set nothing. Most crawls wait most of the time, so many run beside each other.
func thisForm() form {
	switch {
	case os.Getenv("ONTOCRAWL_LONG") == "1":
		return form{limit: 40 * time.Second, delay: 250 * time.Millisecond, beside: 8 * runtime.NumCPU(), mostPace: 2}
	case os.Getenv("ONTOCRAWL_ADVERSARY") == "1":
		return form{sites: standing, spare: true, limit: 80 * time.Second, delay: 150 * time.Millisecond, beside: 8 * runtime.NumCPU(), mostPace: 2}
	}
	return form{short: true, spare: true, limit: 10 * time.Second, delay: 50 * time.Millisecond, beside: 16, mostPace: 2, args: []string{"--timeout", "5s"}}
}

// spread orders the sites so that the sites of a group, which may all need the
// processor or all wait, are far from each other.
func spread(hosts []*Host) []*Host {
	const groups = 16
	var all []*Host
	for i := range groups {
		for k := i; k < len(hosts); k += groups {
			all = append(all, hosts[k])
		}
	}
	return all
}

// chosen are the sites of this form.
func chosen(t *testing.T, f form) []Site {
	only, err := regexp.Compile("^(" + os.Getenv("ONTOCRAWL_SITES") + ")$")
	if err != nil {
		t.Fatal(err)
	}
	all := os.Getenv("ONTOCRAWL_SITES") == ""
	sites := slices.DeleteFunc(sites(), func(s Site) bool {
		return all && (s.Rare || f.short && !s.Short || f.spare && s.Known != "") || !all && !only.MatchString(s.Name)
	})
	if !all || f.sites == 0 || f.sites >= len(sites) {
		return sites
	}
	return evenly(sites, f.sites)
}

// evenly takes n of the sites, as many of each group as its size allows.
func evenly(sites []Site, n int) []Site {
	some := make([]Site, 0, n)
	for i := range n {
		some = append(some, sites[i*len(sites)/n])
	}
	return some
}
