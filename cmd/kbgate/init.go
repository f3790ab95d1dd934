package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/onboard"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/workspace"
)

func newInit() cli.Command {
	var printOnly bool
	var organisations []string
	var sync string
	return cli.Command{
		Use:   "init [FOLDER]",
		Short: "Write a commented .kbgate.yaml that fits the notes it finds",
		Long: `Write a commented .kbgate.yaml with the domains and the folders of claims that the notes show. On a
terminal it asks for the organisations whose deal terms must stay out of the knowledge base. A file that
is already there is never overwritten.

Where the repository has a remote, it also asks on a terminal whether this clone shall send what it records by
itself, and writes the answer to git's own configuration (kbgate.store.sync), which alone decides that; --sync
answers. Where the file is there already, as in a clone, this is all that it does.`,
		Example: `  kbgate init
  kbgate init --organisation "Kettle & Crumb" notes/
  kbgate init --print
  kbgate init --sync auto`,
		Anywhere: true,
		Run: func(c *cli.Call) error {
			if printOnly && sync != "" {
				return hint.Misuse("give one after the other", "--sync stands beside --print, which writes nothing")
			}
			folder := "."
			if len(c.Args) > 0 {
				folder = c.Args[0]
			}
			name := filepath.Join(folder, config.FileName)
			if _, err := os.Lstat(name); !printOnly && !errors.Is(err, fs.ErrNotExist) {
				if done, err := letSend(c, folder, sync); done || err != nil {
					return err
				}
				return hint.Misuse("`kbgate init --print` shows what would be written", "%s is already there", name)
			}
			if other := workspace.MisnamedIn(folder); other != "" && !printOnly {
				return hint.Misuse(workspace.Rename(c.Ctx, other, other), "%s is there, which is not read: a configuration is called %s", other, config.FileName)
			}
			if sync != "" { // what stands against it is said before anything is written
				if _, err := cloneAt(c, folder, sync); err != nil {
					return err
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
			if _, err := letSend(c, folder, sync); err != nil {
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
			cli.Flag(cli.Choice(&sync, config.SyncAuto, config.SyncOff), "sync", "whether this clone sends by itself what it records: auto or off"),
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

// letSend writes to git's configuration whether the clone sends by itself what it records, as it was told or is told on a terminal, and
// reports whether it was. Nothing is asked where there is no remote, or where the configuration says it already.
func letSend(c *cli.Call, folder, told string) (done bool, err error) {
	at, err := cloneAt(c, folder, told)
	switch {
	case err != nil:
		return false, err
	case told == "" && (at.remote == "" || at.isSaid || !cli.IsTerminal(c.In) || !cli.IsTerminal(c.Errs)):
		return false, nil
	case told == "":
		if told, err = askSend(c, folder, at.remote); err != nil {
			return false, err
		}
	}
	if err := git.SetSync(c.Ctx, at.repo, told); err != nil {
		return false, err
	}
	if told == config.SyncAuto {
		cli.Say(c, "from now on this clone sends what it records to %s; `git config kbgate.store.sync off` ends that", at.remote)
	} else {
		cli.Say(c, "this clone sends nothing by itself; `kbgate sync` does")
	}
	return true, nil
}

// clone is where a folder sends what it records.
type clone struct {
	repo   git.Folder
	remote string // "" where there is none, or no repository
	isSaid bool   // the configuration says whether it sends by itself
}

// cloneAt looks at the clone of a folder, and says what stands against what it was told.
func cloneAt(c *cli.Call, folder, told string) (at clone, err error) {
	at.repo = git.Find(c.Ctx, folder)
	if at.repo.Err() != nil {
		if told != "" {
			err = hint.Misuse("`git init` makes a repository", "--sync is about a clone, and %s is in no repository: %w", folder, at.repo.Err())
		}
		return at, err
	}
	settings, err := git.Configuration(c.Ctx, at.repo, git.Deciding)
	if err != nil {
		return at, err
	}
	own, _ := at.repo.Parted(settings)
	at.remote = git.RemoteOf(own)
	at.isSaid = slices.ContainsFunc(own, func(s git.Configured) bool { return s.Name == git.SyncSetting })
	if at.remote == "" && told == config.SyncAuto {
		err = hint.Misuse("`git remote add origin URL` makes one", "there is no remote to send to")
	}
	return at, err
}

// askSend asks whether to send. Silence is what the knowledge base suggests in its configuration, and no where that suggests nothing.
func askSend(c *cli.Call, folder, remote string) (string, error) {
	suggested := config.SyncOff
	settings, err := workspace.Settings(c.Ctx, folder, "", "", gate.BuiltIn.Specs())
	if err != nil {
		return "", err
	}
	choice := "[y/N]"
	if settings.Store.Sync == config.SyncAuto {
		suggested, choice = config.SyncAuto, "[Y/n]; "+config.FileName+" suggests it"
	}
	fmt.Fprintf(c.Errs, "Send what is recorded in this clone to %s, each time, in the background? %s ", text.Visible(remote), choice)
	line, _ := bufio.NewReader(c.In).ReadString('\n') // an answer that is cut off is an answer
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "":
		return suggested, nil
	case "y", "yes", "s", "sim":
		return config.SyncAuto, nil
	}
	return config.SyncOff, nil
}
