package dev.heddle.frame.watch;

/** The steps of a query's life, in their order. */
public enum QueryStep {
  /** Text and verbs become a logical plan: parsing, name resolution, typing. */
  CONSTRUCTION,
  /** The logical plan becomes a physical one: rules, statistics, listing of files. */
  PLANNING,
  /** Stages are cut and written down for other processes; its bytes are theirs. */
  ENCODING,
  /** Stages, code and rows of memory go to those who run them; its bytes are what was sent. */
  SUBMISSION,
  /** From the submission to the first task that runs: queues, and memory to be had. */
  SCHEDULING,
  /** From the first task that runs to the end of the last. */
  EXECUTION,
  /** The result comes here from those who made it; its bytes are the result's. */
  RESULT
}
