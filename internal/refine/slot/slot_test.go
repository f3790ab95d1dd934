package slot

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/refine/signal"
)

func take(text string) Slots { return Take([]byte(text), signal.Detect([]byte(text))) }

// Each slot in both languages, and where nothing fills it.
func TestTake(t *testing.T) {
	for _, test := range []struct{ text, slot, want string }{
		{"Traceback (most recent call last):\n  File \"/app/parse.py\", line 9, in main\nKeyError: 'date'", "ErrorMessage", "KeyError: 'date'"},
		{"Exception in thread \"main\" java.lang.RuntimeException: outer\n\tat a.B.c(B.java:3)\nCaused by: java.net.ConnectException: Connection refused", "ErrorMessage", "java.net.ConnectException: Connection refused"},
		{"panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:", "ErrorMessage", "panic: runtime error: index out of range [3] with length 3"},
		{"Looks good.", "ErrorMessage", ""},
		{"Traceback (most recent call last):\n  File \"/app/django/x.py\", line 9\nKeyError: 'date'", "Framework", "Django, Python"},
		{"panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:12 +0x1d", "Framework", "Go"},
		{"cp: cannot stat 'a.txt': No such file or directory", "ErrorMessage", "cannot stat 'a.txt': No such file or directory"},
		{"npm error code EJSONPARSE\nnpm error JSON.parse Invalid package.json", "ErrorMessage", "JSON.parse Invalid package.json"},
		{"\x1b[01m\x1b[Kmain.c:2:5:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[Kexpected ';'", "Test", "main.c:2:5: error: expected ';'"},
		{"--- FAIL: TestTable (0.00s)\n    --- FAIL: TestTable/empty (0.00s)\nFAIL", "Test", "TestTable/empty"},
		{"That's wrong.", "Framework", ""},
		{"--- FAIL: TestSum (0.00s)\n    a_test.go:9: Sum() = 3, want 4\nFAIL", "Test", "TestSum"},
		{"FAILED tests/test_a.py::test_sum - assert 3 == 4\n= 1 failed in 0.1s =", "Test", "tests/test_a.py::test_sum (3 == 4)"},
		{"--- FAIL: TestSum (0.00s)\n    a_test.go:9: Sum() = 3, want 4\nFAIL", "ExpectedBehavior", "4, not 3"},
		{"The tests fail, it should return an empty list.", "ExpectedBehavior", "The tests fail, it should return an empty list"},
		{"Os testes falham, deveria devolver uma lista vazia.", "ExpectedBehavior", "Os testes falham, deveria devolver uma lista vazia"},
		{"Wrong. I meant the security review.", "Clarification", "the security review"},
		{"Errado. Eu quis dizer a revisão de segurança.", "Clarification", "a revisão de segurança"},
		{"Wrong, try again.", "Clarification", ""},
		{"Start over and keep it under 200 words.", "Clarification", "keep it under 200 words"},
		{"I asked for Python. This is JavaScript.", "Clarification", "Python"},
		{"The output must be valid JSON. You gave me YAML.", "Clarification", "The output must be valid JSON"},
		{"Não gostei, o tom ficou muito formal. Refaz.", "Clarification", "Não gostei, o tom ficou muito formal"},
		{"Almost. The header is too big. Make it 24px.", "Gap", "The header is too big; Make it 24px"},
		{"Não quero uma classe. Usa uma função simples.", "Clarification", "Usa uma função simples"},
		{"Não pedi uma tabela. Pedi uma lista.", "Clarification", "uma lista"},
		{"I don't like this at all. Way too long. Start over and keep it under 200 words.", "Clarification", "keep it under 200 words"},
		{"This is too long and too formal. Just give me three bullet points for a teenager.", "Clarification", "give me three bullet points for a teenager"},
		{"I don't want a class here. Use a plain function, or a closure.", "Clarification", "Use a plain function, or a closure"},
		{"This isn't what I wanted. The chart shows revenue. It should show profit per region.", "Clarification", "It should show profit per region"},
		{"Eu pedi um resumo de três linhas, e você mandou duas páginas.", "Clarification", "um resumo de três linhas"},
		{"What I wanted was a summary.", "Clarification", "a summary"},
		{"Wrong. I wanted it sorted by date, newest first.", "Clarification", "sorted by date, newest first"},
		{"Já falei que o preço é em reais, não em dólares.", "Clarification", "o preço é em reais, não em dólares"},
		{"Wrong tone. I asked: write it for baristas.", "Clarification", "write it for baristas"},
		{"Try again, but this time with real sources.", "Clarification", "with real sources"},
		{"Almost. Overall I like the direction.\n1. The intro is too long, cut it to one paragraph.\n2. \"Slow fermentation\" is never defined.\nDon't change the recipe table, it's perfect.", "Gap",
			"The intro is too long, cut it to one paragraph; \"Slow fermentation\" is never defined"},
		{"Overall good, two things. Shorten the intro. Don't change the recipe table, it's perfect.", "Constraint", "Don't change the recipe table, it's perfect"},
		{"Love the new layout! Don't touch the footer. The logo is still blurry on phones though.", "Gap", "The logo is still blurry on phones though"},
		{"Adorei! Só não mexe mais no rodapé. E o logo ainda está desfocado.", "Gap", "E o logo ainda está desfocado"},
		{"Great work on the API. However, the docs are missing. Please add a section on errors.", "Gap", "the docs are missing; add a section on errors"},
		{"Perfect, except that the date must be 2026-11-24.", "Constraint", "the date must be 2026-11-24"},
		{"Traceback (most recent call last):\n  File \"/app/a.py\", line 3, in main\n    raise NotFound(3)\nmyapp.NotFound: id 3", "ErrorMessage", "myapp.NotFound: id 3"},
		{"thread 'main' panicked at src/main.rs:4:5:\ncalled x on a None value\nnote: run with a backtrace", "ErrorMessage", "called x on a None value"},
		{"{\"Time\":\"2026-03-22T10:20:07Z\",\"Action\":\"output\",\"Test\":\"TestA\",\"Output\":\"    l_test.go:24: Mean([3 5]) = 4, want 5\\n\"}\n{\"Time\":\"2026-03-22T10:20:07Z\",\"Action\":\"fail\",\"Test\":\"TestA\"}", "ExpectedBehavior", "5, not 4"},
		{"This is wrong, use a map instead.", "Alternatives", "This is wrong, use a map instead"},
		{"Não foi isso. Que tal uma lista ordenada?", "Alternatives", "uma lista ordenada"},
		{"Wrong. Focus on the parser.", "NarrowedScope", "the parser"},
		{"Errado. Foca em validar a data.", "NarrowedScope", "validar a data"},
		{"Almost, but the dates are in UTC.", "Gap", "the dates are in UTC"},
		{"Quase, mas as datas estão em UTC.", "Gap", "as datas estão em UTC"},
		{"Good, but keep the public API.", "Constraint", "keep the public API"},
		{"Looks good. The issue is the missing header.", "Issue", "the missing header"},
		{"Ficou bom. O problema é o cabeçalho.", "Issue", "o cabeçalho"},
	} {
		if got := reflect.ValueOf(take(test.text)).FieldByName(test.slot).String(); got != test.want {
			t.Errorf("%q: %s is %q, want %q", test.text, test.slot, got, test.want)
		}
	}
}

