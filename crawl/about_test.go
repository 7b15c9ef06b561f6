package crawl

import "testing"

// Every kind has a name of its own, by which it is found again.
func TestPageKindNames(t *testing.T) {
	for k := KindUnknown; k < numPageKinds; k++ {
		if got, ok := ParsePageKind(k.String()); got != k || !ok || k > 0 && k.String() == "" {
			t.Errorf("%d is %q, which is %d, %v", k, k, got, ok)
		}
	}
	if k, ok := ParsePageKind("leaflet"); ok || k != KindUnknown {
		t.Errorf("leaflet is %d", k)
	}
	if s := numPageKinds.String(); s != "" {
		t.Errorf("no kind is %q", s)
	}
}
