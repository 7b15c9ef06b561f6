package hostiletest

import (
	"fmt"
	"strings"

	"golang.org/x/net/http2"
)

// frames attack in HTTP/2.
func frames() []Site {
	// each is a site that answers every request by a function.
	each := func(serve func(h *Host, f *h2, stream uint32)) func(*Host, *h2) {
		return func(h *Host, f *h2) { f.each(h, func(stream uint32) { serve(h, f, stream) }) }
	}
	ok := []string{":status", "200", "content-type", "text/html; charset=utf-8"}
	// forever repeats a frame until the client has gone.
	forever := func(f *h2, frame func() error) {
		for frame() == nil {
		}
		f.Conn.Close() //nolint:errcheck // it ends anyway
	}
	return []Site{
		{Name: "h2-reset-streams", What: "RST_STREAM for every request", Seeds: []string{"/1", "/2", "/3"}, H2: each(func(_ *Host, f *h2, s uint32) {
			f.WriteRSTStream(s, http2.ErrCodeRefusedStream) //nolint:errcheck // the client may have gone
		})},
		{Name: "h2-continuation", What: "CONTINUATION frames without end", Short: true, H2: each(func(_ *Host, f *h2, s uint32) {
			f.WriteHeaders(http2.HeadersFrameParam{StreamID: s, BlockFragment: f.Block(ok...)}) //nolint:errcheck // the client may have gone
			block := f.Block("x-storm", strings.Repeat("s", 8000))
			forever(f, func() error { return f.WriteContinuation(s, false, block) })
		})},
		{Name: "h2-empty-continuation", What: "empty CONTINUATION frames without end", H2: each(func(_ *Host, f *h2, s uint32) {
			f.WriteHeaders(http2.HeadersFrameParam{StreamID: s, BlockFragment: f.Block(ok...)}) //nolint:errcheck // the client may have gone
			forever(f, func() error { return f.WriteContinuation(s, false, nil) })
		})},
		{Name: "h2-settings", What: "SETTINGS without end", H2: func(_ *Host, f *h2) {
			n := uint32(0)
			forever(f, func() error {
				n++
				return f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: n % (1 << 20)}, http2.Setting{ID: http2.SettingHeaderTableSize, Val: n})
			})
		}},
		{Name: "h2-pings", What: "PING without end", H2: each(func(_ *Host, f *h2, _ uint32) {
			forever(f, func() error { return f.WritePing(false, [8]byte{1}) })
		})},
		{Name: "h2-goaway", What: "GOAWAY before every answer, for ever", Seeds: []string{"/1", "/2", "/3"}, H2: each(func(_ *Host, f *h2, _ uint32) {
			f.WriteGoAway(0, http2.ErrCodeNo, []byte("later")) //nolint:errcheck // the client may have gone
			f.Conn.Close()                                     //nolint:errcheck // it ends anyway
		})},
		{Name: "h2-push", What: "pushes what nobody asked for", H2: each(func(_ *Host, f *h2, s uint32) {
			promise := f.Block(":method", "GET", ":scheme", "https", ":authority", "push.example", ":path", "/")
			n := uint32(0)
			forever(f, func() error {
				n += 2
				return f.WritePushPromise(http2.PushPromiseParam{StreamID: s, PromiseID: n, BlockFragment: promise, EndHeaders: true})
			})
		})},
		{Name: "h2-no-streams", What: "allows no stream at all, and waits", Hosts: many, H2: func(h *Host, f *h2) {
			f.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 0}) //nolint:errcheck // the client may have gone
			wait(h, f.Conn)
		}},
		{Name: "h2-head-only", What: "headers, and a body that never comes", Hosts: many, Short: true, H2: each(func(_ *Host, f *h2, s uint32) { f.Head(s, false, ok...) })},
		{Name: "h2-empty-data", What: "empty DATA frames without end", H2: each(func(_ *Host, f *h2, s uint32) {
			f.Head(s, false, ok...)
			forever(f, func() error { return f.WriteData(s, false, nil) })
		})},
		{Name: "h2-padding", What: "DATA frames of nothing but padding", H2: each(func(_ *Host, f *h2, s uint32) {
			f.Head(s, false, ok...)
			pad := make([]byte, 255)
			for range 200 { // within the window, then it waits
				if f.WriteDataPadded(s, false, nil, pad) != nil {
					return
				}
			}
		})},
		{Name: "h2-window-ignored", What: "DATA beyond the window", H2: each(func(_ *Host, f *h2, s uint32) {
			f.Head(s, false, ok...)
			data := []byte(strings.Repeat(story, 100))
			forever(f, func() error { return f.WriteData(s, false, data) })
		})},
		{Name: "h2-window-overflow", What: "WINDOW_UPDATE beyond 2^31", H2: each(func(_ *Host, f *h2, s uint32) {
			forever(f, func() error {
				f.WriteWindowUpdate(s, 1<<31-1) //nolint:errcheck // the next one fails
				return f.WriteWindowUpdate(0, 1<<31-1)
			})
		})},
		{Name: "h2-hpack-bomb", What: "a large field, named again ten thousand times by its number", H2: each(func(_ *Host, f *h2, s uint32) {
			block := f.Block(append(ok, "x-storm", strings.Repeat("s", 3900))...)
			f.WriteHeaders(http2.HeadersFrameParam{StreamID: s, BlockFragment: block}) //nolint:errcheck // the client may have gone
			again := []byte(strings.Repeat("\xbe", 10000))                             // index 62, the newest entry
			f.WriteContinuation(s, true, again)                                        //nolint:errcheck // the client may have gone
		})},
		{Name: "h2-length-lie", What: "a frame that says it has 16 MB", H2: each(func(h *Host, f *h2, s uint32) {
			f.Head(s, false, ok...)
			f.Conn.Write([]byte{0xff, 0xff, 0xff, 0, 0, 0, 0, 0, byte(s)}) //nolint:errcheck // the client may have gone
			pour(f.Conn, story, -1)
		})},
		{Name: "h2-interim", What: "103 without end", H2: each(func(_ *Host, f *h2, s uint32) {
			for f.Head(s, false, ":status", "103", "link", "</a>; rel=preload") {
			}
		})},
		{Name: "h2-content-length", What: "a content-length that its DATA exceed", H2: each(func(_ *Host, f *h2, s uint32) {
			f.Head(s, false, append(ok, "content-length", "10")...)
			f.WriteData(s, true, []byte(begin)) //nolint:errcheck // the client may have gone
		})},
		{Name: "h2-bad-fields", What: "upper case, line breaks, connection headers, no status", Seeds: []string{"/1", "/2", "/3", "/4"}, H2: each(func(h *Host, f *h2, s uint32) {
			fields := [][]string{{":status", "200", "X-Upper", "A"}, {":status", "200", "x-a", "b\r\nLocation: http://127.0.0.1/"},
				{":status", "200", "connection", "close", "transfer-encoding", "chunked"}, {"x-no", "status"}}
			f.Head(s, true, fields[h.Count.Add(1)%4]...)
		})},
		{Name: "h2-unknown-frames", What: "frames of unknown types without end", H2: each(func(_ *Host, f *h2, _ uint32) {
			payload := make([]byte, 16000)
			forever(f, func() error { return f.WriteRawFrame(0xf0, 0, 0, payload) })
		})},
		{Name: "h2-wrong-stream", What: "answers on streams that were never opened", H2: each(func(_ *Host, f *h2, s uint32) {
			f.Head(s+100, false, ok...)
			f.WriteData(s+102, true, []byte(begin)) //nolint:errcheck // the client may have gone
		})},
		{Name: "h2-endless-trailers", What: "trailers after trailers", H2: each(func(_ *Host, f *h2, s uint32) {
			f.Head(s, false, ok...)
			f.WriteData(s, false, []byte(begin)) //nolint:errcheck // the client may have gone
			for i := 0; f.Head(s, false, fmt.Sprintf("x-trailer-%d", i), "storm"); i++ {
			}
		})},
	}
}
