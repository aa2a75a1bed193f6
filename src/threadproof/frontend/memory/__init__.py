"""Raw graphs to the IR: sites, their layout, what a place may be, and the edges. Entry: `lowering.MemoryLowering`."""
