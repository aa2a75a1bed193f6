/* empty on purpose: stands in where a 64-bit system has no headers for 32 bits */
