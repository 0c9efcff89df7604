"""Optimisers and clusters for ``flickbook tune``."""
