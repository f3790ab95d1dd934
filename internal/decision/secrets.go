package decision

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/secret"
)

// SecretError refuses a record that holds a secret. It never shows it.
type SecretError struct {
	Field string
	secret.Found
}

func (e *SecretError) Error() string {
	return fmt.Sprintf("%s holds what looks like %s, at the bytes %d to %d", e.Field, e.Kind, e.Span.Start+1, e.Span.End)
}

// Hint says what to do.
func (e *SecretError) Hint() string {
	return "take it out and record again: the store keeps what it is given for good; and if it is a real one, revoke it where it was made, for it has been copied already"
}

// Secrets says which field of a record holds a secret, of each the first; nil where none does.
func (d *Decision) Secrets() []*SecretError { return secretsOf(d) }

// Secrets says which field of an amendment holds a secret, as Decision.Secrets does.
func (a *Amendment) Secrets() []*SecretError { return secretsOf(a) }

func secretsOf(g group) (found []*SecretError) {
	n := groupNode(g)
	n.texts("", func(path, text string) {
		if all := secret.Find(text); len(all) > 0 {
			found = append(found, &SecretError{path, all[0]})
		}
	})
	return found
}
