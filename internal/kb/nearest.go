package kb

type nearestNames struct{}
