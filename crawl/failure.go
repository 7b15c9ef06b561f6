package crawl

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"slices"
	"syscall"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Failure says why a visit brought nothing. The zero Failure belongs to a visit that
// did not fail.
type Failure struct {
	Kind FailureKind
	Text string // one line
}

// FailureKind is the cause of a failure. Journals store the numbers, so a number
// never changes its meaning; new kinds are added at the end.
type FailureKind uint8

// The kinds. Summaries, metrics and pages count failures by their names.
const (
	FailOther             FailureKind = iota // no known cause
	FailDuplicate                            // the page is recorded already
	FailMoved                                // redirected to a URL that the filters leave out
	FailRobots                               // robots.txt forbids it
	FailRobotsUnreachable                    // the server refuses robots.txt for now (429, 5xx)
	FailPrivate                              // the address is not public
	FailURL                                  // not a web address
	FailRedirects                            // too many redirects
	FailStatus                               // a status of another class than the two below
	FailStatus4xx
	FailStatus5xx
	FailNotText  // the content type is not text
	FailNotPage  // the body is not a page
	FailTooLarge // the body exceeds the limit
	FailEncoding // the content encoding is broken
	FailDNS
	FailRefused     // connection refused
	FailUnreachable // host or network unreachable
	FailClosed      // the server closed the connection before its answer was complete
	FailProtocol    // the answer is not HTTP
	FailTLS
	FailProxy // the proxy refused or does not answer
	FailTimeout
	FailResources // this machine lacks file descriptors, ports or memory
	FailCanceled
	FailPanic       // reading or judging the page panicked
	FailQuarantined // the process died again and again while it was at work on the page
	FailSearch      // a search engine did not answer, or not usably
	FailQuota       // the quota of a search engine is used up
	numFailureKinds
)

// NoServer reports a failure that says that nobody answers there: no address for the name,
// or no connection or answer in time. Whether that is so for good is not known.
func (k FailureKind) NoServer() bool {
	return k == FailDNS || k == FailRefused || k == FailUnreachable || k == FailTimeout
}

var failureNames = [numFailureKinds]string{
	FailOther: "other", FailDuplicate: "duplicate", FailMoved: "moved", FailRobots: "robots",
	FailRobotsUnreachable: "robots unreachable", FailPrivate: "private address", FailURL: "bad address",
	FailRedirects: "redirects", FailStatus: "status", FailStatus4xx: "status 4xx", FailStatus5xx: "status 5xx",
	FailNotText: "not text", FailNotPage: "not a page", FailTooLarge: "body too large", FailEncoding: "bad encoding",
	FailDNS: "dns", FailRefused: "connection refused", FailUnreachable: "unreachable", FailClosed: "connection closed",
	FailProtocol: "bad answer", FailTLS: "tls", FailProxy: "proxy", FailTimeout: "timeout",
	FailResources: "out of resources", FailCanceled: "canceled", FailPanic: "panic",
	FailQuarantined: "quarantined", FailSearch: "search", FailQuota: "search quota",
}

// String returns the name of k; a number from a newer program is "other".
func (k FailureKind) String() string {
	if k >= numFailureKinds {
		k = FailOther
	}
	return failureNames[k]
}

// FailureKindOf is the kind of that name; FailOther if there is none.
func FailureKindOf(name string) FailureKind {
	return FailureKind(max(0, slices.Index(failureNames[:], name)))
}

// StatusKind is the kind of a failure by its HTTP status.
func StatusKind(status int) FailureKind {
	switch status / 100 {
	case 4:
		return FailStatus4xx
	case 5:
		return FailStatus5xx
	}
	return FailStatus
}

// KindError gives an error its kind.
type KindError struct {
	Kind FailureKind
	Err  error
}

func (e *KindError) Error() string { return e.Err.Error() }
func (e *KindError) Unwrap() error { return e.Err }

// MovedError reports a redirect to a host that was not to be asked ([Request].Leave).
type MovedError struct {
	To   string // canonical key of the target
	Host string // as Link.Host
}

func (e *MovedError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *MovedError) Message() english.Phrase { return english.Phrasef("redirect to %s", e.To) }

// Errors by which callers branch. A Fetcher or Reader wraps them.
var (
	ErrDisallowed = kindError(FailRobots, "crawl: disallowed by robots.txt")
	// ErrRobots is the error of a fetch whose robots.txt could not be read,
	// for whatever cause.
	ErrRobots      = kindError(FailRobotsUnreachable, "crawl: robots.txt cannot be read")
	ErrPrivate     = kindError(FailPrivate, "crawl: address is not public")
	ErrTooLarge    = kindError(FailTooLarge, "crawl: body exceeds the limit")
	ErrRedirects   = kindError(FailRedirects, "crawl: too many redirects")
	ErrContentType = kindError(FailNotText, "crawl: content type is not text")
	ErrNotPage     = kindError(FailNotPage, "crawl: body is not a text page")
	ErrEncoding    = kindError(FailEncoding, "crawl: content encoding is broken")
)

func kindError(k FailureKind, text string) error { return &KindError{k, errors.New(text)} }

// RetryError is the error of a fetch that was not made and may succeed later: the
// host's robots.txt cannot be read now.
type RetryError struct {
	After time.Duration // until another attempt makes sense
	Err   error
}

func (e *RetryError) Error() string { return e.Err.Error() }
func (e *RetryError) Unwrap() error { return e.Err }

// WaitError is the error of a fetch that was not made yet: robots.txt was read and
// allows it, and the host may be asked at Until (Request.NoWait).
type WaitError struct{ Until time.Time }

func (e *WaitError) Error() string { return "robots.txt was read, and the host may not be asked yet" }

// ExchangeError is the error of a fetch without an answer that read robots.txt files
// and keeps exchanges.
type ExchangeError struct {
	Robots []Exchange // as in Response
	Err    error
}

func (e *ExchangeError) Error() string { return e.Err.Error() }
func (e *ExchangeError) Unwrap() error { return e.Err }

// KindOf returns the kind of err: the kind of the outermost [KindError], else what the
// errors of the network and of contexts in its chain say. It never reads a text.
func KindOf(err error) FailureKind {
	var kind *KindError
	var dns *net.DNSError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.As(err, &kind):
		return kind.Kind
	case errors.Is(err, context.Canceled):
		return FailCanceled
	case isAny(err, syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.EADDRNOTAVAIL):
		return FailResources
	case ofOperation(err, "proxyconnect", "socks connect"):
		return FailProxy
	case errors.As(err, &dns):
		return FailDNS
	case errors.As(err, &timeout) && timeout.Timeout():
		return FailTimeout
	case isAny(err, syscall.ECONNREFUSED):
		return FailRefused
	case isAny(err, syscall.EHOSTUNREACH, syscall.ENETUNREACH, syscall.ENETDOWN, syscall.EHOSTDOWN):
		return FailUnreachable
	case isTLS(err):
		return FailTLS
	case isAny(err, io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE, net.ErrClosed):
		return FailClosed
	}
	return FailOther
}

func isAny(err error, targets ...error) bool {
	return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
}

// ofOperation reports whether the outermost net.OpError of err names one of ops.
func ofOperation(err error, ops ...string) bool {
	var op *net.OpError
	return errors.As(err, &op) && slices.Contains(ops, op.Op)
}

// isTLS reports an error of a TLS handshake. Alerts have no exported type, but
// crypto/tls wraps them in a net.OpError of these two operations.
func isTLS(err error) bool {
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	return errors.As(err, &certificate) || errors.As(err, &record) || ofOperation(err, "remote error", "local error")
}
