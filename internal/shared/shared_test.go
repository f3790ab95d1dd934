package shared

import (
	"context"
	"fmt"
	"io"
	"math/rand"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/shared/redistest"
)

var (
	ctx = context.Background()
	now = time.Date(2025, 11, 21, 12, 0, 0, 0, time.UTC)
)

const ttl = 30 * 24 * time.Hour

var subject = decision.Subject("andrew@example.org", nil)

// at opens the memory of one machine.
func at(t testing.TB, address string) *Memory {
	t.Helper()
	m, err := newMemory(address, Options{TTL: ttl, Clone: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func rejected(when time.Time, change func(*memory.Rejection)) Entry {
	id := decision.NewID(when, rand.New(rand.NewSource(when.UnixNano())))
	r := memory.Rejection{ID: id, At: when, Source: decision.Human, Subject: subject, Campaign: "spring", Type: decision.Email, Artifact: "mail",
		Title: "Hello", Opener: "Given your role", Fingerprint: "f", Sketch: "s", Template: "t1", Tags: []string{"generic"}, Feedback: "too generic",
		Evidence: []decision.Evidence{{Type: "company", Value: "Acme", Source: "lead"}}}
	if change != nil {
		change(&r)
	}
	return Entry{ID: id, Subjects: []string{r.Subject}, Rejection: &r}
}

func ask(t *testing.T, m *Memory, subjects ...string) *Answer {
	t.Helper()
	answer, err := m.Ask(ctx, now, subjects...)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func tell(t *testing.T, m *Memory, entries ...Entry) {
	t.Helper()
	if _, err := m.Tell(ctx, entries...); err != nil {
		t.Fatal(err)
	}
}

// What one machine tells the other gets, with all that the memory is made of.
func TestToldIsHeard(t *testing.T) {
	server := redistest.New(t)
	here, there := at(t, server.URL()), at(t, server.URL())
	e := rejected(now.Add(-time.Hour), nil)
	tell(t, here, e, e)
	approval := memory.Approval{ID: decision.NewID(now, rand.New(rand.NewSource(1))), At: now, Source: decision.Human, Fingerprint: "f", SHA: strings.Repeat("a", 64), Sketch: "1.AA"}
	tell(t, here, Entry{ID: approval.ID, Subjects: []string{subject}, Approval: &approval})
	answer := ask(t, there, subject)
	if got, want := fmt.Sprint(answer.Rejections), fmt.Sprint([]memory.Rejection{*e.Rejection}); got != want {
		t.Errorf("heard\n%s\nwant\n%s", got, want)
	}
	if got, want := fmt.Sprint(answer.Approvals), fmt.Sprint([]memory.Approval{approval}); got != want {
		t.Errorf("heard %s, want %s", got, want)
	}
	if len(ask(t, there, decision.Subject("celia@example.org", nil)).Rejections) > 0 {
		t.Error("another subject has the memory too")
	}
}

// The key is the document's: prefix, a word, the hash of the address, and it goes when it is of no use any more.
func TestKeysAndTheirLife(t *testing.T) {
	server := redistest.New(t)
	m := at(t, server.URL())
	tell(t, m, rejected(now, nil))
	key := "kbgate:rejection_memory:" + subject
	left, err := strconv.Atoi(strings.TrimSpace(server.Do("TTL", key)))
	if err != nil || left < int(ttl.Seconds()) || left > int((ttl+margin).Seconds()) {
		t.Errorf("%s lives for %d seconds (%v)", key, left, err)
	}
	if got, want := m.Key("claims/A.md"), m.Key("claims/a.md"); got != want || strings.Contains(got, "claims") {
		t.Errorf("the keys of a path are %s and %s", got, want)
	}
	if got := m.Key("Andrew@example.org"); got != key {
		t.Errorf("an address has the key %s", got)
	}
}

// No address stands in the server, wherever somebody typed one.
func TestNoAddressIsShared(t *testing.T) {
	server := redistest.New(t)
	m := at(t, server.URL())
	const address = "andrew@example.org"
	tell(t, m, rejected(now, func(r *memory.Rejection) {
		r.Subject, r.Artifact, r.Title, r.Opener, r.Campaign = address, "mail to "+address, "For "+address, "<"+address+">", "c-"+address
		r.Feedback, r.Evidence[0].Value = "ask ("+address+") first", address
	}))
	all := server.Do("KEYS", "*") + server.Do("HGETALL", m.Key(address))
	if strings.Contains(all, "@") || !strings.Contains(all, "address-"+subject[:8]) {
		t.Errorf("the server holds\n%s", all)
	}
	if len(ask(t, m, address).Rejections) != 1 {
		t.Error("it is not found again")
	}
}

// What is gone stays gone, whoever tells of it afterwards; what was amended takes the place of what was there.
func TestGoneAndAmended(t *testing.T) {
	server := redistest.New(t)
	here, there := at(t, server.URL()), at(t, server.URL())
	e := rejected(now, nil)
	tell(t, here, e)
	amended := rejected(now, func(r *memory.Rejection) { r.Feedback = "" })
	amended.Amended = true
	tell(t, here, amended)
	tell(t, there, e) // it does not know of that yet
	if got := ask(t, there, subject).Rejections; len(got) != 1 || got[0].Feedback != "" {
		t.Errorf("after the reason was redacted the server has %v", got)
	}
	tell(t, here, Entry{ID: e.ID, Subjects: e.Subjects, Gone: true})
	tell(t, there, e)
	tell(t, there, amended)
	if err := there.PutBack(ctx, []Entry{e, amended}); err != nil {
		t.Fatal(err)
	}
	answer := ask(t, there, subject)
	if len(answer.Rejections) > 0 || !answer.Gone[e.ID] || !answer.Has(e.ID) {
		t.Errorf("after it was withdrawn the server has %+v", answer)
	}
	if all := server.Do("HGETALL", here.Key(subject)); strings.Contains(all, "Given") {
		t.Errorf("its text is left:\n%s", all)
	}
}

// A flush, a restart and time without the server are noticed, once, by each machine that had put something there.
func TestFlushedAndStopped(t *testing.T) {
	server := redistest.New(t)
	here, there := at(t, server.URL()), at(t, server.URL())
	e := rejected(now, nil)
	if lacking, err := here.Tell(ctx, e); err != nil || !lacking {
		t.Errorf("a new server lacks the window: %v, %v", lacking, err)
	}
	for _, lose := range []func(){
		func() {},
		func() { server.Do("FLUSHALL") },
		func() { server.Stop(); server.Start() },
		func() {
			server.Stop()
			if _, err := here.Tell(ctx, e); err == nil {
				t.Error("it was told while it was stopped")
			}
			server.Start()
		},
	} {
		lose()
		here.until, there.until = time.Time{}, time.Time{}
		if answer := ask(t, here, subject); !answer.Lacking {
			t.Errorf("%+v", answer)
		}
		if err := here.PutBack(ctx, []Entry{e}); err != nil {
			t.Fatal(err)
		}
		if answer := ask(t, here, subject); answer.Lacking || len(answer.Rejections) != 1 {
			t.Errorf("after it was put back: %+v", answer)
		}
		if answer := ask(t, there, subject); len(answer.Rejections) != 1 {
			t.Errorf("the other machine hears %+v", answer)
		}
	}
	server.Do("PING")
	here.miss() // what a server that was away does not know, though its memory outlasted that
	if answer := ask(t, here, subject); !answer.Lacking {
		t.Error("what was missed is forgotten")
	}
}

// What is too old to count leaves the server.
func TestOldEntriesGo(t *testing.T) {
	server := redistest.New(t)
	m := at(t, server.URL())
	tell(t, m, rejected(now, nil), rejected(now.Add(-3*ttl), nil))
	if got := ask(t, m, subject); len(got.Rejections) != 1 {
		t.Errorf("%+v", got)
	}
	if got := strings.TrimSpace(server.Do("HLEN", m.Key(subject))); got != "1" {
		t.Errorf("the server holds %s", got)
	}
}

// Values of strangers are passed over and counted, and the rest is heard.
func TestForeignValues(t *testing.T) {
	server := redistest.New(t)
	m := at(t, server.URL())
	e := rejected(now, nil)
	tell(t, m, e)
	good, err := m.value(&e)
	if err != nil {
		t.Fatal(err)
	}
	other := rejected(now.Add(-time.Minute), nil).ID
	for i, value := range []string{"", "{", "[]", `{"schema":"kbgate.decision/1"}`, good, strings.Repeat("x", maxValue+1), "\xff",
		strings.Replace(good, `"human"`, `"alien"`, 1), strings.Replace(good, e.ID, other, 1)[:len(good)-1] + `,"at":"2099-01-01T00:00:00Z"}`,
		"a: &a [*a]", "gone ", strings.Repeat("[", 20000)} {
		key := m.Key(subject)
		server.Do("HSET", key, other, value)
		answer := ask(t, m, subject)
		if len(answer.Rejections) != 1 || answer.Foreign != 1 || len(answer.Gone) > 0 {
			t.Errorf("value %d: %d rejections, %d foreign, %d gone", i, len(answer.Rejections), answer.Foreign, len(answer.Gone))
		}
		server.Do("HDEL", key, other)
	}
	server.Do("HSET", m.Key(subject), "no id", gone)
	if answer := ask(t, m, subject); answer.Foreign != 1 || len(answer.Gone) > 0 {
		t.Errorf("%+v", answer)
	}
	server.Do("SET", m.Key("b"), "no hash")
	if _, err := m.Ask(ctx, now, "b"); err == nil || !strings.Contains(err.Error(), "WRONGTYPE") {
		t.Error(err)
	}
}

// fake is a server that does what it likes with each connection.
func fake(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return l.Addr().String()
}

// Whatever a server does, kbgate goes on soon, says why in one line, and never says the password.
func TestServersThatAreNone(t *testing.T) {
	says := func(what string) func(net.Conn) {
		return func(c net.Conn) {
			_, _ = io.WriteString(c, what) // whether anybody listens
			_, _ = io.Copy(io.Discard, c)
		}
	}
	for _, tt := range []struct {
		name  string
		serve func(net.Conn)
		want  string
	}{
		{"never answers", func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }, "it does not answer"},
		{"hangs up", func(c net.Conn) { c.Close() }, ""},
		{"speaks another language", says("HTTP/1.1 400 Bad Request\r\n\r\n"), errNoRedis.Error()},
		{"a text of a terabyte", says("$1000000000000\r\n"), errNoRedis.Error()},
		{"a list of a billion", says("*1000000000\r\n"), errNoRedis.Error()},
		{"an endless line", says("+" + strings.Repeat("a", 2*maxLine)), errNoRedis.Error()},
		{"repeats the password", says("-ERR s3cret\x1b[31m is wrong\r\n" + strings.Repeat("-ERR s3cret\x1b[31m\r\n", 10)), "ERR …"},
		{"answers otherwise", says(strings.Repeat("+OK\r\n:1\r\n", 9)), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := at(t, "redis://me:s3cret@"+fake(t, tt.serve)+"/3")
			began := time.Now()
			_, err := m.Ask(ctx, now, subject)
			if took := time.Since(began); took > 4*limit {
				t.Errorf("it took %v", took)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "s3cret") || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("said: %v", err)
			}
			if _, again := m.Ask(ctx, now, subject); again == nil || again.Error() != err.Error() {
				t.Errorf("asked again: %v", again)
			}
		})
	}
	refused := at(t, "redis://127.0.0.1:1")
	if _, err := refused.Ask(ctx, now, subject); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Error(err)
	}
	for _, address := range []string{"redis://me:s3cret@h/a/b", "http://me:s3cret@h", "redis://me:s3cret@h:port", "redis://:s3/cret@h", "redis://h?x=s3cret", "%"} {
		if _, err := newMemory(address, Options{}); err == nil || strings.Contains(err.Error(), "s3") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A password is used, and a wrong one is said without it.
func TestPassword(t *testing.T) {
	server := redistest.New(t)
	server.Do("CONFIG", "SET", "requirepass", "s3cret")
	ask(t, at(t, strings.Replace(server.URL(), "unix://", "unix://:s3cret@", 1)), subject)
	_, err := at(t, strings.Replace(server.URL(), "unix://", "unix://:s4cret@", 1)).Ask(ctx, now, subject)
	if err == nil || !strings.Contains(err.Error(), "WRONGPASS") || strings.Contains(err.Error(), "cret") {
		t.Error(err)
	}
}

// The address comes from the environment or from the user's own configuration; a variable that is set empty means none.
func TestWhereTheAddressComesFrom(t *testing.T) {
	none := git.Folder{}
	with := func(url, prefix string) func(string) (string, bool) {
		return func(name string) (string, bool) {
			value := map[string]string{URLVariable: url, PrefixVariable: prefix}[name]
			return value, value != "" || name == URLVariable
		}
	}
	if m, err := Of(ctx, with("", ""), none, Options{}); m != nil || err != nil {
		t.Error(m, err)
	}
	for _, tt := range []struct{ variable, configured, want string }{
		{"", "", "kbgate:"}, {"", "mine", "mine:"}, {"theirs", "mine", "theirs:"},
	} {
		m, err := Of(ctx, with("redis://h", tt.variable), none, Options{Prefix: tt.configured})
		if err != nil || !strings.HasPrefix(m.Key("s"), tt.want+"rejection_memory:") {
			t.Error(tt, err)
		}
	}
	var nobody *Memory
	if _, err := nobody.Ask(ctx, now, subject); err != nil {
		t.Error(err)
	}
	if _, err := nobody.Tell(ctx, rejected(now, nil)); err != nil || nobody.Close() != nil {
		t.Error(err)
	}
}

// A record that is too long for the server is shared without its texts.
func TestLongRecords(t *testing.T) {
	m := &Memory{}
	e := rejected(now, func(r *memory.Rejection) {
		r.Feedback = strings.Repeat("é\"", decision.MaxReason/3)
		r.Opener = r.Feedback
		r.Title = r.Feedback
	})
	value, err := m.value(&e)
	if err != nil || len(value) > maxValue {
		t.Fatal(len(value), err)
	}
	got, err := read(subject, e.ID, value, now)
	if err != nil || got.Rejection.Fingerprint != "f" || got.Rejection.Sketch != "s" {
		t.Errorf("%+v, %v", got.Rejection, err)
	}
}

func FuzzValue(f *testing.F) {
	m := &Memory{}
	e := rejected(now, nil)
	good, err := m.value(&e)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(gone)
	f.Add(`{"id":1}`)
	f.Fuzz(func(t *testing.T, value string) {
		got, err := read(subject, e.ID, value, now)
		switch {
		case err != nil || got.Gone:
		case got.Rejection != nil && (got.Rejection.ID != e.ID || got.Rejection.Subject != subject || got.Rejection.At.Sub(now) > 24*time.Hour):
			t.Errorf("%q is believed to be %+v", value, got.Rejection)
		case got.Rejection == nil && got.Approval == nil:
			t.Errorf("%q is nothing", value)
		case got.Rejection != nil:
			again, err := m.value(&got)
			if err != nil {
				return // it is too long
			}
			if twice, err := read(subject, e.ID, again, now); err != nil || twice.Rejection == nil {
				t.Errorf("%q is written as %q, which is %v", value, again, err)
			}
		}
	})
}

func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{"+OK\r\n", "*2\r\n$1\r\na\r\n$-1\r\n", ":1\r\n-ERR x\r\n", "$99999999999\r\n", "%1\r\n"} {
		f.Add([]byte(seed), 1)
	}
	f.Fuzz(func(t *testing.T, said []byte, size int) {
		whole, parts := answers{left: maxAnswer}, answers{left: maxAnswer}
		fits := whole.take(said)
		size, partly := 1+(size&0xff), true
		for rest := said; partly && len(rest) > 0; {
			n := min(size, len(rest))
			partly, rest = parts.take(rest[:n]), rest[n:]
		}
		if fits != partly || whole.body > maxText+2 {
			t.Errorf("%q: %v at once, %v in parts of %d; %d are announced", said, fits, partly, size, whole.body)
		}
	})
}
