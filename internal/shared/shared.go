// Package shared keeps what was rejected in a Redis server too, so that machines know of it before their stores are brought together.
// The store stays the truth: what the server holds is a copy, which may be flushed, and foreign bytes, which are read as such.
//
// Each subject has one hash in the server, whose fields are ids of records. Clocks of machines are assumed to agree within a day, as those
// of records are.
package shared

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/text"
)

// The variables of the environment: the address of the server, and what its keys begin with.
const (
	URLVariable    = "KBGATE_REDIS_URL"
	PrefixVariable = "CONTEXT_REDIS_PREFIX"
)

// setting is the entry of git's configuration, the user's or the system's, that has the address where the environment has none.
const setting = "kbgate.redisUrl"

// defaultPrefix is what keys begin with where nothing else is configured.
const defaultPrefix = "kbgate"

// form says how an address is written.
const form = "redis://[USER:PASSWORD@]HOST[:PORT][/DB], rediss:// the same with TLS, or unix:///PATH"

const (
	// limit is how long a server may take to connect and to answer, for all that is asked at once.
	limit = 250 * time.Millisecond
	// pause is for how long a server that failed is not asked again.
	pause = 5 * time.Second
	// margin is how much longer than needed keys stand, for clocks that differ.
	margin = 2 * 24 * time.Hour
	// maxPrefix is the longest prefix, in bytes.
	maxPrefix = 200
)

// Options say what a memory needs to know of the knowledge base.
type Options struct {
	Prefix     string        // of keys; "": kbgate
	TTL        time.Duration // for which rejections are remembered
	SubjectKey []byte        // with which addresses are hashed; nil: none
	Clone      string        // a folder that this clone alone has: its git directory
}

// Memory is what machines share. Several goroutines may use it. A nil Memory shares nothing.
type Memory struct {
	options Options
	server  string // for people: without name and password
	secret  []string
	redis   redis.Options

	mu     sync.Mutex // guards what follows
	client *redis.Client
	failed error
	until  time.Time // it is not asked again before
}

// Of gives the memory that the environment names, else git's configuration outside of the repository; nil where neither does.
func Of(ctx context.Context, lookup func(string) (string, bool), repo git.Folder, o Options) (*Memory, error) {
	address, isSet := lookup(URLVariable)
	if address = strings.TrimSpace(address); !isSet && repo.Err() == nil && git.UserMayHave("kbgate") {
		all, err := git.UserConfiguration(ctx, repo, `^kbgate\.redisurl$`)
		if err != nil {
			return nil, fmt.Errorf("git's setting %s cannot be read: %w", setting, err)
		}
		for _, s := range all {
			address = strings.TrimSpace(s.Value)
		}
	}
	if address == "" {
		return nil, nil
	}
	if prefix, _ := lookup(PrefixVariable); prefix != "" {
		o.Prefix = prefix
	}
	return newMemory(address, o)
}

// newMemory gives the memory in the server at an address. Nothing is asked yet.
func newMemory(address string, o Options) (*Memory, error) {
	o.Prefix = cmp.Or(o.Prefix, defaultPrefix)
	if len(o.Prefix) > maxPrefix {
		return nil, fmt.Errorf("the prefix of keys in Redis is longer than %d bytes", maxPrefix)
	}
	r, err := redis.ParseURL(address)
	if err != nil {
		return nil, errors.New("the address of Redis cannot be read; write " + form) // the error may hold the password
	}
	logging.Disable()
	r.Protocol, r.DisableIdentity = 2, true
	r.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	r.MaxRetries, r.DialerRetries = 1, 1 // a connection may have ended since it was used last
	r.PoolSize, r.PipelinePoolSize, r.MinIdleConns, r.MaxActiveConns = 1, -1, 0, 0
	r.DialTimeout, r.ReadTimeout, r.WriteTimeout, r.PoolTimeout = limit, limit, limit, limit
	r.ContextTimeoutEnabled = true
	dial := redis.NewDialer(r)
	m := &Memory{options: o, server: r.Addr}
	for _, secret := range []string{r.Password, r.Username, address} {
		if secret != "" {
			m.secret = append(m.secret, secret)
		}
	}
	r.Dialer = bounded(dial)
	m.redis = *r
	m.client = m.connect()
	return m, nil
}

func (m *Memory) connect() *redis.Client {
	o := m.redis
	return redis.NewClient(&o)
}

// Close ends the connection.
func (m *Memory) Close() error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.client.Close()
}

// Key is that of the hash of a subject, which is as the store keeps it. No address stands in it.
func (m *Memory) Key(subject string) string {
	return m.options.Prefix + ":rejection_memory:" + m.hash(subject)
}

// hash is what a subject is called: the hash of an address as the store has it, of anything else the SHA-256 of its small letters.
func (m *Memory) hash(subject string) string {
	if decision.IsHashedSubject(subject) {
		return subject
	}
	if _, ok := decision.Address(subject); ok {
		return decision.Subject(subject, m.options.SubjectKey)
	}
	sum := sha256.Sum256([]byte(strings.ToLower(subject)))
	return hex.EncodeToString(sum[:])
}

// cloneKey is that of the mark that this clone has put its window into the server. It goes where the server is flushed.
func (m *Memory) cloneKey() string {
	host, _ := os.Hostname() // clones on two machines without names differ by their folders
	sum := sha256.Sum256([]byte(host + "\x00" + m.options.Clone))
	return m.options.Prefix + ":rejection_memory_clone:" + hex.EncodeToString(sum[:8])
}

// life is for how long keys stand after they are written.
func (m *Memory) life() time.Duration { return m.options.TTL + margin }

// do asks the server, within the limit, and says in words for people why it could not be asked. A server that has failed is not asked
// again soon.
func (m *Memory) do(ctx context.Context, within time.Duration, ask func(context.Context, *redis.Client) error) error {
	m.mu.Lock()
	client, failed, until := m.client, m.failed, m.until
	m.mu.Unlock()
	if failed != nil && time.Now().Before(until) {
		return failed
	}
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	err := ask(ctx, client)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failed = nil
	if err == nil {
		return nil
	}
	m.failed, m.until = m.away(err), time.Now().Add(pause)
	if m.client == client { // which would go on to say why it could not connect
		_ = client.Close() // it is of no more use
		m.client = m.connect()
	}
	return m.failed
}

// away says that the server could not be asked, in one line of what may be shown.
func (m *Memory) away(err error) error {
	said := err.Error()
	switch {
	case errors.Is(err, context.DeadlineExceeded), os.IsTimeout(err):
		said = "it does not answer"
	case errors.Is(err, errNoRedis):
		said = errNoRedis.Error()
	}
	for _, secret := range m.secret {
		said = strings.ReplaceAll(said, secret, "…")
	}
	return fmt.Errorf("the Redis server at %s cannot be asked: %s", m.server, text.Shorten(text.Visible(strings.Join(strings.Fields(said), " ")), 200))
}

// missed is the mark of a clone that the server lacks something of what was recorded here.
func (m *Memory) missed() string {
	if m.options.Clone == "" {
		return ""
	}
	return filepath.Join(m.options.Clone, "kbgate", "redis-missed")
}

// miss leaves that mark. Where it cannot be left, the next sync puts back what the server lacks.
func (m *Memory) miss() {
	if name := m.missed(); name != "" {
		_ = os.MkdirAll(filepath.Dir(name), 0o777)
		_ = os.WriteFile(name, nil, 0o666)
	}
}

func (m *Memory) hasMissed() bool {
	name := m.missed()
	if name == "" {
		return false
	}
	_, err := os.Lstat(name)
	return err == nil
}
