package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
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
