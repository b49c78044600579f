package dev.heddle.physical.kernel.regex;

import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.text.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds a regular expression by one look into a table for each byte of a text.
 *
 * <p>The table's rows are sets of steps of a {@link RegexProgram}. They are found as texts lead to
 * them, up to a number, so that expressions of very many of them cost no more than they are worth:
 * texts that lead further are undecided. Several texts are walked through at once, because each
 * look waits for the one before it. For one thread.
 */
final class RegexAutomaton {
  /** How many texts are looked at in one call. */
  static final int TEXTS = 64;

  private static final int WIDTH = 256; // of a row of the table
  private static final int UNKNOWN = 0; // the first row
  private static final int MISS = WIDTH;
  private static final int HIT = 2 * WIDTH; // here and in the rows before walks end
  private static final int MAX_STATES = 1_000;
  private static final int BLOCK = 64; // bytes until it is seen whether a walk has ended

  /** What is known at a place in a text: the steps to take, and what precedes it. */
  private record State(BitSet waiting, int before) {}

  private final RegexProgram program;
  private final int[] classes; // of bytes that lead to the same row
  private final int first;
  private final boolean isAtStart;
  private final List<State> states = new ArrayList<>();
  private final Map<State, Integer> rows = new HashMap<>();
  private int[] table = new int[16 * WIDTH]; // which row follows, by row and byte
  private int[] atEnd = new int[16]; // where texts end

  private final long[] addresses = new long[TEXTS];
  private final int[] lengths = new int[TEXTS];
  private final int[] ends = new int[TEXTS]; // rows
  private final int[] order = new int[TEXTS];
  private final int[] counts = new int[TEXTS];
  private int texts;
  private int shortest;
  private int longest;
  private long undecided;

  RegexAutomaton(RegexProgram program) {
    this.program = program;
    this.classes = program.classes();
    this.isAtStart = program.isAtStart();
    for (int row = UNKNOWN; row <= HIT; row += WIDTH) {
      states.add(new State(new BitSet(), 0));
      Arrays.fill(table, row, row + WIDTH, row);
      atEnd[row / WIDTH] = row;
    }
    BitSet start = new BitSet(program.steps());
    program.reach(program.start(), start);
    program.keepWaiting(start);
    this.first = row(start, RegexProgram.BEFORE_ALL);
  }

  /** Forgets the texts. */
  void clear() {
    texts = 0;
    shortest = Integer.MAX_VALUE;
    longest = 0;
  }

  /** Adds a text to be looked at. */
  void add(long address, int length) {
    addresses[texts] = address;
    lengths[texts++] = length;
    shortest = Math.min(shortest, length);
    longest = Math.max(longest, length);
  }

  /**
   * Returns in which of the texts the expression is found; {@link #undecided} are not among them.
   */
  long find() {
    sort();
    walk();
    long hits = 0;
    undecided = 0;
    for (int i = 0; i < texts; i++) {
      int end = atEnd[ends[i] / WIDTH];
      if (end == UNKNOWN) {
        end = explore(addresses[i], lengths[i]);
        undecided |= (end == UNKNOWN ? 1L : 0L) << i;
      }
      hits |= (end == HIT ? 1L : 0L) << i;
    }
    return hits;
  }

  /** Returns which texts the last call could not decide. */
  long undecided() {
    return undecided;
  }

  /** Orders texts by length, so that those walked through together end together. */
  private void sort() {
    if (shortest == longest) {
      for (int i = 0; i < texts; i++) {
        order[i] = i;
      }
      return;
    }
    int shift = Math.max(0, 26 - Integer.numberOfLeadingZeros(longest));
    Arrays.fill(counts, 0);
    for (int i = 0; i < texts; i++) {
      counts[lengths[i] >>> shift]++;
    }
    int before = 0;
    for (int i = 0; i < TEXTS; i++) {
      int count = counts[i];
      counts[i] = before;
      before += count;
    }
    for (int i = 0; i < texts; i++) {
      order[counts[lengths[i] >>> shift]++] = i;
    }
  }

