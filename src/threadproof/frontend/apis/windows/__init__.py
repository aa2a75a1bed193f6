"""What calls of WIN32 do: `locks`, and `objects` that have handles. Nobody needs them who does not call them."""
