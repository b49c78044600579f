package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.KeyRange;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Files of one format read as one table. Made by {@link DatasetTables}.
 *
 * <p>The first file gives names, order and types of the stored columns; the other files are
 * inspected, and compared with it, when statistics or a scan need them.
 */
final class DatasetTable implements Table {
  private static final String LOCATOR = "row locator";

  /** The number of files that are looked at for statistics. */
  static final int MAX_SAMPLED_FILES = 64;

  private final String name;
  private final FileFormat format;
  private final DatasetFiles files;
  private final Schema schema;
  private final List<TableColumn> columns;
  private final Map<String, String> unsupported;
  private final List<String> leftOut;
  private final ColumnOrigins origins;
  private final String first;
  private final boolean isUnion;
  private final List<TableStatistics.ColumnStatistics> partitionStatistics;
  private volatile @Nullable TableStatistics statistics;
  private volatile @Nullable Optional<TableOrder> order;
  private OptionalLong fingerprint = OptionalLong.empty(); // written before the next one
  private volatile boolean hasFingerprint;

  /**
   * Makes a table.
   *
   * @param first path of the file that gave the table its columns, or begins it
   */
  DatasetTable(
      String name,
      FileFormat format,
      DatasetFiles files,
      String first,
      DatasetColumns columns,
      List<TableStatistics.ColumnStatistics> partitionStatistics) {
    this.name = name;
    this.format = format;
    this.files = files;
    this.first = first;
    this.isUnion = columns.isUnion();
    this.columns = columns.origins();
    this.partitionStatistics = List.copyOf(partitionStatistics);
    this.unsupported = columns.unsupported();
    this.leftOut = columns.leftOut();
    this.schema = new Schema(columns.fields(), columns.unsupported());
    this.origins = new ColumnOrigins(schema, columns, first);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Map<String, String> unsupportedColumns() {
    return unsupported;
  }

  @Override
  public List<String> columnsLeftOut() {
    return leftOut;
  }

  FileFormat format() {
    return format;
  }

  DatasetFiles files() {
    return files;
  }

  /** Returns where each column comes from. */
  List<TableColumn> columns() {
    return columns;
  }

  ColumnOrigins origins() {
    return origins;
  }

  /** Returns the path of the file that gave the table its columns, or begins it. */
  String first() {
    return first;
  }

  boolean isUnion() {
    return isUnion;
  }

  @Override
  public TableStatistics statistics() {
    TableStatistics known = statistics;
    if (known == null) {
      known = collect();
      statistics = known;
    }
    return known;
  }

  private TableStatistics collect() {
    List<DatasetFile> sample = files.sample(MAX_SAMPLED_FILES);
    List<InspectedFile> inspected = inspected(sample);
    inspected.forEach(origins::positions); // checks
    List<Field> stored = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      if (columns.get(i) instanceof TableColumn.InFiles) {
        stored.add(schema.field(i));
      }
    }
    TableStatistics ofFiles = format.statistics(new Schema(stored), inspected, files.scale(sample));
    List<TableStatistics.ColumnStatistics> all = new ArrayList<>();
    int next = 0;
    for (TableColumn column : columns) {
      all.add(
          switch (column) {
            case TableColumn.InFiles _ -> ofFiles.columns().get(next++);
            case TableColumn.Partition(int key) -> partitionStatistics.get(key);
            case TableColumn.Unreadable _,
                TableColumn.FilePath _,
                TableColumn.RowNumber _,
                TableColumn.RowLocator _ ->
                TableStatistics.ColumnStatistics.UNKNOWN;
          });
    }
    return new TableStatistics(ofFiles.rowCount(), ofFiles.exact(), all);
  }

  @Override
  public List<KeyRange> ranges(int column) {
    if (!(columns.get(column) instanceof TableColumn.InFiles) || !statistics().exact()) {
      return List.of();
    }
    return format.ranges(schema.field(column), inspected(files.sample(MAX_SAMPLED_FILES)));
  }

  @Override
  public Optional<TableOrder> order() {
    Optional<TableOrder> known = order;
    if (known == null) {
      known = findOrder();
      order = known;
    }
    return known;
  }

  private Optional<TableOrder> findOrder() {
    if (!statistics().exact()) {
      return Optional.empty();
    }
    List<Field> stored = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      if (columns.get(i) instanceof TableColumn.InFiles) {
        stored.add(schema.field(i));
        positions.add(i);
      }
    }
    return format
        .order(new Schema(stored), inspected(files.sample(MAX_SAMPLED_FILES)))
        .map(found -> inTable(found, positions));
  }

  private static TableOrder inTable(TableOrder found, List<Integer> positions) {
    List<TableOrder.Key> keys = new ArrayList<>();
    for (TableOrder.Key key : found.keys()) {
      keys.add(
          new TableOrder.Key(positions.get(key.column()), key.isDescending(), key.isNullsFirst()));
    }
    return new TableOrder(keys, found.parts());
  }

  private List<InspectedFile> inspected(List<DatasetFile> sample) {
    return ParallelCalls.map(sample, file -> format.conform(format.inspect(file.file()), schema));
  }

  @Override
  public OptionalLong fingerprint() {
    if (!hasFingerprint) {
      OptionalLong found = files.fingerprint();
      if (found.isPresent()) {
        Fingerprint print = new Fingerprint().add(found.getAsLong()).add(format.rowsBy());
        for (Field field : schema.fields()) {
          print.add(field.name()).add(field.type().sqlName());
        }
        found = OptionalLong.of(print.value());
      }
      fingerprint = found;
      hasFingerprint = true;
    }
    return fingerprint;
  }

  @Override
  public TableScan scan(ScanRequest request) {
    return scan(request, Share.WHOLE);
  }

  @Override
  public TableScan scan(ScanRequest request, Share share) {
    return new DatasetScan(this, request, share);
  }

  @Override
  public Table listed(ScanRequest request) {
    if (files instanceof ListedFiles) {
      return this;
    }
    PartitionFilter filter = PartitionFilter.of(this, request);
    ScanMetrics metrics = new ScanMetrics();
    List<DatasetFile> kept =
        filter.files(files.select(filter, metrics), metrics).stream()
            .map(PartitionFilter.Kept::file)
            .toList();
    return new DatasetTable(
        name,
        format,
        new ListedFiles(kept),
        first,
        new DatasetColumns(schema.fields(), columns, unsupported, leftOut, isUnion),
        partitionStatistics);
  }

  @Override
  public Optional<Table> located() {
    if (!format.locatesRows()) {
      return Optional.empty();
    }
    List<Field> fields = new ArrayList<>(schema.fields());
    String column = LOCATOR;
    while (schema.indexOf(column).isPresent()) {
      column += "_";
    }
    fields.add(new Field(column, DataType.INT64, false));
    List<TableColumn> all = new ArrayList<>(columns);
    all.add(new TableColumn.RowLocator());
    return Optional.of(
        new DatasetTable(
            name,
            format,
            new NumberedFiles(files),
            first,
            new DatasetColumns(fields, all, unsupported, leftOut, isUnion),
            partitionStatistics));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DatasetTable that
        && format.equals(that.format)
        && files.equals(that.files)
        && schema.equals(that.schema)
        && columns.equals(that.columns);
  }

  @Override
  public int hashCode() {
    return files.hashCode();
  }

  @Override
  public String toString() {
    return format.name() + "[" + name + "]";
  }
}
