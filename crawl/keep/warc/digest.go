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

	"github.com/ontocrawl/ontocrawl/internal/english"
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
	known := map[string]func() hash.Hash{"md5": md5.New, "sha1": sha1.New, "sha256": sha256.New, "sha512": sha512.New}
	make := known[strings.ReplaceAll(strings.ToLower(name), "-", "")]
	if !found || make == nil {
		return nil, nil, false
	}
	h = make()
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

// sameDigest reports whether two labelled digests have one function and one value, in
// any encoding.
func sameDigest(a, b string) bool {
	ha, va, ok := newDigest(a)
	if !ok {
		return a == b && a != ""
	}
	hb, vb, ok := newDigest(b)
	// All known functions differ in size.
	return ok && ha.Size() == hb.Size() && va != nil && bytes.Equal(va, vb)
}

// verifier checks the digests of a record while its block is read.
type verifier struct {
	block, payload         hash.Hash // nil if there is nothing to check
	wantBlock, wantPayload []byte

	// The payload of an HTTP message begins after the empty line; head holds the
	// bytes before it.
	inHead bool
	head   []byte
}

// maxHead bounds the head of an HTTP message, as crawl/fetch does.
const maxHead = 256 << 10

func newVerifier(r *Record) *verifier {
	v := &verifier{}
	v.block, v.wantBlock, _ = newDigest(r.Header.Get(fieldBlockDigest))
	// The payload of a revisit is elsewhere, the payload of a segment in several records.
	if r.Type() == TypeRevisit || r.Header.Get(fieldSegment) != "" {
		return v
	}
	if h, want, ok := newDigest(r.Header.Get(FieldPayloadDigest)); ok {
		v.payload, v.wantPayload = h, want
		v.inHead = isHTTP(r.Header.Get(FieldContentType)) && r.Type() != typeResource
	}
	return v
}

// Write takes the next bytes of the block.
func (v *verifier) Write(p []byte) (int, error) {
	if v.block != nil {
		v.block.Write(p)
	}
	if v.payload == nil {
		return len(p), nil
	}
	if !v.inHead {
		v.payload.Write(p)
		return len(p), nil
	}
	seen := max(len(v.head)-3, 0)
	v.head = append(v.head, p...)
	if i := headEnd(v.head[seen:]); i >= 0 {
		rest := v.head[seen+i:]
		v.payload.Write(rest)
		v.inHead, v.head = false, bytes.Clone(v.head[:seen+i])
	} else if len(v.head) > maxHead {
		v.payload, v.head = nil, nil
	}
	return len(p), nil
}

// err returns a mismatch. Call it after the whole block.
func (v *verifier) err() error {
	if v.block != nil {
		if err := differs(fieldBlockDigest, v.block, v.wantBlock); err != nil {
			return err
		}
	}
	// Writers disagree whether the digest covers the chunks or their content (the
	// latter is right, 6.3.2), so a mismatch is no fault then.
	if v.payload != nil && !bytes.Contains(bytes.ToLower(v.head), []byte("\ntransfer-encoding:")) {
		return differs(FieldPayloadDigest, v.payload, v.wantPayload)
	}
	return nil
}

func differs(field string, h hash.Hash, want []byte) error {
	if got := h.Sum(nil); !bytes.Equal(got, want) {
		return english.Errorf("%s does not match: it says %x, its bytes give %x", field, want, got)
	}
	return nil
}

func isHTTP(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/http")
}
