package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads random rows of all plain types as DuckDB's driver reads them. */
class DuckDbOracleTest {
  private static final int ROWS = 200;

  /** Reads a value. */
  private interface Getter {
    @Nullable Object get(ResultSet row, int column) throws SQLException;
  }

  /** A type with random literals of it and how both drivers read it. */
  private record Column(String type, Literals literals, List<Getter> getters) {}

  /** Makes literals. */
  private interface Literals {
    String next(Random random);
  }

  private static final Getter TEXT = ResultSet::getString;
  private static final Getter LONG = ResultSet::getLong;
  private static final Getter INT = ResultSet::getInt;
  private static final Getter DOUBLE = // DuckDB reads null as NaN
      (row, column) -> row.getObject(column) == null ? null : row.getDouble(column);
  private static final Getter FLOAT =
      (row, column) -> row.getObject(column) == null ? null : row.getFloat(column);
  private static final Getter DECIMAL =
      (row, column) -> {
        BigDecimal value = row.getBigDecimal(column);
        return value == null ? null : value.stripTrailingZeros();
      };
  private static final Getter BOOLEAN = ResultSet::getBoolean;
  private static final Getter NULL =
      (row, column) -> {
        boolean isNull = row.getObject(column) == null;
        return isNull + " " + row.wasNull();
      };

  private static final List<Column> COLUMNS =
      List.of(
          new Column("boolean", r -> r.nextBoolean() + "", List.of(BOOLEAN, TEXT, NULL)),
          new Column(
              "tinyint",
              r -> "" + (r.nextInt(256) - 128),
              List.of(TEXT, LONG, INT, ResultSet::getByte, ResultSet::getShort, NULL)),
          new Column(
              "smallint",
              r -> "" + (short) r.nextInt(),
              List.of(TEXT, LONG, INT, ResultSet::getShort, NULL)),
          new Column("integer", r -> "" + r.nextInt(), List.of(TEXT, LONG, INT, DOUBLE, NULL)),
          new Column("bigint", r -> "" + r.nextLong(), List.of(TEXT, LONG, DECIMAL, NULL)),
          new Column("real", r -> "" + r.nextFloat() * 1e3f, List.of(FLOAT, NULL)),
          new Column("double", r -> "" + r.nextGaussian() * 1e9, List.of(DOUBLE, NULL)),
          new Column(
              "decimal(9, 2)",
              r -> BigDecimal.valueOf(r.nextInt(1_000_000_000) - 500_000_000, 2) + "",
              List.of(TEXT, DECIMAL, NULL)),
          new Column(
              "decimal(38, 10)",
              r -> new BigDecimal(new BigInteger(120, r), 10).negate() + "",
              List.of(TEXT, DECIMAL, NULL)),
          new Column("varchar", DuckDbOracleTest::text, List.of(TEXT, NULL)),
          new Column(
              "date",
              r -> LocalDate.ofEpochDay(r.nextInt(60_000) - 20_000) + "",
              List.of(
                  TEXT,
                  ResultSet::getDate,
                  (row, column) -> row.getObject(column, LocalDate.class),
                  NULL)),
          new Column(
              "time",
              r -> LocalTime.ofNanoOfDay(r.nextLong(86_400_000_000L) * 1_000) + "",
              List.of((row, column) -> row.getObject(column, LocalTime.class), NULL)),
          new Column(
              "timestamp",
              r ->
                  LocalDateTime.of(2000, 1, 1, 0, 0)
                          .plusNanos((r.nextLong() >> 8) / 1_000_000 * 1_000_000)
                      + "",
              List.of(
                  ResultSet::getTimestamp,
                  (row, column) -> row.getObject(column, LocalDateTime.class),
                  NULL)));

  private static String text(Random random) {
    return random
        .ints(random.nextInt(20), 32, 0x2FF)
        .filter(c -> c != '\'' && Character.isDefined(c) && !Character.isISOControl(c))
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private static String query(Random random) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      List<String> values = new ArrayList<>();
      values.add("" + i);
      for (Column column : COLUMNS) {
        String literal = random.nextInt(8) == 0 ? "null" : "'" + column.literals.next(random) + "'";
        values.add("cast(" + literal + " as " + column.type + ")");
      }
      rows.add("select " + String.join(", ", values));
    }
    return "select * from (" + String.join(" union all ", rows) + ") t order by 1";
  }

  @Test
  void readsWhatDuckDbReads() throws SQLException {
    long seed = Long.getLong("heddle.seed", 20_25L);
    String query = query(new Random(seed));
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    try (Connection heddle = DriverManager.getConnection("jdbc:heddle:?threads=1");
        Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement ours = heddle.createStatement();
        Statement theirs = duck.createStatement();
        ResultSet own = ours.executeQuery(query);
        ResultSet wanted = theirs.executeQuery(query)) {
      while (wanted.next()) {
        assertThat(own.next()).isTrue();
        for (int i = 0; i < COLUMNS.size(); i++) {
          for (Getter getter : COLUMNS.get(i).getters) {
            String found = "" + getter.get(own, i + 2);
            String expected = "" + getter.get(wanted, i + 2);
            compared++;
            if (!found.equals(expected)) {
              wrong.add(COLUMNS.get(i).type + ": " + found + ", not " + expected);
            }
          }
        }
      }
      assertThat(own.next()).isFalse();
    }
    assertThat(wrong).as("seed %d", seed).isEmpty();
    assertThat(compared).isGreaterThan(ROWS * 30);
  }
}
