package broker

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// The largest of what a Broker takes, in bytes. NATS takes a message of 1 MiB, with its head.
const (
	MaxData  = 900_000 // of an entry, and of what is told
	MaxValue = 64 << 10
	maxName  = 60  // of a log, and of a subject of telling
	MaxKey   = 200 // of a key, and of an id
)

// CheckLog refuses a name of a log or of a subject: 1 to 60 bytes of UTF-8 that can be seen,
// without spaces.
func CheckLog(name string) error { return check("name", name, maxName) }

// CheckKey refuses a key of a table: segments between "/", none of them empty, of bytes
// that CheckLog takes, 200 in all.
func CheckKey(key string) error {
	if err := check("key", key, MaxKey); err != nil {
		return err
	}
	if strings.HasPrefix(key, "/") || strings.HasSuffix(key, "/") || strings.Contains(key, "//") {
		return english.Errorf("%w: key %q has an empty segment", ErrRefused, key)
	}
	return nil
}

// CheckPrefix refuses a prefix that Watch does not take: it is empty, or a key with "/" after it.
func CheckPrefix(prefix string) error {
	if prefix == "" {
		return nil
	}
	key, ok := strings.CutSuffix(prefix, "/")
	if !ok {
		return english.Errorf("%w: prefix %q does not end in /", ErrRefused, prefix)
	}
	return CheckKey(key)
}

// CheckEntry refuses what Append does not take.
func CheckEntry(log, id string, after int64, data []byte) error {
	if err := CheckLog(log); err != nil {
		return err
	}
	if err := check("id", id, MaxKey); err != nil {
		return err
	}
	if after < Any {
		return english.Errorf("%w: no entry has the number %d", ErrRefused, after)
	}
	return CheckSize(data, MaxData)
}

// CheckValue refuses what Create and Update do not take.
func CheckValue(key string, value []byte, ttl int64) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if ttl < 0 {
		return english.Errorf("%w: a negative ttl", ErrRefused)
	}
	return CheckSize(value, MaxValue)
}

// CheckSize refuses data of more than most bytes.
func CheckSize(data []byte, most int) error {
	if len(data) > most {
		return english.Errorf("%w: %d bytes, %d are the most", ErrRefused, len(data), most)
	}
	return nil
}

func check(what, s string, most int) error {
	if s == "" || len(s) > most {
		return english.Errorf("%w: a %s of %d bytes; it has 1 to %d", ErrRefused, what, len(s), most)
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r == ' ' || !unicode.IsGraphic(r) }) {
		return english.Errorf("%w: %s %q has characters that cannot be seen", ErrRefused, what, s)
	}
	return nil
}