// Nothing is taken from a line that looks as if it holds a secret, wherever a slot begins or is cut.
func TestSecretsAreWithheld(t *testing.T) {
	const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	for name, text := range map[string]string{
		"in the message":      "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: bad token " + token,
		"where it is cut":     "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: " + strings.Repeat("z", 245) + "=" + token + " and more",
		"where it is skipped": "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: " + strings.Repeat("z", 590) + "=" + token + " and more",
		"behind its name":     "Traceback (most recent call last):\n--- FAIL: TestX (0.0s)\nDB_PASSWORD=Xk9mQ2vLp7zzA expected: <Xk9mQ2vLp7zzA> but was: <b>",
		"told by a person":    "this is wrong, try again.\nPlease.\nI asked you to use password=Xk9mQ2vLp7zzA here, not that",
	} {
		s := take(text)
		if !slices.Contains(s.Withheld, 3) {
			t.Errorf("%s: lines %v are withheld", name, s.Withheld)
		}
		if all := fmt.Sprint(s); strings.Contains(all, "ghp_") || strings.Contains(all, "Xk9") || strings.Contains(all, "zzz") {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// A value keeps its sign and its point.
func TestValuesAreWhole(t *testing.T) {
	for text, want := range map[string]string{
		"Expected: -1\nReceived: 1\nTests: 1 failed\n":                  "-1, not 1",
		"--- FAIL: TestSub (0.0s)\n    x_test.go:3: Sub() = 5, want -5": "-5, not 5",
		"Expected: .5\nReceived: 5\nTests: 1 failed\n":                  ".5, not 5",
	} {
		if got := take(text).ExpectedBehavior; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := take("Error: .env is missing").ErrorMessage; got != ".env is missing" {
		t.Errorf("%q", got)
	}
}

func FuzzTake(f *testing.F) {
	for _, s := range []string{"", "I meant `x`\n[kbgate: y", "almost, but \x00\xff the end", "FAILED a.py::b - assert \u202e", strings.Repeat("I meant this ", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v := reflect.ValueOf(take(text))
		for i := range v.NumField() {
			if v.Field(i).Kind() != reflect.String {
				continue
			}
			if s := v.Field(i).String(); len(s) > MaxText || strings.ContainsAny(s, "\r\n`\x00") || !utf8.ValidString(s) || strings.Contains(s, "[kbgate:") {
				t.Errorf("%s: %q", v.Type().Field(i).Name, s)
			}
		}
	})
}
