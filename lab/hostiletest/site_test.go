package hostiletest

import (
	"regexp"
	"testing"
)

// The table is sound: each site has a name that can be a host name and is no
// other's, says what it does, and is served in some way.
func TestSites(t *testing.T) {
	sites := sites()
	if len(sites) < 110 || len(sites) > most {
		t.Errorf("%d sites, want 110 to %d", len(sites), most)
	}
	name, seen, groups, short, long := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`), map[string]bool{}, map[string]int{}, 0, 0
	for _, s := range sites {
		// The longest host name of a site: "neighbour-" and 63 letters at most.
		if !name.MatchString(s.Name) || len(s.Name) > 50 || seen[s.Name] {
			t.Errorf("site %q: bad name, or twice", s.Name)
		}
		seen[s.Name] = true
		groups[s.Group]++
		if s.What == "" || s.HTTP == nil && s.Conn == nil && s.TLS == nil && s.H2 == nil {
			t.Errorf("%s: says or serves nothing", s.Name)
		}
		if s.Short {
			short++
		}
		if !s.Rare {
			long++
		}
	}
	for name, reason := range known() {
		if !seen[name] || reason == "" {
			t.Errorf("known.go: no site %q, or no reason", name)
		}
	}
	for _, name := range rare() {
		if !seen[name] {
			t.Errorf("rare.go: no site %q", name)
		}
	}
	if long < 110 || short < 12 {
		t.Errorf("%d sites in the long form and %d in the short one, want 110 and 12", long, short)
	}
	t.Logf("%d sites, %d of them in the long form, %d in the short one: %v", len(sites), long, short, groups)
}
