package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** glob, read_text and read_blob beside those of DuckDB. */
class WholeFilesTest {
  private static final int MANY = 3000;

  @TempDir private Path folder;

  private Session session;

  @BeforeEach
  void open() throws IOException {
    session = Heddle.local(SessionOptions.defaults().withThreads(2));
    write("a.txt", "hello\nworld, more than a view".getBytes(StandardCharsets.UTF_8));
    write("b.txt", "b".getBytes(StandardCharsets.UTF_8));
    write("empty.txt", new byte[0]);
    write("accents.txt", "é\0ß€😀 ".repeat(2000).getBytes(StandardCharsets.UTF_8));
    write("x.bin", new byte[] {(byte) 0xff, 0, 1});
    write("deep/y=1/c.txt", "c1".getBytes(StandardCharsets.UTF_8));
    write("deep/y=2/c.txt", "c2".getBytes(StandardCharsets.UTF_8));
    write("links/c.txt", "c".getBytes(StandardCharsets.UTF_8));
    Path links = folder.resolve("links");
    Files.createSymbolicLink(links.resolve("file.txt"), Path.of("c.txt"));
    Files.createSymbolicLink(links.resolve("folder"), Path.of("..", "deep", "y=1"));
    Files.createSymbolicLink(links.resolve("nowhere"), Path.of("none"));
  }

  @AfterEach
  void close() {
    session.close();
  }

  private void write(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private String query(String template) {
    return template.replace("DIR", folder.toString().replace('\\', '/'));
  }

  private List<String> here(String template) {
    try (QueryResult result = session.sql(query(template)).collect()) {
      return QueryRows.of(result).stream().map(Object::toString).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from glob('DIR/*')",
        "select file from glob('DIR/**') order by file",
        "select file from glob(['DIR/*.bin', 'DIR/deep/*/c.txt']) order by 1",
        "select file from glob('DIR/[ab].txt')",
        "select file from glob(['DIR/[ab].txt', 'DIR/a.txt', 'DIR/[ab].txt'])",
        "select file from glob('DIR//deep///*//c.txt')",
        "select file from glob('DIR//deep/**//c.txt')",
        "select file from glob('DIR\\\\deep\\\\*\\\\c.txt')",
        "select file from glob('DIR\\\\deep/y=?\\\\*')",
        "select file from glob('DIR/links/**') order by file",
        "select file from glob('DIR/links/**/*.txt') order by file",
        "select file from glob('DIR/links/*') order by file",
        "select file from glob('DIR/links/*/*') order by file",
        "select file from glob('DIR/links/*/**') order by file",
        "select * from glob('DIR/*/')",
        "select * from glob('DIR/**/')",
        "select * from glob('DIR/deep/*/')",
        "select * from glob('DIR/deep/y=[13]/')",
        "select * from glob('DIR//deep//*//')",
        "select * from glob('DIR\\\\deep\\\\*/')",
        "select * from glob('DIR/*/folder/')",
        "select * from glob('DIR/*/y=1')",
        "select * from glob('DIR/**/y=2')",
        "select * from glob('DIR/**/y=?/')",
        "select * from glob('DIR/links/*/')",
        "select * from glob('DIR/links/**/')",
        "select * from glob('DIR/links/*/**/')",
        "select * from glob(['DIR/**/', 'DIR/deep/*/', 'DIR/*.bin'])",
        "select * from glob('DIR/*.txt/')",
        "select * from glob('DIR/none*/')",
        "select * from glob('DIR/none/*/')",
        "select * from glob('DIR/a.txt')",
        "select file from glob('DIR/**/*.txt') order by file",
        "select file from glob('DIR/**/c.txt') order by file",
        "select file from glob('DIR/deep/**/y=1/*') order by file",
        "select file from glob('DIR/**/deep/*/c.txt') order by file",
        "select * from glob('DIR/none*')",
        "select * from glob('DIR/none/a.txt')",
        "select count(*) from glob('DIR/**') where file like '%.txt'",
        "select filename, content, size, last_modified = timestamptz '2024-02-03 04:05:06+00'"
            + " from read_text('DIR/*.txt')",
        "select filename, content, size from read_text(['DIR/b.txt', 'DIR/a.txt'])",
        "select * from read_text('DIR/none*.txt')",
        "select count(*), sum(size), max(length(content)) from read_text(['DIR/*.txt',"
            + " 'DIR/deep/*/*.txt'])",
        "select content, y from read_text('DIR/deep/*/c.txt')",
        "select content, y, typeof(y) from read_text('DIR/deep/*/c.txt') where y = 2",
        "select filename from read_text('DIR/*.txt') where content like '%world%'",
        "select content from read_text('DIR/*.txt') where filename like '%/b.txt'",
        "select content from read_text('DIR/*.txt') where size < 2 and content <> 'b'",
        "select content from read_text('DIR/*.txt') where size > 1000000",
        "select content from read_text('DIR/*.txt') order by size limit 1",
        "select filename, hex(content), size from read_blob('DIR/*.*')",
        "select hex(content) from read_blob('DIR/x.bin') where size = 3 and content is not null",
        "select octet_length(content) = size from read_blob('DIR/**')",
        "select x, b from read_blob('DIR/b.txt') t(x, a, b)",
        "select t.size from read_text('DIR/a.txt') t",
        "select typeof(filename), typeof(size), typeof(last_modified) from read_blob('DIR/x.bin')",
        "select filename, content from read_text('DIR/../*/a.txt')"
            + " where parse_filename(filename) <> 'a.txt'",
      })
  void filesAreRowsAsInDuckDb(String template) throws IOException {
    for (String name : List.of("a.txt", "accents.txt", "b.txt", "empty.txt")) {
      Files.setLastModifiedTime(
          folder.resolve(name), FileTime.from(Instant.parse("2024-02-03T04:05:06.7Z")));
    }
    try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
      assertThat(here(template))
          .isEqualTo(duck.rows(query(template)).stream().map(Object::toString).toList());
    }
  }

