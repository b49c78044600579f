package dev.heddle.physical.kernel.regex;

import dev.heddle.physical.kernel.regex.RegexTree.Chars;
import dev.heddle.physical.kernel.regex.RegexTree.Choice;
import dev.heddle.physical.kernel.regex.RegexTree.Group;
import dev.heddle.physical.kernel.regex.RegexTree.Place;
import dev.heddle.physical.kernel.regex.RegexTree.Repeat;
import dev.heddle.physical.kernel.regex.RegexTree.Sequence;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A regular expression as steps over the bytes of UTF-8, of which several may be taken at once.
 * Immutable.
 *
 * <p>A step takes one byte of a range, holds at a place, marks where a group starts or ends, goes
 * on in two ways of which the first is preferred, or is the end. Bytes that no step distinguishes
 * are of one class.
 */
final class RegexProgram {
  /** The class of the end of a text. */
  static final int TEXT_END = -1;

  /** The step that is reached where a match ends. */
  static final int MATCH = 0;

  /** What precedes a place at the start of a text. */
  static final int BEFORE_ALL = 1;

  private static final int LINE_END_BEFORE = 2;
  private static final int WORD_BEFORE = 4;
  private static final int MAX_STEPS = 5_000;
  private static final int SPLIT = -1; // a kind of step, as are bytes from 0 on
  private static final int PLACE = -2;
  private static final int NOTHING = -3;
  private static final int MARK = -4;
  private static final Place[] PLACES = Place.values();

  /** What is too large to be worth its steps. */
  private static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1L;

