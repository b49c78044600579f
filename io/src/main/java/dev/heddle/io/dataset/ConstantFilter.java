package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Decides a conjunct over values that are constant in a file or folder. */
final class ConstantFilter {
  // What conjuncts keep for themselves while some thousand values are decided.
  private static final MemoryLedger LEDGER = new MemoryLedger(256L << 20);

  /** What a conjunct is for all rows of a file or folder. */
  enum Outcome {
    /** True. */
    TRUE,
    /** False or null: no row is wanted. */
    NOT_TRUE,
    /** Evaluating it fails; it has to do so where there is a row, and not before. */
    FAILS
  }

  private ConstantFilter() {}

  /**
   * Decides a conjunct for many files or folders.
   *
   * @param types the types of the conjunct's columns, in its order
   * @param rows a row of values of those columns for each file or folder
   */
  static List<Outcome> decide(
      RowFilter filter, List<DataType> types, List<List<Optional<ScanValue>>> rows) {
    List<Outcome> outcomes = new ArrayList<>(rows.size());
    try (MemoryAccount account = LEDGER.open("pruning of folders and files")) {
      for (int from = 0; from < rows.size(); from += Batch.MAX_ROWS) {
        List<List<Optional<ScanValue>>> some =
            rows.subList(from, Math.min(rows.size(), from + Batch.MAX_ROWS));
        try {
          outcomes.addAll(narrow(filter, types, some, account));
        } catch (HeddleException e) {
          checkOfUser(e);
          outcomes.addAll(oneByOne(filter, types, some, account));
        }
      }
    }
    return outcomes;
  }

  private static void checkOfUser(HeddleException e) {
    if (e.code().kind() != ErrorKind.USER) {
      throw e;
    }
  }

  private static List<Outcome> oneByOne(
      RowFilter filter,
      List<DataType> types,
      List<List<Optional<ScanValue>>> rows,
      MemoryAccount account) {
    List<Outcome> outcomes = new ArrayList<>();
    for (List<Optional<ScanValue>> row : rows) {
      try {
        outcomes.addAll(narrow(filter, types, List.of(row), account));
      } catch (HeddleException e) {
        checkOfUser(e);
        outcomes.add(Outcome.FAILS);
      }
    }
    return outcomes;
  }

  private static List<Outcome> narrow(
      RowFilter filter,
      List<DataType> types,
      List<List<Optional<ScanValue>>> rows,
      MemoryAccount account) {
    Column[] columns = new Column[types.size()];
    Buffer passing = account.allocate(4L * rows.size());
    try (RowFilter.Evaluation evaluation = filter.start(account)) {
      for (int c = 0; c < columns.length; c++) {
        columns[c] = column(types.get(c), rows, c, account);
      }
      int passed = evaluation.narrow(columns, rows.size(), 0, rows.size(), passing.address());
      Outcome[] outcomes = new Outcome[rows.size()];
      Arrays.fill(outcomes, Outcome.NOT_TRUE);
      for (int i = 0; i < passed; i++) {
        outcomes[Memory.getInt(passing.address() + 4L * i)] = Outcome.TRUE;
      }
      return List.of(outcomes);
    } finally {
      passing.release();
      Column.releaseAll(columns);
    }
  }

  private static Column column(
      DataType type, List<List<Optional<ScanValue>>> rows, int index, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      for (List<Optional<ScanValue>> row : rows) {
        FileConstants.append(builder, row.get(index));
      }
      return builder.build();
    }
  }
}
