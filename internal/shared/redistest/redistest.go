// Package redistest starts Redis servers for tests.
package redistest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Server is a Redis server of a test's own, at a socket in a folder of its own.
type Server struct {
	t      testing.TB
	socket string
	cmd    *exec.Cmd
}

// URL is the server's address.
func (s *Server) URL() string { return "unix://" + s.socket }

// New starts a server that ends with the test. Where the program is not installed the test is skipped; in CI it has to be.
func New(t testing.TB) *Server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("redis-server is not installed")
		}
		t.Skip("redis-server is not installed; nothing was tried with it")
	}
	dir, err := os.MkdirTemp("", "redis") // the name of a socket is at most 107 bytes long
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, socket: filepath.Join(dir, "s")}
	t.Cleanup(func() {
		s.Stop()
		os.RemoveAll(dir)
	})
	s.Start()
	return s
}

// Start starts the server again, with nothing in it but what it had saved.
func (s *Server) Start() {
	s.t.Helper()
	s.cmd = exec.Command("redis-server", "--port", "0", "--unixsocket", s.socket, "--dir", filepath.Dir(s.socket), "--save", "", "--appendonly", "no", "--loglevel", "warning")
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for range 1000 {
		if c, err := net.Dial("unix", s.socket); err == nil {
			c.Close()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatal("redis-server did not start")
}

// Stop ends the server. What it holds is lost.
func (s *Server) Stop() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait() // it was killed
	s.cmd = nil
	os.Remove(s.socket)
}

// Do runs a command of Redis and gives what it says.
func (s *Server) Do(args ...string) string {
	s.t.Helper()
	out, err := exec.Command("redis-cli", append([]string{"-s", s.socket}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("redis-cli %v: %v\n%s", args, err, out)
	}
	return string(out)
}
