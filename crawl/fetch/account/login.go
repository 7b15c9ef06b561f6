package account

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A Submitter sends forms; a [fetch.Client] is one.
type Submitter interface {
	Submit(context.Context, fetch.Form) (*fetch.Answer, error)
}

// ErrRefused is wrapped by the error of pages whose host did not take the log-in.
var ErrRefused = errors.New("the log-in was refused")

// again is the least time between two log-ins of one account, and from one that met a
// broken server to the next attempt.
const again = 10 * time.Minute

// login is a form that is filled in.
type login struct {
	page   *url.URL
	form   goquery.Matcher // nil: the first form with a password field
	values map[string]string

	mu      sync.Mutex // held while the form is sent
	in      bool       // logged in
	at      time.Time  // of the last attempt
	err     error      // of it
	refused bool       // for good
}

// ensure logs in once, and reports whether it tried now. A log-in that was refused, or one that failed a short while ago,
// is not tried again.
func (l *login) ensure(ctx context.Context, s Submitter, now time.Time) (tried bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.in {
		return false, nil
	}
	if l.refused || l.err != nil && now.Sub(l.at) < again {
		return false, l.err
	}
	err = l.submit(ctx, s)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	l.at, l.err, l.in = now, err, err == nil
	l.refused = errors.Is(err, ErrRefused)
	return true, err
}

// lost says that a host sent to its log-in page although we had logged in before start.
// It reports whether another log-in is worth it.
func (l *login) lost(start, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.in || l.at.After(start) {
		return l.in // another fetch has logged in since
	}
	if now.Sub(l.at) < again {
		return false
	}
	l.in = false
	return true
}

// asks reports whether an answer, or the error in its place, is the host's wish to log
// in: status 401, or a redirect to the log-in page, which robots.txt often forbids.
func (l *login) asks(r *crawl.Response, err error) bool {
	var sent *fetch.RedirectError
	switch {
	case errors.As(err, &sent):
		return l.isPage(sent.To)
	case err != nil:
		return false
	}
	return r.Status == 401 || r.Final != r.URL && l.isPage(r.Final)
}

func (l *login) isPage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.EqualFold(u.Host, l.page.Host) && u.Path == l.page.Path
}

// submit fetches the page, fills in its form and sends it. The log-in counts as taken when
// the answer has no such form any more.
func (l *login) submit(ctx context.Context, s Submitter) error {
	page, err := s.Submit(ctx, fetch.Form{URL: l.page.String()})
	if err != nil {
		return err
	}
	if page.Status/100 != 2 {
		return &crawl.KindError{Kind: crawl.StatusKind(page.Status), Err: english.Errorf("the log-in page answers with status %d", page.Status)}
	}
	f, err := l.fill(page)
	if err != nil {
		return err
	}
	answer, err := s.Submit(ctx, *f)
	if err != nil {
		return err
	}
	switch {
	case answer.Status/100 == 5 || answer.Status == 429:
		return &crawl.KindError{Kind: crawl.StatusKind(answer.Status), Err: english.Errorf("the log-in is answered with status %d", answer.Status)}
	case answer.Status/100 != 2:
		return fmt.Errorf("%w: status %d", ErrRefused, answer.Status)
	}
	if _, err := l.find(answer); err == nil {
		return english.Errorf("%w: the answer asks for it again", ErrRefused)
	}
	return nil
}

// find is the form in a page.
func (l *login) find(page *fetch.Answer) (*goquery.Selection, error) {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(page.Body))
	if err != nil {
		return nil, err
	}
	if l.form != nil {
		if found := doc.FindMatcher(l.form).Filter("form").First(); found.Length() > 0 {
			return found, nil
		}
		return nil, errors.New("the log-in page has no such form")
	}
	found := doc.Find("form").FilterFunction(func(_ int, f *goquery.Selection) bool {
		return f.Find("input[type=password i]").Length() > 0
	}).First()
	if found.Length() == 0 {
		return nil, errors.New("the log-in page has no form with a password; one that a script makes cannot be filled in: export the cookies of a browser instead (cookies: FILE)")
	}
	return found, nil
}

// fill returns the form with its own hidden values and the values of the account. The form
// must lead to the host of its page, so that a page that was tampered with cannot send
// secrets away.
func (l *login) fill(page *fetch.Answer) (*fetch.Form, error) {
	form, err := l.find(page)
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(page.URL)
	if err != nil {
		return nil, err
	}
	action, err := base.Parse(strings.TrimSpace(form.AttrOr("action", page.URL)))
	if err != nil {
		return nil, english.Errorf("the form's address: %w", err)
	}
	if !strings.EqualFold(form.AttrOr("method", "get"), "post") {
		return nil, errors.New("the form sends by GET, so that its secrets would stand in addresses; nothing was sent")
	}
	if !strings.EqualFold(action.Host, l.page.Host) || action.Scheme != l.page.Scheme {
		return nil, english.Errorf("the form leads from %s://%s to another host or protocol; nothing was sent", l.page.Scheme, l.page.Host)
	}
	values := hidden(form)
	for name, value := range l.values {
		if form.Find("[name]").FilterFunction(func(_ int, s *goquery.Selection) bool { return s.AttrOr("name", "") == name }).Length() == 0 {
			return nil, english.Errorf("the form has no field %q; it has %s", name, strings.Join(names(form), ", "))
		}
		values.Set(name, value)
	}
	return &fetch.Form{URL: action.String(), Values: values}, nil
}

// hidden are the values that a form sends by itself: hidden fields, and the first button.
func hidden(form *goquery.Selection) url.Values {
	values := url.Values{}
	form.Find("input[name]").Each(func(_ int, s *goquery.Selection) {
		if strings.EqualFold(s.AttrOr("type", "text"), "hidden") || has(s, "checked") {
			values.Add(s.AttrOr("name", ""), s.AttrOr("value", "on"))
		}
	})
	button := form.Find("input[type=submit i][name], button[name]").First()
	if button.Length() > 0 {
		values.Set(button.AttrOr("name", ""), button.AttrOr("value", ""))
	}
	return values
}

func has(s *goquery.Selection, name string) bool {
	_, ok := s.Attr(name)
	return ok
}

// names are the names of the fields of a form, few and short enough for a message.
func names(form *goquery.Selection) []string {
	var list []string
	form.Find("[name]").Each(func(_ int, s *goquery.Selection) {
		if name := s.AttrOr("name", ""); len(list) < 10 && len(name) < 40 {
			list = append(list, fmt.Sprintf("%q", name))
		}
	})
	return list
}
