package dev.heddle.shuffle.net;

/** What a process of a cluster is; its number is its place here. */
public enum Role {
  /** Decides what runs where. */
  SCHEDULER,
  /** Runs tasks. */
  WORKER,
  /** Keeps exchanges. */
  SHUFFLE,
  /** Submits jobs. */
  CLIENT
}
