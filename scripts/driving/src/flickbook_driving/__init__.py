"""Plays recordings of Flickbook into real software and writes down the motion."""
