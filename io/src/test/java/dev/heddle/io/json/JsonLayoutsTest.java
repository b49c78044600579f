package dev.heddle.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in which values follow each other in many ways, beside what DuckDB reads of them. */
class JsonLayoutsTest {
  private static final int SEEDS = 200;

  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }

  private static Table open(Path file, JsonReadOptions options, int blockBytes) {
    return DatasetTables.open(
        new JsonFormat(options, ZoneOffset.UTC, blockBytes),
        List.of(file.toString()),
        DatasetOptions.DEFAULT);
  }

  private static String read(Path file, JsonReadOptions options, int blockBytes) {
    try {
      Table table = open(file, options, blockBytes);
      return table.schema() + "\n" + Scans.rows(table);
    } catch (HeddleException e) {
      return e.getMessage();
    }
  }

  private String rows(String text, JsonLayout layout) throws IOException {
    Path file = file("a.json", text);
    return Scans.rows(open(file, JsonReadOptions.DEFAULT.withLayout(layout), 16)).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  }\n}\n",
        "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n",
        "\n{\n\n \"a\":\n 1\n\n}\n\n{ \"a\"\n:2}",
        "{\"a\":1}{\"a\":2} {\"a\":3}\n",
        "[{\"a\":1},{\"a\":2}]",
        "[\n {\n \"a\":1\n },\n {\"a\":2}\n]\n",
        "\uFEFF{\"a\":1}\n{\"a\":2}\n",
        "\n\n{\"a\":1}\n\n  \n{\"a\":2}\n\n",
        "{\"a\":1}\r\n{\"a\":2}\r\n",
        "{\"a\":1}\r{\"a\":2}\r",
        "{\r\n\"a\":1\r\n}\r\n{\"a\":2}",
        "{\"a\":1}\n{\"a\":2,\"b\":3}\n",
        "{\"a\":1}\nnull\n{\"a\":2}",
        "[{\"a\":1},null]",
        "{}\n{\"a\":1}\n",
        "{\"a\":NaN,\"b\":Infinity,\"c\":-Infinity}\n",
        "{\"a\":1e400}\n{\"a\":-1e400}",
        "{\"a\":0.1234567890123456789012345678901234567890}\n",
        "{\"a\":9223372036854775807}\n{\"a\":-9223372036854775808}\n",
        "{\"a\":18446744073709551615}\n",
        "{\"a\":\"x\\u0000y\\ud83d\\ude00\"}\n",
        "1\n2\n",
        "\"x\"\n\"y\"",
        "true\nfalse",
        "[1,2,3]\n",
        "[[1,2],[3]]",
        "[1,2]\n[3,4]\n",
        "[\n [1,2],\n [3]\n]\n",
        "[{\"a\":1}]\n[{\"a\":2}]\n",
        "[{\"a\":1}][{\"a\":2}]",
        "{\"a\":[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]}",
      })
  void readsWhatDuckDbReads(String text) throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (String name : List.of("a.json", "a.jsonl", "a.ndjson", "a.json.gz", "a.ndjson.gz")) {
        Path file = folder.resolve(name);
        try (OutputStream plain = Files.newOutputStream(file);
            OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
          out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        Table table = open(file, JsonReadOptions.DEFAULT, 7);
        assertThat(Scans.rows(table).toString())
            .as(name)
            .isEqualTo(duck.rows("FROM read_json('" + file + "')").toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"a\":1},]\n",
        "{\"a\":1},\n{\"a\":2}\n",
        "{\"a\":1},{\"a\":2}",
        "{\"a\":1}\n{\"a\":",
        "{\n\"a\":1,\n\"b\":",
        "[{\"a\":1},{\"a\":2}",
        "[{\"a\":1}] x",
        "{'a':1}\n",
        "{a:1}\n",
        "{\"a\":1} // x\n",
        "{\"a\":1,\"a\":2}\n",
        "[{\"a\":1,\"a\":2}]\n",
        "{\n\"a\":1,\n\"a\":2}\n",
        "{\"s\":{\"x\":1,\"x\":2}}\n",
        "{\"s\":[{\"x\":1},{\"x\":1,\"x\":2}]}\n",
        "{\"a\":\"\\ud800\"}\n",
        "{\"a\":\"x\\udc00y\"}\n",
        "{\"\\ud800\":1}\n",
        "{\"a\":1}\nhello\n{\"a\":2}\n",
        "{\"a\":1} x\n{\"a\":2}\n",
        "{\"a\":01}\n",
        "{\"a\":+1}\n",
        "{\"a\":0x1}\n",
        "{\"a\":.5}\n",
        "{\"a\":\"x\ty\"}\n",
        "{\"a\":\"x\ny\"}\n",
        "{\"a\":\"\\x\"}\n",
        "{\"a\" 1}\n",
        "{\"a\":1 \"b\":2}\n",
        "{\"a\":[1}}\n",
        "{\"a\":tru}\n",
        "{\"a\":1}\ntru",
      })
  void refusesWhatDuckDbRefuses(String text) throws IOException {
    Path file = file("a.json", text);
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      assertThatThrownBy(() -> duck.rows("FROM read_json('" + file + "')"))
          .as("DuckDB of %s", text)
          .hasMessageStartingWith("DuckDB failed")
          .hasStackTraceContaining("JSON");
    }
    for (int blockBytes : new int[] {7, Integer.MAX_VALUE}) {
      assertThat(read(file, JsonReadOptions.DEFAULT, blockBytes))
          .startsWith("Cannot read " + file + ", line ");
    }
  }

  @Test
  void refusesMoreThanDuckDbDoes() throws IOException {
    assertThat(read(file("a.json", "{\"a\":1,}\n"), JsonReadOptions.DEFAULT, 99))
        .contains("a.json, line 1, character 8: Unexpected character ('}' (code 125))");
    assertThat(read(file("a.json", "{\n\"a\":1,\n\"b\":[1,],\n}\n"), JsonReadOptions.DEFAULT, 99))
        .contains("a.json, line 3, character 8: Unexpected character (']' (code 93))");
    assertThat(read(file("a.json", "{\"a\":1}\n5\n"), JsonReadOptions.DEFAULT, 99))
        .contains("a.json, line 2, character 1: a value is no object");
    assertThat(read(file("a.json", "[{\"a\":1}]\n{\"a\":2}\n"), JsonReadOptions.DEFAULT, 99))
        .contains("a.json, line 1, character 1: a value is no object");
    assertThat(read(file("a.json", "\uFFFE{\"a\":1}"), JsonReadOptions.DEFAULT, 99))
        .contains("line 1, character 2: Unexpected byte 0xbf");
    Path wide = folder.resolve("wide.json");
    Files.writeString(wide, "{\"a\":1}", StandardCharsets.UTF_16);
    assertThat(read(wide, JsonReadOptions.DEFAULT, 99)).contains("UTF-16").contains("to UTF-8");
    for (String empty : List.of("", "\n\n", "[]", "{}\n")) {
      assertThat(read(file("a.json", empty), JsonReadOptions.DEFAULT, 99))
          .contains("has no object with a key");
    }
  }

  @Test
  void readsLinesOfOneObjectAndOfSeveral() throws IOException {
    assertThat(rows("{\"a\":1}\n{\"a\":2}{\"a\":3}\n{\"a\":4}\n", JsonLayout.AUTO))
        .isEqualTo("[[1], [2], [3], [4]]");
  }

  @Test
  void readsAnEmptyKeyAsAColumnWithoutAName() throws IOException {
    Table table = open(file("a.json", "{\"\":1,\"a\":{\"\":2}}"), JsonReadOptions.DEFAULT, 99);
    assertThat(table.schema().names()).containsExactly("", "a");
    assertThat(Scans.rows(table).toString()).isEqualTo("[[1, {=2}]]");
  }

  @Test
  void readsDeepValuesAsTextBelowSomeDepthAndRefusesBottomlessOnes() throws IOException {
    for (int depth : new int[] {90, 150, 900}) {
      String value = "[".repeat(depth) + "1" + "]".repeat(depth);
      assertThat(rows("{\"a\":" + value + "}\n", JsonLayout.AUTO)).isEqualTo("[[" + value + "]]");
    }
    Path file = file("b.json", "{\"a\":" + "[".repeat(100_000));
    assertThat(read(file, JsonReadOptions.DEFAULT, 99))
        .contains("b.json, line 1, character 1005: Document nesting depth (1001) exceeds");
  }

  @Test
  void readsNumbersOfThousandsOfDigits() throws IOException {
    String digits = "1" + "0".repeat(5_000);
    assertThat(rows("{\"a\":" + digits + "}\n{\"a\":-" + digits + "}", JsonLayout.AUTO))
        .isEqualTo("[[Infinity], [-Infinity]]");
  }

  @Test
  void takesALayoutThatIsStated() throws IOException {
    assertThat(rows("[{\"a\":1},{\"a\":2}]", JsonLayout.ARRAY)).isEqualTo("[[1], [2]]");
    assertThat(rows("[{\"a\":1},{\"a\":2}]", JsonLayout.NEWLINE_DELIMITED))
        .isEqualTo("[[[{a=1}, {a=2}]]]");
    assertThat(rows("[{\"a\":1},{\"a\":2}]", JsonLayout.UNSTRUCTURED))
        .isEqualTo("[[[{a=1}, {a=2}]]]");
    assertThatThrownBy(() -> rows("{\"a\":1}{\"a\":2}", JsonLayout.NEWLINE_DELIMITED))
        .hasMessageContaining("line 1, character 8: there is more behind the line's first value;")
        .hasMessageContaining("state the format unstructured");
    assertThatThrownBy(() -> rows("{\n\"a\":1}", JsonLayout.NEWLINE_DELIMITED))
        .hasMessageContaining("line 1, character 1: the line ends within a value");
    assertThatThrownBy(() -> rows("{\"a\":1}", JsonLayout.ARRAY))
        .hasMessageContaining("line 1, character 1: it is no array");
  }

  @Test
  void skipsAndCollectsObjectsThatHaveAKeyTwice() throws IOException {
    String text =
        "{\"a\":1,\"s\":{\"x\":1}}\n{\"a\":2,\"a\":3}\n{\"s\":{\"x\":4,\"x\":5}}\n{\"a\":6}";
    JsonReadOptions options = JsonReadOptions.DEFAULT.withBadRows(BadRows.SKIP);
    assertThat(read(file("a.json", text), options, 9)).endsWith("\n[[1, {x=1}], [6, null]]");
    String array = "[" + text.replace('\n', ',') + ", 5, null]";
    assertThat(read(file("b.json", array), options, 9))
        .endsWith("\n[[1, {x=1}], [6, null], [null, null]]");
    assertThat(
            read(
                file("a.json", text),
                JsonReadOptions.DEFAULT.withBadRows(BadRows.collectInto("bad")),
                9))
        .contains("[2, null, {\"a\":2,\"a\":3}]");
    DataType map = new DataType.MapOf(DataType.STRING, DataType.INT64);
    JsonReadOptions stated = JsonReadOptions.DEFAULT.withSchema(Schema.of(Field.of("s", map)));
    assertThat(read(file("a.json", text), stated, 9))
        .contains("a.json, line 3, character 17: an object has key \"s.x\" twice");
  }

  @ParameterizedTest
  @EnumSource(JsonLayout.class)
  void partsOfAnyLayoutGiveTheRowsOfTheWhole(JsonLayout layout) throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
      boolean isArray = random.nextInt(3) == 0;
      String[] ends = random.nextBoolean() ? new String[] {"\n"} : new String[] {"\n", "", "\r\n"};
      text.append(isArray ? "[" : "");
      int objects = random.nextInt(30);
      for (int i = 0; i < objects; i++) {
        String space = ends.length > 1 && random.nextInt(3) == 0 ? "\n " : " ";
        text.append(isArray && i > 0 ? "," : "")
            .append("{\"a\":" + space)
            .append(random.nextInt(20) == 0 ? "oh" : random.nextInt(100))
            .append(",\"b\":" + space + "\"{[\\\\\\\" é\"}")
            .append(ends[random.nextInt(ends.length)]);
      }
      text.append(isArray ? "]" : "");
      Path file = file("a.json", text.toString());
      JsonReadOptions options =
          JsonReadOptions.DEFAULT
              .withLayout(layout)
              .withSampleRows(1 + random.nextInt(40))
              .withBadRows(random.nextBoolean() ? BadRows.SKIP : BadRows.FAIL);
      int blockBytes = 1 + random.nextInt(50);
      assertThat(read(file, options, blockBytes))
          .as("seed %s, blocks of %s bytes, %s\n%s", seed, blockBytes, options, text)
          .isEqualTo(read(file, options, Integer.MAX_VALUE));
    }
  }
}
