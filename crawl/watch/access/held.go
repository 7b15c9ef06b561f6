package access

import (
	"crypto/sha256"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// digest of a secret: all have one length, so a comparison in constant time does not
// tell how long a secret is.
type digest = [sha256.Size]byte

// held is a token with its secret. A file is read again when it has changed.
type held struct {
	Token
	lookup func(string) (string, bool)
	log    *slog.Logger

	mu     sync.Mutex
	sum    digest
	err    error // nobody comes in with the token until it is nil
	looked time.Time
	stamp  stamp
}

// stamp tells one state of a file from another.
type stamp struct {
	modified time.Time
	size     int64
	info     os.FileInfo // of the file itself: a mounted secret is replaced by another file
}

func (s stamp) same(o stamp) bool {
	return s.modified.Equal(o.modified) && s.size == o.size && (s.info == nil) == (o.info == nil) && (s.info == nil || os.SameFile(s.info, o.info))
}

func stampOf(name string) (s stamp) {
	if info, err := os.Stat(name); err == nil {
		s = stamp{info.ModTime(), info.Size(), info}
	}
	return s
}

// lookEvery is how often a file is looked at, at most.
const lookEvery = time.Second

// now returns the digest of the secret as it is at t. It is not ok while the secret
// cannot be read: a secret that was taken away lets nobody in.
func (h *held) now(t time.Time) (sum digest, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.Secret.File != "" && t.Sub(h.looked).Abs() >= lookEvery {
		h.looked = t
		if s := stampOf(h.Secret.File); !s.same(h.stamp) {
			h.read(s)
			h.tell()
		}
	}
	return h.sum, h.err == nil
}

// read reads the secret, of a file whose stamp was s before.
func (h *held) read(s stamp) {
	h.stamp = s
	var text string
	if text, h.err = h.Secret.Read(h.lookup); h.err == nil {
		h.err = longEnough(text, h.Secret)
	}
	h.sum = sha256.Sum256([]byte(text))
}

func (h *held) tell() {
	if h.err != nil {
		h.log.Warn("a token lets nobody in: its secret cannot be read", "token", h.Name, "err", h.err)
		return
	}
	h.log.Info("the secret of a token was read again", "token", h.Name)
}

func longEnough(text string, r redact.Secret) error {
	if len(text) < ShortestSecret {
		return english.Errorf("the secret in %v has %d characters; it needs %d (openssl rand -hex 16 makes one)", r, len(text), ShortestSecret)
	}
	return nil
}
