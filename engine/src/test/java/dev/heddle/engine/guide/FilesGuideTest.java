package dev.heddle.engine.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.ParquetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of {@code docs/guide/files.md}; {@link GuideTextTest} compares the texts. */
class FilesGuideTest {
  @TempDir Path folder;

  @Test
  void readsFoldersOfPartitions() throws IOException {
    for (int month = 1; month < 13; month++) {
      Path partition = folder.resolve("events/year=2024/month=" + month);
      Files.createDirectories(partition);
      ParquetFiles.write("SELECT " + month + " AS id", partition.resolve("a.parquet"));
    }
    ParquetFiles.write("SELECT 99 AS id", folder.resolve("late.parquet"));
    try (Session session = Heddle.local()) {
      DataFrame events = session.read().parquet(folder + "/events");
      DataFrame may =
          session.read().parquet(folder + "/events/year=2024/month=5", folder + "/late.parquet");
      assertThat(events.schema().names()).containsExactly("id", "year", "month");
      assertThat(events.count()).isEqualTo(12);
      assertThat(may.schema().names()).containsExactly("id");
      assertThat(may.count()).isEqualTo(2);
      DataFrame typed =
          session
              .read()
              .withHiveType("month", DataType.STRING)
              .withHivePartitions(HivePartitions.ON)
              .parquet(folder + "/events");
      assertThat(typed.schema().field(2).type()).isEqualTo(DataType.STRING);
      session.createView("events", events);
      assertThat(session.sql("select id from events where month between 4 and 6").count())
          .isEqualTo(3);
    }
  }

  @Test
  void unitesFilesByName() throws IOException {
    Files.createDirectories(folder.resolve("mixed"));
    ParquetFiles.write("SELECT 1 AS a, 'x' AS b", folder.resolve("mixed/1.parquet"));
    ParquetFiles.write("SELECT 2.5 AS a, true AS c", folder.resolve("mixed/2.parquet"));
    try (Session session = Heddle.local()) {
      DataFrame all =
          session
              .read()
              .withUnionByName()
              .withFilePath("file")
              .withRowNumber("number")
              .parquet(folder + "/mixed");
      assertThat(all.schema().names()).containsExactly("a", "b", "c", "number", "file");
      assertThat(all.count()).isEqualTo(2);
    }
  }

  @Test
  void writesFilesAndFolders() {
    try (Session session = Heddle.local()) {
      DataFrame events =
          session.sql("select 1 as id, 2024 as year, 5 as month union all select 2, 2024, 6");
      DataFrame late = session.sql("select 3 as id, 2024 as year, 5 as month");
      events.write().parquet(folder + "/copy.parquet");
      events
          .write()
          .overwrite()
          .partitionBy("year", "month")
          .parquet(folder + "/copies", ParquetWriteOptions.DEFAULT.withBloomFilter("id", 100_000));
      late.write().append().partitionBy("year", "month").parquet(folder + "/copies");
      DataFrame copies = session.read().parquet(folder + "/copies");
      assertThat(copies.schema().names()).containsExactly("id", "year", "month");
      assertThat(copies.count()).isEqualTo(3);
      session.createView("events", events);
      session.execute(
          "copy events to '"
              + folder
              + "/sql.parquet' (compression zstd, compression_level 9, row_group_size 100000);"
              + "copy (select * from events where id > 5) to '"
              + folder
              + "/copies' (format parquet, partition_by (year, month), append)",
          _ -> {});
      assertThat(session.read().parquet(folder + "/sql.parquet").count()).isEqualTo(2);
    }
  }

  @Test
  void readsText() throws IOException {
    Files.writeString(folder.resolve("odd.txt"), "a;b\n1;x\n2;y\n3;z;more\n");
    try (Session session = Heddle.local()) {
      session.sql("select 1 as id, 'x' as t").write().csv(folder + "/orders.csv.gz");
      DataFrame orders = session.read().csv(folder + "/orders.csv.gz");
      DataFrame odd =
          session
              .read()
              .csv(
                  CsvReadOptions.DEFAULT.withDelimiter(';').withBadRows(BadRows.SKIP),
                  folder + "/odd.txt");
      assertThat(orders.count()).isEqualTo(1);
      assertThat(odd.count()).isEqualTo(2);
    }
  }
}
