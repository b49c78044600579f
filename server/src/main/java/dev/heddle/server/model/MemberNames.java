package dev.heddle.server.model;

import java.util.Comparator;
import java.util.List;

/** Names of processes such as {@code worker 3}. */
final class MemberNames {
  /** By kind, then by number. */
  static final Comparator<String> ORDER =
      Comparator.comparing(MemberNames::kind)
          .reversed()
          .thenComparingInt(String::length)
          .thenComparing(Comparator.naturalOrder());

  private MemberNames() {}

  private static String kind(String name) {
    int blank = name.lastIndexOf(' ');
    return blank < 0 ? name : name.substring(0, blank);
  }

  /** Returns what neighbours are called that are put together. */
  static String of(List<String> group) {
    return group.size() == 1 ? group.getFirst() : group.getFirst() + " … " + group.getLast();
  }
}
