package output

// languages are the forms of compilers and runtimes, by language.
var languages = []form{
	// Go
	line(crashed, "panic: |fatal error: ", `^\s*(?P<message>(?:panic|fatal error): .+)`, "panic: runtime error: index out of range [3] with length 3\nfatal error: all goroutines are asleep - deadlock!"),
	line(frame, "goroutine ", `^goroutine \d+ \[[\w ,]+\]:`, "goroutine 1 [running]:"),
	line(frame, ".go:", `^\s+\S+\.go:\d+ \+0x[0-9a-f]+`, "\t/app/main.go:12 +0x1d"),
	line(checkFailed, ".go:", `^(?:vet: )?(?:\./)?[^\s:]+\.go:\d+:\d+: (?P<message>.+)`, "./main.go:7:2: undefined: foo"),
	line(checkFailed, "DATA RACE|race detected", `WARNING: DATA RACE|race detected during execution of test`, "WARNING: DATA RACE"),
	line(crashed, "go: ", `^go: (?P<message>.*(?:not found|unknown|cannot|missing|no such|invalid|failed|not in (?:std|GOROOT)|updates to go).*)`, "go: cannot find main module, but found .git/config in /app"),

	// Python
	line(frame, "Traceback", `^\s*(?:E\s+)?Traceback \(most recent call last\):`, "Traceback (most recent call last):"),
	line(frame, "File \"", `^\s+File "[^"]+", line \d+`, "  File \"app.py\", line 3, in <module>"),
	line(checkFailed, "error: cannot format|would reformat|would be reformatted|Oh no!", `^(?:error: cannot format|would reformat|Oh no!)|\bwould be reformatted`, "would reformat src/app.py"),
	line(crashed, "ERROR: ", `^\s*ERROR: (?P<message>(?:Could not|No matching|Cannot|pip|Failed|Invalid|Exception|Package|Command|Unknown|Permission|Error|unable|Unable|failed|process|failed to).*)`,
		"ERROR: Could not find a version that satisfies the requirement foo==9 (from versions: none)\nERROR: failed to solve: process \"/bin/sh -c make\" did not complete successfully: exit code: 2").ifAlone(),

	// JavaScript
	line(frame, "    at ", `^\s+at (?:async )?(?:.+ \()?(?:file://|node:|https?://|[A-Za-z]:|[./\w@-])[^()]*:\d+(?::\d+)?\)?$`, "    at Object.<anonymous> (/app/index.js:3:9)\n    at node:internal/main:1:2"),
	line(crashed, "nhandledPromiseRejection|nhandled rejection|unhandledRejection|uncaughtException|Uncaught (in promise)", `(?i)unhandled ?(?:promise)? ?rejection|uncaughtException|Uncaught \(in promise\)`, "(node:12) UnhandledPromiseRejectionWarning: Error: x"),
	line(checkFailed, "ERROR in |Module not found|Build error occurred|Rollup failed|Failed to compile|SyntaxError|✘ [ERROR]|error TS", `^(?:ERROR in |Module not found|\W*Build error occurred|.*Rollup failed to resolve|✘ \[ERROR\]|Failed to compile)|\berror (?P<type>TS\d+): (?P<message>.+)`,
		"ERROR in ./src/index.js 3:0\nsrc/a.ts:4:3 - error TS2345: Argument of type 'x' is not assignable\n> Build error occurred"),
	line(checkFailed, "Code style issues|code style issues", `(?i)code style issues (?:found )?(?:in|were)`, "[warn] Code style issues found in 2 files. Run Prettier to fix."),

	// JVM
	line(crashed, "Exception in ", `^Exception in thread "[^"]*" (?P<message>(?P<type>[\w.$]+).*)`, "Exception in thread \"main\" java.lang.ArithmeticException: / by zero"),
	line(frame, "\tat |    at |  at ", `^\s+at [\w.$<>/@]+\((?:[\w$]+\.(?:java|kt|scala|groovy)(?::\d+)?|Native Method|Unknown Source)\)`, "\tat com.acme.App.main(App.java:12)"),
	line(checkFailed, "e: ", `^e: (?:file://)?\S+\.kts?:.* (?P<message>.+)`, "e: file:///app/Main.kt:3:5 Unresolved reference: foo"),
	line(checkFailed, "FAILED|FAILURE: |went wrong", `^> Task \S+ FAILED|^FAILURE: Build failed|^Execution failed for task`, "> Task :app:test FAILED"),
	line(checkFailed, "[ERROR]", `^\[ERROR\]\s+(?:COMPILATION ERROR|Tests run:|Failures:|Failed to execute goal|\S+\.(?:java|kt):\[\d+,\d+\])(?P<message>.*)`, "[ERROR] /src/A.java:[3,7] cannot find symbol\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin"),
	line(crashed, "APPLICATION FAILED", `^APPLICATION FAILED TO START`, "APPLICATION FAILED TO START"),

	// Rust
	test(both, "panicked at", `^\s*thread '(?P<test>[^']*)'.*? panicked at (?:\S+:\d+:\d+:$|(?P<message>.+))`, "thread 'tests::adds' panicked at src/lib.rs:10:9:\nthread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/main.rs:4:5"),
	line(checkFailed, "error[", `^error\[(?P<type>E\d+)\]: (?P<message>.+)`, "error[E0382]: borrow of moved value: `s`"),
	line(checkFailed, "error: ", `^error: (?P<message>could not compile|aborting due to|test failed|unused|this |mismatched|expected |cannot find|linking with|failed to run custom build|unresolved|use of|process didn't exit successfully: .*rustc).*`, "error: could not compile `app` (bin \"app\") due to 2 previous errors\nerror: test failed, to rerun pass `--lib`"),

	// C and C++
	line(checkFailed, "undefined reference|ld returned|ymbol(s) not found|linker command failed|ndefined symbols|ultiple definition|ninja: build stopped|CMake Error|fatal error C|LNK", `undefined reference to|ld returned \d+ exit status|symbol\(s\) not found|linker command failed|^Undefined symbols|multiple definition of|^ninja: build stopped|^CMake Error|\b(?:fatal )?error (?:C|LNK)\d{4}`,
		"main.o: undefined reference to `foo'\ncollect2: error: ld returned 1 exit status\nCMake Error at CMakeLists.txt:3 (find_package):"),
	line(crashed, "Sanitizer|runtime error:|terminate called", `ERROR: \w+Sanitizer|^.*: runtime error: (?P<message>.+)|^terminate called (?:after throwing|without)`, "==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x\nterminate called after throwing an instance of 'std::out_of_range'"),
	line(crashed, "Invalid read|Invalid write|uninitialised|definitely lost: |ERROR SUMMARY: ", `^==\d+== +(?P<message>Invalid (?:read|write) of size|Conditional jump or move depends on uninitialised|Use of uninitialised|definitely lost: [1-9]|ERROR SUMMARY: [1-9])`, "==7781== Invalid read of size 4\n==7781==    definitely lost: 32 bytes in 1 blocks"),
	line(both, "ssertion", `^\S*: \S+:\d+: .*Assertion .(?P<assertion>.+). failed\.`, "app: main.c:12: main: Assertion `n > 0' failed."),
	line(exited, "make", `^g?make(?:\[\d+\])?: \*\*\* .*(?:Error \d+|Stop\.)`, "make: *** [Makefile:12: test] Error 1"),

	// R, MATLAB, Lua
	line(crashed, "Execution halted|Error in |Unrecognized function", `^Execution halted$|^Error in .+(?: :|\(line \d+\))\s*$|^Error in .+ : (?P<message>.+)|^(?P<message2>Unrecognized function or variable .+)`, "Execution halted\nError in `$<-.data.frame`(x) : \nError in spectrum (line 22)\nError in file(f, \"rt\") : cannot open the connection"),
	line(crashed, "ua error|lua: |.lua:", `\b[Ll]ua error: (?P<message>.+)|^lua\S*: (?P<message2>\S+\.lua:\d+: .+)`, "server[eu]: Lua error: scripts/ferry.lua:118: attempt to index a nil value\nlua: main.lua:3: boom"),

	// .NET
	line(frame, "   at ", `^\s+at [\w.<>`+"`"+`\[\], ]+\(.*\) in .+:line \d+`, "   at App.Program.Main(String[] args) in /app/Program.cs:line 9"),
	line(checkFailed, "error ", `\berror (?P<type>(?:CS|MSB|NU|NETSDK|FS|BC)\d+): (?P<message>.+)`, "error MSB1009: Project file does not exist."),
	line(crashed, "Unhandled", `^Unhandled exception\b[.:]? *(?P<message>.*)`, "Unhandled exception. System.NullReferenceException: Object reference not set"),

	// Ruby, PHP, Elixir, Swift
	line(crashed, ".rb:", `^\S+\.rb:\d+:in .+: (?P<message>.+ \((?P<type>[\w:]+)\))$`, "app.rb:3:in `foo': undefined method `x' for nil:NilClass (NoMethodError)"),
	line(frame, ".rb:|.php", `^\s+(?:from )?\S+\.rb:\d+:in |^#\d+ .+\.php\(\d+\)`, "\tfrom app.rb:9:in `<main>'\n#0 /app/a.php(3): foo()"),
	line(crashed, "PHP |Fatal error|Parse error", `^(?:PHP )?(?:Fatal error|Parse error): +(?P<message>.+)|^(?:Thread \d+: |\S+: )?Fatal error: (?P<message2>.+)`, "PHP Fatal error:  Uncaught TypeError: foo()\nFatal error: Index out of range: file Swift/ContiguousArrayBuffer.swift, line 600"),
	line(checkFailed, "[C]|[D]|[F]|[R]|[W]", `^\W*\[[CDFRW]\] [↗→↘↑↓] (?P<message>.+)`, "┃ [W] ↗ There should be no calls to IO.inspect/1."),
	line(crashed, " aborted!", `^(?:rails|rake) aborted!`, "rails aborted!"),
	line(crashed, "** (", `^\s*\*\* \((?P<type>[\w.]+)\) (?P<message>.+)`, "** (KeyError) key :id not found in: %{}"),
	line(checkFailed, "== Compilation error", `^== Compilation error`, "== Compilation error in file lib/a.ex =="),

	// TeX and markup
	line(checkFailed, "! LaTeX|! Undef|! Miss|! Pack|! Emerg|! Extra|! Too|! Misp|! Para|! File|Fatal error occurred", `^! (?:LaTeX Error: |Undefined |Missing |Package \w+ Error: |Emergency stop|Extra |Too many |Misplaced |Paragraph ended|File )(?P<message>.*)|^!\s+==> Fatal error`, "! Undefined control sequence."),
}
