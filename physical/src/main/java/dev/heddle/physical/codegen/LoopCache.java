package dev.heddle.physical.codegen;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The generated loops of the programs used last. Thread-safe; one a process, since classes do not
 * depend on a session's data.
 *
 * <p>A program is hot once this number of rows have gone through it, in this query or in earlier
 * ones; only then are loops made. The least recently used programs are forgotten, and their classes
 * unloaded when no query runs them.
 */
public final class LoopCache {
  /** The loops of this process. */
  public static final LoopCache SHARED = new LoopCache(256, 1_000_000, 128);

  private static final int MAX_FORMS = 16;
  private static final float LOAD_FACTOR = 0.75f;

  private final long hotRows;
  private final int fewestRows;
  private final Map<LoopProgram, Loops> entries;

  /**
   * Makes a cache.
   *
   * @param capacity programs that are kept
   * @param hotRows rows before loops are made
   * @param fewestRows what a batch should have, else looking at its columns costs more than a loop
   *     saves
   */
  public LoopCache(int capacity, long hotRows, int fewestRows) {
    this.hotRows = hotRows;
    this.fewestRows = fewestRows;
    this.entries =
        new LinkedHashMap<>(capacity, LOAD_FACTOR, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<LoopProgram, Loops> eldest) {
            return size() > capacity;
          }
        };
  }

  /** Returns the loops of a program, which stays usable after it has been forgotten here. */
  public synchronized Loops of(LoopProgram program) {
    return entries.computeIfAbsent(program, key -> new Loops(key, hotRows));
  }

  /** Returns how many rows a batch should have. */
  public int fewestRows() {
    return fewestRows;
  }

  /** Returns how many programs are kept. */
  public synchronized int size() {
    return entries.size();
  }

  /** The loops of one program. Thread-safe. */
  public static final class Loops {
    private final LoopProgram program;
    private final long hotRows;
    private final AtomicLong rows = new AtomicLong();
    private volatile List<Made> loops = List.of();

    private record Made(LoopForm form, FusedLoop loop) {}

    private Loops(LoopProgram program, long hotRows) {
      this.program = program;
      this.hotRows = hotRows;
    }

    /** Counts rows that are about to be worked on, and returns whether loops should be used. */
    public boolean isHotAfter(int newRows) {
      return rows.get() >= hotRows || rows.addAndGet(newRows) > hotRows;
    }

    /**
     * Returns the loop for a form, made now if need be (a few milliseconds); empty if columns have
     * come in too many forms already.
     */
    public Optional<FusedLoop> loop(LoopForm form) {
      Optional<FusedLoop> known = known(form);
      return known.isPresent() ? known : made(form);
    }

    private Optional<FusedLoop> known(LoopForm form) {
      for (Made made : loops) {
        if (made.form().equals(form)) {
          return Optional.of(made.loop());
        }
      }
      return Optional.empty();
    }

    private synchronized Optional<FusedLoop> made(LoopForm form) {
      Optional<FusedLoop> known = known(form);
      if (known.isPresent() || loops.size() >= MAX_FORMS) {
        return known;
      }
      FusedLoop loop = LoopEmitter.make(program, form);
      List<Made> longer = new ArrayList<>(loops);
      longer.add(new Made(form, loop));
      loops = List.copyOf(longer);
      return Optional.of(loop);
    }
  }
}
