package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.MissingColumns;
import dev.heddle.frame.verb.SetOperations;

/**
 * Verbs that put the rows of two frames together, or compare whole rows; part of {@link DataFrame}.
 */
public sealed interface FrameSets permits DataFrame {
  private DataFrame frame() {
    return (DataFrame) this;
  }

  /**
   * Returns the rows of both frames, equal ones too; columns meet by position, in common types,
   * under this frame's names.
   */
  default DataFrame union(DataFrame other) {
    return frame().derive(SetOperations.union(frame().plan(), frame().other(other, "other")));
  }

  /**
   * Returns the rows of both frames, equal ones too; columns meet by name, and both must have the
   * same ones.
   */
  default DataFrame unionByName(DataFrame other) {
    return frame().derive(SetOperations.unionByName(frame().plan(), frame().other(other, "other")));
  }

  /**
   * Returns the different rows that both frames have; columns meet by position, nulls are equal.
   */
  default DataFrame intersect(DataFrame other) {
    return frame().derive(SetOperations.intersect(frame().plan(), frame().other(other, "other")));
  }

  /**
   * Returns the different rows of this frame that the other does not have; columns meet by
   * position, nulls are equal.
   */
  default DataFrame except(DataFrame other) {
    return frame().derive(SetOperations.except(frame().plan(), frame().other(other, "other")));
  }

  /**
   * Returns the rows of both frames, equal ones too; columns meet by name, and where one frame
   * lacks a column its rows are treated as specified. The columns of this frame come first.
   */
  default DataFrame unionByName(DataFrame other, MissingColumns missing) {
    return frame()
        .derive(
            switch (requireNonNull(missing, "missing is null")) {
              case REFUSED ->
                  SetOperations.unionByName(frame().plan(), frame().other(other, "other"));
              case AS_NULLS ->
                  SetOperations.unionOfAllColumns(frame().plan(), frame().other(other, "other"));
            });
  }

  /**
   * Returns the rows that both frames have, each as often as it is in the frame that has it less
   * often; columns meet by position, nulls are equal.
   */
  default DataFrame intersectAll(DataFrame other) {
    return frame()
        .derive(SetOperations.intersectAll(frame().plan(), frame().other(other, "other")));
  }

  /**
   * Returns the rows of this frame that the other does not have, each as often as this frame has it
   * more often; columns meet by position, nulls are equal.
   */
  default DataFrame exceptAll(DataFrame other) {
    return frame().derive(SetOperations.exceptAll(frame().plan(), frame().other(other, "other")));
  }

  /**
   * Returns the columns of both frames side by side: the first row with the first, and so on in the
   * orders of two sorted frames, else in any. The columns of the shorter one are null at its end.
   *
   * @throws AnalysisException if both have a column of one name
   */
  default DataFrame positionalJoin(DataFrame right) {
    return frame()
        .derive(SetOperations.positionalJoin(frame().plan(), frame().other(right, "right")));
  }
}
