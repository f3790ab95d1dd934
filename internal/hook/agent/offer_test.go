package agent

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

func relevance(string) decision.Category { return decision.Relevance }

func nobody() string { return "" }

func TestOffer(t *testing.T) {
	for _, test := range []struct {
		event Event
		want  string // "": nothing is offered
	}{
		{Event{Kind: Said, Text: "That's not what I asked for. Try again."}, "--reason 'That'\\''s not what I asked for. Try again.'\nIts category would be relevance"},
		{Event{Kind: Said, Text: "Não foi isso que eu pedi. Tenta outra vez."}, "kbgate sees user_rejection in the person's words"},
		{Event{Kind: Said, Text: "No extra conditionals here. Looks good."}, ""},
		{Event{Kind: Said, Text: "No, that's wrong. I asked for a table, not a list. Try again."}, "I asked for a table, not a list"},
		{Event{Kind: Ran, Text: "That is wrong. Please try again."}, ""},
		{Event{Kind: Ran, Text: "Exit code 1"}, ""},
		{Event{Kind: Said, Text: "Now add a login page."}, ""},
		{Event{Kind: Ran, Text: "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 'id'"}, "add_context"},
		{Event{Kind: Ran, Text: "ok  \texample.com/errors\t0.01s"}, ""},
		{Event{Kind: Ran, Text: "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: ghp_0123456789abcdefghijABCDEFGHIJ012345"}, ""},
	} {
		said, ok := Offer(test.event, nobody, relevance)
		if ok != (test.want != "") || !strings.Contains(said, test.want) {
			t.Errorf("%q: %v %q", test.event.Text, ok, said)
		}
	}
}

// PowerShell ends a quotation at characters that POSIX shells take as they are.
func TestQuotedForPowerShell(t *testing.T) {
	if got := quotedFor("windows", "it's ‘x’; rm -r / & calc.exe | x > %y%"); strings.Count(got, "'") != 2 || strings.ContainsAny(got[1:len(got)-1], "'‘’‚‛&|<>%") {
		t.Errorf("%q", got)
	}
}

// The name of the only note that changed stands in the line, where it is plain.
func TestOfferNamesTheArtifact(t *testing.T) {
	e := Event{Kind: Said, Text: "That's not what I asked for. Try again."}
	for artifact, want := range map[string]string{"claims/tea.md": "kbgate reject claims/tea.md --reason", "": "kbgate reject ARTIFACT --reason", "claims/a b.md": "reject ARTIFACT", "$(x).md": "reject ARTIFACT", "-x.md": "reject ARTIFACT"} {
		if said, _ := Offer(e, func() string { return artifact }, relevance); !strings.Contains(said, want) {
			t.Errorf("%q: %q", artifact, said)
		}
	}
}

// What kbgate itself prints when all is well is no failure, and neither is what an agent reads.
func TestNothingIsOfferedOfSuccess(t *testing.T) {
	for _, text := range []string{"nothing found: 0 claims and 2 other notes checked", "kbgate: nothing found: 12 claims and 2 other notes checked\n"} {
		if said, ok := Offer(Event{Kind: Ran, Text: text}, nobody, relevance); ok {
			t.Errorf("%q: %q", text, said)
		}
	}
}

func TestParseOfPromptsAndTools(t *testing.T) {
	for _, test := range []struct {
		data string
		want Event
	}{
		{`{"hook_event_name":"UserPromptSubmit","cwd":"/w","prompt":"no, try again"}`, Event{Kind: Said, Dir: "/w", Name: "UserPromptSubmit", Text: "no, try again"}},
		{`{"hook_event_name":"PostToolUseFailure","cwd":"/w","tool_name":"Bash","error":"exit code 1"}`, Event{Kind: Ran, Dir: "/w", Name: "PostToolUseFailure", Text: "exit code 1"}},
		{`{"hook_event_name":"PostToolUseFailure","cwd":"/w","tool_name":"Bash","error":"Exit code 130","is_interrupt":true}`, Event{}},
		{`{"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Bash","tool_response":{"stdout":"a","stderr":"b"}}`, Event{Kind: Ran, Dir: "/w", Name: "PostToolUse", Text: "a\nb"}},
		{`{"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"cat app.log"},"tool_response":{"stdout":"panic: x"}}`, Event{}},
		{`{"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"cd x && git log -3"},"tool_response":{"stdout":"panic: x"}}`, Event{}},
		{`{"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"cd x && go test"},"tool_response":{"stdout":"FAIL"}}`, Event{Kind: Ran, Dir: "/w", Name: "PostToolUse", Text: "FAIL"}},
		{`{"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Read","tool_response":{"output":"panic: x"}}`, Event{}},
		{`{"hook_event_name":"PostToolUseFailure","cwd":"/w","tool_name":"WebFetch","error":"Request failed with status code 404"}`, Event{}},
		{`{"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Read","tool_response":{"file":{"content":"panic: x"}}}`, Event{}},
		{`{"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Bash","tool_response":"text"}`, Event{}},
	} {
		if got, err := ClaudeCode.Parse("", []byte(test.data)); err != nil || got != test.want {
			t.Errorf("%s: %+v, %v", test.data, got, err)
		}
	}
}

// The shell gives back exactly what was quoted.
func FuzzQuoted(f *testing.F) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		f.Skip("there is no sh")
	}
	for _, s := range []string{"", "it's", "$(touch x)", "`x`", "a\\'b", "\"", "--flag", "“x”", "!!", "a\tb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = plain(s)
		got, err := exec.Command(sh, "-c", "printf %s "+Quoted(s)).Output()
		if err != nil || string(got) != s {
			t.Errorf("%q came back as %q, %v", s, got, err)
		}
	})
}
