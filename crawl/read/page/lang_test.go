package page

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func TestDeclaredLang(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"root", `<html lang="en-GB"><body lang="fr"><p>x`, "en-GB"},
		{"xhtml", `<html xml:lang="zh-tw"><p>x`, "zh-TW"},
		{"body", `<html><head><meta http-equiv="Content-Language" content="en"></head><body lang="zh_CN"><p>x`, "zh-CN"},
		{"http-equiv", `<head><meta http-equiv="Content-Language" content="zh-CN"><p>x`, "zh-CN"},
		{"open graph", `<head><meta property="og:locale" content="zh_TW"><p>x`, "zh-TW"},
		{"name", `<head><META NAME="Language" content="en"><p>x`, "en"},
		{"no tag", `<html lang="{{ lang }}"><head><meta property="og:locale" content="en_US"></head><p>x`, "en-US"},
		{"guessed", `<p>台风于凌晨登陆，风暴潮淹没港口。`, "zh"},
	} {
		p, err := Parse(&crawl.Response{URL: "http://a.example/", Body: []byte(tt.html)})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if p.Lang != tt.want {
			t.Errorf("%s: language %q, want %q", tt.name, p.Lang, tt.want)
		}
	}
}
