package dev.heddle.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnSuiteTest {
  @TempDir Path parent;
  private Path tables;

  @BeforeEach
  void makeTables() {
    tables = TpchData.ensure(parent, 0.01, table -> {});
  }

  private static String run(Suite suite, Path folder, boolean isApart) {
    StringWriter text = new StringWriter();
    SideBySide.Settings settings =
        new SideBySide.Settings(
            Stream.of("heddle", "duckdb")
                .map(e -> new EngineSpec(e, 2, 0, HeddleEngine.Api.SQL, EngineSpec.Tables.FILES))
                .toList(),
            List.of(),
            0,
            1,
            true,
            isApart);
    boolean agree = new SideBySide(suite, settings, new PrintWriter(text)).run(folder).allAgree();
    assertThat(agree).as(text.toString()).isTrue();
    return text.toString();
  }

  @Test
  void eachFileOfAFolderIsAQueryInProcessesApartToo() throws IOException {
    Path queries = Files.createDirectory(parent.resolve("mine"));
    Files.writeString(queries.resolve("count.sql"), "select count(*) from lineitem;\n");
    Files.writeString(
        queries.resolve("nations.sql"),
        "-- by region\nselect r_name, count(*) from nation join region\n"
            + "on n_regionkey = r_regionkey group by 1 order by 1");
    Files.writeString(queries.resolve("notes.txt"), "no query");
    OwnSuite suite = new OwnSuite(tables, queries);
    assertThat(suite.size()).isEqualTo("mine");
    assertThat(suite.questions()).extracting(Question::name).containsExactly("count", "nations");
    assertThat(Suites.named(suite.name(), suite.key())).isEqualTo(suite);
    assertThat(run(suite, tables, true)).contains("count ", "nations ", "heddle/duckdb");
  }

  @Test
  void aFileHasQueriesThatCommentsName() throws IOException {
    Path file = parent.resolve("all.sql");
    Files.writeString(file, "select 1 as x;\n\n-- widest\nselect max(l_quantity) from lineitem;\n");
    OwnSuite suite = new OwnSuite(tables, file);
    assertThat(suite.questions()).extracting(Question::name).containsExactly("q1", "widest");
    assertThat(suite.tables()).contains("lineitem", "nation").hasSize(8);
    assertThat(run(suite, tables, false)).contains("widest ");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    Path empty = Files.createDirectory(parent.resolve("empty"));
    assertThatThrownBy(() -> new OwnSuite(parent.resolve("none"), empty))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("none: it is not a folder");
    assertThatThrownBy(() -> new OwnSuite(tables, parent.resolve("none.sql")))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("none.sql: there is no such file or folder");
    assertThatThrownBy(() -> new OwnSuite(tables, empty).questions())
        .hasMessageContaining("it has no file that ends in .sql");
    assertThatThrownBy(() -> new OwnSuite(empty, empty).tables())
        .hasMessageContaining("it has no NAME.parquet and no folder");
  }
}
