"""Engine `redcomp`: reduction and compositional proofs as Horn clauses."""
