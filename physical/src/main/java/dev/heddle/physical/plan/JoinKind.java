package dev.heddle.physical.plan;

/**
 * Which rows a join delivers. Left is the probe side, right the build side; output is left's
 * columns, then right's.
 */
public enum JoinKind {
  /** Matching pairs. */
  INNER,
  /** Matching pairs, and left rows without a match with nulls. */
  LEFT,
  /** Matching pairs, and right rows without a match with nulls. */
  RIGHT,
  /** Matching pairs, and rows of both sides without a match with nulls. */
  FULL,
  /** Left rows with a match, left's columns only. */
  LEFT_SEMI,
  /** Left rows without a match, left's columns only. A null key matches nothing. */
  LEFT_ANTI,
  /**
   * {@code NOT IN}: left rows for which the membership is false, left's columns only. Nothing if a
   * right key is null (for a row that the residual lets meet it), and no left row with a null key
   * unless right is empty.
   */
  LEFT_ANTI_NULL_AWARE,
  /**
   * Left's columns and a nullable boolean: whether there is a match, null where {@code IN} gives
   * unknown.
   */
  LEFT_MARK,
  /** Right rows with a match, right's columns only. */
  RIGHT_SEMI,
  /** Right rows without a match, right's columns only. */
  RIGHT_ANTI
}
