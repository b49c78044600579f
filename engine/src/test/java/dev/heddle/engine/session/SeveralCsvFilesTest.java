package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The types of several CSV files' columns hold the values of all, as in DuckDB. */
class SeveralCsvFilesTest {
  private static final int SEEDS = 200;
  private static final List<List<String>> KINDS =
      List.of(
          List.of("1", "20", "-3"),
          List.of("1.5", "2", "1e3"),
          List.of("2024-01-31", "2024-02-01"),
          List.of("true", "false"),
          List.of("12:30:00", "00:00:01"),
          List.of("x", "y z"),
          List.of("", ""));

  @TempDir private Path folder;

  @Test
  void randomFiles() throws IOException {
    List<String> differences = new ArrayList<>();
    int answered = 0;
    try (DuckDbOracle duck = DuckDbOracle.openAlike();
        Session session = Heddle.local(SessionOptions.defaults().withThreads(1))) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        Path files = Files.createDirectory(folder.resolve("f" + seed));
        int count = 2 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
          Files.writeString(files.resolve(i + ".csv"), file(random));
        }
        String query =
            "select id, typeof(id), a::varchar, typeof(a), b::varchar, typeof(b) from read_csv('"
                + files
                + "/*.csv') order by all";
        String expected;
        try {
          expected = duck.rows(query).toString();
          answered++;
        } catch (RuntimeException e) {
          continue; // a file of which it does not find the header
        }
        String found;
        try (QueryResult result = session.sql(query).collect()) {
          found = QueryRows.of(result).toString();
        } catch (HeddleException e) {
          found = e.getMessage();
        }
        if (!found.equals(expected)) {
          differences.add("seed " + seed + "\n" + expected + "\n" + found + "\n");
        }
      }
    }
    assertThat(differences).isEmpty();
    assertThat(answered).isGreaterThan(SEEDS * 9 / 10);
  }

  /** Returns a file with the columns id, a and b, of which id has numbers. */
  private static String file(Random random) {
    List<String> names = List.of("id", "a", "b");
    List<List<String>> kinds = new ArrayList<>();
    for (String name : names) {
      kinds.add(name.equals("id") ? KINDS.getFirst() : KINDS.get(random.nextInt(KINDS.size())));
    }
    StringBuilder text = new StringBuilder(String.join(",", names)).append('\n');
    for (int row = random.nextInt(4); row >= 0; row--) {
      List<String> values = new ArrayList<>();
      for (List<String> kind : kinds) {
        values.add(kind.get(random.nextInt(kind.size())));
      }
      text.append(String.join(",", values)).append('\n');
    }
    return text.toString();
  }

  @Test
  void columnsGoByNameAndDatesBesideTimesAreTimestamps() throws IOException {
    Files.writeString(folder.resolve("0.csv"), "a,b\n,2024-01-31\n");
    Files.writeString(folder.resolve("1.csv"), "b,a\n2024-02-01 10:00:00,1\n");
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(1));
        QueryResult result =
            session
                .sql(
                    "select a, typeof(a), b::varchar, typeof(b) from read_csv('"
                        + folder
                        + "/*.csv') order by b")
                .collect()) {
      assertThat(QueryRows.of(result).toString())
          .isEqualTo(
              "[[null, BIGINT, 2024-01-31 00:00:00, TIMESTAMP],"
                  + " [1, BIGINT, 2024-02-01 10:00:00, TIMESTAMP]]");
    }
  }
}
