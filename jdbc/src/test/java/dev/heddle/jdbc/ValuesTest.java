package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.schema.CalendarInterval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the getters give of each type. */
class ValuesTest {
  private static final List<Class<?>> CLASSES =
      List.of(
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          String.class,
          byte[].class,
          UUID.class,
          Date.class,
          Time.class,
          Timestamp.class,
          java.util.Date.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          Instant.class,
          Duration.class,
          CalendarInterval.class,
          Array.class,
          Struct.class,
          List.class,
          Map.class);

  private static final String NUMBERS =
      "Boolean Byte Short Integer Long Float Double BigDecimal BigInteger String";
  private static final String TIMES =
      "String Date Time Timestamp Date LocalDate LocalTime LocalDateTime OffsetDateTime"
          + " ZonedDateTime Instant";

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private ResultSet row(String select) throws SQLException {
    ResultSet rows = statement.executeQuery("select " + select);
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void hugeIntegersAreBigIntegers() throws SQLException {
    BigInteger largest = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
    try (ResultSet row = row(largest + " as x, -5::hugeint as y, null::hugeint as z")) {
      assertThat(row.getObject(1)).isEqualTo(largest);
      assertThat(row.getObject(2)).isEqualTo(BigInteger.valueOf(-5));
      assertThat(row.getObject(3)).isNull();
      assertThat(row.getBigDecimal(1)).isEqualTo(new BigDecimal(largest));
      assertThat(row.getString(1)).isEqualTo(largest.toString());
      assertThat(row.getLong(2)).isEqualTo(-5);
      assertThat(row.getMetaData().getColumnType(1)).isEqualTo(Types.NUMERIC);
      assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo("HUGEINT");
      assertThat(row.getMetaData().getColumnClassName(1)).isEqualTo("java.math.BigInteger");
      assertThat(row.getMetaData().getPrecision(1)).isEqualTo(39);
      assertThat(row.getMetaData().isSigned(1)).isTrue();
      assertState("22003", () -> row.getLong(1));
    }
  }

  /** Which classes each type becomes; all others fail with 07006. */
  @Test
  void eachTypeBecomesItsClasses() throws SQLException {
    Map<String, String> wanted = new TreeMap<>();
    wanted.put("true", NUMBERS);
    wanted.put("cast(1 as tinyint)", NUMBERS);
    wanted.put("cast(1 as smallint)", NUMBERS);
    wanted.put("cast(1 as integer)", NUMBERS);
    wanted.put("cast(1 as bigint)", NUMBERS);
    wanted.put("cast(1 as hugeint)", NUMBERS);
    wanted.put("cast(1 as real)", NUMBERS);
    wanted.put("cast(1 as double)", NUMBERS);
    wanted.put("cast(1.5 as decimal(9, 2))", NUMBERS);
    wanted.put("x'0102'", "String byte[]");
    wanted.put("uuid '00000000-0000-0001-0000-000000000002'", "String UUID");
    wanted.put("date '2020-01-02'", TIMES.replace(" Time ", " ").replace(" LocalTime", ""));
    wanted.put("time '01:02:03'", "String Time LocalTime");
    wanted.put("timestamp '2020-01-02 03:04:05'", TIMES);
    wanted.put("cast('2020-01-02 03:04:05Z' as timestamp with time zone)", TIMES);
    wanted.put("interval '3' day", "String Duration CalendarInterval");
    wanted.put("[1, 2]", "String Array List");
    wanted.put("struct_pack(a := 1)", "String Struct Map");
    wanted.put("map(['a'], [1])", "String Map");
    Map<String, String> found = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    for (String type : wanted.keySet()) {
      try (ResultSet row = row(type)) {
        List<String> names = new ArrayList<>();
        for (Class<?> wantedClass : CLASSES) {
          try {
            Object value = row.getObject(1, wantedClass);
            assertThat(value).as("%s as %s", type, wantedClass).isInstanceOf(wantedClass);
            names.add(wantedClass.getSimpleName());
          } catch (SQLException e) {
            if (!e.getSQLState().equals("07006")) {
              wrong.add(type + " as " + wantedClass + ": " + e);
            }
          }
        }
        found.put(type, String.join(" ", names));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(found).isEqualTo(wanted);
  }

  @Test
  void theClassOfAColumnIsThatOfItsObjects() throws SQLException {
    String all =
        "true, cast(1 as tinyint), cast(1 as smallint), 1, cast(1 as bigint), cast(1 as real),"
            + " cast(1 as double), 1.5, 'x', x'01', date '2020-01-02', time '01:02:03',"
            + " timestamp '2020-01-02 03:04:05',"
            + " cast('2020-01-02 03:04:05Z' as timestamp with time zone), interval '3' day, [1],"
            + " struct_pack(a := 1), map(['a'], [1]), json '[1]',"
            + " uuid '00000000-0000-0001-0000-000000000002'";
    try (ResultSet row = row(all)) {
      ResultSetMetaData columns = row.getMetaData();
      List<String> wrong = new ArrayList<>();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        Object value = row.getObject(i);
        if (!Class.forName(columns.getColumnClassName(i)).isInstance(value)) {
          wrong.add(columns.getColumnTypeName(i) + " gave " + value.getClass());
        }
        assertThat(row.getString(i).length()).isLessThanOrEqualTo(columns.getColumnDisplaySize(i));
      }
      assertThat(wrong).isEmpty();
      assertThat(columns.getColumnCount()).isEqualTo(20);
      assertThat(columns.getColumnType(14)).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatAChangeReturnsHasAnyType() throws SQLException {
    List<String> values =
        List.of(
            "cast(1 as tinyint)",
            "cast(1.5 as real)",
            "2.5::double",
            "1.25",
            "x'01'",
            "date '2020-01-02'",
            "time '01:02:03.5'",
            "timestamp '2020-01-02 03:04:05'",
            "interval '3' day",
            "[a, null]",
            "{'k': a, 'l': [1]}",
            "map(['a'], [a])",
            "json '[1]'",
            "uuid '00000000-0000-0001-0000-000000000002'");
    statement.execute("create table changed (a integer)");
    String all = String.join(", ", values);
    String wanted;
    try (ResultSet rows = statement.executeQuery("select " + all + " from (values (7)) t(a)")) {
      wanted = texts(rows);
    }
    for (String change :
        List.of(
            "insert into changed values (7)",
            "update changed set a = 7",
            "delete from changed where a = 7")) {
      try (ResultSet rows = statement.executeQuery(change + " returning " + all)) {
        assertThat(texts(rows)).as(change).isEqualTo(wanted);
      }
    }
  }

  private static String texts(ResultSet rows) throws SQLException {
    List<String> texts = new ArrayList<>();
    while (rows.next()) {
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        texts.add(rows.getMetaData().getColumnTypeName(i) + " " + rows.getString(i));
      }
    }
    return String.join("\n", texts);
  }

  private static void assertState(
      String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Cannot read")
        .extracting("SQLState")
        .isEqualTo(state);
  }

  @Test
  void refusesNumbersThatDoNotFit() throws SQLException {
    try (ResultSet row =
        row(
            "300, 40000, 3000000000, cast(1e300 as double), cast('nan' as double),"
                + " cast('99999999999999999999' as decimal(38, 0)), 'abc', '1e999999999', -1.9,"
                + " '12', cast(1e30 as double)")) {
      assertState("22003", () -> row.getByte(1));
      assertState("22003", () -> row.getShort(2));
      assertState("22003", () -> row.getInt(3));
      assertState("22003", () -> row.getLong(4));
      assertState("22003", () -> row.getFloat(4));
      assertState("22003", () -> row.getInt(5));
      assertState("22003", () -> row.getBigDecimal(5));
      assertState("22003", () -> row.getLong(6));
      assertState("22003", () -> row.getObject(6, Long.class));
      assertState("22018", () -> row.getInt(7));
      assertState("22018", () -> row.getDouble(7));
      assertState("22018", () -> row.getBoolean(7));
      assertState("22018", () -> row.getObject(7, UUID.class));
      assertState("22007", () -> row.getDate(7));
      assertState("22007", () -> row.getTimestamp(7));
      assertState("22003", () -> row.getLong(8));
      assertState("22003", () -> row.getObject(8, BigInteger.class));
      assertState("07006", () -> row.getDate(1));
      assertState("07009", () -> row.getInt(12));
      assertState("07009", () -> row.getInt(0));
      assertThat(row.getInt(9)).isEqualTo(-1);
      assertThat(row.getInt(10)).isEqualTo(12);
      assertThat(row.getShort(1)).isEqualTo((short) 300);
      assertThat(row.getObject(11, BigInteger.class)).isEqualTo(BigInteger.TEN.pow(30));
    }
  }

  @Test
  void tellsNulls() throws SQLException {
    try (ResultSet row = row("cast(null as integer) as i, null as n, 0 as z, [1, null] as l")) {
      assertThat(row.getInt("i")).isZero();
      assertThat(row.wasNull()).isTrue();
      assertThat(row.getInt("z")).isZero();
      assertThat(row.wasNull()).isFalse();
      for (Class<?> each : CLASSES) {
        assertThat((@Nullable Object) row.getObject("i", each)).isNull();
      }
      assertThat(row.getObject("n")).isNull();
      assertThat(row.getString("n")).isNull();
      assertThat(row.getDate("i")).isNull();
      assertThat(row.getBytes("n")).isNull();
      assertThat(row.getBoolean("n")).isFalse();
      assertThat((Integer[]) row.getArray("l").getArray()).containsExactly(1, null);
    }
  }

  @Test
  void findsLabelsWithoutCaseAndTheFirst() throws SQLException {
    try (ResultSet row = row("1 as Abc, 2 as \"abc\", 3 as x")) {
      assertThat(row.getInt("ABC")).isEqualTo(1);
      assertThat(row.findColumn("X")).isEqualTo(3);
      assertThatThrownBy(() -> row.getInt("y"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("no column \"y\" in [Abc, abc, x]")
          .extracting("SQLState")
          .isEqualTo("42703");
    }
  }

  @Test
  void keepsPartsOfSecondsAndZones() throws SQLException {
    try (ResultSet row =
        row(
            "timestamp '2020-07-02 03:04:05.123456', time '01:02:03.123456',"
                + " cast('2020-07-02 03:04:05.123456Z' as timestamp with time zone),"
                + " '2020-07-02 03:04:05+02'")) {
      assertThat(row.getTimestamp(1).getNanos()).isEqualTo(123_456_000);
      assertThat(row.getObject(2, LocalTime.class)).isEqualTo(LocalTime.parse("01:02:03.123456"));
      assertThat(row.getString(2)).isEqualTo("01:02:03.123456");
      assertThat(row.getString(3)).isEqualTo("2020-07-02 03:04:05.123456+00:00");
      assertThat(row.getTimestamp(3).toInstant())
          .isEqualTo(Instant.parse("2020-07-02T03:04:05.123456Z"));
      assertThat(row.getObject(4, Instant.class)).isEqualTo(Instant.parse("2020-07-02T01:04:05Z"));
      Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
      assertThat(row.getTimestamp(1, tokyo).toInstant())
          .isEqualTo(Instant.parse("2020-07-01T18:04:05.123456Z"));
      assertThat(row.getDate(1, tokyo).getTime())
          .isEqualTo(Instant.parse("2020-07-01T15:00:00Z").toEpochMilli());
    }
  }

  @Test
  void readsNestedValuesAndStreams() throws Exception {
    try (ResultSet row =
        row(
            "struct_pack(a := 1, b := [struct_pack(c := date '2020-01-02')]) as s,"
                + " [[1], [2, 3]] as l, map(['k'], [1.5]) as m, 'grün' as t, x'0a0b' as b")) {
      Struct struct = (Struct) row.getObject("s");
      assertThat(struct.getSQLTypeName()).startsWith("STRUCT(a INTEGER");
      assertThat(struct.getAttributes()[0]).isEqualTo(1);
      Object[] inner = (Object[]) ((Array) struct.getAttributes()[1]).getArray();
      assertThat(((Struct) inner[0]).getAttributes()).containsExactly(Date.valueOf("2020-01-02"));
      assertThat(row.getString("s")).isEqualTo("{a: 1, b: [{c: 2020-01-02}]}");
      Array[] lists = (Array[]) row.getArray("l").getArray();
      assertThat((Integer[]) lists[1].getArray(2, 1)).containsExactly(3);
      assertThat(lists[0].getBaseType()).isEqualTo(Types.INTEGER);
      assertThat(row.getObject("m", Map.class)).hasToString("{k=1.5}");
      assertThat(row.getCharacterStream("t").readAllAsString()).isEqualTo("grün");
      assertThat(row.getBinaryStream("b").readAllBytes()).containsExactly(10, 11);
      assertThat(row.getBytes("t")).isEqualTo("grün".getBytes(StandardCharsets.UTF_8));
      assertThat(row.getClob("t").getSubString(1, 2)).isEqualTo("gr");
      assertThat(row.getBlob("b").getBytes(1, 2)).containsExactly(10, 11);
    }
  }
}
