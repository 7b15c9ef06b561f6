package crawlcmd

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
)

// ReadPDF is the name of the command that a crawl runs in a process of its own.
const ReadPDF = "read-pdf"

// ReadPDFCommand returns the command read-pdf, which no user needs: the process may end
// itself, and its exit code says why.
func ReadPDFCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   ReadPDF,
		Short: "Read a PDF from standard input and write it as a page of HTML",
		Long: `Reads a PDF from standard input and writes its text as a page of HTML. A crawl runs
it in a process of its own where pdftotext is not installed.

Exit codes: 0 written; 10 the PDF is broken; 11 it is encrypted; 12 it is too large;
13 it holds no text; 14 its fonts do not say which characters they show.`,
		Example: `  ontocrawl read-pdf < bulletin.pdf > bulletin.html`,
		Hidden:  true,
		Args:    cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			if code := document.Child(a.In, a.Out); code != 0 {
				os.Exit(code)
			}
		},
	}
}
