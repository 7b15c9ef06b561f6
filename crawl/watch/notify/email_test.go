package notify

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// smtpServer takes mails on loopback, as far as RFC 5321 is needed here.
type smtpServer struct {
	net.Listener
	tls    *tls.Config       // STARTTLS is offered
	answer map[string]string // to a command, instead of the usual
	hang   string            // this command is not answered

	mu    sync.Mutex
	mails []string
	log   []string // commands
	wg    sync.WaitGroup
}

// certificate returns what a server on loopback vouches with, and who vouches for it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	srv := httptest.NewTLSServer(nil)
	defer srv.Close()
	pool := x509.NewCertPool()
	pool.AddCert(srv.Certificate())
	return &tls.Config{Certificates: srv.TLS.Certificates}, pool
}

func serveSMTP(t *testing.T, s *smtpServer, implicit bool) *smtpServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if s.Listener = l; implicit {
		s.Listener = tls.NewListener(l, s.tls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.wg.Go(func() {
		for {
			c, err := s.Accept()
			if err != nil {
				return
			}
			s.wg.Go(func() {
				stop := context.AfterFunc(ctx, func() { c.Close() }) //nolint:errcheck // a test
				defer stop()
				defer c.Close()
				s.talk(c)
			})
		}
	})
	t.Cleanup(func() { cancel(); l.Close(); s.wg.Wait() }) //nolint:errcheck // a test
	return s
}

func (s *smtpServer) talk(c net.Conn) {
	r := bufio.NewReader(c)
	fmt.Fprint(c, "220 test ESMTP\r\n") //nolint:errcheck // a test
	for {
		text, err := r.ReadString('\n')
		if err != nil {
			return
		}
		command, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(text)), " ")
		s.mu.Lock()
		s.log = append(s.log, strings.TrimSpace(text))
		s.mu.Unlock()
		if command == s.hang {
			io.Copy(io.Discard, c) //nolint:errcheck // until the other side goes
			return
		}
		if a, ok := s.answer[command]; ok {
			fmt.Fprint(c, a+"\r\n") //nolint:errcheck // a test
			continue
		}
		switch command {
		case "EHLO":
			if _, secure := c.(*tls.Conn); s.tls != nil && !secure {
				fmt.Fprint(c, "250-test\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n") //nolint:errcheck // a test
			} else {
				fmt.Fprint(c, "250-test\r\n250 AUTH PLAIN\r\n") //nolint:errcheck // a test
			}
		case "STARTTLS":
			fmt.Fprint(c, "220 go\r\n") //nolint:errcheck // a test
			c = tls.Server(c, s.tls)
			r = bufio.NewReader(c)
		case "AUTH":
			fmt.Fprint(c, "235 ok\r\n") //nolint:errcheck // a test
		case "DATA":
			fmt.Fprint(c, "354 go\r\n") //nolint:errcheck // a test
			var b strings.Builder
			for {
				l, err := r.ReadString('\n')
				if err != nil {
					return
				}
				if l == ".\r\n" {
					break
				}
				b.WriteString(l)
			}
			s.mu.Lock()
			s.mails = append(s.mails, b.String())
			s.mu.Unlock()
			if a, ok := s.answer["."]; ok {
				fmt.Fprint(c, a+"\r\n") //nolint:errcheck // a test
			} else {
				fmt.Fprint(c, "250 taken\r\n") //nolint:errcheck // a test
			}
		case "QUIT":
			fmt.Fprint(c, "221 bye\r\n") //nolint:errcheck // a test
			return
		default:
			fmt.Fprint(c, "250 ok\r\n") //nolint:errcheck // a test
		}
	}
}

func (s *smtpServer) got() (mails, log []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mails, s.log
}

