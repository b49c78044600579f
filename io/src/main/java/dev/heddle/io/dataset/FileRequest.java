package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import dev.heddle.io.scan.ScanRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * A request to a dataset, cut for files whose columns come from the same origins: the request to
 * the format, and the steps applied to its rows.
 *
 * @param stored the request to the format, in columns of the file
 * @param above conjuncts of the dataset's request that are applied to what the format gives
 * @param places for each column of the dataset's request its position in the format's batches; -1
 *     where it is constant, or only the format needs it
 */
record FileRequest(ScanRequest stored, List<Conjunct> above, int[] places) {
  private static final int NOT_STORED = Integer.MIN_VALUE;
  private static final RowFilter KEEP_ALL = new KeepAll();
  private static final Optional<String> NOT_EXACT =
      Optional.of("columns are of another type in the file, or constant there");

  /**
   * Cuts a request.
   *
   * @param types of the request's columns
   * @param names of the request's columns
   * @param origins for each column of the request
   * @param conjuncts those of the request that are left to apply
   */
  static FileRequest of(
      ScanRequest request,
      List<DataType> types,
      List<String> names,
      List<ColumnOrigin> origins,
      List<Conjunct> conjuncts) {
    TreeSet<Integer> delivered = new TreeSet<>(request.outputs());
    TreeSet<Integer> needed = new TreeSet<>(request.outputs());
    List<Conjunct> pushed = new ArrayList<>();
    List<Conjunct> above = new ArrayList<>();
    for (Conjunct conjunct : conjuncts) {
      List<Integer> read = conjunct.rows().columns();
      needed.addAll(read);
      if (read.stream().allMatch(i -> isRead(origins.get(i)))) {
        pushed.add(conjunct);
      } else {
        delivered.addAll(read);
        above.add(conjunct);
      }
    }
    List<Integer> columns = new ArrayList<>();
    List<Optional<DataType>> pruned = new ArrayList<>();
    List<Integer> outputs = new ArrayList<>();
    int[] inner = new int[origins.size()]; // positions in the format's request
    int[] places = new int[origins.size()];
    Arrays.fill(inner, -1);
    Arrays.fill(places, -1);
    for (int i : needed) {
      int position =
          switch (origins.get(i)) {
            case ColumnOrigin.Stored stored -> stored.position();
            case ColumnOrigin.Converted converted -> converted.position();
            case ColumnOrigin.Constant _ -> NOT_STORED;
          };
      if (position == NOT_STORED) {
        continue;
      }
      inner[i] = columns.size();
      if (delivered.contains(i)) {
        places[i] = outputs.size();
        outputs.add(columns.size());
      }
      columns.add(position);
      pruned.add(
          origins.get(i) instanceof ColumnOrigin.Converted(int _, DataType from)
              ? Optional.of(TypeWidening.part(from, types.get(i))).filter(p -> !p.equals(from))
              : request.pruned().get(i));
    }
    List<Conjunct> moved = new ArrayList<>();
    PredicateMapping mapping = new PredicateMapping(types, origins, inner);
    for (Conjunct conjunct : pushed) {
      boolean isStored =
          conjunct.rows().columns().stream()
              .allMatch(i -> origins.get(i) instanceof ColumnOrigin.Stored);
      moved.add(
          isStored
              ? MovedConjunct.of(conjunct, inner)
              : new Conjunct(
                  conjunct.text(),
                  widened(conjunct.rows(), types, names, origins, inner),
                  conjunct.pruning().flatMap(mapping::of),
                  NOT_EXACT));
    }
    for (Conjunct conjunct : above) {
      conjunct
          .pruning()
          .flatMap(mapping::of)
          .ifPresent(
              implied ->
                  moved.add(
                      new Conjunct(conjunct.text(), KEEP_ALL, Optional.of(implied), NOT_EXACT)));
    }
    OptionalLong limit = above.isEmpty() ? request.limit() : OptionalLong.empty();
    return new FileRequest(
        new ScanRequest(columns, pruned, outputs, new ScanFilter(moved), limit), above, places);
  }

  /** Returns whether rows of a file have values of their own. */
  private static boolean isRead(ColumnOrigin origin) {
    return switch (origin) {
      case ColumnOrigin.Stored _ -> true;
      case ColumnOrigin.Converted(int _, DataType from) -> !(from instanceof DataType.Null);
      case ColumnOrigin.Constant _ -> false;
    };
  }

  private static RowFilter widened(
      RowFilter filter,
      List<DataType> types,
      List<String> names,
      List<ColumnOrigin> origins,
      int[] positions) {
    List<Integer> read = filter.columns();
    boolean cannotFail =
        read.stream().allMatch(i -> cannotFail(stored(origins.get(i), types.get(i)), types.get(i)));
    return new WidenedFilter(
        filter,
        read.stream().map(i -> positions[i]).toList(),
        read.stream().map(types::get).toList(),
        read.stream().map(names::get).toList(),
        cannotFail && filter.isDecidedByValue(),
        filter.byFields().flatMap(fields -> widened(fields, types, names, origins, positions)));
  }

  /** Returns the decision over the file's fields; nothing if the file lacks one. */
  private static Optional<FieldFilter> widened(
      FieldFilter filter,
      List<DataType> types,
      List<String> names,
      List<ColumnOrigin> origins,
      int[] positions) {
    List<FieldPath> inputs = new ArrayList<>();
    List<DataType> wide = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    boolean cannotFail = true;
    for (FieldPath input : filter.inputs()) {
      int column = input.column();
      DataType whole = types.get(column);
      Optional<DataType> to = field(whole, input.names());
      Optional<DataType> from = field(stored(origins.get(column), whole), input.names());
      if (to.isEmpty() || from.isEmpty()) {
        return Optional.empty();
      }
      cannotFail &= cannotFail(from.get(), to.get());
      inputs.add(new FieldPath(positions[column], input.names()));
      wide.add(to.get());
      List<String> path = new ArrayList<>(input.names());
      path.addFirst(names.get(column));
      labels.add(String.join(".", path));
    }
    RowFilter rows = filter.rows();
    List<Integer> read = rows.columns();
    return Optional.of(
        new FieldFilter(
            inputs,
            new WidenedFilter(
                rows,
                read,
                read.stream().map(wide::get).toList(),
                read.stream().map(labels::get).toList(),
                cannotFail && rows.isDecidedByValue(),
                Optional.empty())));
  }

  private static DataType stored(ColumnOrigin origin, DataType type) {
    return origin instanceof ColumnOrigin.Converted(_, DataType from) ? from : type;
  }

  private static Optional<DataType> field(DataType type, List<String> names) {
    DataType at = type;
    for (String name : names) {
      if (!(at instanceof DataType.Struct struct) || struct.indexOf(name) < 0) {
        return Optional.empty();
      }
      at = struct.fields().get(struct.indexOf(name)).type();
    }
    return Optional.of(at);
  }

  private static boolean cannotFail(DataType from, DataType to) {
    return !to.isNested() && (from.equals(to) || !Widening.of(from, to).canOverflow());
  }

  /** Returns whether the format's batches are just what the dataset's request asks for. */
  boolean isPlain(ScanRequest request, List<ColumnOrigin> origins) {
    boolean isPlain = above.isEmpty() && stored.outputs().size() == request.outputs().size();
    for (int i = 0; i < request.outputs().size() && isPlain; i++) {
      int column = request.outputs().get(i);
      isPlain = places[column] == i && origins.get(column) instanceof ColumnOrigin.Stored;
    }
    return isPlain;
  }
}
