package dev.heddle.io.parquet;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.testing.ScannedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A row filter by a predicate over Java values; counts the values it looks at. */
public final class TestFilter implements RowFilter {
  final AtomicLong looked = new AtomicLong();
  private final List<Integer> columns;
  private final boolean decidedByValue;
  private final Predicate<List<@Nullable Object>> predicate;

  private final Optional<FieldFilter> byFields;

  private TestFilter(
      List<Integer> columns, boolean decidedByValue, Predicate<List<@Nullable Object>> predicate) {
    this(columns, decidedByValue, predicate, Optional.empty());
  }

  private TestFilter(
      List<Integer> columns,
      boolean decidedByValue,
      Predicate<List<@Nullable Object>> predicate,
      Optional<FieldFilter> byFields) {
    this.byFields = byFields;
    this.columns = columns;
    this.decidedByValue = decidedByValue;
    this.predicate = predicate;
  }

  public static TestFilter byValue(int column, Predicate<@Nullable Object> predicate) {
    return new TestFilter(List.of(column), true, values -> predicate.test(values.getFirst()));
  }

  static TestFilter byRow(List<Integer> columns, Predicate<List<@Nullable Object>> predicate) {
    return new TestFilter(columns, false, predicate);
  }

  /** Makes a filter over fields of structs, which reads whole columns where it has to. */
  static TestFilter byFields(List<FieldPath> inputs, Predicate<List<@Nullable Object>> predicate) {
    List<Integer> positions = IntStream.range(0, inputs.size()).boxed().toList();
    TestFilter alone = new TestFilter(positions, inputs.size() == 1, predicate);
    List<Integer> columns = inputs.stream().map(FieldPath::column).distinct().sorted().toList();
    return new TestFilter(
        columns,
        inputs.size() == 1,
        values ->
            predicate.test(
                inputs.stream()
                    .map(input -> at(values.get(columns.indexOf(input.column())), input.names()))
                    .collect(ArrayList::new, ArrayList::add, ArrayList::addAll)),
        Optional.of(new FieldFilter(inputs, alone)));
  }

  /** Returns a field of a value in the form of {@link ScannedRows}. */
  static @Nullable Object at(@Nullable Object value, List<String> path) {
    Object found = value;
    for (String name : path) {
      found = found instanceof Map<?, ?> struct ? struct.get(name) : null;
    }
    return found;
  }

  public ScanFilter.Conjunct conjunct() {
    return new ScanFilter.Conjunct("test", this, Optional.empty(), Optional.of("it is a test"));
  }

  public ScanFilter.Conjunct conjunct(PruningPredicate pruning) {
    return new ScanFilter.Conjunct("test", this, Optional.of(pruning), Optional.empty());
  }

  @Override
  public List<Integer> columns() {
    return columns;
  }

  @Override
  public boolean isDecidedByValue() {
    return decidedByValue;
  }

  @Override
  public Optional<FieldFilter> byFields() {
    return byFields;
  }

  @Override
  public Evaluation start(MemoryAccount account) {
    return new Evaluation() {
      @Override
      public int narrow(Column[] lent, int rows, long selection, int count, long output) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
          int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
          List<@Nullable Object> values = new ArrayList<>();
          for (Column column : lent) {
            values.add(ScannedRows.value(column, row));
          }
          looked.incrementAndGet();
          if (predicate.test(values)) {
            Memory.putInt(output + 4L * kept++, row);
          }
        }
        return kept;
      }

      @Override
      public void close() {}
    };
  }
}
