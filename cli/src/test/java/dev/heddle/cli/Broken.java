package dev.heddle.cli;

/**
 * Something that was broken on purpose.
 *
 * @param fault what it is
 * @param story what exactly was done
 * @param evidence proves that it was felt
 * @param repair ends it
 */
record Broken(Fault fault, String story, Evidence evidence, Repair repair) {
  /** Looks for a proof. */
  interface Evidence {
    boolean isThere() throws Exception;
  }

  /** Makes whole what can be made whole, or its successor ready. */
  interface Repair {
    void run() throws Exception;
  }
}
