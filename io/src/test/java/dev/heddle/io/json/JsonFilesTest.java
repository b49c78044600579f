package dev.heddle.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFilesTest {
  private static final int SEEDS = 200;

  @TempDir Path folder;

  private Table open(String text) throws IOException {
    return open(text, JsonReadOptions.DEFAULT, Integer.MAX_VALUE);
  }

  private Table open(String text, JsonReadOptions options, int blockBytes) throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), text, StandardCharsets.UTF_8);
    return DatasetTables.open(
        new JsonFormat(options, ZoneOffset.UTC, blockBytes),
        List.of(file.toString()),
        DatasetOptions.DEFAULT);
  }

  private String read(String text, JsonReadOptions options, int blockBytes) throws IOException {
    try {
      Table table = open(text, options, blockBytes);
      return table.schema() + "\n" + Scans.rows(table);
    } catch (HeddleException e) {
      return e.getMessage();
    }
  }

  @Test
  void infersColumnsAndTypes() throws IOException {
    Table table =
        open(
            """
            {"i": 1, "d": 1, "t": "x", "b": true, "day": "2024-02-29", "at": "2024-02-29 10:00:00"}
            {"d": 2.5, "i": null, "z": "2024-02-29T10:00:00Z", "big": 12345678901234567890}

            {"mixed": 1, "none": null, "l": [1, 2.5, null], "s": {"p": 1, "q": {"r": ["x"]}}}
            {"mixed": {"k": ["v", 1e2]}, "l": [], "s": {"q": null, "p": 2, "u": false}}
            """);
    assertThat(table.schema().fields().stream().map(f -> f.name() + " " + f.type().sqlName()))
        .containsExactly(
            "i BIGINT",
            "d DOUBLE",
            "t VARCHAR",
            "b BOOLEAN",
            "day DATE",
            "at TIMESTAMP",
            "z TIMESTAMP WITH TIME ZONE",
            "big HUGEINT",
            "mixed JSON",
            "none VARCHAR",
            "l " + new DataType.ListOf(DataType.FLOAT64).sqlName(),
            "s " + table.schema().field(11).type().sqlName());
    assertThat(Scans.rows(table).stream().map(Object::toString))
        .containsExactly(
            "[1, 1.0, x, true, 2024-02-29, 2024-02-29T10:00, null, null, null, null, null, null]",
            "[null, 2.5, null, null, null, null, 2024-02-29T10:00:00Z, 12345678901234567890, null,"
                + " null, null, null]",
            "[null, null, null, null, null, null, null, null, 1, null, [1.0, 2.5, null],"
                + " {p=1, q={r=[x]}, u=null}]",
            "[null, null, null, null, null, null, null, null, {\"k\":[\"v\",1e2]}, null, [],"
                + " {p=2, q=null, u=false}]");
  }

  @Test
  void readsAnArrayOfObjects() throws IOException {
    assertThat(Scans.rows(open("\uFEFF [ {\"a\": 1},\n {\"a\"\n: 2} ]\n")).toString())
        .isEqualTo("[[1], [2]]");
    assertThat(read("[{\"a\": 1}, {\"a\": ", JsonReadOptions.DEFAULT, 10))
        .contains("the file ends within the array");
    assertThat(read("[{\"a\": 1}, 5]", JsonReadOptions.DEFAULT, 10))
        .contains("a.json, line 1, character 12: a value is no object");
    StringBuilder large = new StringBuilder("[");
    for (int i = 0; i < 20_000; i++) {
      large.append(i == 0 ? "" : ",").append("{\"a\": ").append(i).append(", \"b\": \"é\"}");
    }
    assertThat(Scans.rows(open(large + "]"))).hasSize(20_000).endsWith(List.of(19_999L, "é"));
  }

  @Test
  void badLinesAreSkippedCollectedOrErrors() throws IOException {
    String text =
        "{\"a\": 1, \"l\": [1]}\n"
            + "{\"a\": 2, \"l\": [1, {\"x\n"
            + "{\"a\": \"x\", \"l\": [3]}\n"
            + "[1]\n"
            + "{\"a\": 4} {\"a\": 5}\n"
            + "{\"a\": 6, \"l\": [7, \"y\"]}\n"
            + "{\"a\": 8, \"l\": [9]}";
    JsonReadOptions options =
        JsonReadOptions.DEFAULT.withSchema(
            Schema.of(
                Field.of("a", DataType.INT64), Field.of("l", new DataType.ListOf(DataType.INT32))));
    assertThat(read(text, options, 10)).contains("a.json, line 2, column l: \"{\" is no INTEGER");
    assertThat(read(text, options.withBadRows(BadRows.SKIP), 10))
        .endsWith("\n[[1, [1]], [8, [9]]]");
    assertThat(
            Scans.rows(open(text, options.withBadRows(BadRows.collectInto("bad")), 10)).toString())
        .isEqualTo(
            "[[1, [1], null], [2, [1, null], {\"a\": 2, \"l\": [1, {\"x],"
                + " [null, [3], {\"a\": \"x\", \"l\": [3]}], [null, null, [1]],"
                + " [4, null, {\"a\": 4} {\"a\": 5}],"
                + " [6, [7, null], {\"a\": 6, \"l\": [7, \"y\"]}], [8, [9], null]]");
    assertThat(read("{\"a\": 1}\n{\"a\": 1.5}\n", options, 10))
        .contains("a.json, line 2, column a: \"1.5\" is no BIGINT");
    assertThat(read("{\"a\": 1}\n{\"b\": {\"c\": [1\n", JsonReadOptions.DEFAULT, 1000))
        .contains(
            "a.json, line 2, character 1: the line ends within a value; write one object a"
                + " line");
    assertThatThrownBy(() -> open("\n"))
        .hasMessageContaining("it has no object with a key; state a schema");
  }

  @Test
  void readsMapsAndNestedTypesThatAreStated() throws IOException {
    DataType map = new DataType.MapOf(DataType.STRING, new DataType.Decimal(5, 2));
    JsonReadOptions options =
        JsonReadOptions.DEFAULT.withSchema(
            Schema.of(Field.of("m", map), Field.of("d", new DataType.ListOf(DataType.DATE))));
    assertThat(
            Scans.rows(
                    open(
                        "{\"d\": [\"2024-01-31\"], \"m\": {\"x\": 1.5, \"y\": null}}\n",
                        options,
                        99))
                .toString())
        .isEqualTo("[[[{key=x, value=1.50}, {key=y, value=null}], [2024-01-31]]]");
  }

  @Test
  void smallBlocksGiveTheRowsOfTheWholeFile() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
      int lines = random.nextInt(30);
      for (int i = 0; i < lines; i++) {
        text.append(line(random)).append(i == lines - 1 && random.nextBoolean() ? "" : "\n");
      }
      JsonReadOptions options =
          switch (random.nextInt(3)) {
            case 0 -> JsonReadOptions.DEFAULT;
            case 1 -> JsonReadOptions.DEFAULT.withBadRows(BadRows.SKIP).withSampleRows(2);
            default -> JsonReadOptions.DEFAULT.withBadRows(BadRows.collectInto("bad"));
          };
      int blockBytes = 1 + random.nextInt(50);
      assertThat(read(text.toString(), options, blockBytes))
          .as("seed %s, blocks of %s bytes, %s\n%s", seed, blockBytes, options, text)
          .isEqualTo(read(text.toString(), options, Integer.MAX_VALUE));
    }
  }

  private static String line(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> "{\"a\": \"two\\nlines\", \"s\": {\"p\": [1, 2]}}";
      case 2 -> "{\"s\": {\"q\": \"日\"}, \"a\": \"\\ud83d\\ude00\"}\r";
      case 3 -> random.nextInt(3) == 0 ? "{\"a\": " : "{}";
      case 4 -> "{\"a\": \"" + "long ".repeat(random.nextInt(20)) + "\"}";
      default -> "{\"a\": " + random.nextInt(1000) + ", \"b\": " + random.nextBoolean() + "}";
    };
  }

  @Test
  void readsAllFilesInTheTypesOfTheTable() throws IOException {
    Files.writeString(folder.resolve("1.jsonl"), "{\"a\": 1.5, \"b\": \"x\", \"c\": [1]}\n");
    Files.writeString(folder.resolve("2.jsonl"), "{\"c\": null, \"a\": 2}\n");
    Files.writeString(folder.resolve("3.jsonl"), "{\"b\": 5}\n");
    Table table =
        DatasetTables.open(
            new JsonFormat(JsonReadOptions.DEFAULT, ZoneOffset.UTC),
            List.of(folder.toString()),
            DatasetOptions.DEFAULT);
    assertThat(Scans.rows(table).toString())
        .isEqualTo("[[1.5, \"x\", [1]], [2.0, null, null], [null, 5, null]]");
  }

  @Test
  void unitesTheColumnsOfTheFirstFiles() throws IOException {
    Files.writeString(folder.resolve("1.json"), "{\"s\": {\"a\": 1}, \"l\": []}");
    Files.writeString(folder.resolve("2.json"), "[]");
    Files.writeString(
        folder.resolve("3.json"), "{\"s\": {\"b\": \"x\"}, \"l\": [null], \"n\": null}");
    Files.writeString(folder.resolve("4.json"), "{\"n\": 7, \"l\": [2], \"s\": {\"a\": 0.5}}");
    for (DatasetOptions options :
        List.of(DatasetOptions.DEFAULT, DatasetOptions.DEFAULT.withUnionByName())) {
      Table table =
          DatasetTables.open(
              new JsonFormat(JsonReadOptions.DEFAULT, ZoneOffset.UTC),
              List.of(folder.toString()),
              options);
      assertThat(table.schema().fields().stream().map(f -> f.name() + " " + f.type().sqlName()))
          .containsExactly("s STRUCT(a DOUBLE, b VARCHAR)", "l BIGINT[]", "n BIGINT");
      assertThat(Scans.rows(table).toString())
          .isEqualTo(
              "[[{a=1.0, b=null}, [], null], [{a=null, b=x}, [null], null],"
                  + " [{a=0.5, b=null}, [2], 7]]");
    }
  }

  @Test
  void readsWhatDuckDbReads() throws IOException {
    Path file = folder.resolve("duck.json");
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT i AS a, i * 1.25::DOUBLE AS b, CASE WHEN i % 3 > 0 THEN 'té\"\\\\\n' || i"
              + " END AS c, DATE '1960-01-01' + i::INTEGER AS d, i % 2 = 0 AS e, TIMESTAMP"
              + " '1999-12-31 23:00:00' + to_seconds(i) AS f FROM range(9000) t(i)) TO '"
              + file
              + "' (FORMAT json)");
      Table table =
          DatasetTables.open(
              new JsonFormat(JsonReadOptions.DEFAULT, ZoneOffset.UTC, 100_000),
              List.of(file.toString()),
              DatasetOptions.DEFAULT);
      assertThat(Scans.rows(table).toString())
          .isEqualTo(duck.rows("FROM '" + file + "'").toString());
    }
  }
}
