package dev.heddle.planner.rel;

/** An operator that is a user's own: its name does not say what it computes. */
public interface UserDefined {}
