package fetch

import (
	"net/http"
	"testing"
)

// The examples of the Fetch standard (3.7.2), and what proxies make of two values.
func TestContentType(t *testing.T) {
	for _, tt := range []struct {
		in   []string
		want string
	}{
		{nil, ""},
		{[]string{"text/html; charset=gbk"}, "text/html; charset=gbk"},
		{[]string{"text/html, text/html; charset=utf-8"}, "text/html; charset=utf-8"},
		{[]string{"text/html; charset=utf-8, text/html"}, "text/html; charset=utf-8"},
		{[]string{"text/html;charset=gbk, text/plain"}, "text/plain"},
		{[]string{"text/html;charset=gbk, text/plain, text/html"}, "text/html"},
		{[]string{"text/plain;charset=gbk", "text/html"}, "text/html"},
		{[]string{"text/html;charset=gbk", "x/x", "text/html;x=y"}, "text/html"},
		{[]string{"text/html", "*/*"}, "text/html"},
		{[]string{"text/html", "*/*;charset=gbk"}, "text/html"},
		{[]string{"text/html,"}, "text/html"},
		{[]string{`text/html; x="a,b", text/html; charset=utf-8`}, "text/html; charset=utf-8"},
		{[]string{", ,"}, ", ,"},
	} {
		if got := contentType(http.Header{"Content-Type": tt.in}); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}
