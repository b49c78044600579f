package dev.heddle.cli;

import dev.heddle.engine.ui.ReportSettings;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.server.report.QueryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command writes what its queries did. */
final class ReportFlag {
  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description =
          "Write a page that tells of the queries: plans, tasks over time, what made them slow.")
  private @Nullable Path file;

  /**
   * Runs something, and then writes the page, also if it fails.
   *
   * @throws HeddleException with code {@code IO} if the page cannot be written, before anything
   *     runs if its folder is missing
   */
  void during(Session session, Work work) throws IOException {
    Path to = file;
    if (to == null) {
      work.run();
      return;
    }
    Path folder = to.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(to)) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot write the report " + to + ": name a file in a folder that is there");
    }
    QueryReport report = new QueryReport(ReportSettings.of(session.options()));
    session.addProgressListener(report);
    try {
      work.run();
    } finally {
      session.removeProgressListener(report);
      report.write(to, OptionalLong.empty());
    }
  }

  /** What runs queries. */
  interface Work {
    void run() throws IOException;
  }
}
