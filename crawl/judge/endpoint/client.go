package endpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds of a question.
const (
	timeout     = 2 * time.Minute // a model on a machine without a graphics card is slow
	mostAnswer  = 1 << 20
	mostTokens  = 1500 // of an answer, what a model thinks included
	longestWait = time.Hour
)

// Client asks one service. The address is the operator's, so it may be one of this machine.
type Client struct {
	url, model, key string
	http            *http.Client
}

// NewClient returns a client of the service at base, such as http://localhost:11434/v1. key "": none is sent.
func NewClient(base, model, key string) (*Client, error) {
	if err := checkURL(base); err != nil {
		return nil, err
	}
	if model == "" {
		return nil, english.Errorf("no model is named")
	}
	return &Client{
		url: strings.TrimRight(base, "/") + "/chat/completions", model: model, key: key,
		http: &http.Client{
			Timeout: timeout, Transport: &http.Transport{MaxResponseHeaderBytes: 64 << 10, ResponseHeaderTimeout: timeout, TLSHandshakeTimeout: 10 * time.Second},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key goes nowhere else
		},
	}, nil
}

// checkURL reports what is wrong with the address of a service.
func checkURL(base string) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return english.Errorf("it must be an address such as http://localhost:11434/v1")
	case u.User != nil:
		return english.Errorf("it must hold no password; the key comes from a variable")
	case u.RawQuery != "" || u.Fragment != "":
		return english.Errorf("it must have no query")
	}
	return nil
}

// Model is the name of the model.
func (c *Client) Model() string { return c.model }

// Error is a question without an answer.
type Error struct {
	Err   error
	After time.Duration // the service asks to wait so long
	Final bool          // asking again has no use: the model is not there, the key is refused
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// ask asks about a page. The error is an [*Error], or the error of ctx.
func (c *Client) ask(ctx context.Context, q Question) (Answer, error) {
	body, err := json.Marshal(map[string]any{
		"model": c.model, "temperature": 0, "stream": false, "max_tokens": mostTokens, "response_format": map[string]string{"type": "json_object"},
		"messages": []message{{"system", q.instruction}, {"user", q.page}},
	})
	if err != nil {
		return Answer{}, &Error{Err: err, Final: true}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return Answer{}, &Error{Err: err, Final: true}
	}
	req.Header.Set("Content-Type", "application/json")
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := c.http.Do(req)
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return Answer{}, &Error{Err: fmt.Errorf("%s", lineOf(err.Error(), 300))}
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	return c.read(ctx, resp)
}

// read reads an answer.
func (c *Client) read(ctx context.Context, resp *http.Response) (Answer, error) {
	text, err := io.ReadAll(io.LimitReader(resp.Body, mostAnswer+1))
	switch {
	case ctx.Err() != nil:
		return Answer{}, ctx.Err()
	case err != nil:
		return Answer{}, &Error{Err: fmt.Errorf("%s", lineOf(err.Error(), 300))}
	case resp.StatusCode != http.StatusOK:
		return Answer{}, refusal(resp)
	case len(text) > mostAnswer:
		return Answer{}, &Error{Err: english.Errorf("the answer has more than 1 MB")}
	}
	var said struct {
		Choices []struct {
			Message message `json:"message"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(text, &said); err != nil || len(said.Choices) == 0 {
		return Answer{}, &Error{Err: english.Errorf("the answer is not that of a chat service")}
	}
	a, err := parseAnswer(said.Choices[0].Message.Content)
	if err != nil {
		return Answer{}, &Error{Err: err}
	}
	return a, nil
}

// refusal is the error of an answer with another status than 200. What the service says is not shown: it may repeat the key.
func refusal(resp *http.Response) *Error {
	e := &Error{Err: english.Errorf("the service answers with status %d", resp.StatusCode)}
	switch resp.StatusCode {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusUnprocessableEntity:
		e.Final = true
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
			e.After = min(time.Duration(s)*time.Second, longestWait)
		}
	}
	return e
}
