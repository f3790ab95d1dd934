package forge_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestRealGitea runs `kbgate comment post` against a Gitea on this machine. KBGATE_GITEA names the program; one that was
// built without its templates finds them in its own folder.
func TestRealGitea(t *testing.T) {
	program := os.Getenv("KBGATE_GITEA")
	if program == "" {
		t.Skip("KBGATE_GITEA names no gitea to test against")
	}
	g := startGitea(t, program)
	owner, bot, mallory := g.account("owner", "all"), g.account("kb-bot", "write:issue,read:user"), g.account("mallory", "write:issue,read:user")
	g.must(http.MethodPost, "/user/repos", owner, map[string]any{"name": "kb", "auto_init": true, "default_branch": "main"}, nil)
	g.proposeClaim(owner, 1)
	list := "/repos/owner/kb/issues/1/comments"
	comments := func() (all []struct {
		ID   int64
		Body string
		User struct{ Login string }
	}) {
		g.must(http.MethodGet, list, owner, nil, &all)
		return all
	}
	first := "<!-- REJECTION: {\"issues\":[\"date_errors\"],\"verdict\":\"rejected\"} -->\n\n**Rejected** — 1 blocking issue  \n\n```json\n{\"a\": \"\\u002d\"}\n```\n\n\n"
	second := strings.Replace(first, "date_errors", "scope_error", 1)
	passed := "<!-- REJECTION: {\"issues\":[],\"verdict\":\"passed\"} -->\n\n**Passed**\n"
	g.must(http.MethodPost, list, mallory, map[string]string{"body": first}, nil)

	g.post(bot, passed, "nothing to say")
	created := g.post(bot, first, "created "+g.web+"/owner/kb/pulls/1#issuecomment-")
	g.post(bot, first, "unchanged "+created)
	if updated := g.post(bot, second, "updated "+g.web); updated != created {
		t.Errorf("created at %s, updated at %s", created, updated)
	}
	g.post(bot, strings.ReplaceAll(second, "\n", "\r\n"), "unchanged "+created)
	g.post(bot, passed, "updated "+created)
	switch all := comments(); {
	case len(all) != 2 || all[0].User.Login != "mallory" || all[0].Body != first:
		t.Errorf("the comments are %+v", all)
	case all[1].User.Login != "kb-bot" || all[1].Body != passed:
		t.Errorf("the comment is %+v", all[1])
	}

	// Two at once leave two, and the next run one.
	g.must(http.MethodPost, list, bot, map[string]string{"body": first}, nil)
	g.post(bot, second, "updated "+created)
	if all := comments(); len(all) != 3 || !strings.HasPrefix(all[2].Body, "_Superseded") || !strings.Contains(all[2].Body, created) {
		t.Errorf("the comments are %+v", all)
	}

	g.proposeClaim(owner, 2)
	g.postAtOnce(bot, 2, 3)

	// What a token may not do, and what it may not say.
	g.refused("no-token-of-any-account", 1, "(401)", "wrong, expired or revoked")
	g.refused(g.token("mallory", "read:issue,read:user"), 1, "(403)", "write:issue and read:user")
	g.refused(bot, 99, "(404)", "--pr")
	silent := g.token("mallory", "write:issue")
	g.refused(silent, 1, `its author is "mallory" and not "gitea-actions"`, `--author "mallory"`)
	g.post(silent, first, "unchanged", "--author", "mallory")
}

// giteaServer is a Gitea that runs for a test.
type giteaServer struct {
	t                            *testing.T
	program, config, web, kbgate string
}

const giteaConfig = `APP_NAME = test
RUN_MODE = prod
WORK_PATH = %[1]s
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = %[2]s
ROOT_URL = http://127.0.0.1:%[2]s/
STATIC_ROOT_PATH = %[3]s
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = %[1]s/gitea.db
[security]
INSTALL_LOCK = true
SECRET_KEY = only-for-this-test
[service]
DISABLE_REGISTRATION = true
[log]
MODE = console
LEVEL = Warn
[indexer]
ISSUE_INDEXER_TYPE = db
[actions]
ENABLED = false
[cron]
ENABLED = false
`

// startGitea starts a Gitea with a database of its own, and builds kbgate.
func startGitea(t *testing.T, program string) *giteaServer {
	t.Helper()
	dir := t.TempDir()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	listener.Close()
	g := &giteaServer{t: t, program: program, config: filepath.Join(dir, "app.ini"), web: "http://127.0.0.1:" + port, kbgate: filepath.Join(dir, "kbgate")}
	if err := os.WriteFile(g.config, fmt.Appendf(nil, giteaConfig, dir, port, filepath.Dir(program)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", g.kbgate, "../../cmd/kbgate").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	g.run("migrate")
	var log bytes.Buffer
	server := g.command("web")
	server.Stdout, server.Stderr = &log, &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt) // it may have ended already
		<-ended
		if t.Failed() {
			t.Logf("gitea said:\n%s", log.String())
		}
	})
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("gitea ended: %v", err)
		case <-time.After(time.Minute):
			t.Fatal("gitea does not start")
		case <-tick.C:
			if response, err := http.Get(g.web + "/api/v1/version"); err == nil {
				version, _ := io.ReadAll(response.Body)
				response.Body.Close()
				t.Logf("gitea %s", version)
				return g
			}
		}
	}
}

