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
              List.of("v::blob::uuid", "v || '!'", "v::varchar", "concat(v, w)")));

  /** Returns a value as a cast of text. */
  String cast(int index) {
    return quoted(index) + "::" + name;
  }

  /** Returns the text of a value in quotes. */
  String quoted(int index) {
    return "'" + texts.get(index).replace("'", "''") + "'";
  }
}
