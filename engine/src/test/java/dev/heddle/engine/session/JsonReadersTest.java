package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.option.JsonRecords;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The readers of JSON and their options, on files that DuckDB reads, too. */
class JsonReadersTest {
  @TempDir static Path folder;
  private static Session session;
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() throws IOException {
    session = Heddle.local(SessionOptions.defaults().withThreads(2));
    duck = DuckDbOracle.open();
    write("lines", "{\"id\":1, \"n\":[1, 2]}", "  {\"id\":2}\t", "", "[5, 6]", "\"x\"", "null");
    write("objects", "{\"id\":1,\"l\":[\"a\",\"b\"]}", "{\"id\":2,\"l\":[\"c\"]}");
    write("deep", "{\"id\":1,\"s\":{\"a\":{\"b\":[1]}}}", "{\"id\":2,\"s\":{\"a\":{\"b\":[2,3]}}}");
    write("array", "[{\"id\":1},{\"id\":2}]");
    write("numbers", "[1,2,3]");
    write(
        "broken", "{\"id\":1,\"n\":\"a\"}", "{\"id\":2,\"n\":\"b", "{\"id\":\"y\",\"n\":3}", "7 8");
    write("beside", "{\"id\":1} {\"id\":2}", "{\"id\":3}");
    write(
        "uuids",
        "{\"u\":\"3b6a6de3-0732-4591-93ed-8df6091eb00d\",\"v\":\"x\",\"w\":null}",
        "{\"u\":\"00000000-0000-0000-0000-00000000000A\","
            + "\"v\":\"3b6a6de3-0732-4591-93ed-8df6091eb00d\","
            + "\"w\":\"3b6a6de3-0732-4591-93ed-8df6091eb00\"}",
        "{\"u\":null}");
    write("one", "{\"id\":5,\"n\":\"x\"}");
  }

  private static void write(String name, String... lines) throws IOException {
    Files.writeString(path(name), String.join("\n", lines) + "\n");
  }

  private static Path path(String name) {
    return folder.resolve(name + ".json");
  }

  @AfterAll
  static void close() {
    session.close();
    duck.close();
  }

  /** The names in braces are files. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "json from read_json_objects({lines}, format = 'nd')",
        "json from read_ndjson_objects({lines})",
        "typeof(json) from read_ndjson_objects({objects})",
        "json from read_json_objects({array})",
        "json from read_json_objects_auto({array}, format = 'auto')",
        "json from read_json_objects({array}, format = 'nd')",
        "json from read_json_objects({beside}, format = 'unstructured')",
        "json from read_ndjson_objects([{objects}, {one}])",
        "json from read_ndjson_objects({beside})",
        "json from read_ndjson_objects({broken}, ignore_errors = true)",
        "json from read_ndjson_objects({broken})",
        "id, n from read_json({broken}, columns = {id: 'int', n: 'varchar'}, format = 'nd',"
            + " ignore_errors = true)",
        "count(*) from read_ndjson_auto({broken}, columns = {id: 'int'}, ignore_errors = true)",
        "id from read_ndjson_auto({objects})",
        "json from read_json({objects}, maximum_depth = 0)",
        "typeof(id), typeof(l), id, l from read_json({objects}, maximum_depth = 1)",
        "typeof(l), l from read_json({objects}, maximum_depth = 2)",
        "typeof(l), l from read_json({objects}, maximum_depth = 3)",
        "typeof(l), l from read_json({objects}, maximum_depth = -1)",
        "typeof(s), s from read_json({deep}, maximum_depth = 2)",
        "typeof(s) from read_json({deep}, maximum_depth = 3)",
        "json from read_json({numbers}, records = false)",
        "v from read_json({numbers}, columns = {v: 'int'})",
        "v from read_json({numbers}, columns = {v: 'int'}, records = true)",
        "v from read_json({numbers}, columns = {v: 'int'}, records = 'auto')",
        "j from read_json({array}, columns = {j: 'json'}, records = 'false')",
        "typeof(u), typeof(v), typeof(w), u, v, w from read_json({uuids})",
        "id from read_json({objects}, records = 'true')",
        "id from read_json({objects}, auto_detect = false)",
        "id from read_json({objects}, auto_detect = false, columns = {id: 'bigint'})",
        "id from read_json({objects}, maximum_object_size = 1000000)",
        "json from read_ndjson_objects({objects}, records = false)",
        "json from read_ndjson_objects({objects}, columns = {json: 'varchar'})"
      })
  void readsWhatDuckDbReads(String query) {
    assertThat(ours(sql(query))).as(query).isEqualTo(theirs(sql(query)));
  }

  private static String sql(String query) {
    return "select " + query.replaceAll("\\{(\\w+)\\}", "'" + folder + "/$1.json'");
  }

  private static List<String> ours(String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return QueryRows.of(result).stream().map(Object::toString).toList();
    } catch (HeddleException e) {
      return List.of("error");
    }
  }

  private static List<String> theirs(String sql) {
    try {
      return duck.rows(sql).stream().map(Object::toString).toList();
    } catch (RuntimeException e) {
      return List.of("error");
    }
  }

  @Test
  void framesReadValuesOfAnyKind() {
    Schema one = Schema.of(Field.of("value", DataType.JSON));
    JsonReadOptions values = JsonReadOptions.DEFAULT.withRecords(JsonRecords.NONE);
    try (QueryResult result =
        session.read().json(values.withSchema(one), path("objects")).collect()) {
      assertThat(QueryRows.of(result).getFirst().toString())
          .isEqualTo("[{\"id\":1,\"l\":[\"a\",\"b\"]}]");
    }
    Schema two = Schema.of(Field.of("a", DataType.JSON), Field.of("b", DataType.JSON));
    assertThatThrownBy(() -> values.withSchema(two))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("the schema has 2");
    assertThatThrownBy(() -> values.withMaxDepth(-1)).hasMessageContaining("maxDepth is -1");
  }

  @Test
  void arrayStatesHowValuesFollowEachOther() {
    assertThat(ours(sql("id from read_json({array}, array = true)"))).containsExactly("[1]", "[2]");
    assertThat(ours(sql("id from read_json({objects}, array = false)")))
        .containsExactly("[1]", "[2]");
    assertThat(ours(sql("id from read_json({objects}, array = true)"))).containsExactly("error");
  }

  @Test
  void optionsThatAreNotKnownSayWhatTheyMayBe() {
    assertThatThrownBy(() -> session.sql(sql("* from read_json({one}, records = 'some')")))
        .hasMessageContaining("records 'some' is not known; it is true, false or 'auto'");
    assertThatThrownBy(() -> session.sql(sql("* from read_json({one}, auto_detect = false)")))
        .hasMessageContaining("state them with columns = {...}");
  }
}
