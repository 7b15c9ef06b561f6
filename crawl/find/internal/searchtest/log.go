package searchtest

import (
	"log/slog"

	"github.com/klauspost/compress/s2"
)

// logger writes all messages to log, or nowhere.
func logger(log func(string)) *slog.Logger {
	if log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(writer(log), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

type writer func(string)

func (w writer) Write(b []byte) (int, error) {
	w(string(b))
	return len(b), nil
}

// unpacked is b without the compression of kept answers; "" if it has none.
func unpacked(b []byte) string {
	out, err := s2.Decode(nil, b)
	if err != nil {
		return ""
	}
	return string(out)
}
