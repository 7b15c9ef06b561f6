package document

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Limits of a program that reads a document. The context limits its time.
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
// places is free. The error comes from ctx, or says that the program could not be run;
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
	note := &head{}
	cmd, out, err := p.start(within, note)
	if err != nil {
		return ended{}, english.Errorf("%w: %w", errNoReader, err)
	}
	e := ended{}
	err = p.read(out)
	if n, _ := out.Read(make([]byte, 1)); err != nil || n > 0 { // there is more than is wanted
		e.early = err == nil || errors.Is(err, errFull)
		cancel()
	}
	cmd.Wait() //nolint:errcheck // ExitCode says it
	if err := ctx.Err(); err != nil {
		return ended{}, err
	}
	e.code, e.text = cmd.ProcessState.ExitCode(), string(note.b)
	return e, nil
}

// start starts p, limits it and gives it its input.
func (p *program) start(ctx context.Context, note io.Writer) (*exec.Cmd, io.Reader, error) {
	cmd := exec.CommandContext(ctx, p.args[0], p.args[1:]...) //nolint:gosec // of the settings, or this program
	cmd.Env = []string{"LC_ALL=C"}                            // no proxies, no home, no settings
	cmd.WaitDelay = 5 * time.Second
	cmd.Stderr = note
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, nil, err
	}
	// It waits for its input until its limits are set.
	limit(cmd.Process.Pid, p.address)
	go func() {
		in.Write(p.in) //nolint:errcheck // it may end before it has read all
		in.Close()     //nolint:errcheck // as above
	}()
	return cmd, out, nil
}

// head keeps the first bytes written.
type head struct{ b []byte }

func (h *head) Write(b []byte) (int, error) {
	h.b = append(h.b, b[:min(len(b), maxErrText-len(h.b))]...)
	return len(b), nil
}
