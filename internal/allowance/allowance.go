// Package allowance says which allowances of a store count: by which records a reviewer has let a finding through. A record alone
// proves nothing, for whoever may push to the store's branch may write one. It counts if the commit that brought it is signed with a
// key of its reviewer, or if it bears the signature of the workflow that heard a reviewer say so.
package allowance

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
)

// Store is a state of a store.
type Store struct {
	Repository git.Folder
	Objects    *git.Pool
	Folder     string // of the records, from the top of the repository
	Commit     string // "" for none
}

// Base says whose word counts.
type Base struct {
	Rules      config.Rules
	PublicKeys []string // of workflows, as comment.public_keys has them
}

// Record is an allowance with its place in the store.
type Record struct {
	*decision.Allowance
	Blob string // the id of its file's content
}

// The most that is read of a store: that many records of a kind, the newest, and that many bytes of them.
const (
	mostRead  = 10_000
	mostBytes = 32 << 20
	maxCommit = 1 << 20
)

// At finds the commit at which a store stands: that of its own branch, or of the one that was fetched from origin, whichever has all
// that the other has. Of two that parted the own one counts, and the remark says so. The branch that is checked out stands at head.
func At(ctx context.Context, repo git.Folder, objects *git.Pool, ref, head string) (commit, remark string, err error) {
	name, ok := strings.CutPrefix(ref, "refs/heads/")
	if !ok {
		return head, "", nil
	}
	var tips [2]string
	objects.Use(func(o *git.Objects) {
		for i, one := range []string{ref, "refs/remotes/origin/" + name} {
			at, failed := o.AtReference(one, maxCommit)
			if failed != nil && !errors.Is(failed, git.ErrMissing) {
				err = fmt.Errorf("reading %s: %w", one, failed)
			}
			tips[i] = at.ID
		}
	})
	own, fetched := tips[0], tips[1]
	switch {
	case err != nil || own == fetched || fetched == "":
		return own, "", err
	case own == "":
		return fetched, "", nil
	}
	if behind, err := git.IsAncestor(ctx, repo, own, fetched); err != nil || behind {
		return fetched, "", err
	}
	ahead, err := git.IsAncestor(ctx, repo, fetched, own)
	if err == nil && !ahead {
		remark = fmt.Sprintf("%s and that of origin have parted, and what reviewers let through is read from the former; `kbgate sync` joins them", name)
	}
	return own, remark, err
}

// Read gives the allowances of a store that can be read, the newest first; isAll tells that none was left out.
func (s *Store) Read(ctx context.Context) (all []Record, isAll bool, err error) {
	isAll, err = s.each(ctx, decision.Allowances, nil, func(file store.File, blob string) {
		r, err := records.ReadFile(file.Path, file.Data)
		if a, ok := r.(*decision.Allowance); ok && err == nil && !a.Newer() {
			all = append(all, Record{a, blob})
		}
	})
	return all, isAll, err
}

// each reads the records of a kind that bear the name of their id, the newest first, of those whose path is asked for.
func (s *Store) each(ctx context.Context, kind *decision.Kind, asks func(path string) bool, use func(file store.File, blob string)) (isAll bool, err error) {
	if s.Commit == "" {
		return true, nil
	}
	folder, err := s.Objects.Read(s.Commit+":"+path.Join(s.Folder, kind.Folder), mostBytes)
	switch {
	case errors.Is(err, git.ErrMissing) || err == nil && folder.Kind != "tree":
		return true, nil
	case err != nil:
		return false, err
	}
	entries, closed, err := git.TreeList(ctx, s.Repository, folder.ID)
	if err != nil {
		return false, err
	}
	isAll = len(closed.First) == 0
	number, bytes := 0, 0
	for _, e := range slices.Backward(entries) {
		name := path.Join(kind.Folder, e.Path)
		own, _, copied, ok := decision.ParsePath(name)
		if !ok || own != kind || copied != "" || e.Mode == git.ModeLink || e.Mode == git.ModeSubmodule || asks != nil && !asks(name) {
			continue
		}
		if number++; number > mostRead || bytes > mostBytes {
			return false, nil
		}
		file, err := s.Objects.Read(e.Blob, decision.MaxRecord)
		switch {
		case errors.Is(err, git.ErrTooLarge):
			continue
		case err != nil:
			return false, err
		}
		bytes += len(file.Data)
		use(store.File{Path: name, Data: file.Data}, e.Blob)
	}
	return isAll, nil
}