func (g *giteaServer) command(args ...string) *exec.Cmd {
	cmd := exec.Command(g.program, append(args, "--config", g.config)...)
	cmd.Env = append(os.Environ(), "HOME="+filepath.Dir(g.config), "GITEA_WORK_DIR="+filepath.Dir(g.config))
	return cmd
}

// run runs a command of gitea's and gives its last line.
func (g *giteaServer) run(args ...string) string {
	g.t.Helper()
	cmd := g.command(args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		g.t.Fatalf("gitea %s: %v\n%s%s", strings.Join(args, " "), err, out, said.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// account makes an account, and gives a token of it.
func (g *giteaServer) account(name, scopes string) string {
	g.t.Helper()
	g.run("admin", "user", "create", "--username", name, "--email", name+"@example.org", "--random-password", "--must-change-password=false")
	return g.token(name, scopes)
}

func (g *giteaServer) token(name, scopes string) string {
	g.t.Helper()
	return g.run("admin", "user", "generate-access-token", "--username", name, "--token-name", scopes, "--scopes", scopes, "--raw")
}

// proposeClaim makes the nth pull request, which brings a bad claim.
func (g *giteaServer) proposeClaim(token string, n int) {
	g.t.Helper()
	claim := "---\ntype: claim\nconfidence: certain\ncreated: 3 March 2026\n---\n# tea keeps\n"
	branch := fmt.Sprintf("bad-%d", n)
	g.must(http.MethodPost, "/repos/owner/kb/contents/claims/"+branch+".md", token, map[string]string{"branch": "main", "new_branch": branch,
		"message": "a claim", "content": base64.StdEncoding.EncodeToString([]byte(claim))}, nil)
	g.must(http.MethodPost, "/repos/owner/kb/pulls", token, map[string]string{"head": branch, "base": "main", "title": "a claim"}, nil)
}

// must sends a request to gitea that has to succeed.
func (g *giteaServer) must(method, path, token string, payload, into any) {
	g.t.Helper()
	body, err := json.Marshal(payload)
	if err != nil {
		g.t.Fatal(err)
	}
	req, err := http.NewRequest(method, g.web+"/api/v1"+path, bytes.NewReader(body))
	if err != nil {
		g.t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"token " + token}, "Content-Type": {"application/json"}}
	response, err := http.DefaultClient.Do(req)
	if err != nil {
		g.t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode/100 != 2 {
		g.t.Fatalf("%s %s: %s %v\n%s", method, path, response.Status, err, answer)
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			g.t.Fatal(err)
		}
	}
}

// kb runs `kbgate comment post` on pull request n.
func (g *giteaServer) kb(token, body string, n int, flags ...string) (out, said string, err error) {
	cmd := exec.Command(g.kbgate, append([]string{"comment", "post", "--forge", "gitea", "--api", g.web + "/api/v1", "--repo", "owner/kb", "--pr", fmt.Sprint(n)}, flags...)...)
	cmd.Env = []string{"GITEA_TOKEN=" + token}
	cmd.Stdin = strings.NewReader(body)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if strings.Contains(stdout.String()+stderr.String(), token) {
		g.t.Errorf("the token is in\n%s%s", stdout.String(), stderr.String())
	}
	return strings.TrimSpace(stdout.String()), stderr.String(), err
}

// post posts, expects how the answer begins, and gives the comment's address.
func (g *giteaServer) post(token, body, begins string, flags ...string) string {
	g.t.Helper()
	out, said, err := g.kb(token, body, 1, flags...)
	if err != nil || !strings.HasPrefix(out, begins) {
		g.t.Fatalf("kbgate said %q; want %q (%v)\n%s", out, begins, err, said)
	}
	g.t.Log(out)
	_, address, _ := strings.Cut(out, " ")
	return address
}

// postAtOnce has several runs post at the same time, and expects one comment of ours to be left.
func (g *giteaServer) postAtOnce(token string, n, runs int) {
	g.t.Helper()
	var group sync.WaitGroup
	for i := range runs {
		group.Go(func() {
			out, said, err := g.kb(token, fmt.Sprintf("<!-- REJECTION: {\"issues\":[\"date_errors\"],\"verdict\":\"rejected\",\"pr\":%d} -->\n", i+1), n)
			g.t.Log(out, said)
			if err != nil {
				g.t.Error(err)
			}
		})
	}
	group.Wait()
	var all []struct{ Body string }
	g.must(http.MethodGet, fmt.Sprintf("/repos/owner/kb/issues/%d/comments", n), token, nil, &all)
	left := 0
	for _, c := range all {
		if strings.HasPrefix(c.Body, "<!-- REJECTION: ") {
			left++
		}
	}
	if left != 1 {
		g.t.Errorf("%d comments are left of %+v", left, all)
	}
}

// refused expects that posting is wrong use, and what is said of it.
func (g *giteaServer) refused(token string, n int, says ...string) {
	g.t.Helper()
	_, said, err := g.kb(token, "<!-- REJECTION: {\"issues\":[\"date_errors\"],\"verdict\":\"rejected\"} -->\n", n)
	g.t.Log(said)
	if status, ok := err.(*exec.ExitError); !ok || status.ExitCode() != 2 {
		g.t.Errorf("it ended with %v", err)
	}
	for _, want := range says {
		if !strings.Contains(said, want) {
			g.t.Errorf("%q is not in\n%s", want, said)
		}
	}
}
