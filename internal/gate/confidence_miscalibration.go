package gate

// ConfidenceMiscalibration is to be written.
var ConfidenceMiscalibration = &Gate{
	ID:       "confidence_miscalibration",
	Title:    "Confidence calibration",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
