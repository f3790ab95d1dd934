package report

// The objects of SARIF 2.1.0 that are written, with the properties that are used: section 3 of
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
type (
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string            `json:"name"`
		Version        string            `json:"version,omitempty"`
		InformationURI string            `json:"informationUri"`
		Rules          []sarifDescriptor `json:"rules"`
		Notifications  []sarifDescriptor `json:"notifications"`
	}
	// sarifDescriptor describes a rule or a kind of notification.
	sarifDescriptor struct {
		ID               string              `json:"id"`
		ShortDescription *sarifText          `json:"shortDescription,omitempty"`
		FullDescription  *sarifText          `json:"fullDescription,omitempty"`
		Help             *sarifText          `json:"help,omitempty"`
		HelpURI          string              `json:"helpUri,omitempty"`
		Configuration    *sarifConfiguration `json:"defaultConfiguration,omitempty"`
		Properties       *sarifProperties    `json:"properties,omitempty"`
	}
	sarifConfiguration struct {
		Enabled bool   `json:"enabled"`
		Level   string `json:"level"`
	}
	// sarifProperties are GitHub's own.
	sarifProperties struct {
		Severity string   `json:"problem.severity"`
		Tags     []string `json:"tags"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct {
		RuleID       string              `json:"ruleId"`
		RuleIndex    *int                `json:"ruleIndex,omitempty"`
		Level        string              `json:"level"`
		Message      sarifText           `json:"message"`
		Locations    []sarifLocation     `json:"locations"`
		Fingerprints map[string]string   `json:"partialFingerprints,omitempty"`
		Fixes        []sarifFix          `json:"fixes,omitempty"`
		Suppressions *[]sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId"`
	}
	// sarifRegion counts as findings do: from 1, in code points, the end exclusive.
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"` // inSource or external
		Status        string `json:"status"`
		Justification string `json:"justification"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Descriptor sarifReference  `json:"descriptor"`
		Level      string          `json:"level"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations,omitempty"`
	}
	sarifReference struct {
		ID string `json:"id"`
	}
)
