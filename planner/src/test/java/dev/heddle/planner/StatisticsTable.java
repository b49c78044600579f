package dev.heddle.planner;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.KeyRange;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.catalog.TableStatistics.ColumnStatistics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.TableScan;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A table that has statistics and no rows, for tests of plans. */
public final class StatisticsTable implements Table {
  private final String name;
  private final long rows;
  private final List<Field> fields = new ArrayList<>();
  private final List<ColumnStatistics> columns = new ArrayList<>();
  private final Map<Integer, List<KeyRange>> ranges = new HashMap<>();
  private Optional<TableOrder> order = Optional.empty();

  /** Makes a table without columns. */
  public StatisticsTable(String name, long rows) {
    this.name = name;
    this.rows = rows;
  }

  /** Adds a column of integers. */
  public StatisticsTable whole(String column, DataType type, long low, long high, double distinct) {
    return add(column, type, ScanValue.Whole.of(low), ScanValue.Whole.of(high), distinct, 0);
  }

  /** Adds a DECIMAL(15, 2) column. */
  public StatisticsTable money(String column, String low, String high, double distinct) {
    return add(
        column,
        new DataType.Decimal(15, 2),
        new ScanValue.Whole(new BigDecimal(low).unscaledValue()),
        new ScanValue.Whole(new BigDecimal(high).unscaledValue()),
        distinct,
        0);
  }

  /** Adds a DATE column. */
  public StatisticsTable date(String column, String low, String high) {
    long from = LocalDate.parse(low).toEpochDay();
    long to = LocalDate.parse(high).toEpochDay();
    return add(
        column,
        DataType.DATE,
        ScanValue.Whole.of(from),
        ScanValue.Whole.of(to),
        (double) (to - from + 1),
        0);
  }

  /** Adds a VARCHAR column without bounds. */
  public StatisticsTable text(String column, double distinct, double averageBytes) {
    fields.add(new Field(column, DataType.STRING, true));
    columns.add(
        new ColumnStatistics(
            Optional.empty(),
            Optional.empty(),
            false,
            OptionalLong.of(0),
            OptionalDouble.of(distinct),
            OptionalDouble.of(averageBytes),
            0));
    return this;
  }

  private StatisticsTable add(
      String column, DataType type, ScanValue low, ScanValue high, double distinct, long nulls) {
    fields.add(new Field(column, type, true));
    columns.add(
        new ColumnStatistics(
            Optional.of(low),
            Optional.of(high),
            false,
            OptionalLong.of(nulls),
            OptionalDouble.of(distinct),
            OptionalDouble.empty(),
            0));
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Schema schema() {
    return new Schema(fields);
  }

  /** Says that the rows are in the order of a column of integers, in a number of parts. */
  public StatisticsTable inOrder(String column, long low, long high, int parts) {
    List<KeyRange> found = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      long from = low + (high - low + 1) * i / parts;
      found.add(new KeyRange(rows / parts, from, low + (high - low + 1) * (i + 1) / parts - 1));
    }
    ranges.put(schema().indexOf(column).orElseThrow(), found);
    return this;
  }

  /** Says that the rows come sorted by columns, ascending, in one part. */
  public StatisticsTable sortedBy(List<String> names) {
    order =
        Optional.of(
            new TableOrder(
                names.stream()
                    .map(name -> schema().indexOf(name).orElseThrow())
                    .map(column -> new TableOrder.Key(column, false, false))
                    .toList(),
                List.of(new TableOrder.Part(rows, Optional.empty()))));
    return this;
  }

  @Override
  public Optional<TableOrder> order() {
    return order;
  }

  @Override
  public List<KeyRange> ranges(int column) {
    return ranges.getOrDefault(column, List.of());
  }

  @Override
  public TableStatistics statistics() {
    return new TableStatistics(OptionalLong.of(rows), true, columns);
  }

  @Override
  public TableScan scan(ScanRequest request) {
    throw new IllegalStateException("Table " + name + " has no rows");
  }
}
