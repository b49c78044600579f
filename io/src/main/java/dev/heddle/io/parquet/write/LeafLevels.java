package dev.heddle.io.parquet.write;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import java.util.Arrays;

/**
 * What a leaf of a file gets of some rows of a batch: the levels of its slots and where the values
 * are of those that have one. Used by one thread at a time, for one call to {@link #expand} after
 * the other.
 */
final class LeafLevels {
  private static final int NONE = -1;

  private final LeafPath path;
  private int[] positions = new int[0]; // of slots while they are made, of values then
  private int[] definitions = new int[0];
  private int[] repetitions = new int[0];
  private int slots;
  private int values;
  private boolean isPlain;

  LeafLevels(LeafPath path) {
    this.path = path;
  }

  /** Returns how many slots there are: values, and placeholders of missing ones. */
  int slots() {
    return slots;
  }

  int values() {
    return values;
  }

  /** Returns the position of each value in the leaf's column. */
  int[] positions() {
    return positions;
  }

  /** Returns whether each row is one slot with a value: then the levels are not set. */
  boolean isPlain() {
    return isPlain;
  }

  int[] definitions() {
    return definitions;
  }

  int[] repetitions() {
    return repetitions;
  }

  /** Returns the bytes of memory in use. */
  long heldBytes() {
    return 4L * (positions.length + definitions.length + repetitions.length);
  }

  /** Takes rows of the batch's column; returns the leaf's. */
  Column expand(Column column, int from, int rows) {
    slots = rows;
    positions = atLeast(positions, rows);
    for (int i = 0; i < rows; i++) {
      positions[i] = from + i;
    }
    isPlain = hasAValueInEachRow(column);
    values = rows;
    return isPlain ? leaf(column) : walk(column);
  }

  private static int[] atLeast(int[] array, int length) {
    return array.length >= length ? array : new int[Math.max(length, 2 * array.length)];
  }

  private boolean hasAValueInEachRow(Column column) {
    Column at = column;
    for (LeafPath.Step step : path.steps()) {
      switch (step) {
        case LeafPath.Step.ListElements() -> {
          return false;
        }
        case LeafPath.Step.Part(int index) -> at = at.child(index);
        case LeafPath.Step.Nullable(), LeafPath.Step.Present(_, _) -> {
          if (at.mayHaveNulls() || at.type() instanceof DataType.Null) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private Column leaf(Column column) {
    Column at = column;
    for (LeafPath.Step step : path.steps()) {
      if (step instanceof LeafPath.Step.Part(int index)) {
        at = at.child(index);
      }
    }
    return at;
  }

  private Column walk(Column column) {
    definitions = atLeast(definitions, slots);
    repetitions = atLeast(repetitions, slots);
    Arrays.fill(definitions, 0, slots, 0);
    Arrays.fill(repetitions, 0, slots, 0);
    Column at = column;
    int repetition = 0;
    for (LeafPath.Step step : path.steps()) {
      switch (step) {
        case LeafPath.Step.Nullable() -> dropNulls(at);
        case LeafPath.Step.Present(String name, boolean isKey) -> requireNone(at, name, isKey);
        case LeafPath.Step.ListElements() -> {
          spread(at, ++repetition);
          at = at.child(0);
        }
        case LeafPath.Step.Part(int index) -> at = at.child(index);
      }
    }
    values = 0;
    for (int i = 0; i < slots; i++) {
      if (positions[i] != NONE) {
        positions[values++] = positions[i];
      }
    }
    return at;
  }

  private void dropNulls(Column column) {
    boolean isNull = column.type() instanceof DataType.Null;
    for (int i = 0; i < slots; i++) {
      int position = positions[i];
      if (position != NONE) {
        if (isNull || column.isNull(position)) {
          positions[i] = NONE;
        } else {
          definitions[i]++;
        }
      }
    }
  }

  private void requireNone(Column column, String name, boolean isKey) {
    for (int i = 0; column.mayHaveNulls() && i < slots; i++) {
      if (positions[i] != NONE && column.isNull(positions[i])) {
        if (isKey) {
          throw new HeddleException(
              ErrorCode.UNSUPPORTED,
              "Cannot write a map with a null key to Parquet; leave the entry out");
        }
        throw new IllegalStateException("Column " + name + " has nulls, though it has none");
      }
    }
  }

  /** Makes a slot of each element; an empty list keeps its own, without a value. */
  private void spread(Column lists, int repetition) {
    int count = 0;
    for (int i = 0; i < slots; i++) {
      int length = positions[i] == NONE ? 0 : lists.listLength(positions[i]);
      count = Math.addExact(count, Math.max(1, length));
    }
    int[] newPositions = new int[count];
    int[] newDefinitions = new int[count];
    int[] newRepetitions = new int[count];
    int to = 0;
    for (int i = 0; i < slots; i++) {
      int length = positions[i] == NONE ? 0 : lists.listLength(positions[i]);
      newRepetitions[to] = repetitions[i];
      if (length == 0) {
        newPositions[to] = NONE;
        newDefinitions[to++] = definitions[i];
      } else {
        int start = lists.listStart(positions[i]);
        for (int k = 0; k < length; k++) {
          newPositions[to] = start + k;
          newDefinitions[to] = definitions[i] + 1;
          if (k > 0) {
            newRepetitions[to] = repetition;
          }
          to++;
        }
      }
    }
    positions = newPositions;
    definitions = newDefinitions;
    repetitions = newRepetitions;
    slots = count;
  }
}
