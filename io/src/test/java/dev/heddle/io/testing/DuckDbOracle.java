package dev.heddle.io.testing;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Batch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB in this process, as the oracle of results: one in-memory database for each oracle.
 *
 * <p>Used by one thread. Values come in the forms of {@link ScannedRows}.
 */
public final class DuckDbOracle implements AutoCloseable {
  private static final int ROWS_PER_INSERT = 500;
  private static final Pattern INTERVAL_PART = Pattern.compile("(-?\\d+) (year|month|day)s?");
  private static final Pattern INTERVAL_CLOCK =
      Pattern.compile("(-?)(\\d+):(\\d+):(\\d+)(?:\\.(\\d+))?");

  private final Connection connection;

  private DuckDbOracle(Connection connection) {
    this.connection = connection;
  }

  /**
   * Opens such a database whose nulls come last and whose quotients of integers are cut, as ours.
   */
  public static DuckDbOracle openAlike() {
    DuckDbOracle oracle = open();
    oracle.execute("SET default_null_order = 'nulls_last'");
    oracle.execute("SET integer_division = true");
    return oracle;
  }

  /** Opens an empty database that works on one thread, in UTC. */
  public static DuckDbOracle open() {
    try {
      DuckDbOracle oracle = new DuckDbOracle(DriverManager.getConnection("jdbc:duckdb:"));
      oracle.execute("SET threads = 1");
      oracle.execute("SET TimeZone = 'UTC'");
      return oracle;
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot open DuckDB", e);
    }
  }

  /** Returns the connection, for settings and measurements. */
  public Connection connection() {
    return connection;
  }

