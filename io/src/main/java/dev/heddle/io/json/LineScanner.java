package dev.heddle.io.json;

import dev.heddle.io.text.RecordScanner;

/** A record a line: JSON has no line ends within values. */
final class LineScanner implements RecordScanner {
  private static final int IN_LINE = 1;

  @Override
  public int skip(int state, byte[] bytes, int from, int to) {
    return from == to ? state : bytes[to - 1] == '\n' ? START : IN_LINE;
  }

  @Override
  public int firstStart(int state, byte[] bytes, int from, int to) {
    if (state == START) {
      return from < to ? from : -1;
    }
    for (int i = from; i + 1 < to; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  @Override
  public boolean needsAllBefore() {
    return false;
  }
}
