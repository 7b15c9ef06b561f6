package page

import "testing"

// What carries the page's own address or title is no link; what carries another's is one.
func TestCarriesItself(t *testing.T) {
	o := own{address: "news.example/2026/11/typhoon", host: "news.example", title: "Typhoon Haikui lands in the east"}
	for address, want := range map[string]bool{
		"https://share.example/sharer.php?u=https%3A%2F%2Fnews.example%2F2026%2F11%2Ftyphoon":             true,
		"https://share.example/sharer.php?u=https%3A%2F%2Fnews.example%2F2026%2F11%2Ftyphoon%2F&t=x":      true,
		"https://share.example/intent/tweet?text=Typhoon%20Haikui%20lands%20in%20the%20east":              true,
		"https://share.example/intent/tweet?text=Typhoon+Haikui+lands+in+the+east":                        true,
		"https://chat.example/send?text=Read%20this:%20https://news.example/2026/11/typhoon?utm_source=c": true,
		"https://news.example/print?url=http%3A%2F%2Fnews.example%2F2026%2F11%2Ftyphoon":                  true,
		"https://news.example/login?next=https://news.example/2026/11/typhoon":                            true,
		"https://news.example/search?q=Typhoon+Haikui+lands+in+the+east":                                  false,
		"https://share.example/sharer.php?u=https%3A%2F%2Fnews.example%2F2026%2F11%2Ftyphoon-again":       false,
		"https://share.example/sharer.php?u=https%3A%2F%2Fnews.example%2F2026%2F11%2Ftyphoon%2Fpart-2":    false,
		"https://news.example/go?to=https%3A%2F%2Fwww.weather.example%2F":                                 false,
		"https://news.example/2026/11/typhoon?page=2":                                                     false,
		"https://archive.example/web/https://news.example/2026/11/typhoon":                                false,
		"https://other.example/?a=%zz%zz%zz%zz%zz%zz%zz%zz":                                               false,
	} {
		if got := o.carriedBy(address); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
	home := own{address: "news.example", host: "news.example"}
	if home.carriedBy("https://share.example/?u=https%3A%2F%2Fnews.example%2Fa") || home.carriedBy("https://share.example/?u=https%3A%2F%2Fnews.example") {
		t.Error("the address of a home page stands in many that lead elsewhere")
	}
}
