"""The parts of `facedown.honesty`: subjects, laws, statistics."""
