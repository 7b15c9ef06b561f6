package polite

import "testing"

func TestSite(t *testing.T) {
	for host, want := range map[string]string{
		"www.example.com": "example.com", "example.com": "example.com", "a.b.example.com:8080": "example.com",
		"www.example.com.cn": "example.com.cn", "m.example.com.cn": "example.com.cn", "weather.gov.cn": "weather.gov.cn",
		"one.github.io": "one.github.io", "two.github.io": "two.github.io", "github.io": "github.io",
		"com": "com", "localhost": "localhost", "localhost:8080": "localhost:8080",
		"127.0.0.1:8080": "127.0.0.1:8080", "10.1.2.3": "10.1.2.3", "10.1.2.3:81": "10.1.2.3", "[2001:db8::1]:81": "[2001:db8::1]", "[::1]": "[::1]", "[::1]:81": "[::1]:81",
		"xn--fiqs8s": "xn--fiqs8s", "www.xn--55qx5d.cn": "www.xn--55qx5d.cn", "example.com.": "example.com",
		"": "", ":80": ":80", "a..example": "a..example", ".": ".",
	} {
		if got := Site(host); got != want {
			t.Errorf("Site(%q) = %q, want %q", host, got, want)
		}
	}
}
