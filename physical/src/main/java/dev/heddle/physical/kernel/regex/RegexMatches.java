package dev.heddle.physical.kernel.regex;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/**
 * The matches of a pattern in a text from left to right, empty ones too: behind an empty match the
 * search goes on one character later, so a match never starts inside a character. For one thread.
 */
final class RegexMatches {
  private final Matcher matcher;
  private final String text;
  private int next;
  private int previousEnd = -1;
  private int end = -1;

  RegexMatches(Pattern pattern, String text) {
    this.matcher = pattern.matcher(text);
    this.text = text;
  }

  /** Goes to the next match; returns whether there is one. */
  boolean find() {
    if (next > text.length() || !matcher.find(next)) {
      next = text.length() + 1;
      return false;
    }
    previousEnd = end;
    end = matcher.end();
    boolean isEmpty = matcher.start() == end;
    next = !isEmpty ? end : end < text.length() ? text.offsetByCodePoints(end, 1) : end + 1;
    return true;
  }

  /** Returns whether the match is empty and follows directly the one before it. */
  boolean isEmptyBehindMatch() {
    return matcher.start() == end && end == previousEnd;
  }

  /** Returns the match, with its groups. */
  Matcher match() {
    return matcher;
  }
}
