package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program on Spark writes and reads HDFS by Spark's Hadoop as a session does local folders. */
@Tag("process")
class SparkHdfsTest {
  private static final int MAX_MINUTES = 9;
  private static final String QUICK =
      "spark.hadoop.dfs.client.block.write.locateFollowingBlock.initial.delay.ms=10";

  @TempDir private Path folder;

  /** Returns statements that write and read below a folder. */
  static List<String> statements(String root) {
    String one = "'" + root + "/one.parquet'";
    String parts = "'" + root + "/parts'";
    String read = "select k, count(*) as c, sum(id) as s from ";
    return List.of(
        "copy (select range as id, range % 5 as k, 'städt ' || range as city from range(100000))"
            + " to "
            + one,
        "select count(*), sum(id), max(city) from " + one,
        "copy (select * from " + one + ") to " + parts + " (format parquet, partition_by (k))",
        read + parts + " group by k order by k",
        "copy (select * from "
            + one
            + " where id < 10) to "
            + parts
            + " (format parquet, partition_by (k), append true)",
        read + "'" + root + "/parts/k=*/*.parquet' group by k order by k",
        "copy (select id from " + one + " where id < 20) to '" + root + "/few.csv' (header)",
        "select sum(id), count(*) from '" + root + "/few.csv'",
        "select count(*) from '" + root + "/missing.parquet'");
  }

  @Test
  void filesOfHdfsAreWrittenAndRead() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    SparkSubmission spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark")));
    Path answers = Files.createDirectories(folder.resolve("answers"));
    Path output = folder.resolve("output.txt");
    try (MiniHdfs hdfs = MiniHdfs.start(Files.createDirectories(folder.resolve("hdfs")))) {
      String there = hdfs.root() + "/lake";
      Path file = Files.write(folder.resolve("statements.sql"), statements(there));
      Process program = spark.start(output, List.of(QUICK), file.toString(), answers.toString());
      try {
        assertThat(program.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(program.exitValue()).as(Files.readString(output)).isZero();
      } finally {
        SparkQueries.end(program);
      }
      areAnswered(there, Files.createDirectories(folder.resolve("lake")).toString(), answers);
    }
  }

  /** Compares answers with those of the same here. */
  static void areAnswered(String there, String here, Path answers) throws IOException {
    List<String> local = statements(here);
    try (Session session = Heddle.local()) {
      for (int i = 0; i < local.size(); i++) {
        assertThat(Files.readString(answers.resolve(i + ".txt")).replace(there, here))
            .as(local.get(i))
            .isEqualTo(QueriesProgram.answer(session, local.get(i)));
      }
    }
    assertThat(Files.readString(answers.resolve("8.txt"))).startsWith("NOT_FOUND ");
    assertThat(Files.readString(answers.resolve("5.txt"))).contains("20002");
  }
}
