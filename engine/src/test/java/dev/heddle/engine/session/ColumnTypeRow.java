package dev.heddle.engine.session;

import dev.heddle.frame.schema.DataType;
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

  /** Returns a value as a cast of text. */
  String cast(int index) {
    return quoted(index) + "::" + name;
  }

  /** Returns the text of a value in quotes. */
  String quoted(int index) {
    return "'" + texts.get(index).replace("'", "''") + "'";
  }
}