  /** Walks through all texts as far as rows are known. */
  private void walk() {
    for (int i = 0; i < texts; i += 4) {
      int last = texts - 1;
      walk(
          order[i],
          order[Math.min(i + 1, last)],
          order[Math.min(i + 2, last)],
          order[Math.min(i + 3, last)]);
    }
  }

  /** Walks through four texts, which are about as long. */
  private void walk(int textA, int textB, int textC, int textD) {
    int[] rows = table;
    long a = addresses[textA];
    long b = addresses[textB];
    long c = addresses[textC];
    long d = addresses[textD];
    int atA = first;
    int atB = first;
    int atC = first;
    int atD = first;
    int length =
        Math.min(
            Math.min(lengths[textA], lengths[textB]), Math.min(lengths[textC], lengths[textD]));
    int i = 0;
    while (i < length && Math.max(Math.max(atA, atB), Math.max(atC, atD)) > HIT) {
      int end = Math.min(length, i + BLOCK);
      for (; i < end; i++) {
        atA = rows[atA + (Memory.getByte(a + i) & 0xff)];
        atB = rows[atB + (Memory.getByte(b + i) & 0xff)];
        atC = rows[atC + (Memory.getByte(c + i) & 0xff)];
        atD = rows[atD + (Memory.getByte(d + i) & 0xff)];
      }
    }
    ends[textA] = walk(a, i, lengths[textA], atA);
    ends[textB] = walk(b, i, lengths[textB], atB);
    ends[textC] = walk(c, i, lengths[textC], atC);
    ends[textD] = walk(d, i, lengths[textD], atD);
  }

  private int walk(long text, int from, int length, int row) {
    int at = row;
    for (int i = from; i < length && at > HIT; i++) {
      at = table[at + (Memory.getByte(text + i) & 0xff)];
    }
    return at;
  }

  /** Walks through a text, finds the rows on its way, and returns where it ends. */
  private int explore(long text, int length) {
    int at = first;
    for (int i = 0; i < length && at > HIT; i++) {
      int value = Memory.getByte(text + i) & 0xff;
      if (table[at + value] == UNKNOWN) {
        fill(at, value, next(states.get(at / WIDTH), value));
      }
      at = table[at + value];
    }
    if (at > HIT) {
      int state = at / WIDTH;
      if (atEnd[state] == UNKNOWN) {
        atEnd[state] = next(states.get(state), RegexProgram.TEXT_END);
      }
      return atEnd[state];
    }
    return at;
  }

  /** Sets the row that a byte, and all of its class, leads to. */
  private void fill(int row, int value, int to) {
    for (int i = RegexProgram.firstOfClass(classes, value);
        i < WIDTH && classes[i] == classes[value];
        i++) {
      table[row + i] = to;
    }
  }

  /** Returns the row that a byte leads to. */
  private int next(State from, int value) {
    BitSet reached = (BitSet) from.waiting.clone();
    boolean isWithin = value != RegexProgram.TEXT_END && Utf8.isContinuation((byte) value);
    if (!isAtStart && !isWithin) {
      program.reach(program.start(), reached); // a match may start here
    }
    program.reachOverPlaces(reached, from.before, value);
    if (reached.get(RegexProgram.MATCH)) {
      return HIT;
    }
    return value == RegexProgram.TEXT_END
        ? MISS
        : row(program.after(reached, value), program.before(value));
  }

  /** Returns the row of a state, or {@link #UNKNOWN} if there are too many. */
  private int row(BitSet waiting, int before) {
    program.keepWaiting(waiting);
    if (waiting.get(RegexProgram.MATCH)) {
      return HIT;
    }
    if (isAtStart && waiting.isEmpty()) {
      return MISS;
    }
    State state = new State(waiting, before);
    Integer known = rows.get(state);
    if (known != null) {
      return known;
    }
    int row = states.size() * WIDTH;
    if (states.size() == MAX_STATES) {
      return UNKNOWN;
    }
    states.add(state);
    rows.put(state, row);
    if (row == table.length) {
      table = Arrays.copyOf(table, 2 * row);
      atEnd = Arrays.copyOf(atEnd, 2 * atEnd.length);
    }
    return row;
  }
}
