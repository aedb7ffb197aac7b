"""Rules of the convertible bond, one module to a part of the contract."""
