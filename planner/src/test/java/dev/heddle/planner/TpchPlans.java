package dev.heddle.planner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The plans of the TPC-H queries at scale 1, as they are kept beside the tests. Running {@link
 * #main} from any folder of the repository rewrites them.
 */
public final class TpchPlans {
  static final int QUERIES = 22;

  private static final Queries PLANNER = new Queries(TpchTables.scaleOne());

  private TpchPlans() {}

  /** Rewrites the kept plans. */
  public static void main(String[] arguments) throws IOException {
    for (int query = 1; query <= QUERIES; query++) {
      Path file = kept(query);
      Files.createDirectories(file.getParent());
      Files.writeString(file, plan(query));
    }
  }

  static String plan(int query) {
    return PLANNER.plan(sql(query), PlannerSettings.DEFAULT).physicalText();
  }

  static Path kept(int query) {
    return root().resolve("planner/src/test/resources/tpch").resolve(name(query) + ".plan.txt");
  }

  static String sql(int query) {
    return read(root().resolve("bench/src/main/resources/tpch").resolve(name(query) + ".sql"));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private static String name(int query) {
    return String.format(Locale.ROOT, "q%02d", query);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("bench/src/main/resources/tpch"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("Run this from inside the repository");
    }
    return folder;
  }
}
