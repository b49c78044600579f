package dev.heddle.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.csv.CsvFormat;
import dev.heddle.io.json.JsonFormat;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files without rows among others, in any place, have none and decide no column's type. */
class BlankFilesTest {
  @TempDir private Path folder;

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private Table open(FileFormat format, DatasetOptions options) {
    Table table = DatasetTables.open(format, List.of(folder.toString()), options);
    assertThat(table.statistics().rowCount()).isPresent(); // planning asks all files for them
    return table;
  }

  private Table csv(DatasetOptions options) {
    return open(new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC), options);
  }

  private Table json(DatasetOptions options) {
    return open(new JsonFormat(JsonReadOptions.DEFAULT, ZoneOffset.UTC), options);
  }

  private void isAsInDuckDb(Table table, String reader) {
    try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
      assertThat(Scans.rows(table).toString())
          .isEqualTo(duck.rows("select * from " + reader).toString());
    }
  }

  @Test
  void csv() throws IOException {
    write("a.csv", "a,b\n");
    write("b.csv", "a,b\n1,x\n");
    write("c.csv", "");
    write("d.csv", "a,b\n");
    write("e.csv", "a,b\n,y\n");
    Table table = csv(DatasetOptions.DEFAULT);
    assertThat(table.schema().toString()).contains("a BIGINT").contains("b VARCHAR");
    isAsInDuckDb(table, "read_csv('" + folder + "/*.csv')");
    Table union = csv(DatasetOptions.DEFAULT.withUnionByName());
    assertThat(union.schema()).isEqualTo(table.schema());
    Files.delete(folder.resolve("c.csv")); // of which DuckDB makes a column
    isAsInDuckDb(union, "read_csv('" + folder + "/*.csv', union_by_name = true)");
  }

  @Test
  void csvHeadersAlone() throws IOException {
    write("a.csv", "a,b\n");
    write("b.csv", "a,b\n");
    assertThat(csv(DatasetOptions.DEFAULT).schema().names()).containsExactly("a", "b");
    assertThat(Scans.rows(csv(DatasetOptions.DEFAULT))).isEmpty();
  }

  @Test
  void columnsOfAHeaderAloneAreUnited() throws IOException {
    write("a.csv", "c,a\n");
    write("b.csv", "a,b\n1,2\n");
    Table union = csv(DatasetOptions.DEFAULT.withUnionByName());
    assertThat(union.schema().toString()).contains("c VARCHAR").contains("a BIGINT");
    isAsInDuckDb(union, "read_csv('" + folder + "/*.csv', union_by_name = true)");
  }

  @Test
  void json() throws IOException {
    write("a.json", "[]");
    write("b.json", "[{\"a\": 1}, {\"a\": 2}]");
    write("c.json", "[ ]\n");
    write("d.json", "");
    write("e.json", " \n");
    write("f.json", "{}\n");
    for (DatasetOptions options :
        List.of(DatasetOptions.DEFAULT, DatasetOptions.DEFAULT.withUnionByName())) {
      Table table = json(options);
      assertThat(table.schema().toString()).contains("a BIGINT");
      isAsInDuckDb(table, "read_json('" + folder + "/*.json')");
    }
  }

  @Test
  void columnsOfNullsAreOfTheTypeOfOtherFiles() throws IOException {
    write("a.json", "{\"a\": null, \"b\": 1}\n");
    write("b.json", "{\"a\": 5, \"b\": null}\n");
    Table union = json(DatasetOptions.DEFAULT.withUnionByName());
    assertThat(union.schema().toString()).contains("a BIGINT").contains("b BIGINT");
    isAsInDuckDb(union, "read_json('" + folder + "/*.json')");
  }

  @Test
  void jsonWithoutAnyColumn() throws IOException {
    write("a.json", "[]");
    write("b.json", "\n");
    assertThatThrownBy(() -> json(DatasetOptions.DEFAULT))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("a.json: it has no object with a key; state a schema");
  }
}
