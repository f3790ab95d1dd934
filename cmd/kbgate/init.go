package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/onboard"
	"github.com/kbgate/kbgate/internal/text"
)

func newInit() cli.Command {
	var printOnly bool
	var organisations []string
	return cli.Command{
		Use:   "init [FOLDER]",
		Short: "Write a commented .kbgate.yaml that fits the notes it finds",
		Long: `Write a commented .kbgate.yaml with the domains and the folders of claims that the notes show. On a
terminal it asks for the organisations whose deal terms must stay out of the knowledge base. A file that
is already there is never overwritten.`,
		Example: `  kbgate init
  kbgate init --organisation "Kettle & Crumb" notes/
  kbgate init --print`,
		Anywhere: true,
		Run: func(c *cli.Call) error {
			folder := "."
			if len(c.Args) > 0 {
				folder = c.Args[0]
			}
			name := filepath.Join(folder, config.FileName)
			if _, err := os.Lstat(name); !printOnly && !errors.Is(err, fs.ErrNotExist) {
				return hint.Misuse("`kbgate init --print` shows what would be written", "%s is already there", name)
			}
			if other := filepath.Join(folder, config.OtherName); !printOnly {
				if _, err := os.Lstat(other); err == nil {
					return hint.Misuse("`git mv "+text.ShellWord(filepath.ToSlash(other))+" "+text.ShellWord(filepath.ToSlash(name))+"` renames it", "%s is there, which is not read: a configuration is called %s", other, config.FileName)
				}
			}
			found, err := onboard.Detect(c.Ctx, folder)
			if err != nil {
				return err
			}
			if len(organisations) == 0 && !printOnly {
				organisations = askOrganisations(c)
			}
			if len(organisations) > 0 {
				found.Config.Gates[gate.OpsecInternalDealTerms.ID].Values["organisations"] = organisations
			}
			template := config.Template(found.Config, gate.BuiltIn.Specs())
			if printOnly {
				_, err := c.Out.Write(template)
				return err
			}
			if err := writeNew(name, template); err != nil {
				return err
			}
			if err := cli.Show(c, "wrote %s: %s\nnow run: kbgate check %s\n", name, found.Summary(), text.ShellWord(filepath.ToSlash(folder))); err != nil {
				return err
			}
			opsec := gate.OpsecInternalDealTerms
			if why := opsec.Idle(found.Config.Gates[opsec.ID]); why != "" {
				cli.Say(c, "%s is idle: %s", opsec.ID, why)
			}
			return nil
		},
		Options: []cli.Option{
			cli.Flag(&printOnly, "print", "print the file instead of writing it"),
			cli.Flag(&organisations, "organisation", "`NAME` of an organisation whose deal terms are internal; may be repeated"),
		},
	}
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
func askOrganisations(c *cli.Call) []string {
	if !cli.IsTerminal(c.In) || !cli.IsTerminal(c.Errs) {
		return nil
	}
	fmt.Fprint(c.Errs, "Organisations whose deal terms must stay out of the notes (commas between them, empty for none): ")
	line, _ := bufio.NewReader(c.In).ReadString('\n') // an answer that is cut off is an answer
	var names []string
	for name := range strings.SplitSeq(line, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