    TooLarge() {
      super("too large", null, false, false);
    }
  }

  private final Set<Place> places = EnumSet.noneOf(Place.class);
  private final Map<Long, Integer> shared = new HashMap<>(); // steps over bytes within one set
  private int[] kinds = new int[64]; // or the first byte
  private int[] operands = new int[64]; // last byte, place, or second way
  private int[] nexts = new int[64];
  private final int[] groups; // whose starts and ends are marked
  private int steps = 1;
  private int start;

  private RegexProgram(int[] groups) {
    this.groups = groups;
    kinds[MATCH] = NOTHING;
  }

  /** Returns the steps that find an expression, or nothing if they are too many. */
  static Optional<RegexProgram> of(RegexTree tree) {
    return of(tree, new int[0]);
  }

  /**
   * Returns the steps that find an expression and mark groups of it, or nothing if they are too
   * many. The marks of the n-th of the groups are 2n and 2n + 1.
   */
  static Optional<RegexProgram> of(RegexTree tree, int[] groups) {
    RegexProgram program = new RegexProgram(groups);
    try {
      program.start = program.add(tree, MATCH);
      return Optional.of(program);
    } catch (TooLarge e) {
      return Optional.empty();
    }
  }

  /** Returns the first step. */
  int start() {
    return start;
  }

  /** Returns how many steps there are. */
  int steps() {
    return steps;
  }

  private int step(int kind, int operand, int next) throws TooLarge {
    if (steps == MAX_STEPS) {
      throw new TooLarge();
    }
    if (steps == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * steps);
      operands = Arrays.copyOf(operands, 2 * steps);
      nexts = Arrays.copyOf(nexts, 2 * steps);
    }
    kinds[steps] = kind;
    operands[steps] = operand;
    nexts[steps] = next;
    return steps++;
  }

  /** Adds the steps of a part in front of a step, and returns the first. */
  private int add(RegexTree tree, int next) throws TooLarge {
    return switch (tree) {
      case Chars chars -> addChars(chars.ranges(), next);
      case Sequence sequence -> {
        int first = next;
        for (RegexTree part : sequence.parts().reversed()) {
          first = add(part, first);
        }
        yield first;
      }
      case Choice choice -> {
        int first = add(choice.parts().getLast(), next);
        for (int i = choice.parts().size() - 2; i >= 0; i--) {
          first = step(SPLIT, first, add(choice.parts().get(i), next));
        }
        yield first;
      }
      case Repeat repeat -> addRepeat(repeat, next);
      case Group group -> addGroup(group, next);
      case Place place -> {
        places.add(place);
        yield step(PLACE, place.ordinal(), next);
      }
    };
  }

  private int addGroup(Group group, int next) throws TooLarge {
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] == group.number()) {
        return step(MARK, 2 * i, add(group.part(), step(MARK, 2 * i + 1, next)));
      }
    }
    return add(group.part(), next);
  }

  private int addRepeat(Repeat repeat, int next) throws TooLarge {
    int first = next;
    if (repeat.most() == Repeat.UNBOUNDED) {
      first = step(SPLIT, next, next);
      int part = add(repeat.part(), first);
      if (repeat.isGreedy()) {
        nexts[first] = part;
      } else {
        operands[first] = part;
      }
    } else {
      for (int i = repeat.least(); i < repeat.most(); i++) {
        int part = add(repeat.part(), first);
        first = repeat.isGreedy() ? step(SPLIT, next, part) : step(SPLIT, part, next);
      }
    }
    for (int i = 0; i < repeat.least(); i++) {
      first = add(repeat.part(), first);
    }
    return first;
  }

  private int addChars(List<Integer> ranges, int next) throws TooLarge {
    shared.clear();
    int first = -1;
    for (int i = 0; i < ranges.size(); i += 2) {
      int low = ranges.get(i);
      int last = ranges.get(i + 1);
      while (low <= last) {
        int bytes = bytes(low);
        int high = Math.min(last, lastOf(bytes));
        first = addRange(low, high, bytes, next, first);
        low = high + 1;
      }
    }
    return first < 0 ? step(NOTHING, 0, next) : first;
  }

  private static int bytes(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  private static int lastOf(int bytes) {
    return bytes == 1 ? 0x7f : bytes == 2 ? 0x7ff : bytes == 3 ? 0xffff : Chars.LAST;
  }

  /**
   * Adds the ways over code points of a number of bytes.
   *
   * @param other another way, or -1
   * @return the step from which both ways lead
   */
  private int addRange(int low, int high, int bytes, int next, int other) throws TooLarge {
    // ranges of bytes, one behind the other, make up those code points whose later bytes are free
    for (int free = 1; free < bytes; free++) {
      int rest = (1 << (6 * free)) - 1;
      if ((low & ~rest) != (high & ~rest)) {
        if ((low & rest) != 0) {
          int way = addRange(low, low | rest, bytes, next, other);
          return addRange((low | rest) + 1, high, bytes, next, way);
        }
        if ((high & rest) != rest) {
          int way = addRange(low, (high & ~rest) - 1, bytes, next, other);
          return addRange(high & ~rest, high, bytes, next, way);
        }
      }
    }
    int first = next;
    for (int i = bytes - 1; i >= 0; i--) {
      int shift = 6 * (bytes - 1 - i);
      int lead = i > 0 ? 0x80 : bytes == 1 ? 0 : (0xf00 >> bytes) & 0xff;
      int mask = i > 0 ? 0x3f : 0xff;
      first = byteStep(lead | ((low >> shift) & mask), lead | ((high >> shift) & mask), first);
    }
    return other < 0 ? first : step(SPLIT, other, first);
  }

  private int byteStep(int low, int high, int next) throws TooLarge {
    long key = (long) next << 16 | low << 8 | high;
    Integer known = shared.get(key);
    if (known == null) {
      known = step(low, high, next);
      shared.put(key, known);
    }
    return known;
  }

  /** Returns the class of each byte; bytes of a class follow each other. */
  int[] classes() {
    BitSet starts = new BitSet(257);
    for (int i = 1; i < steps; i++) {
      if (kinds[i] >= 0) {
        starts.set(kinds[i]);
        starts.set(operands[i] + 1);
      }
    }
    starts.set(0x80); // bytes that continue a code point
    starts.set(0xc0);
    if (places.contains(Place.LINE_START) || places.contains(Place.LINE_END)) {
      starts.set('\n', '\n' + 2);
    }
    if (hasWordEdges()) {
      for (int b = 1; b < 0x80; b++) {
        if (isWord(b) != isWord(b - 1)) {
          starts.set(b);
        }
      }
    }
    starts.clear(0);
    int[] classes = new int[256];
    for (int b = 1; b < 256; b++) {
      classes[b] = classes[b - 1] + (starts.get(b) ? 1 : 0);
    }
    return classes;
  }

  /** Returns the first byte of the class of a byte. */
  static int firstOfClass(int[] classes, int value) {
    int first = value;
    while (first > 0 && classes[first - 1] == classes[value]) {
      first--;
    }
    return first;
  }

  private boolean hasWordEdges() {
    return places.contains(Place.WORD_EDGE) || places.contains(Place.NO_WORD_EDGE);
  }

  private static boolean isWord(int value) {
    int lower = value | 0x20;
    return value == '_' || (value >= '0' && value <= '9') || (lower >= 'a' && lower <= 'z');
  }

  /** Returns what a byte is to the place behind it, as far as it matters. */
  int before(int value) {
    if (value == '\n' && places.contains(Place.LINE_START)) {
      return LINE_END_BEFORE;
    }
    return isWord(value) && hasWordEdges() ? WORD_BEFORE : 0;
  }

  /** Adds a step and those that are reached from it without a byte and without a place. */
  void reach(int step, BitSet reached) {
    int at = step;
    while (!reached.get(at)) {
      reached.set(at);
      if (kinds[at] == SPLIT) {
        reach(nexts[at], reached);
        at = operands[at]; // long chains are of these
      } else if (kinds[at] == MARK) {
        at = nexts[at];
      } else {
        return;
      }
    }
  }

  /**
   * Adds the steps that are reached over places.
   *
   * @param before what precedes the place
   * @param value the byte behind it, or {@link #TEXT_END}
   */
  void reachOverPlaces(BitSet reached, int before, int value) {
    if (places.isEmpty()) {
      return;
    }
    boolean isMore = true;
    while (isMore) {
      int known = reached.cardinality();
      for (int i = reached.nextSetBit(0); i >= 0; i = reached.nextSetBit(i + 1)) {
        if (kinds[i] == PLACE && isAt(PLACES[operands[i]], before, value)) {
          reach(nexts[i], reached);
        }
      }
      isMore = reached.cardinality() > known;
    }
  }

  private static boolean isAt(Place place, int before, int value) {
    return switch (place) {
      case TEXT_START -> before == BEFORE_ALL;
      case TEXT_END -> value == TEXT_END;
      case LINE_START -> before == BEFORE_ALL || before == LINE_END_BEFORE;
      case LINE_END -> value == TEXT_END || value == '\n';
      case WORD_EDGE -> (before == WORD_BEFORE) != (value != TEXT_END && isWord(value));
      case NO_WORD_EDGE -> (before == WORD_BEFORE) == (value != TEXT_END && isWord(value));
    };
  }

  /** Returns the steps that are reached over a byte. */
  BitSet after(BitSet reached, int value) {
    BitSet next = new BitSet(steps);
    for (int i = reached.nextSetBit(0); i >= 0; i = reached.nextSetBit(i + 1)) {
      if (kinds[i] >= 0 && kinds[i] <= value && value <= operands[i]) {
        reach(nexts[i], next);
      }
    }
    return next;
  }

  /** Removes the steps that only lead to others. */
  void keepWaiting(BitSet reached) {
    for (int i = reached.nextSetBit(0); i >= 0; i = reached.nextSetBit(i + 1)) {
      if (kinds[i] == SPLIT || kinds[i] == MARK || (kinds[i] == NOTHING && i != MATCH)) {
        reached.clear(i);
      }
    }
  }

  /** Returns the step behind a step; of two, the preferred one. */
  int next(int step) {
    return nexts[step];
  }

  /** Returns the second of the two steps that one leads to, or -1. */
  int other(int step) {
    return kinds[step] == SPLIT ? operands[step] : -1;
  }

  /** Returns the mark that a step sets, or -1. */
  int mark(int step) {
    return kinds[step] == MARK ? operands[step] : -1;
  }

  /** Returns whether a step takes one of a range of bytes. */
  boolean takesBytes(int step) {
    return kinds[step] >= 0;
  }

  /** Returns whether a step takes a byte. */
  boolean takes(int step, int value) {
    return kinds[step] >= 0 && kinds[step] <= value && value <= operands[step];
  }

  /** Returns whether a step holds at a place, between what precedes it and a byte or the end. */
  boolean holds(int step, int before, int value) {
    return kinds[step] == PLACE && isAt(PLACES[operands[step]], before, value);
  }

  /** Returns whether a match starts only at the start of the text. */
  boolean isAtStart() {
    BitSet first = new BitSet(steps);
    reach(start, first);
    keepWaiting(first);
    return first.stream()
        .allMatch(i -> kinds[i] == PLACE && operands[i] == Place.TEXT_START.ordinal());
  }
}
