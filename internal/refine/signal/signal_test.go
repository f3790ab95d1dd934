package signal

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/refine/output"
)

func typesOf(r Result) (list []Type) {
	for _, s := range r.Signals {
		list = append(list, s.Type)
	}
	slices.Sort(list)
	return list
}

// Every alternative of the user's patterns is seen where it is meant (Feedback Detector, Detection Patterns).
func TestThePatternsOfTheDocument(t *testing.T) {
	for text, want := range map[string]Type{
		"The build ended with an error.":                   "",
		"It fails with an error when I run it.":            RuntimeError,
		"It throws an exception when I save.":              RuntimeError,
		"The script failed when I ran it.":                 RuntimeError,
		"The app crashes on start, here is the crash log.": RuntimeError,
		"I get a traceback when I run it.":                 RuntimeError,
		"I get a stacktrace when I open the page.":         RuntimeError,
		"It ends in a segfault.":                           RuntimeError,
		"It dies with a panic when I start it.":            RuntimeError,
		"The job ended with exit code 1":                   RuntimeError,
		"The command returned a non-zero exit status.":     RuntimeError,
		"Command failed: git push":                         RuntimeError,
		"I get undefined is not a function when I click.":  RuntimeError,
		"I get a null pointer when I save.":                RuntimeError,
		"Running it gives a type error.":                   RuntimeError,
		"It throws a syntax error when I run it.":          RuntimeError,
		"One test failed on main.":                         VerificationFailure,
		"Tests failing since this commit.":                 VerificationFailure,
		"Assertion failed in the parser test.":             VerificationFailure,
		"expected 3 to be 4":                               "",
		"The snapshot test should pass but it fails.":      VerificationFailure,
		"Validation error: age must be a number":           VerificationFailure,
		"Schema mismatch in column 4":                      VerificationFailure,
		"Type check failed in two places.":                 VerificationFailure,
		"The build failed on Windows.":                     VerificationFailure,
		"I get a compile error in utils.c.":                VerificationFailure,
		"There is a lint error in the new module.":         VerificationFailure,
		"That's wrong.":                                    UserRejection,
		"This is incorrect.":                               UserRejection,
		"This is not what I wanted.":                       UserRejection,
		"Please try again.":                                UserRejection,
		"No, that's not it.":                               UserRejection,
		"It doesn't work.":                                 UserRejection,
		"That won't work for us.":                          UserRejection,
		"It is not working.":                               UserRejection,
		"It is still broken.":                              UserRejection,
		"This is completely wrong.":                        UserRejection,
		"You misunderstood me.":                            UserRejection,
		"You missed the point.":                            UserRejection,
		"Almost there, just rename the variable.":          PartialSuccess,
		"Close but the date is missing.":                   PartialSuccess,
		"Good except for the title.":                       PartialSuccess,
		"Mostly fine, the intro needs a source.":           PartialSuccess,
		"Nearly there, only the footer is missing.":        PartialSuccess,
		"You just need to change the title.":               PartialSuccess,
		"Looks good, one thing: the title is too long.":    PartialSuccess,
		"Great, one small change: the date format.":        PartialSuccess,
		"Fine, one minor issue with the footer.":           PartialSuccess,
		"Good but too long.":                               PartialSuccess,
		"Works but it is slow.":                            PartialSuccess,
		"Fine except the typo.":                            PartialSuccess,
	} {
		if got := typesOf(Detect([]byte(text))); want != "" && !slices.Contains(got, want) {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

// What is denied, praised, asked or past carries no failure.
func TestNoSignal(t *testing.T) {
	for _, text := range []string{"", "\n", "no errors", "No errors.", "tests pass, no failures", "No extra conditionals here. Looks good.", "Looks good.", "0 errors, 0 warnings",
		"12 passed in 0.31s", "ok  \texample.com/errors\t0.01s", "PASS", "=== RUN   TestErrorPath\n--- PASS: TestErrorPath (0.00s)\nPASS", "Process finished with exit code 0",
		"test result: ok. 3 passed; 0 failed; 0 ignored", "Tests:       5 passed, 5 total", "5 examples, 0 failures", "Found 0 errors in 12 files", "✔ rejects an invalid error (3 ms)",
		"added 120 packages, and audited 121 packages in 3s\nfound 0 vulnerabilities", "Tests run: 5, Failures: 0, Errors: 0, Skipped: 0", "BUILD SUCCESSFUL in 2s",
		"Success: no issues found in 14 source files", "All checks passed!", "    Finished dev [unoptimized] target(s) in 0.52s", "Sem erros, tudo verde.", "Os testes passam, sem falhas.",
		"2026-11-23T10:00:00Z INFO  retrying after error: connection refused\n2026-11-23T10:00:01Z INFO  retry 2 succeeded"} {
		if got := Detect([]byte(text)); len(got.Signals) > 0 {
			t.Errorf("%q: %v", text, got.Signals)
		}
	}
}

// Each context signal, with the boost that it brings.
func TestContextSignals(t *testing.T) {
	for _, test := range []struct {
		text       string
		of         Type
		context    Context
		confidence float64
	}{
		{"panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:12 +0x1d\n", RuntimeError, StackTrace, 0.9},
		{"KeyError: 'id'", RuntimeError, ErrorMessage, 0.9},
		{"KeyError: 'id'", RuntimeError, ExceptionType, 0.9},
		{"app exited with code 137", RuntimeError, ExitCode, 0.6},
		{"I get KeyError: 'user_id' when I run it.", RuntimeError, ExceptionType, 0.9},
		{"--- FAIL: TestSum (0.00s)", VerificationFailure, TestOutput, 0.8},
		{"E       assert 3 == 4\nFAILED tests/test_a.py::test_sum - assert 3 == 4", VerificationFailure, AssertionMessage, 0.8},
		{"--- FAIL: TestSum (0.00s)\n    a_test.go:9: Sum() = 3, want 4", VerificationFailure, ExpectedActual, 0.8},
		{"2 errors generated.", VerificationFailure, "", 0.6},
		{"This is completely wrong and useless.", UserRejection, NegativeSentiment, 0.6},
		{"No, that is wrong. Try again.", UserRejection, RedoRequest, 0.8},
		{"You misunderstood me, I meant the other parser.", UserRejection, IntentClarification, 0.6},
		{"Good, but the title is too long.", PartialSuccess, PositiveNegative, 0.6},
		{"Almost there, please fix the date format.", PartialSuccess, SpecificAdjustment, 0.7},
		{"Looks good, only one small typo.", PartialSuccess, SingleIssue, 0.6},
		{"Está errado. Tenta outra vez.", UserRejection, RedoRequest, 0.8},
		{"Entendeste mal, eu quis dizer a outra função.", UserRejection, IntentClarification, 0.6},
		{"Quase lá, só corrige o formato da data.", PartialSuccess, SpecificAdjustment, 0.7},
	} {
		r := Detect([]byte(test.text))
		i := slices.IndexFunc(r.Signals, func(s Signal) bool { return s.Type == test.of })
		if i < 0 {
			t.Errorf("%q: no %s in %v", test.text, test.of, r.Signals)
			continue
		}
		s := r.Signals[i]
		if test.context != "" && !slices.Contains(s.Context, test.context) || s.Confidence < test.confidence-0.001 || s.Confidence > test.confidence+0.001 {
			t.Errorf("%q: %v %.2f, want %s and %.2f", test.text, s.Context, s.Confidence, test.context, test.confidence)
		}
	}
}

// Types stand together where both are meant, and only there.
func TestTypes(t *testing.T) {
	for _, test := range []struct {
		text string
		want []Type
	}{
		{"--- FAIL: TestSum (0.00s)\npanic: runtime error: integer divide by zero [recovered]\n\ngoroutine 7 [running]:\n", []Type{RuntimeError, VerificationFailure}},
		{"FAILED tests/test_a.py::test_get - KeyError: 'id'\n=========== 1 failed, 12 passed in 0.31s ===========", []Type{RuntimeError, VerificationFailure}},
		{"FAILED tests/test_a.py::test_sum - assert 3 == 4\n=========== 1 failed, 12 passed in 0.31s ===========", []Type{VerificationFailure}},
		{"src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 2", []Type{VerificationFailure}},
		{"main.c:3:5: error: expected ';'\nmake: *** [Makefile:4: main.o] Error 1", []Type{VerificationFailure}},
		{"thread 'main' panicked at src/main.rs:4:5:\ncalled `Option::unwrap()` on a `None` value", []Type{RuntimeError}},
		{"thread 'tests::adds' panicked at src/lib.rs:10:9:\nassertion `left == right` failed\n  left: 3\n right: 4\ntest tests::adds ... FAILED\ntest result: FAILED. 0 passed; 1 failed; 0 ignored", []Type{VerificationFailure}},
		{"fatal: not a git repository (or any of the parent directories): .git", []Type{RuntimeError}},
		{"\x1b[31mFAIL\x1b[0m src/cart.test.ts\n  ● cart › totals items\n\n    Expected: 3\n    Received: 4\n\nTests:       1 failed, 4 passed, 5 total", []Type{VerificationFailure}},
		{"2026-11-23T10:00:00.0000000Z ##[error]Process completed with exit code 1.", []Type{RuntimeError}},
		{"not what I asked for, and it does not run:\n\nTraceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 'id'", []Type{RuntimeError, UserRejection}},
	} {
		if got := typesOf(Detect([]byte(test.text))); !slices.Equal(got, test.want) {
			t.Errorf("%q: %v, want %v", test.text, got, test.want)
		}
	}
}

// What programs print, when they fail and when they do not: V for verification, R for runtime.
func TestPrograms(t *testing.T) {
	data, err := os.ReadFile("testdata/programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(data), "\n== ")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		labels, name, _ := strings.Cut(head, " ")
		var want []Type
		if strings.Contains(labels, "R") {
			want = append(want, RuntimeError)
		}
		if strings.Contains(labels, "V") {
			want = append(want, VerificationFailure)
		}
		r := Detect([]byte(text))
		if got := typesOf(r); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
			for _, s := range r.Signals {
				for _, p := range s.Parts {
					t.Logf("  %s: %q", s.Type, text[p.Start:p.End])
				}
			}
		}
	}
}

// A failure amid thousands of lines that tell of something is found, and the test's name with it.
func TestAmid(t *testing.T) {
	calm := strings.Repeat("2026-11-23T10:00:00Z INFO  http: request done status=200 exit code 0\n", 8000)
	runs := strings.Repeat("=== RUN   TestOther\n--- PASS: TestOther (0.00s)\n", 4000)
	for name, test := range map[string]struct {
		text string
		want Type
		of   output.Detail
	}{
		"a trace amid a log":   {calm + "Traceback (most recent call last):\n  File \"/app/a.py\", line 3, in main\nKeyError: 'date'\n" + calm, RuntimeError, output.ErrorMessage},
		"a test amid the runs": {runs + "--- FAIL: TestMiddle (0.00s)\n    a_test.go:3: got 1, want 2\n" + runs + "FAIL\n", VerificationFailure, output.TestName},
	} {
		r := Detect([]byte(test.text))
		if !slices.Contains(typesOf(r), test.want) || !slices.ContainsFunc(r.Facts, func(f output.Fact) bool { return f.Detail == test.of }) {
			t.Errorf("%s: %v, %d facts, %v", name, typesOf(r), len(r.Facts), r.Bounds)
		}
	}
}

// Each bound that is reached is named.
func TestBounds(t *testing.T) {
	for want, text := range map[string]string{
		"tell of something":        strings.Repeat("KeyError: 'a'\n", 100_000),
		"lines longer than":        strings.Repeat("error: x ", 1000),
		"what people wrote":        strings.Repeat("all is well here\n", 5000),
		"words of people":          strings.Repeat("that is wrong and ", 400),
		"the places of":            strings.Repeat("KeyError: 'a'\n", 30),
		"languages and frameworks": strings.Repeat("KeyError: 'a'\n", 10_000),
	} {
		if got := Detect([]byte(text)).Bounds; !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%q: %q", want, got)
		}
	}
}
