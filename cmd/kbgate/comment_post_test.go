package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/forgetest"
	"github.com/kbgate/kbgate/internal/hint"
)

// The token of the scripts, which must not be in any output.
const scriptToken = "kbt-4f1e9c07d2b8a635"

func TestCommentPost(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/comment_post",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Values[forgeKey{}] = &scriptForge{}
			env.Setenv("TOKEN", scriptToken)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"forge":    startForge,
			"fails":    failForge,
			"written":  addComment,
			"comments": compareComments,
			"calls":    countCalls,
			"secret":   keepsSecret,
		},
	})
}

// A comment that is brought up to date keeps the tags of the commit that it spoke of, signed with all the rest where it is signed.
func TestCommentPostCarries(t *testing.T) {
	needsActions(t)
	for _, sign := range []string{"", "--sign"} {
		server := forgetest.New("gitea", scriptToken, "kb-bot")
		web := httptest.NewServer(server)
		defer web.Close()
		old, head := strings.Repeat("1", 40), strings.Repeat("2", 40)
		found := `{"gate":"date_errors","severity":"blocking","certainty":"certain","path":"a.md","line":1,"column":1,"message":"no day","fix":"a day"}`
		script := "kbgate key new key > public"
		for _, one := range [][2]string{{old, found}, {head, ""}} {
			script += fmt.Sprintf(`
				echo '{"schema":"kbgate.findings/1","root":".","findings":[%s]}' > findings.json
				kbgate comment render findings.json --repo team/kb --pr 7 --head %s > comment.md
				KBGATE_SIGNING_KEY=$(cat key) kbgate comment post --forge gitea --api %s --repo team/kb --pr 7 --file comment.md %s`,
				one[1], one[0], web.URL+server.Prefix(), sign)
		}
		log, status := shell(t, t.TempDir(), script, map[string]string{"KBGATE_TOKEN": scriptToken})
		if status != 0 || len(server.Comments()) != 1 {
			t.Fatalf("status %d\n%s", status, log)
		}
		block, err := comment.Parse(server.Comments()[0].Body)
		if err != nil || block.HeadSHA != head || len(block.EarlierHeads) != 1 || block.EarlierHeads[0].SHA != old || fmt.Sprint(block.EarlierHeads[0].Issues) != "[date_errors]" {
			t.Errorf("%q: %+v, %v\n%s", sign, block, err, log)
		}
		if (block.Signature != nil) != (sign != "") {
			t.Errorf("%q: the signature is %q", sign, block.Signature)
		}
	}
}

// A wrong set-up is wrong use, and a forge that fails is a failure; the token is in neither.
func TestForgeErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
		says string
	}{
		{hint.Misuse("not "+scriptToken, "no %s", scriptToken), exitUsage, "error: no [token]\nkbgate: hint: not [token]\n"},
		{fmt.Errorf("%w: %w", forge.ErrUnsure, hint.Broken("later", "down")), exitFailure, "down\n  later\n"},
		{hint.Broken("", "down"), exitFailure, "error: down\n"},
		{errors.New("odd " + scriptToken), exitFailure, "error: odd [token]\n"},
		{context.Canceled, exitFailure, "interrupted"},
	} {
		var out strings.Builder
		cmd := new(cobra.Command)
		cmd.SetErr(&out)
		if got := exitStatus(cli.NewCall(cmd, nil), withAdvice(forge.Redacted(c.err, scriptToken))); got != c.want || !strings.Contains(out.String(), c.says) || strings.Contains(out.String(), scriptToken) {
			t.Errorf("%v: status %d, saying\n%s", c.err, got, out.String())
		}
	}
}

type forgeKey struct{}

// scriptForge is the forge of a script, and a host beside it to which nothing may come.
type scriptForge struct {
	server   *forgetest.Server
	mu       sync.Mutex
	stranger []string // the requests that came there
}

func forgeOf(ts *testscript.TestScript) *scriptForge { return ts.Value(forgeKey{}).(*scriptForge) }

// startForge starts a server: forge KIND. $API is where its API begins, $STRANGER another host, $TOKEN the token of kb-bot.
func startForge(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: forge KIND")
	}
	f := forgeOf(ts)
	f.server = forgetest.New(args[0], scriptToken, "kb-bot")
	web := httptest.NewServer(f.server)
	stranger := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.stranger = append(f.stranger, r.Method+" "+r.URL.String())
	}))
	ts.Defer(web.Close)
	ts.Defer(stranger.Close)
	ts.Setenv("API", web.URL+f.server.Prefix())
	ts.Setenv("STRANGER", stranger.URL)
}

// failForge makes the next request of a method fail: fails METHOD STATUS [HEADER=VALUE…] [BODY]. Instead of a status:
// late, with which the request is served and the answer lost.
func failForge(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: fails METHOD STATUS [HEADER=VALUE…] [BODY]")
	}
	fault := forgetest.Fault{Method: args[0], Path: "/7/", Header: map[string]string{}}
	if args[1] == "late" {
		fault.Late, fault.Drop = true, true
	} else {
		status, err := strconv.Atoi(args[1])
		ts.Check(err)
		fault.Status = status
	}
	for _, arg := range args[2:] {
		if name, value, ok := strings.Cut(arg, "="); ok && !strings.ContainsAny(name, "{ ") {
			fault.Header[name] = value
		} else {
			fault.Body = arg
		}
	}
	forgeOf(ts).server.Fail(fault)
}

// addComment puts a comment there: written AUTHOR FILE.
func addComment(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: written AUTHOR FILE")
	}
	forgeOf(ts).server.Add(forgetest.Comment{Author: args[0], Body: ts.ReadFile(args[1])})
}

// compareComments compares the comments with files: comments AUTHOR=FILE….
func compareComments(ts *testscript.TestScript, _ bool, args []string) {
	var got, want []string
	for _, c := range forgeOf(ts).server.Comments() {
		got = append(got, c.Author+": "+c.Body)
	}
	for _, arg := range args {
		author, file, _ := strings.Cut(arg, "=")
		want = append(want, author+": "+ts.ReadFile(file))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		ts.Fatalf("the comments are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// countCalls compares how many requests of a method came: calls METHOD N.
func countCalls(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: calls METHOD N")
	}
	if n := strconv.Itoa(forgeOf(ts).server.Count(args[0])); n != args[1] {
		ts.Fatalf("%s requests with %s came; want %s", n, args[0], args[1])
	}
}

// keepsSecret fails where the last command showed the token, or a request went to the stranger.
func keepsSecret(ts *testscript.TestScript, _ bool, _ []string) {
	f := forgeOf(ts)
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.stranger) > 0 {
		ts.Fatalf("a stranger got %q", f.stranger)
	}
	if all := ts.ReadFile("stdout") + ts.ReadFile("stderr"); strings.Contains(all, scriptToken) {
		ts.Fatalf("the token is in\n%s", all)
	}
}
