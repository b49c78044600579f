package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.findings.FindingKind;
import dev.heddle.engine.session.KeptEvents;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.S3Options;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.io.testing.Effort;
import dev.heddle.s3lab.Faults;
import dev.heddle.s3lab.S3Server;
import dev.heddle.s3lab.Shape;
import dev.heddle.s3lab.ShapingProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries that wait for a store behind a narrow link are found to. */
@Tag("process")
class StorageFindingsTest {
  private static final long BYTES_PER_SECOND = 1_000_000;
  private static final int ROWS = Effort.of(100_000, 40_000);

  @TempDir private Path folder;

  private final KeptEvents events = new KeptEvents();

  private Finding first(Session session, String sql) {
    session.sql(sql).collect().close();
    List<Finding> findings = events.of(QueryEvent.Ended.class).getLast().findings();
    assertThat(findings).as("of %s", sql).isNotEmpty();
    assertThat(findings.getFirst().code())
        .as("%s", findings)
        .isEqualTo(FindingKind.SLOW_STORAGE.code());
    return findings.getFirst();
  }

  @Test
  void storageThatIsSlow() throws IOException {
    System.setProperty("aws.accessKeyId", S3Server.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET_KEY);
    SessionOptions options = SessionOptions.defaults().withThreads(2);
    try (S3Server server = S3Server.start(folder);
        ShapingProxy link =
            new ShapingProxy(server.url(), new Shape(20, 0, BYTES_PER_SECOND), Faults.NONE);
        Session session =
            Heddle.local(
                options.withS3(S3Options.DEFAULT.withEndpoint(link.url()).withPathStyle()))) {
      Path lake = Files.createDirectories(folder.resolve("objects/lake"));
      for (String file : List.of("a.parquet", "a.csv", "a.jsonl", "a.arrow")) {
        session.execute(
            "copy (select range as id, md5(cast(range as varchar)) as text,"
                + " (range * range * 7919) % 1000003 as v from range("
                + ROWS
                + ")) to '"
                + lake.resolve(file)
                + "'");
      }
      session.sql("select max(id) from 's3a://lake/a.parquet'").collect().close(); // loads the SDK
      session.addProgressListener(events);
      assertThat(first(session, "select max(text), sum(v) from 's3a://lake/a.parquet'").what())
          .contains("Threads waited for storage", " a second");
      first(session, "select max(text), sum(v) from 's3a://lake/a.csv'");
      if (Effort.isWhole()) {
        first(session, "select max(text), sum(v) from 's3a://lake/a.jsonl'");
        first(session, "select max(text), sum(v) from 's3a://lake/a.arrow'");
      }
      session.sql("select max(text), sum(v) from '" + lake + "/a.csv'").collect().close();
      assertThat(events.of(QueryEvent.Ended.class).getLast().findings()).isEmpty();
    }
  }
}