  @Test
  void hiddenFilesAreLeftOutAndFoldersAreWalked() throws IOException {
    write(".hidden", new byte[1]);
    write("_SUCCESS", new byte[0]);
    assertThat(here("select count(*) from glob('DIR/*')")).containsExactly("[5]");
    assertThat(here("select count(*) from glob('DIR')")).containsExactly("[10]");
    assertThat(here("select size from read_blob('DIR/.hidden')")).containsExactly("[1]");
  }

  @Test
  void manyFilesComeInSeveralSplits() throws IOException {
    for (int i = 0; i < MANY; i++) {
      write("many/" + i, String.valueOf(i).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(here("select count(*), sum(content::int) from read_text('DIR/many/*')"))
        .containsExactly("[" + MANY + ", " + MANY * (MANY - 1) / 2 + "]");
    assertThat(here("select count(distinct file) from glob('DIR/many/*')"))
        .containsExactly("[" + MANY + "]");
    assertThat(here("select count(*) from (from read_text('DIR/many/*') limit 20)"))
        .containsExactly("[20]");
  }

  @Test
  void filesThatAreNoTextNameTheReaderOfBytes() {
    assertThatThrownBy(() -> here("select * from read_text('DIR/x.bin')"))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_FILE))
        .hasMessageContaining("x.bin as text: it is not UTF-8; read_blob takes any bytes");
    assertThat(here("select size from read_text('DIR/x.bin')")).containsExactly("[3]");
    assertThat(here("select content from read_text('DIR/*') where filename like '%/b.txt'"))
        .as("files that conditions on their names leave out are not opened")
        .containsExactly("[b]");
  }

  @Test
  void readersOfWholeFilesTakeNoOptions() {
    assertThatThrownBy(() -> here("select * from read_text('DIR/a.txt', filename = true)"))
        .hasMessageContaining("Cannot call read_text: no option \"filename\"");
  }
}
