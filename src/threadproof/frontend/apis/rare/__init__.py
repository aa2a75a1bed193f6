"""What few programs call: loaded when they call it."""
