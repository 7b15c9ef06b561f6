package message

import (
	"context"
	"log/slog"
)

// handler is a handler of logs whose messages are in a language.
type handler struct {
	slog.Handler
	p *Printer
}

// LogHandler returns h with the messages of records in the language of p. Keys and values stay as they
// are. A log that programs read should not have it.
func LogHandler(h slog.Handler, p *Printer) slog.Handler {
	if p == nil {
		return h
	}
	return &handler{h, p}
}

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	own := slog.NewRecord(r.Time, r.Level, h.p.Text(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		own.AddAttrs(a)
		return true
	})
	return h.Handler.Handle(ctx, own)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.Handler.WithAttrs(attrs), h.p}
}

func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{h.Handler.WithGroup(name), h.p}
}
