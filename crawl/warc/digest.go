package warc

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"strings"
)

// Digest returns the labelled digest of the concatenated parts, as in
// WARC-Payload-Digest: "sha1:" and Base32.
func Digest(parts ...[]byte) string {
	h := sha1.New()
	for _, p := range parts {
		h.Write(p)
	}
	return "sha1:" + base32.StdEncoding.EncodeToString(h.Sum(make([]byte, 0, sha1.Size)))
}

// newDigest returns the hash function and the value of a labelled digest. ok is false
// for an unknown function, which is no fault: the standard prescribes none.
func newDigest(labelled string) (h hash.Hash, want []byte, ok bool) {
	name, value, found := strings.Cut(strings.TrimSpace(labelled), ":")
	if !found {
		return nil, nil, false
	}
	switch strings.ReplaceAll(strings.ToLower(name), "-", "") {
	case "md5":
		h = md5.New()
	case "sha1":
		h = sha1.New()
	case "sha256":
		h = sha256.New()
	case "sha512":
		h = sha512.New()
	default:
		return nil, nil, false
	}
	return h, digestValue(value, h.Size()), true
}

// digestValue decodes Base32, Base16 or Base64 (RFC 4648), whichever gives
// size bytes; nil if none does.
func digestValue(s string, size int) []byte {
	plain := strings.TrimRight(s, "=")
	for _, decode := range []func() ([]byte, error){
		func() ([]byte, error) { return hex.DecodeString(s) },
		func() ([]byte, error) {
			return base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(plain))
		},
		func() ([]byte, error) { return base64.RawStdEncoding.DecodeString(plain) },
		func() ([]byte, error) { return base64.RawURLEncoding.DecodeString(plain) },
	} {
		if b, err := decode(); err == nil && len(b) == size {
			return b
		}
	}
	return nil
}

// SameDigest reports whether two labelled digests have one function and one value, in
// any encoding.
func SameDigest(a, b string) bool {
	ha, va, ok := newDigest(a)
	if !ok {
		return a == b && a != ""
	}
	hb, vb, ok := newDigest(b)
	// All known functions differ in size.
	return ok && ha.Size() == hb.Size() && va != nil && bytes.Equal(va, vb)
}
