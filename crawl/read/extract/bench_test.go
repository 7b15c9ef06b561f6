package extract

import (
	"strings"
	"testing"
	"time"
)

// BenchmarkExtract reads plain text in both languages with a mention now and then.
func BenchmarkExtract(b *testing.B) {
	x, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("The committee met to discuss the plan for the coming season and agreed that more people should be told. ", 20) +
		strings.Repeat("本页列出若干说明，供读者参考，其中没有什么特别的内容，只是为了测量速度而写。", 20) +
		"台风“摩羯”9月6日16时20分在海南文昌登陆，风速62米/秒，4人死亡。Typhoon Yagi killed 226 people in Vietnam on Thursday."
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		x.Extract(text, time.Date(2024, 9, 8, 0, 0, 0, 0, time.UTC))
	}
}
