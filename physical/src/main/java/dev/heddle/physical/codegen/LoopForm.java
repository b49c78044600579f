package dev.heddle.physical.codegen;

import dev.heddle.io.batch.Layout;
import java.util.List;

/**
 * How the rows of a batch are stored, for which code is made.
 *
 * @param target where sums go
 * @param isSelected whether rows are at the positions of a selection
 * @param inputs the inputs' columns
 * @param masks for each step the number of the validity bitmap that covers its rows, or -1 where no
 *     value is null
 */
public record LoopForm(Target target, boolean isSelected, List<Input> inputs, List<Integer> masks) {
  /** Where the sums of the rows go. */
  public enum Target {
    /** Into the state of each row's group. */
    STATES,
    /**
     * The same, in one pass over the rows for each step: where the states have left the cache, a
     * short loop waits for more of them at once.
     */
    STATES_IN_TURN,
    /** Into one word for each group and exact sum, to be added to the states after the batch. */
    LOCAL_SUMS,
    /** All rows are of the first group: into registers, exact sums then into one word each. */
    SINGLE
  }

  /**
   * An input's column.
   *
   * @param layout of the values; of {@link Layout#INT128} the low word is read
   * @param isDictionary whether the column holds codes
   * @param isDense whether it has one row for each that counts, though others are at positions
   */
  public record Input(Layout layout, boolean isDictionary, boolean isDense) {}

  /** Copies the lists. */
  public LoopForm {
    inputs = List.copyOf(inputs);
    masks = List.copyOf(masks);
  }

  /** Returns how many different bitmaps there are. */
  int maskCount() {
    int count = 0;
    for (int mask : masks) {
      count = Math.max(count, mask + 1);
    }
    return count;
  }
}
