package dev.heddle.physical.kernel.regex;

import dev.heddle.physical.kernel.regex.RegexTree.Chars;
import dev.heddle.physical.kernel.regex.RegexTree.Choice;
import dev.heddle.physical.kernel.regex.RegexTree.Group;
import dev.heddle.physical.kernel.regex.RegexTree.Place;
import dev.heddle.physical.kernel.regex.RegexTree.Repeat;
import dev.heddle.physical.kernel.regex.RegexTree.Sequence;
import dev.heddle.physical.kernel.text.LikePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a text must be like for a regular expression to be found in it: one LIKE pattern for each of
 * its alternatives, in which inner alternatives and repetitions are any text and classes one
 * character.
 *
 * <p>There are none for expressions of which an alternative is without any text.
 *
 * @param patterns of which one holds for each text that the expression is found in
 * @param exactness which texts it is found in among those for which one holds
 */
record RegexForms(List<LikePattern> patterns, Exactness exactness) {
  /** How exact LIKE patterns are. */
  enum Exactness {
    /** The expression is found in all of them. */
    ALL,
    /** It is found in those without a line end, which a dot does not match. */
    LINES,
    /** It is to be looked for. */
    NONE
  }

  private static final int MAX_ALTERNATIVES = 8;
  private static final int MAX_REPEATED = 8; // as often as a part is written
  private static final char ESCAPE = '\\';

  RegexForms {
    patterns = List.copyOf(patterns);
  }

  /** Returns what texts must be like, or nothing if that is not known to be worth a test. */
  static Optional<RegexForms> of(RegexTree tree) {
    List<RegexTree> alternatives = tree instanceof Choice choice ? choice.parts() : List.of(tree);
    if (alternatives.size() > MAX_ALTERNATIVES) {
      return Optional.empty();
    }
    Exactness exactness = Exactness.ALL;
    List<LikePattern> patterns = new ArrayList<>();
    for (RegexTree alternative : alternatives) {
      Writer writer = new Writer();
      writer.writeAll(alternative);
      if (!writer.hasText) {
        return Optional.empty();
      }
      patterns.add(LikePattern.compile(writer.like.toString(), ESCAPE));
      exactness = looser(exactness, writer.exactness);
    }
    return Optional.of(new RegexForms(patterns, exactness));
  }

  private static Exactness looser(Exactness one, Exactness other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** Writes the pattern of one alternative. */
  private static final class Writer {
    private final StringBuilder like = new StringBuilder();
    private Exactness exactness = Exactness.ALL;
    private boolean hasText;

    void writeAll(RegexTree tree) {
      List<RegexTree> parts = tree instanceof Sequence sequence ? sequence.parts() : List.of(tree);
      int from = 0;
      int to = parts.size();
      if (from < to && parts.getFirst() == Place.TEXT_START) {
        from++;
      } else {
        like.append('%');
      }
      boolean isAtEnd = from < to && parts.getLast() == Place.TEXT_END;
      parts.subList(from, isAtEnd ? to - 1 : to).forEach(this::write);
      if (!isAtEnd) {
        like.append('%');
      }
    }

    private void write(RegexTree tree) {
      switch (tree) {
        case Chars chars -> writeOne(chars);
        case Sequence sequence -> sequence.parts().forEach(this::write);
        case Choice choice -> {
          like.append('%');
          exactness = Exactness.NONE;
        }
        case Repeat repeat -> writeRepeated(repeat);
        case Group group -> write(group.part());
        case Place place -> exactness = Exactness.NONE;
      }
    }

    private void writeOne(Chars chars) {
      if (chars.isOne()) {
        int c = chars.ranges().getFirst();
        if (c == '%' || c == '_' || c == ESCAPE) {
          like.append(ESCAPE);
        }
        like.appendCodePoint(c);
        hasText = true;
        return;
      }
      like.append('_');
      if (chars.equals(Chars.ANY_IN_LINE)) {
        exactness = looser(exactness, Exactness.LINES);
      } else if (!chars.equals(Chars.ANY)) {
        exactness = Exactness.NONE;
      }
    }

    private void writeRepeated(Repeat repeat) {
      int times = Math.min(repeat.least(), MAX_REPEATED);
      for (int i = 0; i < times; i++) {
        write(repeat.part());
      }
      if (repeat.most() == times) {
        return;
      }
      like.append('%');
      boolean isFree = repeat.most() == Repeat.UNBOUNDED && repeat.least() == times;
      if (isFree && repeat.part().equals(Chars.ANY_IN_LINE)) {
        exactness = looser(exactness, Exactness.LINES);
      } else if (!isFree || !repeat.part().equals(Chars.ANY)) {
        exactness = Exactness.NONE;
      }
    }
  }
}
