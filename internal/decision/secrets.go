package decision

import (
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/secret"
)

// Secrets refuses the secrets of a record, of each field the first; nil where there is none. No error shows a secret, and each is a
// hint.Error.
func (d *Decision) Secrets() []error { return secretsOf(d) }

// Secrets refuses the secrets of an amendment, as Decision.Secrets does.
func (a *Amendment) Secrets() []error { return secretsOf(a) }

// Secrets refuses the secrets of an allowance, as Decision.Secrets does.
func (a *Allowance) Secrets() []error { return secretsOf(a) }

func secretsOf(g group) (found []error) {
	n := groupNode(g)
	n.Texts("", func(path, text string) {
		if all := secret.Find(text); len(all) > 0 {
			found = append(found, hint.Misuse(
				"take it out and record again: the store keeps what it is given for good; and if it is a real one, revoke it where it was made, for it has been copied already",
				"%s holds what looks like %s, at the bytes %d to %d", path, all[0].Kind, all[0].Span.Start+1, all[0].Span.End))
		}
	})
	return found
}
