package notify

import (
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestReportMail: a report is a mail with its text in both forms, under one subject that a title cannot break; sent again, it is the same mail.
func TestReportMail(t *testing.T) {
	w := NewWorker(nil, nil, Options{})
	e := &email{&Email{From: "w@example.org", To: []string{"o@example.org"}}, w.env}
	end := time.Date(2026, 7, 25, 10, 0, 0, 0, time.UTC)
	w.Report("typhoon", end, "Shift report\r\nBcc: x@example.org", monitor.Mail{Text: "plain 台风", HTML: "<p>台风</p>"}, []monitor.Receiver{{Name: "office"}}, func() {})
	id := ""
	for range 2 {
		var m Message
		for _, l := range w.outbox.pending {
			m = Message{ID: l.ID, Notifications: []monitor.Notification{l}}
		}
		if m.Type() != "report" || m.digest() {
			t.Fatalf("it is a %s", m.Type())
		}
		msg, err := e.compose(&m)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if _, err := msg.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		mail, err := netmail.ReadMessage(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got := mail.Header.Get("Subject"); got != "[typhoon] Shift report Bcc: x@example.org" || mail.Header.Get("Bcc") != "" {
			t.Errorf("the subject is %q", got)
		}
		if id != "" && mail.Header.Get("Message-Id") != id {
			t.Errorf("sent again it is %s, not %s", mail.Header.Get("Message-Id"), id)
		}
		id = mail.Header.Get("Message-Id")
		_, params, err := mime.ParseMediaType(mail.Header.Get("Content-Type"))
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for parts := multipart.NewReader(mail.Body, params["boundary"]); ; {
			p, err := parts.NextPart()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, strings.Split(p.Header.Get("Content-Type"), ";")[0])
		}
		if got := strings.Join(kinds, " "); got != "text/plain text/html" {
			t.Errorf("the parts are %s", got)
		}
	}
}
