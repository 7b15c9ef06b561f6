package notify

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// problem is the error of a message that a service has not accepted.
type problem struct {
	Text string
	// Refused: this very message will never be accepted. If it is false, a person may
	// repair the cause (a token, a signature, a keyword), or it passes by itself.
	Refused bool
	// Wait is the pause that the service asks for; 0 if it names none.
	Wait time.Duration
}

func (p *problem) Error() string { return p.Text }

// errForeign says that an answer is not one of the service.
var errForeign = errors.New("the answer is not one of this service; does the address lead there?")

// codes gives the meaning of the numbers in the answers of a service.
type codes struct {
	refused map[int]bool          // the message is wrong
	wait    map[int]time.Duration // too many messages
}

// judgeCode judges an answer that holds a number, 0 for success.
func (c codes) judge(code *int, said string) error {
	switch {
	case code == nil:
		return errForeign
	case *code == 0:
		return nil
	}
	return &problem{Text: fmt.Sprintf("error %d: %s", *code, said), Refused: c.refused[*code], Wait: c.wait[*code]}
}

// ok reports whether a status means success.
func ok(status int) bool { return status/100 == 2 }

// read reads an answer that is a JSON object.
func read(answer []byte, v any) bool { return json.Unmarshal(answer, v) == nil }

// judgeErrcode returns the Judge of services whose answers are {"errcode": 0, "errmsg": "ok"}.
func (c codes) judgeErrcode(status int, answer []byte) error {
	var a struct {
		Code *int   `json:"errcode"`
		Said string `json:"errmsg"`
	}
	if !ok(status) || !read(answer, &a) {
		return errForeign
	}
	return c.judge(a.Code, a.Said)
}

// archived is the status of a hook that is gone. A person makes another; the message may
// wait for it.
const archived = http.StatusGone
