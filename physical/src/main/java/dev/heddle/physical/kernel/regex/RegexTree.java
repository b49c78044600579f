package dev.heddle.physical.kernel.regex;

import java.util.List;

/** What a regular expression is made of. */
sealed interface RegexTree {
  /**
   * One code point of a set.
   *
   * @param ranges the first and the last of each range, ascending and apart from each other
   */
  record Chars(List<Integer> ranges) implements RegexTree {
    static final int LAST = Character.MAX_CODE_POINT;
    static final Chars ANY = new Chars(List.of(0, LAST));
    static final Chars ANY_IN_LINE = new Chars(List.of(0, '\n' - 1, '\n' + 1, LAST));

    public Chars {
      ranges = List.copyOf(ranges);
    }

    /** Returns whether it is this one code point. */
    boolean isOne() {
      return ranges.size() == 2 && ranges.get(0).equals(ranges.get(1));
    }
  }

  /** One after the other. */
  record Sequence(List<RegexTree> parts) implements RegexTree {
    public Sequence {
      parts = List.copyOf(parts);
    }
  }

  /** One of several. */
  record Choice(List<RegexTree> parts) implements RegexTree {
    public Choice {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A part this number of times in a row.
   *
   * @param most how often at most, or {@link #UNBOUNDED}
   * @param isGreedy whether more times are preferred to fewer
   */
  record Repeat(RegexTree part, int least, int most, boolean isGreedy) implements RegexTree {
    static final int UNBOUNDED = -1;
  }

  /** A part whose place in a match is asked for, by its number from 1 on. */
  record Group(RegexTree part, int number) implements RegexTree {}

  /** A place between two code points, of a kind. */
  enum Place implements RegexTree {
    TEXT_START,
    TEXT_END,
    LINE_START,
    LINE_END,
    WORD_EDGE,
    NO_WORD_EDGE
  }
}
