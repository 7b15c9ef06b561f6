package crawlcmd

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/endpoint"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// checkRun refuses a folder that is not a run folder, and one of a newer program.
func checkRun(dir string) error {
	if n := len(rundir.Parts(dir)); n > 0 {
		return cli.Usage(&rundir.PartsError{Dir: dir, Parts: n})
	}
	for _, name := range []string{rundir.PagesFile, rundir.ParamsFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) {
			return cli.Usagef("%s is no run folder: there is no %s in it", dir, name)
		} else if err != nil {
			return cli.Usage(cmp.Or(runcheck.IsRun(dir), err))
		}
	}
	return cli.SessionError(rundir.CheckFormat(dir))
}

// within reports whether file would lie in dir itself.
func within(file, dir string) bool {
	return file != "" && file != "-" && cli.SameFile(filepath.Dir(file), dir)
}

// openArchive opens the archive of a run; nil if it has none.
func openArchive(dir string) (*warc.Folder, error) {
	f, err := warc.OpenFolder(filepath.Join(dir, rundir.WARCDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return f, cli.WithCode(cli.ExitFailure, err)
}

// readParams reads run.yaml. Settings that name copies in dir lead there.
func readParams(dir string) (session.Params, []byte, error) {
	p, text, err := session.ReadParams(dir)
	if err != nil {
		return p, nil, cli.Usage(err)
	}
	for _, name := range []string{"ontology", "topic-from", "topics", "taught"} {
		if text, ok := p.Settings[name].(string); ok {
			p.Settings[name] = session.OntologyOf(dir, text)
		}
	}
	return p, text, nil
}

// loadAs loads the settings of a command about the run in dir: a setting of
// judging that is not given is the run's, and a threshold that nobody gave is the one that
// the run was calibrated to.
func loadAs(a *cli.App, cmd *cobra.Command, dir string) (*config.Config, session.Params, error) {
	if err := checkRun(dir); err != nil {
		return nil, session.Params{}, err
	}
	p, _, err := readParams(dir)
	if err != nil {
		return nil, p, err
	}
	if err := inherit(cmd, p.Settings); err != nil {
		return nil, p, err
	}
	c, err := a.Load(cmd)
	if err == nil && c.Phi == 0 {
		c.Phi, err = rundir.CalibratedPhi(dir, c.Judge)
		err = cli.WithCode(cli.ExitConflict, err)
	}
	return c, p, err
}

// useModel gives the judge the last model that the run in dir has learned, if it has
// learned one.
func useModel(j *relevance.Judge, dir string) error {
	last, err := rundir.LastModel(dir)
	if err != nil || last.Model == 0 {
		return cli.Failure(err)
	}
	return cli.Failure(j.DecodeModel(crawl.Model{Number: last.Model, Data: last.Learned}))
}

// useTaught lets the correction that the settings name correct the judge, if it was made for it, and
// returns its ID.
func useTaught(j *relevance.Judge, c *config.Config, dir string) (id string, err error) {
	m, err := session.ReadTaught(c.Taught, dir)
	if err != nil {
		return "", cli.Usage(err)
	}
	if m == nil || m.Judge != j.Name() {
		return "", nil
	}
	j.CorrectBy(m)
	return m.ID, nil
}

// useOpinions lets the judge heed the second opinions that the run in dir has, as the run does.
func useOpinions(j *relevance.Judge, dir string) error {
	o, err := endpoint.ReadOpinions(dir)
	if err == nil {
		j.SecondBy(o)
	}
	return err
}

// RunTopic returns the topic of the run in dir, and the settings of cmd, which
// takes those that [JudgeSettings] names.
func RunTopic(a *cli.App, cmd *cobra.Command, dir string) (*config.Config, *topic.Topic, error) {
	c, _, err := loadAs(a, cmd, dir)
	if err != nil {
		return nil, nil, err
	}
	t, err := a.Topic(cmd.Context(), c)
	return c, t, err
}
