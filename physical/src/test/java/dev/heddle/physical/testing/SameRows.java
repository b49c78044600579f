package dev.heddle.physical.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares sets of rows, with a short report of the rows that one side only has. */
public final class SameRows {
  private static final int SHOWN = 5;

  private SameRows() {}

  public static void check(
      List<List<@Nullable Object>> actual, List<List<@Nullable Object>> expected, String what) {
    List<String> left = actual.stream().map(Object::toString).sorted().toList();
    List<String> right = expected.stream().map(Object::toString).sorted().toList();
    if (left.equals(right)) {
      return;
    }
    List<String> more = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < left.size() || j < right.size()) {
      int order =
          i == left.size() ? 1 : j == right.size() ? -1 : left.get(i).compareTo(right.get(j));
      if (order < 0) {
        more.add(left.get(i));
      } else if (order > 0) {
        missing.add(right.get(j));
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    assertThat(false)
        .as(
            "%s: %d rows for %d; too many: %s; missing: %s",
            what,
            left.size(),
            right.size(),
            more.subList(0, Math.min(SHOWN, more.size())),
            missing.subList(0, Math.min(SHOWN, missing.size())))
        .isTrue();
  }
}
