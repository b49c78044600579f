package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.ColumnBuilder;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.nio.file.Path;
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
   * @param parent the folder of folders such as {@code tpch-sf1}
   * @param scale 1 is about 6 million line items
   * @param progress receives the name of each table that is made
   */
  public static Path ensure(Path parent, double scale, Consumer<String> progress) {
    String name = Suites.plain(scale);
    Path folder = TableFiles.folder(parent, "tpch-sf" + name);
    for (String table : TABLES) {
      make(TpchTable.getTable(table), scale, folder, progress);
    }
    return folder;
  }

  private static <E extends TpchEntity> void make(
      TpchTable<E> table, double scale, Path folder, Consumer<String> progress) {
    List<TpchColumn<E>> columns = table.getColumns();
    Schema schema =
        new Schema(
            columns.stream().map(c -> new Field(c.getColumnName(), typeOf(c), false)).toList());
    TableFiles.ensure(
        folder,
        table.getTableName(),
        schema,
        progress,
        () -> rows(columns, table.createGenerator(scale, 1, 1).iterator()));
  }

  private static <E extends TpchEntity> TableFiles.RowSource rows(
      List<TpchColumn<E>> columns, Iterator<E> rows) {
    return builders -> {
      if (!rows.hasNext()) {
        return false;
      }
      E row = rows.next();
      for (int i = 0; i < columns.size(); i++) {
        append(builders.get(i), columns.get(i), row);
      }
      return true;
    };
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
}
