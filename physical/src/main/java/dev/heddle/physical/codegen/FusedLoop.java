package dev.heddle.physical.codegen;

/** A loop made at run time. Stateless; works on any thread. */
public abstract class FusedLoop {
  /** Makes one; only generated classes do. */
  protected FusedLoop() {}

  /**
   * Takes in rows.
   *
   * @param arguments addresses and constants, placed as {@link LoopArguments} specifies
   * @param rows how many count
   */
  public abstract void run(long[] arguments, int rows);
}
