package dev.heddle.bench.suite;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetOutput;
import dev.heddle.io.storage.Storages;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes the TPC-H tables as Parquet files, one file a table, by the generator of the specification
 * (fixed seeds).
 *
 * <p>Keys are BIGINT, those of nation and region INTEGER; money and quantities are DECIMAL(15, 2);
 * nothing is null.
 */
public final class TpchData {
  /** The eight tables. */
  public static final List<String> TABLES =
      List.of("region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem");

  private static final DataType MONEY = new DataType.Decimal(15, 2);
  private static final Set<String> SMALL_KEYS =
      Set.of("n_nationkey", "n_regionkey", "r_regionkey", "s_nationkey", "c_nationkey");

  private TpchData() {}

  /**
   * Returns the folder with the tables of a scale, which are made if they are not there.
   *
   * @param parent where folders such as {@code tpch-sf1} lie
   * @param scale 1 is about 6 million line items
   * @param progress is told the name of each table that is made
   */
  public static Path ensure(Path parent, double scale, Consumer<String> progress) {
    String name = scale == Math.rint(scale) ? String.valueOf((long) scale) : String.valueOf(scale);
    Path folder = parent.resolve("tpch-sf" + name);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make folder " + folder, e);
    }
    for (String table : TABLES) {
      Path file = folder.resolve(table + ".parquet");
      if (!Files.exists(file)) {
        progress.accept(table);
        write(TpchTable.getTable(table), scale, file);
      }
    }
    return folder;
  }

  /**
   * Returns the file or folder of a table in a folder that somebody made: {@code t.parquet} or
   * {@code t}.
   */
  public static Path find(Path folder, String table) {
    for (Path candidate : List.of(folder.resolve(table + ".parquet"), folder.resolve(table))) {
      if (Files.exists(candidate)) {
        return candidate;
      }
    }
    throw new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find table "
            + table
            + " in "
            + folder
            + ": neither "
            + table
            + ".parquet nor "
            + table);
  }

  private static <E extends TpchEntity> void write(TpchTable<E> table, double scale, Path file) {
    List<TpchColumn<E>> columns = table.getColumns();
    Schema schema =
        new Schema(
            columns.stream().map(c -> new Field(c.getColumnName(), typeOf(c), false)).toList());
    MemoryLedger ledger = new MemoryLedger(256L << 20);
    try (MemoryAccount account = ledger.open("tpch " + table.getTableName());
        Builders builders = new Builders(schema, account);
        ParquetOutput output =
            new ParquetOutput(
                Storages.of(file.toString()).create(file.toString()),
                schema,
                ParquetWriteOptions.DEFAULT,
                List.of(),
                account)) {
      Iterator<E> rows = table.createGenerator(scale, 1, 1).iterator();
      while (rows.hasNext()) {
        E row = rows.next();
        for (int i = 0; i < columns.size(); i++) {
          append(builders.columns.get(i), columns.get(i), row);
        }
        builders.rows++;
        if (builders.rows == Batch.MAX_ROWS || !rows.hasNext()) {
          try (Batch batch = builders.build()) {
            output.write(batch);
          }
        }
      }
      output.publish();
    }
  }

  private static DataType typeOf(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER ->
          SMALL_KEYS.contains(column.getColumnName()) ? DataType.INT32 : DataType.INT64;
      case INTEGER -> DataType.INT32;
      case DATE -> DataType.DATE;
      case DOUBLE -> MONEY;
      case VARCHAR -> DataType.STRING;
    };
  }

  private static <E extends TpchEntity> void append(
      ColumnBuilder builder, TpchColumn<E> column, E row) {
    switch (column.getType().getBase()) {
      case IDENTIFIER -> builder.appendLong(column.getIdentifier(row));
      case INTEGER -> builder.appendLong(column.getInteger(row));
      case DATE -> builder.appendLong(column.getDate(row));
      case DOUBLE -> builder.appendLong(Math.round(column.getDouble(row) * 100));
      case VARCHAR -> builder.appendString(column.getString(row));
    }
  }

  private static final class Builders implements AutoCloseable {
    private final MemoryAccount account;
    private final List<ColumnBuilder> columns = new ArrayList<>();
    private int rows;

    Builders(Schema schema, MemoryAccount account) {
      this.account = account;
      schema.fields().forEach(f -> columns.add(new ColumnBuilder(f.type(), account)));
    }

    Batch build() {
      Batch batch =
          Batch.of(
              account, rows, columns.stream().map(ColumnBuilder::build).toArray(Column[]::new));
      rows = 0;
      return batch;
    }

    @Override
    public void close() {
      columns.forEach(ColumnBuilder::close);
    }
  }
}
