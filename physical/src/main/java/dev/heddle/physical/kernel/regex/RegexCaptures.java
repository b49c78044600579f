package dev.heddle.physical.kernel.regex;

import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.regex.RegexTree.Choice;
import dev.heddle.physical.kernel.regex.RegexTree.Repeat;
import dev.heddle.physical.kernel.regex.RegexTree.Sequence;
import dev.heddle.physical.kernel.text.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first match of a regular expression, and where groups of it lie, by one look into a
 * table for each byte: a tagged automaton, whose states are found as texts lead to them.
 *
 * <p>A state is a list of branches in the order of preference, each at a step of a {@link
 * RegexProgram}. Registers hold the marks that each branch has passed, those of the n-th branch
 * behind those of the one before, so that a byte that keeps all branches in their places moves no
 * register. What a byte moves otherwise is known with its place in the table. Of matches that start
 * at the same place the preferred one is found, as by backtracking (V. Laurikari, "NFAs with Tagged
 * Transitions", 2000; the order of branches is that of R. Cox, "Regular Expression Matching: the
 * Virtual Machine Approach", 2009).
 *
 * <p>Texts that lead to more than a number of states are undecided. For one thread.
 */
final class RegexCaptures {
  /** What is known of a text. */
  enum Outcome {
    FOUND,
    MISSED,
    /** Not known: there would be too many states. */
    UNDECIDED
  }

  private static final int WIDTH = 256; // of a row of the table
  private static final int UNKNOWN = 0; // the first row
  private static final int DONE = WIDTH; // the second row: no branch is left
  private static final int MAX_STATES = 1_000;
  private static final int MAX_REGISTERS = 10_000;
  private static final int MOVES = 1 << 31; // in the table: the byte moves registers
  private static final int NO_PLACE = -1; // as a source: a mark that was not passed
  private static final int HERE = -2; // as a source: the place between two bytes
  private static final int[] NO_MOVES = {};

  /**
   * What is known between two bytes.
   *
   * @param branches steps in the order of preference
   * @param before what precedes the place
   * @param isSearching whether another match may start here or later
   */
  private record State(List<Integer> branches, int before, boolean isSearching) {}

  /** A branch that is followed over steps which take no byte; sources are those of its marks. */
  private record Branch(int step, int[] sources) {}

  private final RegexProgram program;
  private final int marks; // the start of the match and those of groups
  private final int[] classes; // of bytes that lead to the same row
  private final boolean isAtStart;
  private final List<State> states = new ArrayList<>();
  private final Map<State, Integer> rows = new HashMap<>();
  private final Map<Integer, Integer> firstRows = new HashMap<>(); // by what precedes
  private int[] table = new int[16 * WIDTH]; // the row that follows, by row and byte
  private int[] @Nullable [] moves = new int[16 * WIDTH][]; // where the table says so
  private int[] @Nullable [] atEnd = new int[16][]; // moves where texts end, by state
  private int[] registers;

  private RegexCaptures(RegexProgram program, int groups) {
    this.program = program;
    this.marks = 1 + 2 * groups;
    this.classes = program.classes();
    this.isAtStart = program.isAtStart();
    this.registers = new int[result(marks) + 2];
    for (int row = UNKNOWN; row <= DONE; row += WIDTH) {
      states.add(new State(List.of(), 0, false));
      Arrays.fill(table, row, row + WIDTH, row);
    }
    atEnd[DONE / WIDTH] = NO_MOVES;
  }

  /**
   * Returns an automaton for some of an expression's groups, or nothing where the library is to do
   * it: parts that match nothing, repeated without end, parts repeated zero times, whose groups the
   * library leaves out, or too many steps.
   */
  static Optional<RegexCaptures> of(RegexTree tree, int[] groups) {
    if (repeatsNothing(tree)) {
      return Optional.empty();
    }
    return RegexProgram.of(tree, groups).map(program -> new RegexCaptures(program, groups.length));
  }

  private static boolean repeatsNothing(RegexTree tree) {
    return switch (tree) {
      case RegexTree.Chars chars -> false;
      case RegexTree.Place place -> false;
      case Sequence sequence -> sequence.parts().stream().anyMatch(RegexCaptures::repeatsNothing);
      case Choice choice -> choice.parts().stream().anyMatch(RegexCaptures::repeatsNothing);
      case RegexTree.Group group -> repeatsNothing(group.part());
      case Repeat repeat ->
          repeat.most() == 0
              || repeatsNothing(repeat.part())
              || (repeat.most() == Repeat.UNBOUNDED && matchesNothing(repeat.part()));
    };
  }

  private static boolean matchesNothing(RegexTree tree) {
    return switch (tree) {
      case RegexTree.Chars chars -> false;
      case RegexTree.Place place -> true;
      case Sequence sequence -> sequence.parts().stream().allMatch(RegexCaptures::matchesNothing);
      case Choice choice -> choice.parts().stream().anyMatch(RegexCaptures::matchesNothing);
      case RegexTree.Group group -> matchesNothing(group.part());
      case Repeat repeat -> repeat.least() == 0 || matchesNothing(repeat.part());
    };
  }

  // registers: those of the match that was found, its end, one for swaps, those of branches
  private static int result(int mark) {
    return mark;
  }

  private int end() {
    return marks;
  }

  private int spare() {
    return marks + 1;
  }

  private int register(int branch, int mark) {
    return marks + 2 + branch * marks + mark;
  }

  /** Returns where the match starts, in bytes from the start of the text. */
  int matchStart() {
    return registers[result(0)];
  }

  /** Returns where the match ends. */
  int matchEnd() {
    return registers[end()];
  }

  /** Returns where the n-th of the groups starts, or -1 if it has no part in the match. */
  int groupStart(int n) {
    return registers[result(1 + 2 * n)];
  }

  /** Returns where the n-th of the groups ends, or -1 if it has no part in the match. */
  int groupEnd(int n) {
    return registers[result(2 + 2 * n)];
  }

  /**
   * Looks for the first match in a text from a place on, which is not within a character.
   *
   * @param text address of UTF-8
   */
  Outcome find(long text, int length, int from) {
    if (from > 0 && isAtStart) {
      return Outcome.MISSED;
    }
    registers[end()] = NO_PLACE;
    int at = first(from == 0 ? RegexProgram.BEFORE_ALL : before(text + from - 1));
    int[] rowsByByte = table; // which the line before may have made larger
    for (int i = from; i < length; i++) {
      int place = at + (Memory.getByte(text + i) & 0xff);
      int next = rowsByByte[place];
      if (next <= DONE) { // unknown, the end, or with moves
        if (next == UNKNOWN) {
          next = explore(place);
          rowsByByte = table;
          if (next == UNKNOWN) {
            return Outcome.UNDECIDED;
          }
        }
        if (next < 0) {
          move(moves[place], i);
          next &= ~MOVES;
        }
        if (next == DONE) {
          return outcome();
        }
      }
      at = next;
    }
    int state = at / WIDTH;
    int[] last = atEnd[state];
    if (last == null) {
      List<Integer> further = new ArrayList<>();
      last = moves(states.get(state), RegexProgram.TEXT_END, further);
      atEnd[state] = last;
    }
    move(last, length);
    return outcome();
  }

  private Outcome outcome() {
    return registers[end()] == NO_PLACE ? Outcome.MISSED : Outcome.FOUND;
  }

  private int before(long address) {
    return program.before(Memory.getByte(address) & 0xff);
  }

  private void move(int @Nullable [] pairs, int place) {
    int[] held = registers;
    for (int i = 0; i < pairs.length; i += 2) {
      int source = pairs[i + 1];
      held[pairs[i]] = source >= 0 ? held[source] : source == HERE ? place : NO_PLACE;
    }
  }

  private int first(int before) {
    Integer known = firstRows.get(before);
    if (known == null) {
      List<Integer> branches = isAtStart ? List.of(program.start()) : List.of();
      known = row(new State(branches, before, !isAtStart));
      firstRows.put(before, known);
    }
    return known;
  }

  /** Finds out what follows on a byte in a state, and returns what is in the table then. */
  private int explore(int place) {
    State state = states.get(place / WIDTH);
    int value = place % WIDTH;
    List<Integer> further = new ArrayList<>();
    int[] pairs = moves(state, value, further);
    boolean isSearching = state.isSearching && !accepts(pairs);
    int row =
        further.isEmpty() && !isSearching
            ? DONE
            : row(new State(List.copyOf(further), program.before(value), isSearching));
    if (row == UNKNOWN) {
      return UNKNOWN;
    }
    int entry = pairs.length == 0 ? row : row | MOVES;
    int from = place - value;
    for (int i = RegexProgram.firstOfClass(classes, value);
        i < WIDTH && classes[i] == classes[value];
        i++) {
      table[from + i] = entry;
      moves[from + i] = pairs;
    }
    return entry;
  }

  private boolean accepts(int[] pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i] == end()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the row of a state, or {@link #UNKNOWN} if there are too many. */
  private int row(State state) {
    Integer known = rows.get(state);
    if (known != null) {
      return known;
    }
    int needed = register(state.branches.size(), 0);
    if (states.size() == MAX_STATES || needed > MAX_REGISTERS) {
      return UNKNOWN;
    }
    int row = states.size() * WIDTH;
    states.add(state);
    rows.put(state, row);
    if (row == table.length) {
      table = Arrays.copyOf(table, 2 * row);
      moves = Arrays.copyOf(moves, 2 * row);
      atEnd = Arrays.copyOf(atEnd, 2 * atEnd.length);
    }
    if (needed > registers.length) {
      registers = Arrays.copyOf(registers, needed);
    }
    return row;
  }

  /**
   * Returns what is moved between registers at a place in front of a byte or the end, in pairs of
   * target and source.
   *
   * @param further receives the steps of the branches that go on behind the byte
   */
  private int[] moves(State state, int value, List<Integer> further) {
    BitSet seen = new BitSet(program.steps());
    List<Branch> reached = new ArrayList<>();
    boolean isMatched = false;
    for (int i = 0; i < state.branches.size() && !isMatched; i++) {
      int[] sources = new int[marks];
      for (int mark = 0; mark < marks; mark++) {
        sources[mark] = register(i, mark);
      }
      if (isAtStart && state.before == RegexProgram.BEFORE_ALL) {
        Arrays.fill(sources, NO_PLACE);
        sources[0] = HERE;
      }
      isMatched =
          follow(new Branch(state.branches.get(i), sources), state.before, value, seen, reached);
    }
    boolean isWithin = value != RegexProgram.TEXT_END && Utf8.isContinuation((byte) value);
    if (!isMatched && state.isSearching && !isWithin) {
      int[] sources = new int[marks];
      Arrays.fill(sources, NO_PLACE);
      sources[0] = HERE;
      follow(new Branch(program.start(), sources), state.before, value, seen, reached);
    }
    List<Integer> pairs = new ArrayList<>();
    List<Integer> targets = new ArrayList<>();
    List<Integer> origins = new ArrayList<>();
    BitSet taken = new BitSet(program.steps());
    for (Branch branch : reached) {
      if (branch.step == RegexProgram.MATCH) {
        for (int mark = 0; mark < marks; mark++) {
          Collections.addAll(pairs, result(mark), branch.sources[mark]);
        }
        Collections.addAll(pairs, end(), HERE);
      } else if (program.takes(branch.step, value) && !taken.get(program.next(branch.step))) {
        taken.set(program.next(branch.step));
        for (int mark = 0; mark < marks; mark++) {
          targets.add(register(further.size(), mark));
          origins.add(branch.sources[mark]);
        }
        further.add(program.next(branch.step));
      }
    }
    addInOrder(targets, origins, pairs);
    return pairs.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Follows a branch over steps that take no byte, those preferred first.
   *
   * @param reached receives the steps that take bytes, and the match
   * @return whether the match was reached, so that no later branch counts
   */
  private boolean follow(Branch first, int before, int value, BitSet seen, List<Branch> reached) {
    List<Branch> open = new ArrayList<>(List.of(first));
    while (!open.isEmpty()) {
      Branch branch = open.removeLast();
      int step = branch.step;
      if (seen.get(step)) {
        continue;
      }
      seen.set(step);
      if (step == RegexProgram.MATCH) {
        reached.add(branch);
        return true;
      }
      if (program.takesBytes(step)) {
        reached.add(branch);
      } else if (program.other(step) >= 0) {
        open.add(new Branch(program.other(step), branch.sources));
        open.add(new Branch(program.next(step), branch.sources));
      } else if (program.mark(step) >= 0) {
        int[] sources = branch.sources.clone();
        sources[1 + program.mark(step)] = HERE;
        open.add(new Branch(program.next(step), sources));
      } else if (program.holds(step, before, value)) {
        open.add(new Branch(program.next(step), branch.sources));
      }
    }
    return false;
  }

  /** Adds moves that are all at once in an order in which none reads what an earlier one wrote. */
  private void addInOrder(List<Integer> targets, List<Integer> origins, List<Integer> pairs) {
    Map<Integer, Integer> left = new HashMap<>();
    for (int i = 0; i < targets.size(); i++) {
      if (!targets.get(i).equals(origins.get(i))) {
        left.put(targets.get(i), origins.get(i));
      }
    }
    while (!left.isEmpty()) {
      List<Integer> free = left.keySet().stream().filter(t -> !left.containsValue(t)).toList();
      if (free.isEmpty()) {
        int swapped = left.keySet().iterator().next();
        Collections.addAll(pairs, spare(), swapped);
        left.replaceAll((target, origin) -> origin == swapped ? spare() : origin);
        continue;
      }
      for (int target : free) {
        Collections.addAll(pairs, target, left.remove(target));
      }
    }
  }
}
