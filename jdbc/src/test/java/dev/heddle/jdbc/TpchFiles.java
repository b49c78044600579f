package dev.heddle.jdbc;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tables of TPC-H as files that Heddle and DuckDB read by the same statements. */
final class TpchFiles {
  private static final boolean IS_WHOLE = Boolean.getBoolean("heddle.long");
  private static final double SCALE = IS_WHOLE ? 0.01 : 0.002;
  private static final int DIGITS = 9;

  private final Path folder;

  private TpchFiles(Path folder) {
    this.folder = folder;
  }

  /** Writes all tables. */
  static TpchFiles make(Path folder) throws IOException {
    for (TpchTable<?> table : TpchTable.getTables()) {
      write(table, folder);
    }
    return new TpchFiles(folder);
  }

  private static <E extends TpchEntity> void write(TpchTable<E> table, Path folder)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(table.getTableName()))) {
      out.write(
          table.getColumns().stream()
              .map(TpchColumn::getColumnName)
              .collect(Collectors.joining("|", "", "\n")));
      for (E row : table.createGenerator(SCALE, 1, 1)) {
        String line = row.toLine();
        out.write(line.substring(0, line.length() - 1)); // a line ends with a delimiter
        out.write('\n');
      }
    }
  }

  List<String> tables() {
    return TpchTable.getTables().stream().map(TpchTable::getTableName).toList();
  }

  /** Returns the statement that makes a table of its file. */
  String create(String table) {
    String columns =
        TpchTable.getTable(table).getColumns().stream()
            .map(
                column ->
                    switch (column.getType().getBase()) {
                          case IDENTIFIER -> "cast(" + column.getColumnName() + " as bigint)";
                          case INTEGER -> "cast(" + column.getColumnName() + " as integer)";
                          case DATE -> "cast(" + column.getColumnName() + " as date)";
                          case DOUBLE -> "cast(" + column.getColumnName() + " as decimal(15, 2))";
                          case VARCHAR -> "cast(" + column.getColumnName() + " as varchar)";
                        }
                        + " as "
                        + column.getColumnName())
            .collect(Collectors.joining(", "));
    return "create table "
        + table
        + " as select "
        + columns
        + " from read_csv('"
        + folder.resolve(table)
        + "', delim = '|', header = true)";
  }

  /** Returns the numbers of the queries: all by night, some by day. */
  static List<Integer> queries() {
    return IS_WHOLE ? IntStream.rangeClosed(1, 22).boxed().toList() : List.of(1, 3, 13, 18, 22);
  }

  /** Returns the text of a query. */
  static String sql(int query) throws IOException {
    Path root = Path.of("").toAbsolutePath();
    String name = String.format("bench/src/main/resources/tpch/q%02d.sql", query);
    while (!Files.exists(root.resolve(name))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve(name)).strip();
  }

  /** Writes numbers as both databases do. */
  static String plain(@Nullable String value) {
    if (value == null) {
      return "null";
    }
    try {
      BigDecimal number = new BigDecimal(value).round(new MathContext(DIGITS));
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    } catch (NumberFormatException e) {
      return value.strip();
    }
  }
}
