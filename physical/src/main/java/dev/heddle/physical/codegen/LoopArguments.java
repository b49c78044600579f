package dev.heddle.physical.codegen;

/** Where the arguments of a program's loops are in the array that is handed to them. */
public final class LoopArguments {
  /** Address of int32 group numbers, one for each row that counts. */
  public static final int GROUPS = 0;

  /** Address of the selection's int32 positions. */
  public static final int SELECTION = 1;

  /** Address of the words of local sums, zero before: for each group those of all exact sums. */
  public static final int LOCAL_SUMS = 2;

  private static final int FIRST_INPUT = 3;

  private final int inputs;
  private final int steps;
  private final int constants;

  /** Returns the places of a program. */
  public LoopArguments(LoopProgram program) {
    inputs = program.inputs();
    steps = program.steps().size();
    constants = program.constants();
  }

  /** Returns the place of the address of an input's values or codes. */
  public int values(int input) {
    return FIRST_INPUT + 2 * input;
  }

  /** Returns the place of the address of an input's dictionary values. */
  public int dictionary(int input) {
    return FIRST_INPUT + 2 * input + 1;
  }

  /** Returns the place of the address of a step's states. */
  public int states(int step) {
    return FIRST_INPUT + 2 * inputs + step;
  }

  /** Returns the place of the raw bits of a constant. */
  public int constant(int index) {
    return states(steps) + index;
  }

  /**
   * Returns the place of the address of a validity bitmap, of which there is at most one a step.
   */
  public int mask(int mask) {
    return constant(constants) + mask;
  }
}