// Folded gives the view of allowances with what redactions hide. Where not all redactions could be read, no reason is shown.
func (s *Store) Folded(ctx context.Context, all []Record) (views []*decision.Allowance, err error) {
	if len(all) == 0 {
		return nil, nil
	}
	earliest := slices.MinFunc(all, func(a, b Record) int { return strings.Compare(a.ID, b.ID) }).ID
	var about []*decision.Amendment
	isAll, err := s.each(ctx, decision.Amendments, func(name string) bool { return records.IDOf(name) > earliest }, func(file store.File, _ string) {
		if r, err := records.ReadFile(file.Path, file.Data); err == nil {
			about = append(about, r.(*decision.Amendment))
		}
	})
	for _, r := range all {
		view := decision.FoldAllowance(r.Allowance, about...)
		if !isAll {
			view.Reason = ""
		}
		views = append(views, view)
	}
	return views, err
}

// Proof is why an allowance counts.
type Proof struct {
	Commit string // that its reviewer signed; "" where a workflow signed the record
}

// Judge gives the proofs of those allowances that count, by the ids of their contents; more is how many signed commits were not looked at.
func (s *Store) Judge(ctx context.Context, base Base, all []Record) (proofs map[string]Proof, more int, err error) {
	proofs = map[string]Proof{}
	var deeds []conflict.Deed
	for _, r := range all {
		switch {
		case IsReviewer(&base.Rules, r.By) && IsSealed(r.Allowance, base.PublicKeys):
			proofs[r.Blob] = Proof{}
		case r.Source == decision.Human:
			deeds = append(deeds, conflict.Deed{File: path.Join(s.Folder, r.Path()), Blob: r.Blob, By: r.By, Message: Message(r.Allowance)})
		}
	}
	proven, more, err := conflict.Prove(ctx, s.Repository, &base.Rules, s.Commit, deeds)
	for deed, commit := range proven {
		proofs[deed.Blob] = Proof{commit}
	}
	return proofs, more, err
}

// Message is the message of the commit that brings an allowance.
func Message(a *decision.Allowance) string {
	return fmt.Sprintf("Allow a finding: %s\n\nIts fingerprint is %s, and its paragraph %s.", a.Gate, a.Fingerprint, a.Paragraph)
}

// IsReviewer reports whether a name is that of a listed reviewer. Accounts of forges know no case of letters.
func IsReviewer(rules *config.Rules, name string) bool {
	return slices.ContainsFunc(rules.Reviewers, func(listed string) bool { return len(listed) == len(name) && strings.EqualFold(listed, name) })
}

// Seal signs an allowance that a workflow records.
func Seal(a *decision.Allowance, key ed25519.PrivateKey) error {
	data, err := a.Signed()
	if err == nil {
		a.Signature.Key = comment.KeyID(key.Public().(ed25519.PublicKey))
		a.Signature.Sig = base64.StdEncoding.EncodeToString(ed25519.Sign(key, data))
	}
	return err
}

// IsSealed reports whether one of some keys signed an allowance.
func IsSealed(a *decision.Allowance, keys []string) bool {
	sig, err := base64.StdEncoding.Strict().DecodeString(a.Signature.Sig)
	if err != nil || len(sig) != ed25519.SignatureSize {
		return false
	}
	data, err := a.Signed()
	return err == nil && slices.ContainsFunc(keys, func(line string) bool {
		key, err := comment.ParsePublicKey(line)
		return err == nil && comment.KeyID(key) == a.Signature.Key && ed25519.Verify(key, data, sig)
	})
}

// noreply is the host of the addresses that GitHub gives to accounts.
const noreply = "@users.noreply.github.com"

// IsBy reports whether one of some people is the reviewer of an allowance, as far as names and addresses tell. The reviewer's own are
// those of the commit that proves it.
func IsBy(by string, own, people []git.Person) bool {
	same := func(a, b string) bool {
		return a != "" && strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
	}
	for _, p := range people {
		local, _, _ := strings.Cut(p.Email, "@")
		if same(by, p.Name) || same(by, p.Email) || same(by, local) || strings.HasSuffix(strings.ToLower(p.Email), "+"+strings.ToLower(by)+noreply) {
			return true
		}
		if slices.ContainsFunc(own, func(r git.Person) bool { return same(r.Email, p.Email) }) {
			return true
		}
	}
	return false
}
