package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.plan.Source;
import java.util.List;

/**
 * Makes frames of files. A path is a file, a folder (all files of the format below it) or a glob.
 */
public final class FrameReader {
  private final Session session;

  FrameReader(Session session) {
    this.session = session;
  }

  /**
   * Returns a frame of Parquet files. Their listing and one footer are read now, nothing else
   * before an action.
   *
   * @throws dev.heddle.frame.error.HeddleException if there is no such file or it cannot be read
   */
  public DataFrame parquet(String... paths) {
    return session.frame(session.engine().scan(new Source.Parquet(checked(paths))));
  }

  /** Returns a frame of CSV files with a header, types inferred from a sample that is read now. */
  public DataFrame csv(String... paths) {
    return csv(CsvReadOptions.DEFAULT, paths);
  }

  /** Returns a frame of CSV files; a sample is read now. */
  public DataFrame csv(CsvReadOptions options, String... paths) {
    return session.frame(session.engine().scan(new Source.Csv(checked(paths), options)));
  }

  private static List<String> checked(String... paths) {
    if (paths.length == 0) {
      throw new AnalysisException("Cannot read: no path is given");
    }
    return List.of(paths);
  }
}
