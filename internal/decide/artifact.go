package decide

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/regular"
)

// maxDraft is the size in bytes up to which a file is read for its type, its title and its first line.
const maxDraft = 1 << 20

// Artifact describes what is decided on: a file by its name as seen from dir, or anything else by its name alone. Of a file that
// is there, the SHA-256 of its content is kept. A file of the knowledge base has its path below the base's folder. What may be a
// slip is said in doubt.
func Artifact(l *ledger.Ledger, dir, name string) (a *File, doubt string, err error) {
	a = &File{Artifact: decision.Artifact{Type: decision.OtherType, Name: path.Base(filepath.ToSlash(filepath.Clean(name)))}}
	file := ledger.Absolute(dir, name)
	info, missing := os.Lstat(file)
	switch {
	case strings.TrimSpace(name) == "":
		return a, "", hint.Misuse("name the file that was judged, or whatever else it was", "the artifact has no name")
	case missing == nil && info.IsDir():
		return a, "", hint.Misuse("name the file in it that was judged", "%s is a folder", name)
	}
	root, inside, ok := place(l.Root, file)
	if ok {
		a.Path = inside
	}
	a.Type = typeOf(filepath.ToSlash(name))
	if missing != nil {
		a.IsGone = true
		isPath := strings.Contains(filepath.ToSlash(name), "/")
		if !isPath {
			a.Path = "" // a name, and no file
		}
		if isPath || kb.IsNote(name) {
			doubt = fmt.Sprintf("there is no file %s; it is recorded all the same, without its content", name)
		}
		return a, doubt, nil
	}
	files := regular.New(root, "an artifact", maxArtifact)
	defer files.Close()
	data, sum, why, err := contentOf(files, inside)
	switch {
	case err != nil:
		return a, "", fmt.Errorf("reading %s: %w", name, err)
	case why != "":
		return a, fmt.Sprintf("%s %s; it is recorded all the same, without its content", name, why), nil
	}
	a.SHA, a.Data = sum, data
	if a.Path == "" {
		doubt = fmt.Sprintf("%s is outside of the knowledge base %s; it is recorded without a path", name, l.Root)
	} else {
		a.Type = kindOf(l, a.Path, data)
	}
	return a, doubt, nil
}

// mostBeside is how many names of a folder a name is compared with.
const mostBeside = 10_000

// NearFile is the name, as seen from dir, of a file that stands where another one was sought, and whose name is near to that one's.
func NearFile(l *ledger.Ledger, dir, name string) (near string, ok bool) {
	at := ledger.Absolute(dir, name)
	if _, inside := ledger.Under(l.Root, at); !inside {
		return "", false
	}
	folder, err := os.Open(filepath.Dir(at))
	if err != nil {
		return "", false
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(mostBeside) // where it is no folder, there are none
	slices.Sort(names)
	if near, ok = config.Nearest(filepath.Base(at), names); !ok {
		return "", false
	}
	return filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(name)), near)), true
}

// kindOf is the type of a file of the knowledge base, by its content where that is known and not too large, else by its path.
func kindOf(l *ledger.Ledger, inside string, data []byte) decision.ArtifactType {
	if data != nil && len(data) <= maxDraft && kb.IsNote(inside) && kb.IsClaim(claim.Parse(inside, data), &l.Config.Claims) {
		return decision.Claim
	}
	return typeOf(inside)
}

// place gives the folder below which no link to a file is followed, and the file's path from there. isInside says that the folder is
// the knowledge base, whichever links its name or the file's leads through.
func place(base, file string) (root, inside string, isInside bool) {
	if inside, ok := ledger.Under(base, file); ok {
		return base, inside, true
	}
	if inside, ok := ledger.Below(base, file); ok {
		return ledger.RealPath(base), inside, true
	}
	root, inside = outermost(file)
	return root, inside, false
}

