package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/watch"
)

// runWatch judges what is asked for, and again whenever it changes. To be interrupted is how it is meant to end. The first
// check has to work; what goes wrong later, such as a configuration that is just being written, is said and waited out.
func runWatch(c *cli.Call, req check.Request, flags *checkFlags) error {
	ctx := c.Ctx
	tree, err := watchedTree(c, req, flags)
	if err != nil {
		return err
	}
	screen := newScreen(c)
	req.Repeated = true
	err = watch.Loop(ctx, tree, func() error {
		bar := cli.NewProgress(c, "judging")
		req.Now, req.Progress = time.Now(), bar.Set
		result, err := check.Run(ctx, req)
		bar.Done()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && screen.turns == 0 {
			return err
		}
		if err := screen.turn(flags.format); err != nil {
			return err
		}
		if err != nil {
			exitStatus(c, err) // for what it says
		} else if err := finishCheck(c, result, flags); err != nil && !errors.Is(err, errFindings) {
			return err
		}
		screen.wait(req.Now)
		return nil
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// watchedTree is what a request is about: the whole base, for a note is judged among all others.
func watchedTree(c *cli.Call, req check.Request, flags *checkFlags) (watch.Tree, error) {
	place, err := check.Locate(c.Ctx, req)
	if err != nil {
		return watch.Tree{}, err
	}
	root := place.Name
	tree := watch.Tree{
		Root:  root,
		Poll:  flags.watch == "poll",
		Files: func(ctx context.Context) ([]string, error) { return source.Files(ctx, git.Find(ctx, root), root) },
		Polling: func(why error) {
			cli.Say(c, "changes are looked for every second or so, as the system does not tell of them: %v", why)
			cli.Say(c, "hint: it bounds how many folders may be watched, Linux by fs.inotify.max_user_watches, others by the limit on open files")
		},
	}
	named := req.Paths
	if req.ConfigFile != "" {
		named = append(named[:len(named):len(named)], req.ConfigFile)
	}
	for _, name := range named {
		name = place.Absolute(name)
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			tree.Also = append(tree.Also, name)
		}
	}
	return tree, nil
}

// screen shows one report after the other: on a terminal each in place of the last one, elsewhere with a line between them.
type screen struct {
	c     *cli.Call
	clear bool
	turns int
}

func newScreen(c *cli.Call) *screen {
	return &screen{c: c, clear: cli.IsTerminal(c.Out) && os.Getenv("TERM") != "dumb"}
}

// turn makes room for the next report. JSON documents need none: each is a line.
func (s *screen) turn(format string) error {
	s.turns++
	var err error
	switch {
	case s.clear && s.turns > 1:
		_, err = fmt.Fprint(s.c.Out, "\x1b[H\x1b[2J") // ECMA-48: cursor home, erase all of the page
	case !s.clear && s.turns > 1 && format == "text":
		_, err = fmt.Fprintln(s.c.Out, "---")
	}
	return err
}

// wait says on a terminal of when the report is.
func (s *screen) wait(at time.Time) {
	if s.clear {
		cli.Say(s.c, "judged at %s; waiting for changes, Ctrl-C ends", at.Format(time.TimeOnly))
	}
}
