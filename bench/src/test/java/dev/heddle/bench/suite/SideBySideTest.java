package dev.heddle.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SideBySideTest {
  private static final int ROWS = Boolean.getBoolean("heddle.long") ? 20_000 : 2_000;

  @TempDir static Path parent;

  private static SideBySide.Settings settings(HeddleEngine.Api api, boolean isApart) {
    EngineSpec.Tables tables =
        api == HeddleEngine.Api.SQL ? EngineSpec.Tables.FILES : EngineSpec.Tables.MEMORY;
    return new SideBySide.Settings(
        Stream.of("heddle", "duckdb").map(e -> new EngineSpec(e, 2, 0, api, tables)).toList(),
        List.of(),
        1,
        1,
        true,
        isApart);
  }

  static List<Suite> suites() {
    return List.of(
        new GroupBySuite(ROWS),
        new JoinSuite(ROWS),
        new SortSuite(ROWS),
        new ClicksSuite(ROWS),
        new JoinOrderSuite(ROWS),
        new CliffsSuite(ROWS));
  }

  @ParameterizedTest
  @MethodSource("suites")
  void enginesAgreeOnEveryQuestionInBothForms(Suite suite) {
    Path folder = suite.ensure(parent, table -> {});
    List<HeddleEngine.Api> all = List.of(HeddleEngine.Api.values());
    int turn = suites().indexOf(suite) % all.size(); // by day each suite in one form
    for (HeddleEngine.Api api : Effort.isWhole() ? all : all.subList(turn, turn + 1)) {
      StringWriter text = new StringWriter();
      SideBySide.Settings settings = settings(api, false);
      assertThat(new SideBySide(suite, settings, new PrintWriter(text)).run(folder).allAgree())
          .as(text.toString())
          .isTrue();
      assertThat(text.toString()).contains("heddle/duckdb: geometric mean", "of CPU time");
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void everyQuestionCanBeFoundAgainInAnotherProcess(Suite suite) {
    Suite found = Suites.named(suite.name(), suite.size());
    assertThat(found).isEqualTo(suite);
  }

  @Test
  void enginesInProcessesOfTheirOwnTellTheirMemory() throws IOException {
    Suite suite = new GroupBySuite(1000);
    Path folder = suite.ensure(parent, table -> {});
    StringWriter text = new StringWriter();
    boolean agree =
        BenchmarkRun.run(
            suite,
            settings(HeddleEngine.Api.SQL, true),
            folder,
            parent.resolve("results"),
            new PrintWriter(text));
    assertThat(agree).as(text.toString()).isTrue();
    String json = Files.readString(parent.resolve("results/h2o-groupby-1000.json"));
    assertThat(json)
        .contains("\"suite\": \"h2o-groupby\"", "\"peakBytes\": ")
        .doesNotContain("NaN");
    String html = Files.readString(parent.resolve("results/h2o-groupby-1000.html"));
    assertThat(html).contains("<svg", "Peak memory").doesNotContain("http");
  }

  @Test
  void refusesQuestionsThatTheSuiteHasNot() {
    SideBySide.Settings settings =
        new SideBySide.Settings(
            settings(HeddleEngine.Api.SQL, false).engines(), List.of("q11"), 1, 1, true, false);
    Suite suite = new GroupBySuite(1000);
    SideBySide sides = new SideBySide(suite, settings, new PrintWriter(new StringWriter()));
    assertThatThrownBy(() -> sides.run(parent))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("choose among q1, q2");
  }
}
