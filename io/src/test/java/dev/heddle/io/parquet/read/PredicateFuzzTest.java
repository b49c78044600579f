package dev.heddle.io.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.parquet.PrunableFiles;
import dev.heddle.io.parquet.RandomPredicates;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.parquet.write.ParquetOutput;
import dev.heddle.io.parquet.write.TestOutputs;
import dev.heddle.io.scan.ConjunctMetrics;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import dev.heddle.io.write.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever statistics leave out, a filter gives the rows that filtering all rows gives. */
class PredicateFuzzTest {
  private static final int SEEDS = Integer.getInteger("heddle.fuzz.predicates", 40);
  private static final int FIRST_SEED = Integer.getInteger("heddle.fuzz.predicates.from", 0);
  private static final int FILTERS = 4;

  @TempDir Path folder;

  /** What all scans of the run skipped. */
  private static final class Skipped {
    private long files;
    private long rowGroups;
    private long byBloom;
    private long byDictionary;
    private long pages;
    private long certain;
    private long obstacles;

    void add(ConjunctMetrics counts) {
      files += counts.filesSkipped.sum();
      rowGroups += counts.rowGroupsSkipped.sum();
      byBloom += counts.rowGroupsSkippedByBloom.sum();
      byDictionary += counts.rowGroupsSkippedByDictionary.sum();
      pages += counts.pagesSkipped.sum();
      certain += counts.rowsCertain.sum();
      obstacles += counts.obstacles().size();
    }
  }

  @Test
  void prunedScansGiveTheRowsOfUnprunedOnes() throws IOException {
    Skipped skipped = new Skipped();
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        Random random = new Random(seed);
        Path file = PrunableFiles.write(folder.resolve("f" + seed + ".parquet"), random);
        if (random.nextInt(15) == 0) {
          Path copy = folder.resolve("d" + seed + ".parquet");
          duck.execute(
              "COPY (FROM '" + file + "') TO '" + copy + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
          Files.delete(file);
          file = copy;
        } else if (random.nextInt(3) == 0) {
          Path copy = folder.resolve("o" + seed + ".parquet");
          copyByUs(file, copy, random);
          Files.delete(file);
          file = copy;
        }
        try {
          check(seed, random, file, skipped);
        } catch (RuntimeException | Error e) {
          throw new AssertionError("seed " + seed, e);
        }
        Files.delete(file);
      }
    }
    assertThat(skipped.files).isPositive();
    assertThat(skipped.rowGroups).isPositive();
    assertThat(skipped.byBloom).isPositive();
    assertThat(skipped.byDictionary).isPositive();
    assertThat(skipped.pages).isPositive();
    assertThat(skipped.certain).isPositive();
    assertThat(skipped.obstacles).isPositive();
  }

  private static void copyByUs(Path from, Path to, Random random) {
    Table table = ParquetTables.open(from.toString());
    ParquetWriteOptions options =
        ParquetWriteOptions.DEFAULT
            .withPages(random.nextBoolean() ? ParquetPages.V1 : ParquetPages.V2)
            .withPageBytes(random.nextBoolean() ? 400 : 1 << 20)
            .withPageRows(random.nextInt(10) == 0 ? 1 : 20 + random.nextInt(400))
            .withRowGroupRows(200 + random.nextInt(2000));
    options = random.nextInt(3) == 0 ? options.withoutDictionary() : options;
    for (String column : table.schema().names()) {
      options = random.nextInt(3) == 0 ? options.withBloomFilter(column, 2000) : options;
    }
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        ParquetOutput output = TestOutputs.open(to, table.schema(), options, account)) {
      Scans.forEach(
          table.scan(Scans.all(table)), account, batch -> output.write(batch, Workers.CALLER));
      output.publish(Workers.CALLER);
    }
  }

  private static void check(int seed, Random random, Path file, Skipped skipped) {
    Table table = ParquetTables.open(file.toString());
    List<List<@Nullable Object>> all = Scans.rows(table);
    List<Integer> columns = IntStream.range(0, table.schema().size()).boxed().toList();
    RandomPredicates predicates = new RandomPredicates(table.schema(), all, random);
    for (int round = 0; round < FILTERS; round++) {
      List<RandomPredicates.Made> made = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        made.add(predicates.conjunct(i));
      }
      List<List<@Nullable Object>> expected =
          all.stream().filter(row -> made.stream().allMatch(m -> m.test().test(row))).toList();
      ScanFilter filter =
          new ScanFilter(made.stream().map(RandomPredicates.Made::conjunct).toList());
      ScanMetrics metrics = new ScanMetrics();
      ScanTuning tuning =
          new ScanTuning(60 + random.nextInt(2000), 1 + random.nextInt(40), random.nextInt(2));
      ParquetScan scan =
          new ParquetScan(
              List.of(GroupFiles.footer(file)),
              new ScanRequest(columns, columns, filter, OptionalLong.empty()),
              tuning,
              metrics);
      String what = "seed " + seed + ", round " + round + ", " + filter.conjuncts();
      List<List<@Nullable Object>> actual = Scans.rows(scan);
      assertThat(actual.size()).as(what).isEqualTo(expected.size());
      for (int row = 0; row < actual.size(); row++) {
        assertThat(actual.get(row))
            .as("%s, row %d", what, row)
            .hasToString(expected.get(row).toString());
      }
      made.forEach(m -> skipped.add(metrics.conjunct(m.conjunct().text())));
    }
  }
}