func mailer(t *testing.T, s *smtpServer, security string, roots *x509.CertPool, user string) Sender {
	w := NewWorker(newBox(), nil, Options{
		Dir: t.TempDir(), Hosts: []string{"127.0.0.1"}, Timeout: 2 * time.Second, Roots: roots,
		Secret: func(name string) (string, bool) { return "pa55", name == "PASS" },
	})
	return w.newSender(monitor.Receiver{Name: "ann", Config: Config{&Email{
		SMTP: s.Addr().String(), TLS: security, User: user, PasswordEnv: "PASS",
		From: "Daemon <daemon@example.org>", To: []string{"ann@example.org", "bob@example.org"},
	}}})
}

func parseMail(t *testing.T, text string) (*netmail.Message, string) {
	t.Helper()
	msg, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	return msg, subject
}

func TestEmail(t *testing.T) {
	config, roots := certificate(t)
	for _, security := range []string{"starttls", "tls", "none"} {
		s := &smtpServer{tls: config}
		if security == "none" {
			s.tls = nil
		}
		serveSMTP(t, s, security == "tls")
		l := letterTo("ann", 0)
		l.Title, l.Urgent, l.Event.Phase = "台风“海葵”登陆", true, monitor.Warning
		if err := mailer(t, s, security, roots, "ann").Send(t.Context(), message(l)); err != nil {
			t.Errorf("%s: %v", security, err)
			continue
		}
		mails, log := s.got()
		if len(mails) != 1 {
			t.Fatalf("%s: %d mails, %q", security, len(mails), log)
		}
		msg, subject := parseMail(t, mails[0])
		if subject != "[typhoon · warning · urgent] New: 台风“海葵”登陆" {
			t.Errorf("subject %q", subject)
		}
		if id := msg.Header.Get("Message-ID"); id != "<"+l.ID+"@example.org>" {
			t.Errorf("message ID %s", id)
		}
		if msg.Header.Get("Auto-Submitted") != "auto-generated" || msg.Header.Get("To") == "" || !strings.HasPrefix(msg.Header.Get("References"), "<") {
			t.Errorf("header %v", msg.Header)
		}
		if auth := "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00ann\x00pa55")); !strings.Contains(strings.Join(log, "\n"), auth) {
			t.Errorf("%s: not logged in: %q", security, log)
		}
	}
}

// A title is one line of one header field, whatever it holds.
func TestHostileTitlesInMail(t *testing.T) {
	s := serveSMTP(t, &smtpServer{}, false)
	send := mailer(t, s, "none", nil, "")
	for i, title := range hostile {
		l := letterTo("ann", i)
		l.Title, l.Job, l.Rule, l.Event.URL, l.Story = title, title, title, title, title
		l.Event.Concepts[0].Label, l.Event.PublishedBy = title, title
		if err := send.Send(t.Context(), message(l)); err != nil {
			t.Fatalf("%q: %v", title, err)
		}
	}
	mails, log := s.got()
	if len(mails) != len(hostile) {
		t.Fatalf("%d mails", len(mails))
	}
	if strings.Contains(strings.Join(log, "\n"), "victim") {
		t.Errorf("commands %q", log)
	}
	for i, text := range mails {
		msg, subject := parseMail(t, text)
		if strings.ContainsFunc(subject, obeyed) || msg.Header.Get("Bcc") != "" || len(msg.Header) != 10 {
			t.Errorf("%q: subject %q, header %v", hostile[i], subject, msg.Header)
		}
		body, err := io.ReadAll(msg.Body)
		if err != nil || strings.Contains(string(body), "\x1b") {
			t.Errorf("%q: body %q, %v", hostile[i], body, err)
		}
	}
}

