package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
)

func newInit(io streams) *cobra.Command {
	var printOnly bool
	var organisations []string
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a commented .kbgate.yaml that fits the notes it finds",
		Long: `Write a commented .kbgate.yaml with the domains and the folders of claims that the notes show. On a
terminal it asks for the organisations whose deal terms must stay out of the knowledge base. A file that
is already there is never overwritten.`,
		Example: `  kbgate init
  kbgate init --organisation "Kettle & Crumb" notes/
  kbgate init --print`,
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			name := filepath.Join(folder, config.FileName)
			if _, err := os.Lstat(name); !printOnly && !errors.Is(err, fs.ErrNotExist) {
				return hint.Misuse("`kbgate init --print` shows what would be written", "%s is already there", name)
			}
			found, err := check.Survey(cmd.Context(), folder)
			if err != nil {
				return err
			}
			if len(organisations) == 0 && !printOnly {
				organisations = askOrganisations(io)
			}
			if len(organisations) > 0 {
				found.Config.Gates[gate.OpsecInternalDealTerms.ID].Values["organisations"] = organisations
			}
			text := config.Template(found.Config, gate.Specs())
			if printOnly {
				_, err := io.out.Write(text)
				return err
			}
			if err := writeNew(name, text); err != nil {
				return err
			}
			_, err = fmt.Fprintf(io.out, "wrote %s: %s\nnow run: kbgate check %s\n", name, found.Summary(), folder)
			return err
		},
	}
	cmd.Flags().BoolVar(&printOnly, "print", false, "print the file instead of writing it")
	cmd.Flags().StringArrayVar(&organisations, "organisation", nil, "`NAME` of an organisation whose deal terms are internal; may be repeated")
	return cmd
}

// writeNew writes a file that must not exist.
func writeNew(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return hint.Misuse("kbgate init needs a folder in which it may write", "%w", err)
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// askOrganisations asks on a terminal, and takes silence for none.
func askOrganisations(io streams) []string {
	in, ok := io.in.(*os.File)
	if _, shown := terminal(io.err); !ok || !shown {
		return nil
	}
	if _, typed := terminal(in); !typed {
		return nil
	}
	fmt.Fprint(io.err, "Organisations whose deal terms must stay out of the notes (commas between them, empty for none): ")
	line, _ := bufio.NewReader(in).ReadString('\n') // an answer that is cut off is an answer
	var names []string
	for name := range strings.SplitSeq(line, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
