package dev.heddle.frame.option;

/** Which processes write the files of a query's rows. */
public enum WritePlace {
  /** Those that run the query's tasks: on a cluster its workers, which must see the target. */
  WORKERS,
  /** The one that asks for it, to which all rows are sent. */
  CLIENT
}