func TestEmailThatIsRefused(t *testing.T) {
	config, roots := certificate(t)
	tests := []struct {
		name     string
		server   *smtpServer
		security string
		roots    *x509.CertPool
		sent     bool
		refused  bool
		says     string
	}{
		{"no such mailbox", &smtpServer{answer: map[string]string{"RCPT": "550 no such user"}}, "none", nil, false, true, "no such user"},
		{"full mailbox", &smtpServer{answer: map[string]string{"RCPT": "452 mailbox full"}}, "none", nil, false, false, "mailbox full"},
		{"refused content", &smtpServer{answer: map[string]string{".": "554 spam"}}, "none", nil, false, true, "spam"},
		{"greylisted", &smtpServer{answer: map[string]string{".": "451 later"}}, "none", nil, false, false, "later"},
		{"wrong password", &smtpServer{answer: map[string]string{"AUTH": "535 no"}}, "none", nil, false, false, "535"},
		{"sender refused until logged in", &smtpServer{answer: map[string]string{"MAIL": "530 log in"}}, "none", nil, false, false, "log in"},
		{"taken, then not polite", &smtpServer{answer: map[string]string{"RSET": "500 what"}}, "none", nil, true, false, ""},
		{"no TLS offered", &smtpServer{}, "starttls", roots, false, false, "STARTTLS"},
		{"TLS nobody vouches for", &smtpServer{tls: config}, "starttls", x509.NewCertPool(), false, false, "certificate"},
		{"hangs", &smtpServer{hang: "MAIL"}, "none", nil, false, false, ""},
	}
	for _, tt := range tests {
		s := serveSMTP(t, tt.server, false)
		user := ""
		if _, ok := tt.server.answer["AUTH"]; ok {
			user = "ann"
		}
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		err := mailer(t, s, tt.security, tt.roots, user).Send(ctx, message(letterTo("ann", 0)))
		cancel()
		var refusal *refusal
		if (err == nil) != tt.sent || errors.As(err, &refusal) != tt.refused || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// A password never crosses the network in the clear.
func TestEmailInTheClear(t *testing.T) {
	w := NewWorker(newBox(), nil, Options{Dir: t.TempDir()})
	for _, c := range []Email{
		{SMTP: "mail.example.org:25", TLS: "none"},
		{SMTP: "mail.example.org", TLS: "tls"},
		{SMTP: "mail.example.org:x", TLS: "tls"},
		{SMTP: "127.0.0.1:25", TLS: "ssl3"},
		{SMTP: "127.0.0.1:25", TLS: "none", User: "ann", PasswordEnv: "ONTOCRAWL_NO_SUCH_VARIABLE"},
	} {
		c.From, c.To = "daemon@example.org", []string{"ann@example.org"}
		if err := c.Sender(w.env).Send(t.Context(), message(letterTo("ann", 0))); err == nil || strings.Contains(err.Error(), "dial") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestMailIsReadable(t *testing.T) {
	words := wordsOf("zh", time.FixedZone("CST", 8*60*60))
	l := letterTo("ann", 0)
	l.Title, l.Event.Kind, l.Event.WasRelevance, l.Event.Appeared = "台风红色预警", monitor.Changed, 0.25, []string{"http://o.example#Typhoon"}
	l.Event.Concepts[0].Name, l.Event.Phase = "台风", monitor.Impact
	l.Event.Concepts[0].Places = []monitor.Place{{Name: "title", Count: 1}, {Name: "body", Count: 1}}
	want := `更新: 台风红色预警
https://news.example/a

相关度: 0.500 (此前: 0.250)
概念: 台风 “typhoon” (标题 ×1, 正文 ×1)
新出现: 台风 “typhoon” (标题 ×1, 正文 ×1)
发布时间: 2026-07-25 19:55 CST (依据 meta)
采集时间: 2026-07-25 20:00 CST
发布至采集: 5m0s
规则: typhoon / all · 影响
`
	if got := words.body(message(l)); got != want {
		t.Errorf("%s", got)
	}
	digest := []monitor.Notification{letterTo("ann", 0), letterTo("ann", 1)}
	digest[0].Group, digest[1].Group = "typhoon", "typhoon"
	if got := words.subject(message(digest...)); got != "[typhoon] 2 条消息" {
		t.Errorf("%s", got)
	}
}
