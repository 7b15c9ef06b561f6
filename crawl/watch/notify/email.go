package notify

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail"
	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Email is the settings of a receiver of mail.
type Email struct {
	SMTP         string // host:port
	TLS          string // "starttls" (also ""), "tls", or "none" (loopback only)
	User         string
	PasswordEnv  string // environment variable with the password
	PasswordFile string // or file
	From         string
	To           []string
}

// Read implements [Config].
func (c *Email) Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int {
	lines := r.Section(n, what, common, yamlread.Fields{
		"smtp":          func(n *yaml.Node) { c.SMTP = r.Address(n, "smtp") },
		"tls":           func(n *yaml.Node) { c.TLS, _ = r.OneOf(n, "tls", "starttls", "tls", "none") },
		"user":          func(n *yaml.Node) { c.User, _ = r.Text(n, "user") },
		"password-env":  func(n *yaml.Node) { c.PasswordEnv = r.Env(n, "password-env") },
		"password-file": func(n *yaml.Node) { c.PasswordFile = r.SecretFile(n, "password-file") },
		"from":          func(n *yaml.Node) { c.From, _ = r.Mailbox(n, "from") },
		"to":            func(n *yaml.Node) { c.To = yamlread.All(r, n, "to", r.Mailbox) },
	}, "smtp", "from", "to")
	if host, _, err := net.SplitHostPort(c.SMTP); c.TLS == "none" && (err != nil || !loopback(host)) {
		r.FaultAt(lines["tls"], "mail without TLS is sent to this machine only, not to %q", c.SMTP)
	}
	if passwords := given(lines, "password-env", "password-file"); (lines["user"] == 0) != (passwords == 0) || passwords > 1 {
		r.Fault(n, "%s needs both user and password-env (or password-file), or neither", what)
	}
	return lines
}

// Sender implements [Config].
func (c *Email) Sender(env *Env) Sender { return &email{c, env} }

// email sends messages through the user's mail server.
type email struct {
	config *Email
	env    *Env
}

// Send implements [Sender]. A message that the server took is sent, whatever fails
// after that.
func (e *email) Send(ctx context.Context, m *Message) error {
	msg, err := e.compose(m)
	if err != nil {
		return err
	}
	server, err := e.server()
	if err != nil {
		return err
	}
	dial, done := wire(ctx, server.dial)
	defer done()
	client, err := mail.NewClient(server.host, append(server.options, mail.WithDialContextFunc(dial))...)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, msg)
	if err == nil || msg.IsDelivered() {
		return nil
	}
	return verdict(err)
}

// verdict distinguishes a server that refuses this mail for good (RFC 5321, section
// 4.2.1: 5yz) from one that cannot be reached or refuses the log-in, which a person can
// repair.
func verdict(err error) error {
	var failed *mail.SendError
	if !errors.As(err, &failed) || failed.ErrorCode()/100 != 5 {
		return err
	}
	switch failed.Reason {
	case mail.ErrSMTPRcptTo, mail.ErrSMTPData, mail.ErrSMTPDataClose:
		if failed.ErrorCode() != 530 && failed.ErrorCode() != 535 { // authentication (RFC 4954)
			return &refusal{err}
		}
	}
	return err
}

