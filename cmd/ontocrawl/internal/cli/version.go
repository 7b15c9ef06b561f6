package cli

// Version is the version of this program. A release is tagged with it.
const Version = "0.3.0"
