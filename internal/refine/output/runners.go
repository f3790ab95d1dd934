package output

// runners are the forms of test runners.
var runners = []form{
	test(checkFailed, "--- FAIL: ", `^\s*--- FAIL: (?P<test>\S+)`, "    --- FAIL: TestParse/empty (0.00s)"),
	test(checkFailed, "FAIL", `^FAIL(?:$|[\t ]+\S+)|^\s*FAIL\s+\S+(?: > |\.|\s|$)|^\s*(?:❯\s+)?FAIL:? (?P<test>\S.*)`, "FAIL\tgithub.com/acme/app\t0.012s\n FAIL  src/cart.test.ts > total\nFAIL: test_total (tests.CartTest)"),
	test(tells, "PASS|ok  |=== RUN|RUNS", `^\s*(?:PASS\b|ok  \t|=== RUN)`, "PASS\n=== RUN   TestA"),
	test(checkFailed, "FAILED", `^FAILED (?P<test>\S+::\S+|\S+\.py\S*)(?: - (?:AssertionError|assert|Failed)\b:? ?(?P<assertion>.*))?$|^(?P<test2>\S+::\S+) FAILED\b|^FAILED \((?:failures|errors)=`, "FAILED tests/test_a.py::test_sum - assert 3 == 4\ntests/test_a.py::test_x FAILED [ 10%]\nFAILED (failures=1)"),
	test(both, "FAILED", `^FAILED (?P<test>\S+) - (?P<message>(?P<type>[\w.]+(?:Error|Exception))\b.*)`, "FAILED tests/test_a.py::test_get - KeyError: 'id'"),
	test(both, "ERROR", `^ERROR (?:collecting )?(?P<test>\S+\.py\S*)(?: - (?P<message>.*))?|^ERROR: (?P<test2>test\w*) \(`, "ERROR tests/test_a.py - ImportError: No module named x\nERROR: test_save (tests.T)"),
	test(checkFailed, "failed|FAILED|failure|Failed|Failures|failing|FAILURES|errors", `(?i)^\W*(?:tests?:?|test files|test suites:?|suites?:?|specs?:?|snapshots:?|result:|total:?|summary:?|failed!)?\W*(?:[\d,]+ (?:passed|passing|succeeded|ok|skipped|tests?|examples?|runs?|assertions|scenarios|specs|total|out of)\b[^A-Za-z1-9]*)*(?P<message>[1-9]\d* (?:tests? |suites? |specs? |scenarios? |checks? |assertions? )?(?:failed|failing|failures?|broken))\b`,
		"Tests:       1 failed, 4 passed, 5 total\n2 failing\n5 examples, 1 failure\n=========== 1 failed, 12 passed in 0.31s ===========\n Test Files  1 failed (3)"),
	test(checkFailed, "ailures: |ailed: |ailures=|rrors: |ailed=|AILED", `\b(?:Failures|Failed|failures|failed)(?: tests)?[:=] *[1-9]\d*|^test result: FAILED|^FAILURES!|^=+ FAILURES =+|^Failures:$|^failures:$|\*\* TEST FAILED \*\*`, "Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\ntest result: FAILED. 3 passed; 1 failed; 0 ignored\nFailed!  - Failed:     1, Passed:    11"),
	test(both, "Errors: ", `\bFailures: \d+, Errors: [1-9]`, "Tests run: 3, Failures: 0, Errors: 1"),
	test(checkFailed, "... FAILED|FAILED", `^test (?P<test>\S+)(?: - .*)? \.\.\. FAILED|^(?P<test2>[\w.$ ]+(?:\(\))?(?:\[\d+\])?(?: > [^>]+)*) FAILED$`, "test tests::adds ... FAILED\nCartTest > totalsItems() FAILED"),
	test(checkFailed, "●|✕|✗|✘|×|✖|❌", `^\s*(?:●|✕|✗|✘|×|✖|❌)\s+(?P<test>\S.*?)(?: \(?\d+ ?m?s\)?)?$`, "  ● cart › totals items\n    ✕ adds two numbers (4 ms)"),
	test(checkFailed, "not ok ", `^\s*not ok \d+(?: -)? ?(?P<test>[^#]*)`, "not ok 2 - returns a list"),
	test(checkFailed, "Test Case", `^Test Case '(?P<test>[^']+)' failed`, "Test Case '-[AppTests.CartTests testTotal]' failed (0.003 seconds)."),
	test(checkFailed, "  Failed ", `^\s+Failed (?P<test>[\w.]+) \[`, "  Failed AddsTwo [12 ms]"),
	test(checkFailed, ") ", `^\s+\d+\) (?P<test>test .+ \([\w.]+\)|[\w:#]+Test\w*[:#]\S+)`, "  1) test adds two numbers (CalcTest)"),
	test(checkFailed, "Failure/Error", `^\s*Failure/Error: (?P<assertion>.*)`, "     Failure/Error: expect(total).to eq(3)"),
	test(checkFailed, "ssert|xpect", `^\s*E\s+(?P<message>assert .+|AssertionError\b.*)|^\s*(?:\S*\.)?(?P<message2>(?P<type>Assert(?:ion)?(?:Failed)?(?:Error|Exception)|ComparisonFailure|AssertionFailedError)\b:? ?(?P<assertion>.*))`, "E       assert 3 == 4\nAssertionError: expected 1 to be 2\norg.opentest4j.AssertionFailedError: expected: <3> but was: <4>"),
	test(checkFailed, "ssertion", `(?i)^\W*(?:\S+: )?assertion (?P<assertion>.*)failed\b`, "assertion `left == right` failed"),
	test(tells, "xpected|eceived|ctual|left|right|want|got|but was", `(?i)^\W*(?:expected|want(?:ed)?|right|expected value)(?: (?:value|result|output))?\s*[:=]\s*(?P<expected>\S.*)`, "    Expected: 3\n  right: 4"),
	test(tells, "eceived|ctual|left|got|Got", `(?i)^\W*(?:received|actual(?:ly)?|got|left|result|but was)(?: (?:value|result|output))?\s*[:=]\s*(?P<actual>\S.*)`, "    Received: 4\n   left: 3"),
	test(tells, "xpected", `(?i)expected:? <?(?P<expected>[^<>]+?)>?,? (?:but (?:was|got|received|found):?|got:?|to (?:be|equal|eq|have)) <?(?P<actual>[^<>]+?)>?\.?$`, "expected: <3> but was: <4>\nexpected 1 to be 2"),
	test(tells, "got ", `\bgot:? (?P<actual>[^,;]+)[,;] ?(?:want|wanted|expected):? (?P<expected>.+)`, "    cart_test.go:12: total = got 3, want 4"),
	test(tells, "want ", `= (?P<actual>\S[^,;]*)[,;] want:? (?P<expected>.+)`, "    cart_test.go:12: Total() = 3, want 4"),
}