// compose writes the mail. Its Message-ID is made of the notifications, so a mail
// program recognises a repetition.
func (e *email) compose(m *Message) (*mail.Msg, error) {
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := msg.From(e.config.From); err != nil {
		return nil, fmt.Errorf("from: %w", err)
	}
	if err := msg.To(e.config.To...); err != nil {
		return nil, fmt.Errorf("to: %w", err)
	}
	l := &m.Notifications[0]
	domain := domainOf(e.config.From)
	text := e.env.words(l.Job)
	msg.Subject(text.subject(m))
	msg.SetDateWithValue(e.env.Clock.Now())
	msg.SetMessageIDWithValue(m.ID + "@" + domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answers by machines
	if !m.digest() {
		// Mails of one story form one thread (RFC 5322, section 3.6.4).
		msg.SetGenHeader(mail.HeaderReferences, "<"+hashID("story", l.Job, l.Story)+"@"+domain+">")
	}
	if m.urgent() {
		msg.SetImportance(mail.ImportanceUrgent)
	}
	msg.SetBodyString(mail.TypeTextPlain, text.body(m))
	if l.Mail != nil {
		msg.AddAlternativeString(mail.TypeTextHTML, l.Mail.HTML)
	}
	return msg, nil
}

// Preview implements [Sender]: the mail as it is sent.
func (e *email) Preview(m *Message) (string, error) {
	msg, err := e.compose(m)
	if err != nil {
		return "", err
	}
	text := e.env.words(m.Notifications[0].Job)
	return fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMessage-ID: %s\n\n%s", line(e.config.From, 300), line(strings.Join(e.config.To, ", "), 1000),
		text.subject(m), msg.GetMessageID(), text.body(m)), nil
}

func domainOf(from string) string {
	if a, err := netmail.ParseAddress(from); err == nil {
		if _, domain, ok := strings.Cut(a.Address, "@"); ok {
			return domain
		}
	}
	return "localhost"
}

// server is how a mail server is connected to.
type server struct {
	host    string
	options []mail.Option
	dial    mail.DialContextFunc
}

func (e *email) server() (*server, error) {
	host, port, err := net.SplitHostPort(e.config.SMTP)
	if err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, english.Errorf("smtp: port %q is no number", port)
	}
	config := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, RootCAs: e.env.Roots}
	s := &server{host, []mail.Option{mail.WithPort(n), mail.WithTimeout(e.env.Timeout)}, reach(e.env.Hosts).dial}
	switch e.config.TLS {
	case "", "starttls":
		s.options = append(s.options, mail.WithTLSPolicy(mail.TLSMandatory), mail.WithTLSConfig(config))
	case "tls":
		s.options = append(s.options, mail.WithSSL())
		s.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := reach(e.env.Hosts).dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			secure := tls.Client(conn, config)
			if err := secure.HandshakeContext(ctx); err != nil {
				return nil, errors.Join(err, conn.Close())
			}
			return secure, nil
		}
	case "none":
		if !loopback(host) {
			return nil, english.Errorf("smtp: %s is not this machine: mail and password would cross the network in the clear; use starttls or tls", host)
		}
		s.options = append(s.options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		return nil, english.Errorf("tls %q: there are starttls, tls and none", e.config.TLS)
	}
	login, err := e.login()
	s.options = append(s.options, login...)
	return s, err
}

// login returns how to log in. Mechanisms that send the password come last, and the
// library refuses them without TLS.
func (e *email) login() ([]mail.Option, error) {
	if e.config.User == "" {
		return nil, nil
	}
	password, err := redact.Secret{Env: e.config.PasswordEnv, File: e.config.PasswordFile}.Read(e.env.Secret)
	if err != nil {
		return nil, err
	}
	auth := mail.WithOpportunisticSMTPAuth(mail.SMTPAuthSCRAMSHA256, mail.SMTPAuthSCRAMSHA1, mail.SMTPAuthPlain, mail.SMTPAuthLogin)
	if e.config.TLS == "none" {
		auth = mail.WithSMTPAuth(mail.SMTPAuthPlainNoEnc) // over loopback, as checked
	}
	return []mail.Option{auth, mail.WithUsername(e.config.User), mail.WithPassword(password)}, nil
}

// wire returns dial with a connection that is closed when ctx is done, and a function
// that closes it. The library gives each command a new timeout, so a slow server could
// block a queue for hours.
func wire(ctx context.Context, dial mail.DialContextFunc) (mail.DialContextFunc, func()) {
	done := func() {}
	open := func(dialing context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(dialing, network, addr)
		if err != nil {
			return nil, err
		}
		cut := func() { conn.Close() } //nolint:errcheck // closed already if all went well
		stop := context.AfterFunc(ctx, cut)
		done = func() { stop(); cut() }
		return conn, nil
	}
	return open, func() { done() }
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
