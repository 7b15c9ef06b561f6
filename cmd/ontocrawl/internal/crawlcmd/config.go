package crawlcmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

func ConfigCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show every setting in force and where it came from",
		Long: `Prints every setting with its value and where that was set: a flag, a variable,
a line of the YAML file, or default.

Exit codes: 0 printed; 2 a setting is wrong.`,
		Example: `  ontocrawl config
  ONTOCRAWL_TAU=8 ontocrawl config --config ontocrawl.yaml --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			settings, err := inForce(c)
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(settings)
			}
			return printSettings(a, settings)
		},
	}
	config.Bind(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// setting is a line of `ontocrawl config`.
type setting struct {
	Name   string `json:"name"`
	Value  any    `json:"value"`
	Source string `json:"source"`
	Env    string `json:"env"`
	Usage  string `json:"usage"`
	group  string
}

func inForce(c *config.Config) ([]setting, error) {
	values := c.Values()
	var all []setting
	for _, k := range config.Keys() {
		v, ok := values[k.Name]
		if !ok {
			return nil, english.Errorf("setting %s has no value", k.Name)
		}
		all = append(all, setting{k.Name, v, c.From[k.Name].String(), k.Env(), k.Usage, k.Group})
	}
	for _, o := range cli.MethodOptions() {
		all = append(all, setting{o.Name, c.Options[o.Name], c.From[o.Name].String(), config.OptionsEnv, o.About, config.OptionsGroup})
	}
	return all, nil
}

func printSettings(a *cli.App, all []setting) error {
	group := ""
	t := &term.Table{Head: []string{"setting", "value", "from"}}
	flush := func() error {
		if len(t.Rows) == 0 {
			return nil
		}
		fmt.Fprintf(a.Out, "# %s\n", message.Of(a.Out).Text(group))
		err := t.Write(a.Out)
		fmt.Fprintln(a.Out)
		t.Rows = nil
		return err
	}
	for _, s := range all {
		if s.group != group {
			if err := flush(); err != nil {
				return err
			}
			group = s.group
		}
		t.Add(s.Name, fmt.Sprint(s.Value), s.Source)
	}
	return flush()
}
