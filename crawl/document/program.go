package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// Limits of a program that reads a document. Its time is that of its context.
const (
	maxAddress = 1 << 30 // bytes of address space, of programs that reserve no more than they need
	maxCPU     = 60      // seconds; it ends a program whose parent was killed
	maxErrText = 4 << 10
)

// program is a program that reads a document from standard input.
type program struct {
	args    []string
	in      []byte
	read    func(io.Reader) error // reads what it writes; errFull ends it
	address bool                  // its address space may be limited
}

// run runs p within limits, and kills it when ctx ends. It waits until one of a few
// places is free. The error is that of ctx, or says that the program could not be run;
// how it ended otherwise is no error.
func (c *Converter) run(ctx context.Context, p program) (ended, error) {
	select {
	case c.places <- struct{}{}:
		defer func() { <-c.places }()
	case <-ctx.Done():
		return ended{}, ctx.Err()
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(within, p.args[0], p.args[1:]...)
	cmd.Env = []string{"LC_ALL=C"} // no proxies, no home, no settings
	cmd.WaitDelay = 5 * time.Second
	note := &head{}
	cmd.Stderr = note
	in, err := cmd.StdinPipe()
	if err != nil {
		return ended{}, fmt.Errorf("%w: %w", ErrNoReader, err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return ended{}, fmt.Errorf("%w: %w", ErrNoReader, err)
	}
	// It waits for its input until its limits are set.
	limit(cmd.Process.Pid, p.address)
	go func() {
		in.Write(p.in) //nolint:errcheck // it may end before it has read all
		in.Close()     //nolint:errcheck // as above
	}()
	e := ended{}
	if err := p.read(out); err != nil {
		e.early = errors.Is(err, errFull)
		cancel()
	}
	io.Copy(io.Discard, io.LimitReader(out, maxPlaced)) //nolint:errcheck // the end of the program says it
	cmd.Wait()                                          //nolint:errcheck // ExitCode says it
	if err := ctx.Err(); err != nil {
		return ended{}, err
	}
	e.code, e.text = cmd.ProcessState.ExitCode(), string(note.b)
	return e, nil
}

// head keeps the first bytes written.
type head struct{ b []byte }

func (h *head) Write(b []byte) (int, error) {
	h.b = append(h.b, b[:min(len(b), maxErrText-len(h.b))]...)
	return len(b), nil
}
