package git

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// SendingVariable is set in the environment of what an unattended git starts, such as the hook of the push: so that hook sends nothing.
const SendingVariable = "KBGATE_SENDING"

type unattended struct{}

// Unattended makes git talk to remotes without anybody there: it asks for no password, and neither does ssh. When the context ends, all
// that git has started ends with it.
func Unattended(ctx context.Context) context.Context {
	return context.WithValue(ctx, unattended{}, true)
}

// afterKill is how long a program that was ended may keep its output open.
const afterKill = 2 * time.Second

// goUnattended lets a program that talks to a remote ask for nothing, where its context says so.
func (p *process) goUnattended(ctx context.Context, f Folder) error {
	if is, _ := ctx.Value(unattended{}).(bool); !is || p.role != talks {
		return nil
	}
	p.Env = append(p.Env, "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS_REQUIRE=never", "GCM_INTERACTIVE=never", SendingVariable+"=1")
	ssh := os.Getenv("GIT_SSH_COMMAND")
	if ssh == "" {
		set, err := configured(ctx, lists, f, `^core\.sshcommand$`)
		if err != nil {
			return err
		}
		if len(set) > 0 {
			ssh = set[len(set)-1].Value
		} else if os.Getenv("GIT_SSH") == "" {
			ssh = "ssh"
		}
	}
	if words := strings.Fields(ssh); len(words) > 0 {
		if name := path.Base(filepath.ToSlash(strings.Trim(words[0], `"'`))); name == "ssh" || name == "ssh.exe" {
			p.Env = append(p.Env, "GIT_SSH_COMMAND="+ssh+" -o BatchMode=yes -o ConnectTimeout=15")
		}
	}
	p.endWithAll()
	p.WaitDelay = afterKill
	return nil
}
