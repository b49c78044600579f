package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.AdaptiveScanStatistics;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies those conjuncts of a filter to chunks that can be decided by codes, for all rows of a
 * chunk at once. Used by one thread.
 */
final class ChunkPredicates implements AutoCloseable {
  private static final int LEVELS = 4; // of tests in tests
  private static final long BYTES = Bits.bytesFor(Batch.MAX_ROWS);

  private final ScanRequest request;
  private final List<ScanFilter.Conjunct> conjuncts;
  private final @Nullable IntegerPredicate[] tests;
  private final boolean[] isDone;
  private final RowFilters filters; // lent
  private final AdaptiveScanStatistics statistics;
  private final Buffer bitmaps; // of what is left, then one a level

  ChunkPredicates(
      ScanRequest request,
      Schema schema,
      RowFilters filters,
      AdaptiveScanStatistics statistics,
      MemoryAccount account) {
    this.request = request;
    this.conjuncts = request.filter().conjuncts();
    this.tests = new IntegerPredicate[conjuncts.size()];
    this.isDone = new boolean[tests.length];
    this.filters = filters;
    this.statistics = statistics;
    for (int i = 0; i < tests.length; i++) {
      tests[i] =
          IntegerPredicate.of(conjuncts.get(i), request, schema)
              .filter(test -> levels(test) <= LEVELS)
              .orElse(null);
    }
    this.bitmaps = account.allocate((LEVELS + 1) * BYTES);
  }

  private static int levels(IntegerPredicate test) {
    return switch (test) {
      case IntegerPredicate.Range _, IntegerPredicate.Present _ -> 1;
      case IntegerPredicate.Any(List<IntegerPredicate> parts) -> 1 + levels(parts);
      case IntegerPredicate.All(List<IntegerPredicate> parts) -> 1 + levels(parts);
    };
  }

  private static int levels(List<IntegerPredicate> parts) {
    return parts.stream().mapToInt(ChunkPredicates::levels).max().orElse(0);
  }

  /** Returns whether a row of a chunk may satisfy the filter, as far as bounds prove it. */
  boolean mayHaveRows(MemoryChunk chunk) {
    for (int i = 0; i < tests.length; i++) {
      ScanFilter.Conjunct conjunct = conjuncts.get(i);
      IntegerPredicate test = tests[i];
      Verdict verdict = Verdict.MAYBE;
      if (test != null) {
        verdict = chunk.verdict(test);
      } else if (conjunct.pruning().isPresent()) {
        verdict = chunk.verdict(conjunct.pruning().get(), request.columns());
      }
      if (verdict == Verdict.NEVER) {
        return false;
      }
      isDone[i] = verdict == Verdict.ALWAYS && conjunct.residual().isEmpty();
    }
    return true;
  }

  /**
   * Finds the rows of a chunk that satisfy all conjuncts that can be decided by codes; {@link
   * #isDone} returns which these are.
   *
   * @return how many rows there are; where these are not all, {@link #bits} has which
   */
  int narrow(MemoryChunk chunk) {
    int rows = chunk.rows();
    int left = rows;
    for (int i = 0; i < tests.length && left > 0; i++) {
      if (isDone[i]) {
        continue;
      }
      long begun = System.nanoTime();
      IntegerPredicate test = tests[i];
      boolean isFirst = left == rows;
      long target = isFirst ? bits() : bits() + BYTES;
      if (test != null && isOnNumbers(test, chunk)) {
        evaluate(test, chunk, target, 1);
      } else if (!byEntry(i, chunk, target)) {
        continue;
      }
      isDone[i] = true;
      int before = left;
      left = isFirst ? Bits.count(target, rows) : PackedCodes.and(bits(), target, rows);
      statistics.noteConjunct(i, System.nanoTime() - begun, before, left);
    }
    return left;
  }

  /** Returns which rows are left, as bits. */
  long bits() {
    return bitmaps.address();
  }

  /** Returns by conjunct whether nothing is left to do for it; may be added to. */
  boolean[] isDone() {
    return isDone;
  }

  private boolean byEntry(int conjunct, MemoryChunk chunk, long bits) {
    List<Integer> columns = conjuncts.get(conjunct).rows().columns();
    if (columns.size() != 1 || conjuncts.get(conjunct).rows().isOptional()) {
      return false;
    }
    PackedColumn packed = chunk.packed(request.columns().get(columns.getFirst()));
    if (packed == null || packed.mayHaveNulls()) {
      return false;
    }
    Column dictionary = packed.dictionary();
    byte[] outcomes = dictionary == null ? null : filters.outcomes(conjunct, dictionary);
    if (outcomes == null) {
      return false;
    }
    packed.inTable(outcomes, bits);
    return true;
  }

  private static boolean isOnNumbers(IntegerPredicate test, MemoryChunk chunk) {
    return switch (test) {
      case IntegerPredicate.Range range -> !chunk.isDictionary(range.column());
      case IntegerPredicate.Present _ -> true;
      case IntegerPredicate.Any(List<IntegerPredicate> parts) -> areOnNumbers(parts, chunk);
      case IntegerPredicate.All(List<IntegerPredicate> parts) -> areOnNumbers(parts, chunk);
    };
  }

  private static boolean areOnNumbers(List<IntegerPredicate> parts, MemoryChunk chunk) {
    for (IntegerPredicate part : parts) {
      if (!isOnNumbers(part, chunk)) {
        return false;
      }
    }
    return true;
  }

  private void evaluate(IntegerPredicate test, MemoryChunk chunk, long target, int level) {
    int rows = chunk.rows();
    switch (test) {
      case IntegerPredicate.Range(int column, long low, long high, boolean negated) -> {
        PackedColumn packed = chunk.packed(column);
        if (packed != null) {
          packed.inRange(low, high, target);
        } else {
          Column plain = chunk.plain(column);
          PackedCodes.valuesInRange(plain.layout(), plain.values(), rows, low, high, target);
        }
        if (negated) {
          PackedCodes.invert(rows, target);
        }
        long validity = chunk.validity(column);
        if (validity != 0) {
          PackedCodes.and(target, validity, rows);
        }
      }
      case IntegerPredicate.Present(int column) -> {
        PackedCodes.fill(rows, target);
        long validity = chunk.validity(column);
        if (validity != 0) {
          PackedCodes.and(target, validity, rows);
        }
      }
      case IntegerPredicate.Any(List<IntegerPredicate> parts) -> {
        PackedCodes.clear(rows, target);
        for (IntegerPredicate part : parts) {
          long scratch = bits() + BYTES * (level + 1);
          evaluate(part, chunk, scratch, level + 1);
          PackedCodes.or(target, scratch, rows);
        }
      }
      case IntegerPredicate.All(List<IntegerPredicate> parts) -> {
        PackedCodes.fill(rows, target);
        for (IntegerPredicate part : parts) {
          long scratch = bits() + BYTES * (level + 1);
          evaluate(part, chunk, scratch, level + 1);
          PackedCodes.and(target, scratch, rows);
        }
      }
    }
  }

  @Override
  public void close() {
    bitmaps.release();
  }
}
