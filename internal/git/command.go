package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// role says what a git program is for, and which programs it may start itself.
type role int

const (
	reads  role = iota // it starts none
	lists              // it starts none, and sees the user's settings unchanged, because the question is about them
	signs              // it starts gpg or ssh-keygen, as the user's settings name them
	writes             // it starts the hooks of the repository's user
	talks              // it talks to a remote, and starts hooks and what the user's settings name for that
)

// settings hold for every git program. A repository without a work tree must be named. No file system monitor runs, as that is a
// program. Root commits are shown, and merges are compared with each parent. Git enters no submodule. A push does not walk every
// path that both sides have, because a few folders may stand for too many paths.
var settings = []string{"--no-pager", "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", "log.showRoot=true",
	"-c", "log.showSignature=false", "-c", "log.follow=false", "-c", "log.diffMerges=separate", "-c", "submodule.recurse=false", "-c", "pack.useSparse=false"}

// process is a git program.
type process struct {
	*exec.Cmd
	ctx       context.Context
	role      role
	name      string // of git's command, such as "log"
	complaint bytes.Buffer
}

// program makes a git program that starts in a folder. Nothing else starts one.
func program(ctx context.Context, r role, dir string, environment []string, args ...string) *process {
	given := settings[:len(settings):len(settings)]
	isHarmless := r == reads || r == signs
	if isHarmless {
		given = append(given, "-c", "core.hooksPath="+os.DevNull, "-c", "protocol.allow=never")
	}
	p := &process{Cmd: exec.CommandContext(ctx, "git", append(given, args...)...), ctx: ctx, role: r, name: commandName(args)}
	p.Stderr = &p.complaint
	p.Dir = dir
	p.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "GIT_DIR=") || strings.HasPrefix(variable, "GIT_WORK_TREE=")
	})
	// The table of causes is in English. Replacement objects of this clone must not change what is judged.
	p.Env = append(p.Env, "LC_ALL=C", "GIT_NO_REPLACE_OBJECTS=1")
	if isHarmless {
		// A partial clone must not fetch missing objects. Git before 2.44 knows only the first variable; no setting overrules it.
		p.Env = append(p.Env, "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1")
	}
	p.Env = append(p.Env, environment...)
	return p
}

// commandName is the first argument that is neither an option nor a setting.
func commandName(args []string) string {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-c":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return args[i]
		}
	}
	return ""
}

// command is a git program that gets the repository of a folder by name. Starting it fails if there is no repository, or if a file
// of the work tree names a program that the role may start.
func command(ctx context.Context, r role, f Folder, args ...string) *process {
	p := program(ctx, r, f.Dir, f.environment(), args...)
	if err := f.Err(); err != nil {
		p.Err = err
	} else if err := refuseForeign(ctx, f, r); err != nil {
		p.Err = err
	} else if err := p.goUnattended(ctx, f); err != nil {
		p.Err = err
	}
	return p
}

// environment names the repository. Git gives a hook paths that are relative to the folder in which the hook starts; our programs
// start in other folders, so those paths become absolute.
func (f Folder) environment() []string {
	env := []string{"GIT_DIR=" + f.GitDir}
	if f.Top != "" {
		env = append(env, "GIT_WORK_TREE="+f.Top)
	}
	for _, name := range []string{"GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"} {
		value := os.Getenv(name)
		if value == "" || filepath.IsAbs(value) {
			continue
		}
		if name == "GIT_INDEX_FILE" && f.Top != "" { // which git opens from there
			env = append(env, name+"="+filepath.Join(f.Top, value))
		} else if absolute, err := filepath.Abs(value); err == nil {
			env = append(env, name+"="+absolute)
		}
	}
	return env
}

// run gives the standard output of a git program that only reads, also beside an error that is git's own.
func run(ctx context.Context, f Folder, args ...string) ([]byte, error) {
	return command(ctx, reads, f, args...).output()
}

// line is run for an output of one line.
func line(ctx context.Context, f Folder, args ...string) (string, error) {
	out, err := run(ctx, f, args...)
	return strings.TrimSpace(string(out)), err
}

// Input runs a git program that reads from in and syncs what it writes, without any hook, and gives what it says.
func Input(ctx context.Context, f Folder, in io.Reader, args ...string) ([]byte, error) {
	p := command(ctx, reads, f, slices.Concat(synced, args)...)
	p.Stdin = in
	return p.output()
}

// output runs the program, and gives what run does.
func (p *process) output() ([]byte, error) {
	var out bytes.Buffer
	if p.role != writes { // a hook may leave a program behind that keeps it open
		p.Stdout = &out
	}
	if err := p.Run(); err != nil {
		return out.Bytes(), p.failed(err, out.String())
	}
	return out.Bytes(), nil
}

// each runs the program and gives the parts of its output, which end with a byte, to use. When use returns false or an error, each
// ends the program.
func (p *process) each(end byte, use func(part string) (more bool, err error)) error {
	out, err := p.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.Start(); err != nil {
		return p.failed(err, "")
	}
	r := bufio.NewReaderSize(out, 1<<16)
	for {
		part, err := r.ReadString(end)
		if errors.Is(err, io.EOF) {
			return p.failed(p.Wait(), "")
		}
		more := false
		if err == nil {
			more, err = use(part[:len(part)-1])
		}
		if !more {
			p.stop()
			return err
		}
	}
}

// stop ends the program where it is.
func (p *process) stop() {
	_ = p.Process.Kill() // one that has ended by itself is as good
	_ = p.Wait()         // it was killed
}

// failed describes the failure of a program: its cause, if git's words tell one, and what git said.
func (p *process) failed(err error, out string) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, exec.ErrNotFound):
		return errNoGit
	case p.ctx.Err() != nil:
		return p.ctx.Err()
	case !errors.As(err, &exit):
		return err
	}
	said := p.said()
	if p.role == talks { // what a remote takes and what not is no complaint
		said = strings.TrimSpace(said + "\n" + strings.TrimSpace(out))
	}
	err = fmt.Errorf("git %s: %w: %s", p.name, err, said)
	switch why := p.cause(said); why {
	case nil:
		return err
	case ErrNoRepository, ErrNoWorkTree:
		return why
	default:
		return fmt.Errorf("%w: %w", why, err)
	}
}

// said is git's output on standard error, without its warning about a setting that only older versions know.
func (p *process) said() string {
	return strings.TrimSpace(strings.ReplaceAll(p.complaint.String(), "warning: core.fsyncObjectFiles is deprecated; use core.fsync instead\n", ""))
}

// exitedWith reports whether an error is that of a git program which ended by itself, with one of some statuses.
func exitedWith(err error, statuses ...int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && slices.Contains(statuses, exit.ExitCode())
}
