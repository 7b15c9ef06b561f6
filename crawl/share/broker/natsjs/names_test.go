package natsjs

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Names come back, are kept apart, and are one token each.
func TestNames(t *testing.T) {
	b := &Broker{o: Options{Name: "a.b"}}
	rapid.Check(t, func(t *rapid.T) {
		key := strings.Join(rapid.SliceOfN(rapid.StringN(1, 8, -1).Filter(func(s string) bool { return !strings.Contains(s, "/") }), 1, 4).Draw(t, "segments"), "/")
		subject := b.subject("key", encodeKey(key))
		if strings.ContainsAny(subject, " *>/\\\r\n") || strings.Count(subject, ".") != 3+strings.Count(key, "/") {
			t.Fatalf("key %q is subject %q", key, subject)
		}
		if got, err := b.decodeKey(subject); err != nil || got != key {
			t.Fatalf("key %q came back as %q, %v", key, got, err)
		}
	})
}

func FuzzDecodeKey(f *testing.F) {
	f.Add("oc.a=2eb.key.lease.007")
	f.Add("oc.a=2eb.key.=4")
	f.Add("oc.a=2eb.key.=zz")
	b := &Broker{o: Options{Name: "a.b"}}
	f.Fuzz(func(t *testing.T, subject string) {
		if key, err := b.decodeKey(subject); err == nil {
			if again, err := b.decodeKey(b.subject("key", encodeKey(key))); err != nil || again != key {
				t.Errorf("%q is key %q, which comes back as %q, %v", subject, key, again, err)
			}
		}
	})
}
