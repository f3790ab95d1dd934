package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/onboard"
)

func newInit() command {
	var printOnly bool
	var organisations []string
	return command{
		use:   "init [FOLDER]",
		short: "Write a commented .kbgate.yaml that fits the notes it finds",
		long: `Write a commented .kbgate.yaml with the domains and the folders of claims that the notes show. On a
terminal it asks for the organisations whose deal terms must stay out of the knowledge base. A file that
is already there is never overwritten.`,
		example: `  kbgate init
  kbgate init --organisation "Kettle & Crumb" notes/
  kbgate init --print`,
		anywhere: true,
		run: func(c *call) error {
			folder := "."
			if len(c.args) > 0 {
				folder = c.args[0]
			}
			name := filepath.Join(folder, config.FileName)
			if _, err := os.Lstat(name); !printOnly && !errors.Is(err, fs.ErrNotExist) {
				return hint.Misuse("`kbgate init --print` shows what would be written", "%s is already there", name)
			}
			found, err := onboard.Detect(c.ctx, folder)
			if err != nil {
				return err
			}
			if len(organisations) == 0 && !printOnly {
				organisations = askOrganisations(c)
			}
			if len(organisations) > 0 {
				found.Config.Gates[gate.OpsecInternalDealTerms.ID].Values["organisations"] = organisations
			}
			text := config.Template(found.Config, gate.BuiltIn.Specs())
			if printOnly {
				_, err := c.out.Write(text)
				return err
			}
			if err := writeNew(name, text); err != nil {
				return err
			}
			return show(c, "wrote %s: %s\nnow run: kbgate check %s\n", name, found.Summary(), folder)
		},
		options: []option{
			{&printOnly, "print", "print the file instead of writing it"},
			{&organisations, "organisation", "`NAME` of an organisation whose deal terms are internal; may be repeated"},
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
func askOrganisations(c *call) []string {
	if !isTerminal(c.in) || !isTerminal(c.errs) {
		return nil
	}
	fmt.Fprint(c.errs, "Organisations whose deal terms must stay out of the notes (commas between them, empty for none): ")
	line, _ := bufio.NewReader(c.in).ReadString('\n') // an answer that is cut off is an answer
	var names []string
	for name := range strings.SplitSeq(line, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
