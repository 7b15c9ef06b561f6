package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// The header fields of a webhook. The signature follows Standard Webhooks
// (https://www.standardwebhooks.com), for which receivers find libraries;
// Idempotency-Key follows draft-ietf-httpapi-idempotency-key-header.
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
	headerKey       = "Idempotency-Key"
)

// keyOf returns the bytes of a secret: after "whsec_" it is base64, as in the
// specification; other secrets are used as they are.
func keyOf(secret string) ([]byte, error) {
	coded, ok := strings.CutPrefix(secret, "whsec_")
	if !ok {
		return []byte(secret), nil
	}
	key, err := base64.StdEncoding.DecodeString(coded)
	if err != nil || len(key) == 0 {
		return nil, errors.New("alert: secret is not base64 after whsec_")
	}
	return key, nil
}

// signature returns the MAC of a message for [headerSignature]. It covers ID and time,
// so nobody can send an old body as a new message.
func signature(key []byte, id string, at int64, body []byte) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.", id, at) //nolint:errcheck // never fails
	mac.Write(body)                    //nolint:errcheck // never fails
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// verify checks, as a receiver does, that a message with header h was signed with secret
// within tolerance of now. It returns nil if so, else the reason.
func verify(secret string, h http.Header, body []byte, now time.Time, tolerance time.Duration) error {
	key, err := keyOf(secret)
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(h.Get(headerTimestamp), 10, 64)
	if err != nil {
		return english.Errorf("alert: %s %q is no Unix time", headerTimestamp, h.Get(headerTimestamp))
	}
	if d := now.Sub(time.Unix(at, 0)).Abs(); d > tolerance {
		return english.Errorf("alert: signed %v from now; %v is allowed", d, tolerance)
	}
	want := signature(key, h.Get(headerID), at, body)
	for _, got := range strings.Fields(h.Get(headerSignature)) {
		if hmac.Equal([]byte(got), []byte(want)) {
			return nil
		}
	}
	return errors.New("alert: signature does not fit")
}
