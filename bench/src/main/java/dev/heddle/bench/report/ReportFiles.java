package dev.heddle.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes a comparison as one JSON file and one HTML page. */
public final class ReportFiles {
  private ReportFiles() {}

  /**
   * Writes both files, over older ones.
   *
   * @param folder where they go, which is made if it is not there
   * @param surroundings names and values of the surroundings: settings, machine, versions
   * @return the files
   */
  public static List<Path> write(
      Comparison comparison, Map<String, String> surroundings, Path folder) {
    String name = comparison.suite() + "-" + comparison.size();
    try {
      Files.createDirectories(folder);
      Path json = folder.resolve(name + ".json");
      Files.writeString(json, JsonReport.of(comparison, surroundings));
      Path html = folder.resolve(name + ".html");
      Files.writeString(html, HtmlReport.of(comparison, surroundings));
      return List.of(json, html);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write results to " + folder, e);
    }
  }
}
