package main

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

func newKey() cli.Command {
	return cli.Command{
		Use:     "key",
		Short:   "Make keys to sign comments with",
		Example: "  kbgate key new ~/comment.key\n  kbgate key public ~/comment.key",
		Commands: []cli.Command{{
			Use:   "new FILE",
			Short: "Make a key, write it into a file, and print its public line",
			Long: `Make an Ed25519 key. The private key goes into a new file that only you may read; a file that is there
already is never overwritten. The public line is printed: it belongs under ` + "`comment.public_keys`" + ` in
.kbgate.yaml on the branch that proposals go to.`,
			Example: `  kbgate key new ~/comment.key
  gh secret set KBGATE_SIGNING_KEY < ~/comment.key`,
			Anywhere: true,
			Run:      runKeyNew,
		}, {
			Use:      "public FILE",
			Short:    "Print the public line of a key once more",
			Long:     "Print the public line of the private key in a file, as `comment.public_keys` takes it.",
			Example:  "  kbgate key public ~/comment.key",
			Anywhere: true,
			Run: func(c *cli.Call) error {
				key, err := signingKey(c.Args[0])
				if err != nil {
					return err
				}
				return cli.Show(c, "%s\n", comment.FormatPublicKey(key.Public().(ed25519.PublicKey)))
			},
		}},
	}
}

func runKeyNew(c *cli.Call) error {
	name := c.Args[0]
	key, err := comment.NewKey()
	if err != nil {
		return fmt.Errorf("making a key: %w", err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return hint.Misuse("name a file that is not there", "%s is there already, and a key is never overwritten", name)
	case err != nil:
		return hint.Misuse("name a new file in a folder that can be written", "writing the key: %w", err)
	}
	_, err = file.WriteString(comment.FormatPrivateKey(key) + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing the key: %w", err), os.Remove(name))
	}
	public := key.Public().(ed25519.PublicKey)
	cli.Say(c, "wrote the private key %s into %s", comment.KeyID(public), name)
	cli.Say(c, "whoever has it signs as kbgate: keep it out of the repository, and give it to the CI as the secret %s", keyVariable)
	if git.IsExposed(c.Ctx, name) {
		cli.Say(c, "warning: %s lies in a git work tree that does not ignore it: move it elsewhere before anything is committed", name)
	}
	cli.Say(c, "on the branch that proposals go to, .kbgate.yaml gets the public line: comment: {public_keys: [\"…\"]}")
	return cli.Show(c, "%s\n", comment.FormatPublicKey(public))
}
