package jobedit

import "github.com/ontocrawl/ontocrawl/internal/atomicfile"

// replace writes text to the file called name, if it is as was says. The earlier one is kept.
// After an error the file is as it was, if nobody else has written it.
func replace(name, text string, was State) error {
	name = target(name)
	drop, sum := func() {}, atomicfile.NoFile
	if was.Version != NoFile {
		var err error
		if drop, err = keep(name); err != nil {
			return err
		}
		sum = atomicfile.Sum([]byte(was.Text))
	}
	if err := atomicfile.Replace(name, sum, []byte(text), ""); err != nil {
		drop()
		return err
	}
	forget(name)
	return nil
}
