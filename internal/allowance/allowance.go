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

// Verdict is what was found of an allowance.
type Verdict struct {
	Counts bool
	Why    string              // it does not count
	Commit string              // that its reviewer signed, and that proves it; "" where a workflow signed the record
	View   *decision.Allowance // with what redactions hide; where not all of those could be read it has no reason
	// Withdrawn is by what a reviewer took it back; nil: nobody did.
	Withdrawn *decision.Amendment
}

// unproven is why an allowance does not count that anybody may have written.
const unproven = "no key of a reviewer whom the base lists signed it, nor did the workflow"

// Judge says which allowances count, by the ids of their contents; more is how many signed commits were not looked at. Whether one was
// withdrawn the history tells, for the store itself may have lost that; where it cannot be told the allowance does not count.
func (s *Store) Judge(ctx context.Context, base Base, all []Record) (verdicts map[string]*Verdict, more int, err error) {
	verdicts = map[string]*Verdict{}
	var deeds []conflict.Deed
	for _, r := range all {
		v := &Verdict{Counts: IsReviewer(&base.Rules, r.By) && IsSealed(r.Allowance, base.PublicKeys), View: r.Allowance}
		if !v.Counts && r.Source == decision.Human {
			deeds = append(deeds, conflict.Deed{File: path.Join(s.Folder, r.Path()), Blob: r.Blob, By: r.By, Message: Message(r.Allowance)})
		}
		verdicts[r.Blob] = v
	}
	proven, more, err := conflict.Prove(ctx, s.Repository, &base.Rules, s.Commit, deeds)
	for deed, commit := range proven {
		verdicts[deed.Blob].Counts, verdicts[deed.Blob].Commit = true, commit
	}
	if err == nil && len(all) > 0 {
		err = s.takeBack(ctx, base, all, verdicts)
	}
	return verdicts, more, err
}

// takeBack judges what became of allowances that somebody may who stands behind them, and shows all as redactions leave them.
func (s *Store) takeBack(ctx context.Context, base Base, all []Record, verdicts map[string]*Verdict) error {
	earliest := slices.MinFunc(all, func(a, b Record) int { return strings.Compare(a.ID, b.ID) }).ID
	about, withdrawn, isAll, err := s.amendments(ctx, earliest)
	if err != nil {
		return err
	}
	counting := map[string]bool{}
	for _, r := range all {
		if verdicts[r.Blob].Counts {
			counting[r.ID] = true
		}
	}
	cut, err := git.CutOff(ctx, s.Repository, s.Commit)
	if err != nil {
		return err
	}
	w, err := s.withdrawals(ctx, counting, withdrawn)
	if err != nil {
		return err
	}
	taken, doubts, err := w.judge(ctx, base)
	if err != nil {
		return err
	}
	for _, r := range all {
		v := verdicts[r.Blob]
		v.View = decision.FoldAllowance(r.Allowance, about...)
		if !isAll {
			v.View.Reason = ""
		}
		switch back := taken[r.ID]; {
		case !v.Counts:
			v.Why = unproven
		case back != nil:
			v.Withdrawn, v.Why = decision.FoldAmendment(back, about...), back.By+" withdrew it"
		case len(cut) > 0:
			v.Why = "this clone lacks a part of the store's history, which may have withdrawn it; `git fetch --unshallow` gets the rest"
		default:
			v.Why = doubts[r.ID]
		}
		v.Counts = v.Why == ""
	}
	return nil
}

// Message is the message of the commit that brings an allowance.
func Message(a *decision.Allowance) string {
	return fmt.Sprintf("Allow a finding: %s\n\nIts fingerprint is %s, and its paragraph %s.", a.Gate, a.Fingerprint, a.Paragraph)
}

// IsReviewer reports whether a name is that of a listed reviewer. Accounts of forges know no case of letters.
func IsReviewer(rules *config.Rules, name string) bool {
	return slices.ContainsFunc(rules.Reviewers, func(listed string) bool { return len(listed) == len(name) && strings.EqualFold(listed, name) })
}

// Seal signs what a workflow records.
func Seal(r decision.Signable, key ed25519.PrivateKey) error {
	data, err := r.Signed()
	if err == nil {
		seal := r.Seal()
		seal.Key = comment.KeyID(key.Public().(ed25519.PublicKey))
		seal.Sig = base64.StdEncoding.EncodeToString(ed25519.Sign(key, data))
	}
	return err
}

// IsSealed reports whether one of some keys signed a record.
func IsSealed(r decision.Signable, keys []string) bool {
	seal := r.Seal()
	sig, err := base64.StdEncoding.Strict().DecodeString(seal.Sig)
	if err != nil || len(sig) != ed25519.SignatureSize {
		return false
	}
	data, err := r.Signed()
	return err == nil && slices.ContainsFunc(keys, func(line string) bool {
		key, err := comment.ParsePublicKey(line)
		return err == nil && comment.KeyID(key) == seal.Key && ed25519.Verify(key, data, sig)
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
