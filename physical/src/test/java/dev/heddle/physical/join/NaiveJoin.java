package dev.heddle.physical.join;

import dev.heddle.physical.plan.JoinKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Joins row by row, straight from the meaning of each kind. */
final class NaiveJoin {
  private NaiveJoin() {}

  /** A condition over a pair of rows; null is unknown. */
  interface Condition {
    @Nullable Boolean test(List<@Nullable Object> left, List<@Nullable Object> right);
  }

  /** Equality of keys in three-valued logic. */
  static @Nullable Boolean keysEqual(
      List<@Nullable Object> left,
      List<@Nullable Object> right,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      List<Boolean> nullSafe) {
    boolean unknown = false;
    for (int i = 0; i < leftKeys.size(); i++) {
      Object a = canonical(left.get(leftKeys.get(i)));
      Object b = canonical(right.get(rightKeys.get(i)));
      if (!nullSafe.get(i) && (a == null || b == null)) {
        unknown = true;
      } else if (!Objects.equals(a, b)) {
        return false;
      }
    }
    return unknown ? null : true;
  }

  private static @Nullable Object canonical(@Nullable Object value) {
    return switch (value) {
      case Double d -> d + 0.0;
      case Float f -> f + 0.0f;
      case null, default -> value;
    };
  }

  static List<List<@Nullable Object>> rows(
      JoinKind kind,
      List<List<@Nullable Object>> left,
      List<List<@Nullable Object>> right,
      int width,
      Condition condition) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    boolean[] rightMatched = new boolean[right.size()];
    List<@Nullable Object> nulls = Collections.nCopies(width, null);
    for (List<@Nullable Object> l : left) {
      boolean matched = false;
      boolean unknown = false;
      for (int i = 0; i < right.size(); i++) {
        Boolean truth = condition.test(l, right.get(i));
        unknown |= truth == null;
        if (truth != null && truth) {
          matched = true;
          rightMatched[i] = true;
          if (emitsPairs(kind)) {
            rows.add(beside(l, right.get(i)));
          }
        }
      }
      Boolean in = matched ? Boolean.TRUE : unknown ? null : Boolean.FALSE;
      switch (kind) {
        case LEFT, FULL -> {
          if (!matched) {
            rows.add(beside(l, nulls));
          }
        }
        case LEFT_SEMI -> {
          if (matched) {
            rows.add(l);
          }
        }
        case LEFT_ANTI -> {
          if (!matched) {
            rows.add(l);
          }
        }
        case LEFT_ANTI_NULL_AWARE -> {
          if (in != null && !in) {
            rows.add(l);
          }
        }
        case LEFT_MARK -> rows.add(beside(l, Collections.singletonList(in)));
        case INNER, RIGHT, RIGHT_SEMI, RIGHT_ANTI -> {}
      }
    }
    for (int i = 0; i < right.size(); i++) {
      switch (kind) {
        case RIGHT, FULL -> {
          if (!rightMatched[i]) {
            rows.add(beside(nulls, right.get(i)));
          }
        }
        case RIGHT_SEMI -> {
          if (rightMatched[i]) {
            rows.add(right.get(i));
          }
        }
        case RIGHT_ANTI -> {
          if (!rightMatched[i]) {
            rows.add(right.get(i));
          }
        }
        case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> {}
      }
    }
    return rows;
  }

  private static boolean emitsPairs(JoinKind kind) {
    return kind == JoinKind.INNER
        || kind == JoinKind.LEFT
        || kind == JoinKind.RIGHT
        || kind == JoinKind.FULL;
  }

  private static List<@Nullable Object> beside(
      List<@Nullable Object> left, List<@Nullable Object> right) {
    List<@Nullable Object> row = new ArrayList<>(left);
    row.addAll(right);
    return row;
  }
}
