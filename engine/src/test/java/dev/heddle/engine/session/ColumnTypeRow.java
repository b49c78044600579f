package dev.heddle.engine.session;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import java.math.BigInteger;
import java.util.List;

/**
 * What is to be known of a type for the tests of all its cells.
 *
 * @param name the name that SQL has for it here and in DuckDB
 * @param type what columns of it have
 * @param texts of values, in ascending order and different
 * @param spellings pairs of another text and the one that the value is shown as
 * @param bad a text that is none
 * @param many makes a value of each {@code i} from 0 to 300,000, nearly all of them different
 * @param expressions further ones, of columns {@code k}, {@code v} and {@code w}
 */
record ColumnTypeRow(
    String name,
    DataType type,
    List<String> texts,
    List<List<String>> spellings,
    String bad,
    String many,
    List<String> expressions) {

  static final List<ColumnTypeRow> ALL =
      List.of(
          unsigned(DataType.UINT8, "255", "256", "i % 256"),
          unsigned(DataType.UINT16, "65535", "65536", "i % 65536"),
          unsigned(DataType.UINT32, "4294967295", "4294967296", "(i * 7919) % 4294967296"),
          unsigned(
              DataType.UINT64,
              "18446744073709551615",
              "18446744073709551616",
              "18446744073709551615 - i * 7"),
          new ColumnTypeRow(
              "HUGEINT",
              DataType.INT128,
              List.of(
                  "-170141183460469231731687303715884105728",
                  "-18446744073709551616",
                  "-1",
                  "0",
                  "7",
                  "9223372036854775808",
                  "100000000000000000000000000000000000000",
                  "170141183460469231731687303715884105727"),
              List.of(
                  List.of("007", "7"),
                  List.of("+1", "1"),
                  List.of("2.5", "3"),
                  List.of("-1e3", "-1000"),
                  List.of(" 12 ", "12")),
              "170141183460469231731687303715884105728",
              "(i * 7919 - 5)::hugeint * 18446744073709551629",
              List.of(
                  "v::double, v::varchar, v::boolean, v = 7, v <> -1, k = v, w > k, -(w // 2) < v,"
                      + " v < 5.5::double",
                  "try_cast(v AS TINYINT), try_cast(v AS BIGINT), try_cast(v AS UBIGINT),"
                      + " try_cast(v AS DECIMAL(38, 0)), try_cast(v AS DECIMAL(38, 18)),"
                      + " try_cast(v AS DECIMAL(9, 2)), try_cast(v AS UTINYINT)",
                  "try_cast(v::double / 2 AS HUGEINT), try_cast(k::real + 0.5 AS HUGEINT), (k -"
                      + " 3)::hugeint, (k > 3)::hugeint, (k + 0.5)::hugeint, k::utinyint::hugeint",
                  "v = '7', v = 9223372036854775808, v IN (1, 7), v BETWEEN -1 AND"
                      + " 12345678901234567890",
                  "least(v, 3), greatest(w, 7), nullif(v, 7), CASE WHEN k > 3 THEN v ELSE 1 END",
                  "v // 2 + w // 2, v // -7, v % 7, v % -18446744073709551629, v - v, v * 0, v * 1",
                  "CASE WHEN w <> 0 THEN (v // 3) // w END, CASE WHEN w <> 0 THEN v % w END",
                  "v // 4 * 3, 3 - v // 8, -(v // 2), abs(v // 2), sign(v), v // 1e38::hugeint",
                  "v & w, v | w, xor(v, w), ~v, v & 255, v >> 3, v >> 64, v >> 127, v >> 200",
                  "CASE WHEN v > 0 AND v < 100 THEN v << 121 END, 1::hugeint << (k % 120), v ||"
                      + " 'x'",
                  "typeof(v // 2 + w // 4), typeof(v % 2), typeof(v // 2 + k), typeof(v // 2 *"
                      + " 1.5::double)",
                  "typeof(v // 9 + 1::ubigint), typeof(v % 7 + 1.50), typeof(-(v % 7)), typeof(v &"
                      + " 7)",
                  "v % 7 + 1.50, v % 7 * 1.50, v % 7 / 4::double, round(v), v % 100 + w % 100",
                  "avg(v // 8) OVER (), sum(v // 8) OVER (ORDER BY k), sum(w // 16) OVER ()",
                  "sum(v % 1000) OVER (ORDER BY k ROWS 2 PRECEDING), coalesce(v, 0), [v, 1]")),
          new ColumnTypeRow(
              "ENUM('sad', 'ok', 'it''s', 'Häppy', '', 'a')",
              new DataType.Enumeration(List.of("sad", "ok", "it's", "Häppy", "", "a")),
              List.of("sad", "ok", "it's", "Häppy", "", "a"),
              List.of(List.of("ok", "ok")),
              "sadder",
              "(CASE i % 4 WHEN 0 THEN 'sad' WHEN 1 THEN 'a' WHEN 2 THEN 'ok' ELSE '' END)"
                  + "::ENUM('sad', 'ok', 'it''s', 'Häppy', '', 'a')",
              List.of(
                  "v || '!', upper(v::varchar), length(v), concat(v, w), v::varchar = 'ok'",
                  "v = 'ok', v > 'ok', 'ok' <= v, v IN ('ok', 'a'), v BETWEEN 'ok' AND 'a'",
                  "coalesce(v, 'a'), CASE WHEN v = w THEN v ELSE 'a' END, nullif(v, 'ok')",
                  "v LIKE '%a%', v::varchar < w::varchar, v::ENUM('a', 'sad', 'ok', '', 'it''s',"
                      + " 'Häppy')",
                  "try_cast(v AS ENUM('ok', 'a')), try_cast(v AS INTEGER)")),
          new ColumnTypeRow(
              "INTERVAL",
              DataType.INTERVAL,
              List.of(
                  "00:00:00",
                  "00:00:00.001",
                  "23:59:59.999",
                  "1 day 03:04:05",
                  "29 days",
                  "1 month 1 day",
                  "3 years 2 months 4 days"),
              List.of(
                  List.of("1 year 2 mons", "1 year 2 months"),
                  List.of("90 minutes", "01:30:00"),
                  List.of("2 weeks", "14 days"),
                  List.of("3 hours ago", "-03:00:00")),
              "1 fortnightly",
              "to_microseconds(i * 7919)",
              List.of(
                  "v + w, v - w, v * 2, -v, v - w < w, -v <= w - v, timestamp '2024-01-31 10:00:00'"
                      + " + v, timestamp '2024-03-31' - v",
                  "epoch(v), epoch_ms(v), epoch_us(v), v IN ('1 day'::interval, '29 days')",
                  "v = '30 days', v::varchar, v || '!', v > '1 day'::interval, interval (k) days",
                  "interval (k + 1) hour, interval (k % 3) months, [v, w]::varchar")),
          new ColumnTypeRow(
              "UUID",
              DataType.UUID,
              List.of(
                  "00000000-0000-0000-0000-000000000000",
                  "00000000-0000-0000-0000-000000000001",
                  "00000000-0000-0000-ffff-ffffffffffff",
                  "7fffffff-ffff-ffff-ffff-ffffffffffff",
                  "80000000-0000-0000-0000-000000000000",
                  "c56a4180-65aa-42ec-a945-5fd21dec0538",
                  "ffffffff-ffff-ffff-ffff-ffffffffffff"),
              List.of(
                  List.of(
                      "{C56A4180-65AA-42EC-A945-5FD21DEC0538}",
                      "c56a4180-65aa-42ec-a945-5fd21dec0538"),
                  List.of(
                      "00000000000000000000000000000001", "00000000-0000-0000-0000-000000000001"),
                  List.of(
                      "7fff-ffff-ffff-ffff-ffff-ffff-ffff-ffff",
                      "7fffffff-ffff-ffff-ffff-ffffffffffff")),
              "c56a4180-65aa-42ec-a945-5fd21dec053",
              "md5(i::varchar)::uuid",
              List.of("v::blob::uuid", "v || '!'", "v::varchar", "concat(v, w)")),
          new ColumnTypeRow(
              "JSON",
              DataType.JSON,
              List.of(
                  "\"B\"",
                  "\"a\\nä'\"",
                  "-1",
                  "7",
                  "[1,[2],null]",
                  "true",
                  "{\"a\":1,\"b\":{\"c\":\"x y\"},\"é.\":[]}"),
              List.of(
                  List.of(" { \"a\" : [1, 2] } ", " { \"a\" : [1, 2] } "), List.of("null", "null")),
              "{\"a\": 1",
              "('{\"a\":' || i || '}')::json",
              List.of(
                  "v -> 'a', v ->> 'a', v -> 0, v ->> 1, v -> -1, v -> '$.b.c', v ->> '$.b.c'",
                  "v ->> 'a' = '1', v -> 'b' -> 'c', v -> 'b' ->> 'c', upper(v ->> 'b')",
                  "v -> '/b/c', v -> '/1/0', v -> '$[1][0]', v -> '$[#-2]', v -> '$.\"é.\"'",
                  "v -> '$.*', v ->> '$[*]', json_extract(v, '$.b.*')",
                  "json_extract(v, 'a'), json_extract_string(v, 'b'), json_exists(v, 'b')",
                  "json_type(v), json_type(v, 'b'), json_array_length(v), json_keys(v)",
                  "json_array_length(v, 'é.'), json_keys(v, 'b'), json_valid(v)",
                  "json_valid(v || '}'), json(v), to_json(v), to_json(k), to_json([v, w])",
                  "json_extract('{\"a\":[1,\"x\"]}', '$.a[1]'), json_type('1.5')",
                  "v || '!', v::varchar, length(v), [k]::json, {'k': k, 'v': v}::json",
                  "to_json(v::varchar), to_json(date '2024-01-02'), to_json({'a': [k, null]})",
                  "try_cast(CASE WHEN json_type(v) <> 'BOOLEAN' THEN v END AS INTEGER)",
                  "try_cast(CASE WHEN json_type(v) <> 'BOOLEAN' THEN v END AS DOUBLE)",
                  "try_cast(CASE WHEN json_type(v) = 'BOOLEAN' THEN v END AS BOOLEAN)",
                  "list_transform([v, w], lambda x: x -> 'a')")));

  private static ColumnTypeRow unsigned(
      DataType.Unsigned type, String largest, String tooLarge, String many) {
    String half = new BigInteger(largest).shiftRight(1).toString();
    String name = type.sqlName();
    return new ColumnTypeRow(
        name,
        type,
        List.of("0", "1", "7", half, new BigInteger(half).add(BigInteger.ONE).toString(), largest),
        List.of(List.of("007", "7"), List.of("+1", "1")),
        tooLarge,
        "(" + many + ")::" + name,
        List.of(
            "v::double, v::decimal(20, 0), v::varchar, v::boolean, v = 7, v <> -1, v < 5.5",
            "try_cast(v AS TINYINT), try_cast(v AS BIGINT), try_cast(v AS UTINYINT)",
            "try_cast(k - 3 AS " + name + "), try_cast(k::double AS " + name + "), k = v, w > k",
            "coalesce(v, 0), v IN (1, 7), v BETWEEN 1 AND 200, [v, 1], v || 'x', v::ubigint",
            "least(v, 3), greatest(w, 7), nullif(v, 7), CASE WHEN k > 3 THEN v ELSE 1 END",
            "CASE WHEN v < 8 THEN v + 1 END, CASE WHEN v < 8 THEN v * v END, v - v, v // 7, v % 7",
            "CASE WHEN w > 0 THEN v // w END, CASE WHEN w > 0 THEN v % w END, abs(v), v + NULL",
            "CASE WHEN v >= w THEN v - w END, CASE WHEN v < 8 THEN 3 * v END, avg(v) OVER ()",
            "typeof(v // 2), typeof(v - v), typeof(CASE WHEN v < 8 THEN 2 * v END), typeof(v % 2)",
            "typeof(v + 0::utinyint), typeof(v + 0::uinteger), typeof(v + 0::ubigint)"));
  }

  /** Returns whether values have the name in front, and files the type. */
  boolean isNamed() {
    return !(type instanceof DataType.Enumeration);
  }

  /** Returns the type that columns of files without labels have. */
  DataType fileType() {
    return isNamed() ? type : DataType.STRING;
  }

  /** Returns whether lists of values are sorted. */
  boolean isSorted() {
    return TypeCoercion.isOrdered(type);
  }

  /** Returns whether DuckDB keeps values of the type exactly in Parquet files. */
  boolean isExactInParquetOfDuckDb() {
    return !(type instanceof DataType.Int128);
  }

  /** Returns the name inside of single quotes. */
  String inText() {
    return name.replace("'", "''");
  }

  /** Returns a value as a cast of text. */
  String cast(int index) {
    return quoted(index) + "::" + name;
  }

  /** Returns the text of a value in quotes. */
  String quoted(int index) {
    return "'" + texts.get(index).replace("'", "''") + "'";
  }
}
