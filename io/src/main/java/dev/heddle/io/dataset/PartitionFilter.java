package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.dataset.ConstantFilter.Outcome;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conjuncts of a request that read only what is constant in each file of a dataset: partition
 * values and the file's path. They decide over folders while these are listed, and over files.
 */
final class PartitionFilter {
  private final List<ConstantConjunct> constants;
  private final List<Conjunct> rest;

  /** A conjunct, and what each of its columns is. */
  private record ConstantConjunct(
      Conjunct conjunct, List<TableColumn> columns, List<DataType> types) {
    /** Returns whether the values of the first {@code knownKeys} keys decide it. */
    boolean isDecidedBy(int knownKeys) {
      return columns.stream()
          .allMatch(c -> c instanceof TableColumn.Partition p && p.key() < knownKeys);
    }

    List<Optional<ScanValue>> values(DatasetFile file) {
      return columns.stream()
          .map(
              c ->
                  c instanceof TableColumn.Partition(int key)
                      ? file.partition().get(key)
                      : ColumnOrigins.path(file))
          .toList();
    }

    List<Optional<ScanValue>> values(List<Optional<ScanValue>> partition) {
      return columns.stream().map(c -> partition.get(((TableColumn.Partition) c).key())).toList();
    }
  }

  /**
   * A file that may have wanted rows.
   *
   * @param failing conjuncts whose evaluation fails for the file's constants, which is an error
   *     once it has a row
   */
  record Kept(DatasetFile file, List<Conjunct> failing) {}

  private PartitionFilter(List<ConstantConjunct> constants, List<Conjunct> rest) {
    this.constants = constants;
    this.rest = rest;
  }

  /** Takes the conjuncts over constants out of a request. */
  static PartitionFilter of(DatasetTable table, ScanRequest request) {
    List<ConstantConjunct> constants = new ArrayList<>();
    List<Conjunct> rest = new ArrayList<>();
    for (Conjunct conjunct : request.filter().conjuncts()) {
      List<Integer> read = conjunct.rows().columns().stream().map(request.columns()::get).toList();
      List<TableColumn> columns = read.stream().map(table.columns()::get).toList();
      boolean isConstant =
          !columns.isEmpty()
              && columns.stream()
                  .allMatch(
                      c ->
                          switch (c) {
                            case TableColumn.Partition _, TableColumn.FilePath _ -> true;
                            case TableColumn.InFiles _,
                                TableColumn.Unreadable _,
                                TableColumn.RowNumber _,
                                TableColumn.RowLocator _ ->
                                false;
                          });
      if (isConstant) {
        List<DataType> types = read.stream().map(i -> table.schema().field(i).type()).toList();
        constants.add(new ConstantConjunct(conjunct, columns, types));
      } else {
        rest.add(conjunct);
      }
    }
    return new PartitionFilter(constants, rest);
  }

  /** Notes which conjuncts are decided here. */
  void note(ScanMetrics metrics) {
    constants.forEach(c -> metrics.conjunct(c.conjunct.text()).noteDecidedByFolders());
  }

  /** Returns the conjuncts that read stored columns, row numbers or nothing. */
  List<Conjunct> rest() {
    return rest;
  }

  /**
   * Decides over folders by the values in their names.
   *
   * @param partitions the values of the first {@code knownKeys} partition keys of each folder
   * @return for each folder the text of a conjunct that no row of a file below it satisfies, or
   *     null if there may be such a row
   */
  @Nullable String[] excludedBy(List<List<Optional<ScanValue>>> partitions, int knownKeys) {
    @Nullable String[] excludedBy = new String[partitions.size()];
    for (ConstantConjunct constant : constants) {
      if (constant.isDecidedBy(knownKeys)) {
        List<Outcome> outcomes =
            ConstantFilter.decide(
                constant.conjunct.rows(),
                constant.types,
                partitions.stream().map(constant::values).toList());
        for (int i = 0; i < excludedBy.length; i++) {
          if (excludedBy[i] == null && outcomes.get(i) == Outcome.NOT_TRUE) {
            excludedBy[i] = constant.conjunct.text();
          }
        }
      }
    }
    return excludedBy;
  }

  /** Decides over files. */
  List<Kept> files(List<DatasetFile> files, ScanMetrics metrics) {
    List<Kept> kept = new ArrayList<>(files.size());
    for (DatasetFile file : files) {
      kept.add(new Kept(file, List.of()));
    }
    for (ConstantConjunct constant : constants) {
      // files of a folder have the same values
      LinkedHashSet<List<Optional<ScanValue>>> distinct = new LinkedHashSet<>();
      kept.forEach(k -> distinct.add(constant.values(k.file)));
      List<List<Optional<ScanValue>>> rows = List.copyOf(distinct);
      List<Outcome> outcomes =
          ConstantFilter.decide(constant.conjunct.rows(), constant.types, rows);
      Map<List<Optional<ScanValue>>, Outcome> byValues = new HashMap<>();
      for (int i = 0; i < rows.size(); i++) {
        byValues.put(rows.get(i), outcomes.get(i));
      }
      List<Kept> left = new ArrayList<>();
      for (Kept each : kept) {
        switch (Objects.requireNonNull(byValues.get(constant.values(each.file)))) {
          case TRUE -> left.add(each);
          case NOT_TRUE -> {
            metrics.files.increment();
            metrics.fileBytes.add(each.file.file().sizeBytes());
            metrics.filesPruned.increment();
            metrics.conjunct(constant.conjunct.text()).filesSkipped.increment();
          }
          case FAILS -> {
            List<Conjunct> failing = new ArrayList<>(each.failing);
            failing.add(constant.conjunct);
            left.add(new Kept(each.file, List.copyOf(failing)));
          }
        }
      }
      kept = left;
    }
    return kept;
  }
}
