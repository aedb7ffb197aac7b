"""What a convertible bond with its clauses is worth: contract, lattice, simulation."""