// outermost gives the outermost folder around a file that looks like a repository or a knowledge base, whose authors may have put
// links there, else the file's own folder, and the file's path from there.
func outermost(file string) (root, inside string) {
	root = filepath.Dir(file)
	for dir := root; ; dir = filepath.Dir(dir) {
		for _, mark := range []string{".git", config.FileName} {
			if _, err := os.Lstat(filepath.Join(dir, mark)); err == nil {
				root = dir
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	inside, _ = ledger.Under(root, file) // it is below
	return root, inside
}

// maxArtifact is the size in bytes up to which the content of a file is hashed.
const maxArtifact = 1 << 30

// contentOf gives the content of a file, nil for one that is too large to be looked into, and its SHA-256, or says why it is not
// read.
func contentOf(files *regular.Reader, name string) (data []byte, sum, why string, err error) {
	file, why, err := files.Open(name)
	if why != "" || err != nil {
		return nil, "", why, err
	}
	defer file.Close()
	hash := sha256.New()
	kept := bytes.NewBuffer([]byte{}) // an empty file has a content too
	if _, err = io.Copy(io.MultiWriter(hash, kept), io.LimitReader(file, maxDraft)); err == nil {
		data = kept.Bytes()
		var more int64
		if more, err = io.Copy(hash, io.LimitReader(file, maxArtifact)); more > 0 {
			data = nil
		}
		if more == maxArtifact {
			return nil, "", fmt.Sprintf("is larger than %d MiB, and is not read", maxArtifact>>20), nil
		}
	}
	return data, hex.EncodeToString(hash.Sum(nil)), "", err
}

// Folders and endings by which the type of an artifact is guessed.
var (
	typeFolders = map[string]decision.ArtifactType{
		"skill": decision.Skill, "skills": decision.Skill, "persona": decision.Persona, "personas": decision.Persona,
		"email": decision.Email, "emails": decision.Email, "docs": decision.Documentation, "claims": decision.Claim,
	}
	docEndings  = []string{".md", ".markdown", ".rst", ".adoc", ".txt", ".html"}
	codeEndings = []string{
		".c", ".cc", ".cpp", ".cs", ".css", ".go", ".h", ".java", ".js", ".jsx", ".kt", ".lua", ".php", ".pl", ".py", ".r", ".rb",
		".rs", ".scala", ".sh", ".sql", ".swift", ".ts", ".tsx", ".zig",
	}
)

// typeOf guesses the type of an artifact by its path: by the nearest folder that is named for one, else by its ending.
func typeOf(name string) decision.ArtifactType {
	parts := strings.Split(strings.ToLower(path.Clean(name)), "/")
	for _, folder := range slices.Backward(parts[:len(parts)-1]) {
		if kind, ok := typeFolders[folder]; ok {
			return kind
		}
	}
	ending := path.Ext(parts[len(parts)-1])
	switch {
	case ending == ".eml":
		return decision.Email
	case slices.Contains(codeEndings, ending):
		return decision.Code
	case slices.Contains(docEndings, ending):
		return decision.Documentation
	}
	return decision.OtherType
}

// BriefOf is which brief the agent had been given that made an artifact, by the newest commit that changed its file: "" where nothing tells.
func BriefOf(ctx context.Context, l *ledger.Ledger, a decision.Artifact) (string, error) {
	if a.Path == "" || a.SHA == "" {
		return "", nil
	}
	commits, _ := git.AuthorOf(ctx, l.Repository, a.Path) // before the first commit there are none, and git says so as an error
	return identity.BriefOf(commits), ctx.Err()
}

// AgentHere is the agent at work in the repository of a ledger, as far as `agents.from` tells before there is a commit: by the branch that is
// checked out, or by whom the next commit would be by. by says which; both are "" where nothing tells.
func AgentHere(ctx context.Context, l *ledger.Ledger) (agent, by string, err error) {
	for _, source := range l.Config.Agents.From {
		var change identity.Change
		var said string
		switch source {
		case identity.Branch:
			change.Branch, err = git.CurrentBranch(ctx, l.Repository)
			said = "the branch " + change.Branch
		case identity.Author:
			var author git.Person
			if author, err = git.Author(ctx, l.Repository); err != nil {
				err = ctx.Err() // git knows no author
			}
			change.Commits = []identity.Commit{{Author: author.Email}}
			said = "the author of commits here, " + author.Email
		}
		if err != nil {
			return "", "", err
		}
		if agent = identity.Of(change, []string{source}, l.Config.Agents.Authors); agent != "" {
			return agent, said, nil
		}
	}
	return "", "", nil
}

// AgentOfNext is who makes the commit that is being made, as far as `agents.from` tells by the trailers of its message, the branch and the
// author; "" where nothing tells.
func AgentOfNext(ctx context.Context, l *ledger.Ledger, made identity.Commit) (string, error) {
	branch, err := git.CurrentBranch(ctx, l.Repository)
	if err != nil {
		return "", err
	}
	author, err := git.Author(ctx, l.Repository)
	if err != nil {
		return "", err // git would make no commit either
	}
	made.Author = author.Email
	return identity.Of(identity.Change{Commits: []identity.Commit{made}, Branch: branch}, l.Config.Agents.From, l.Config.Agents.Authors), nil
}

// AgentOf is who made an artifact, as far as `agents.from` tells: by the newest commit that changed its file, by the branch that
// is checked out, unless the file stands so on the default branch. It is Unknown where nothing tells.
func AgentOf(ctx context.Context, l *ledger.Ledger, a decision.Artifact) (string, error) {
	from := l.Config.Agents.From
	if len(from) == 0 {
		return decision.Unknown, nil
	}
	var change identity.Change
	var err error
	var asking sync.WaitGroup
	if a.Path != "" && a.SHA != "" {
		asking.Go(func() {
			// Before the first commit there are none, and git says so as an error.
			change.Commits, _ = git.AuthorOf(ctx, l.Repository, a.Path)
		})
	}
	if slices.Contains(from, identity.Branch) {
		change.Branch, err = git.CurrentBranch(ctx, l.Repository)
	}
	if asking.Wait(); err != nil || ctx.Err() != nil {
		return "", cmp.Or(err, ctx.Err())
	}
	if identity.Of(identity.Change{Branch: change.Branch}, from, nil) != "" {
		isThere, err := isOnDefault(ctx, l, a)
		if err != nil {
			return "", err
		}
		if isThere {
			change.Branch = ""
		}
	}
	if agent := identity.Of(change, from, l.Config.Agents.Authors); agent != "" {
		return agent, nil
	}
	return decision.Unknown, nil
}

// isOnDefault reports whether what is checked out goes beyond the default branch, and yet a file stands there as it does here.
func isOnDefault(ctx context.Context, l *ledger.Ledger, a decision.Artifact) (bool, error) {
	if a.Path == "" || a.SHA == "" {
		return false, nil
	}
	tip, err := git.Tip(ctx, l.Repository)
	if err != nil || tip == "" {
		return false, err
	}
	head, err := git.RefID(ctx, l.Repository, "HEAD")
	if err != nil || head == tip {
		return false, err
	}
	there, err := git.MemberAt(ctx, l.Repository, tip, l.Repository.Prefix+a.Path)
	if err != nil || there.Mode == "" || there.Mode == git.ModeFolder || there.Mode == git.ModeSubmodule || there.Mode == git.ModeLink {
		return false, err
	}
	data, err := readBlob(ctx, l, there.Blob, maxProposed)
	if errors.Is(err, git.ErrTooLarge) {
		return false, nil
	}
	return err == nil && sumOf(data) == a.SHA, err
}