  /** Runs a statement for its effect. */
  public void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("DuckDB failed: " + sql, e);
    }
  }

  /** Returns the rows of a query. */
  public List<List<@Nullable Object>> rows(String sql) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      String[] types = new String[columns];
      for (int i = 0; i < columns; i++) {
        types[i] = result.getMetaData().getColumnTypeName(i + 1);
      }
      List<List<@Nullable Object>> rows = new ArrayList<>();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
          row.add(value(result, i + 1, types[i]));
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException("DuckDB failed: " + sql, e);
    }
  }

  private static @Nullable Object value(ResultSet result, int column, String type)
      throws SQLException {
    return value(result.getObject(column), type);
  }

  private static @Nullable Object value(@Nullable Object value, String type) throws SQLException {
    return switch (value) {
      case null -> null;
      case BigInteger whole when type.equals("UBIGINT") -> new BigDecimal(whole);
      case BigInteger whole -> whole.bitLength() < 64 ? whole.longValue() : new BigDecimal(whole);
      case Byte number -> number.longValue();
      case Short number -> number.longValue();
      case Integer number -> number.longValue();
      case Timestamp timestamp -> timestamp.toLocalDateTime();
      case OffsetDateTime time -> time.toInstant();
      case Blob blob -> ScannedRows.binary(blob.getBytes(1, (int) blob.length()));
      case byte[] bytes -> ScannedRows.binary(bytes);
      case Array array -> {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object element : (Object[]) array.getArray()) {
          list.add(value(element, array.getBaseTypeName()));
        }
        yield list;
      }
      case Struct struct -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (Map.Entry<?, ?> field : fields(struct).entrySet()) {
          fields.put((String) field.getKey(), value(field.getValue(), ""));
        }
        yield fields;
      }
      case Map<?, ?> map -> {
        List<@Nullable Object> entries = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          Map<String, @Nullable Object> pair = new LinkedHashMap<>();
          pair.put(DataType.MapOf.KEY, value(entry.getKey(), ""));
          pair.put(DataType.MapOf.VALUE, value(entry.getValue(), ""));
          entries.add(pair);
        }
        yield entries;
      }
      default ->
          switch (type) {
            case "INTERVAL" -> interval(value.toString());
            case "JSON" -> value.toString();
            default -> value;
          };
    };
  }

  /** JDBC gives the values of a struct but not the names, which DuckDB's own class has. */
  private static Map<?, ?> fields(Struct struct) {
    try {
      return (Map<?, ?>) struct.getClass().getMethod("getMap").invoke(struct);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("DuckDB's structs have changed", e);
    }
  }

  private static String interval(String text) {
    int months = 0;
    int days = 0;
    long nanos = 0;
    Matcher part = INTERVAL_PART.matcher(text);
    while (part.find()) {
      int number = Integer.parseInt(part.group(1));
      switch (part.group(2)) {
        case "year" -> months += 12 * number;
        case "month" -> months += number;
        default -> days += number;
      }
    }
    Matcher clock = INTERVAL_CLOCK.matcher(text);
    if (clock.find()) {
      long seconds =
          Long.parseLong(clock.group(2)) * 3600
              + Long.parseLong(clock.group(3)) * 60
              + Long.parseLong(clock.group(4));
      String fraction = clock.group(5) == null ? "" : clock.group(5);
      nanos = seconds * 1_000_000_000L + Long.parseLong((fraction + "000000000").substring(0, 9));
      if (clock.group(1).equals("-")) {
        nanos = -nanos;
      }
    }
    return ScannedRows.interval(months, days, nanos);
  }

  /** Makes a table of the schema and fills it with the batches' rows; they stay the caller's. */
  public void load(String table, Schema schema, List<Batch> batches) {
    List<String> columns =
        schema.fields().stream().map(f -> quote(f.name()) + " " + sqlType(f.type())).toList();
    execute("CREATE TABLE " + quote(table) + " (" + String.join(", ", columns) + ")");
    List<List<@Nullable Object>> rows = ScannedRows.of(batches);
    for (int from = 0; from < rows.size(); from += ROWS_PER_INSERT) {
      StringBuilder sql = new StringBuilder("INSERT INTO " + quote(table) + " VALUES ");
      for (int i = from; i < Math.min(rows.size(), from + ROWS_PER_INSERT); i++) {
        sql.append(i == from ? "(" : ", (");
        for (int c = 0; c < schema.size(); c++) {
          sql.append(c == 0 ? "" : ", ")
              .append(literal(rows.get(i).get(c), schema.field(c).type()));
        }
        sql.append(")");
      }
      execute(sql.toString());
    }
  }

  /** Returns a name in quotes. */
  public static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns DuckDB's name of a type. */
  public static String sqlType(DataType type) {
    return switch (type) {
      case DataType.Binary _ -> "BLOB";
      case DataType.Timestamp t when t.unit() == TimestampUnit.NANOS -> "TIMESTAMP_NS";
      default -> type.sqlName();
    };
  }

  /** Returns a value in the form of {@link ScannedRows} as a literal of DuckDB's SQL. */
  public static String literal(@Nullable Object value, DataType type) {
    String text =
        switch (value) {
          case null -> "NULL";
          case Boolean _, Long _, BigDecimal _ -> value.toString();
          default ->
              switch (type) {
                case DataType.Binary _ -> binaryLiteral(value.toString());
                case DataType.Interval _ -> intervalLiteral(value.toString());
                case DataType.Str _, DataType.Enumeration _ -> textLiteral(value.toString());
                default -> "'" + value + "'";
              };
        };
    return "CAST(" + text + " AS " + sqlType(type) + ")";
  }

  private static String binaryLiteral(String hex) {
    return "unhex('" + hex.substring(2) + "')";
  }

  private static String textLiteral(String text) {
    String quoted = "'" + text.replace("'", "''") + "'";
    return text.indexOf('\0') < 0 ? quoted : quoted.replace("\0", "' || chr(0) || '");
  }

  private static String intervalLiteral(String text) {
    String[] words = text.split(" ");
    return "(to_months(%s) + to_days(%s) + to_microseconds(%d))"
        .formatted(words[0], words[2], Long.parseLong(words[4]) / 1000);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot close DuckDB", e);
    }
  }
}
