"""Engine `symmpa`: symmetry-aware predicate abstraction."""
