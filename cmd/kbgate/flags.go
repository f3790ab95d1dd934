package main

import (
	"time"

	"github.com/kbgate/kbgate/internal/cli"
)

// fromNow reads what is said of a time as it is seen from now.
func fromNow[T any](read func(text string, now time.Time) (T, error)) func(string) (T, error) {
	return func(text string) (T, error) { return read(text, time.Now().UTC()) }
}

// rootOption is the flag that names the folder of the base, for a call from elsewhere.
func rootOption(root *string) []cli.Option {
	return []cli.Option{cli.Flag(root, "root", "the `FOLDER` of the knowledge base, where it is not this one or above it")}
}

// sayer is who corrects a record, and why: flags of several commands.
type sayer struct{ by, why string }

func (s *sayer) options(why string) []cli.Option {
	return []cli.Option{cli.Flag(&s.by, "by", "the `NAME` of who says so (default: git's user.name)"), cli.Flag(&s.why, "why", why)}
}
