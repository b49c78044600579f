package dev.heddle.cli;

import dev.heddle.engine.session.LocalEngineProvider;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.S3Options;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.parquet.NativeCodecs;
import dev.heddle.shuffle.net.Security;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every subcommand that opens a session understands. */
final class SessionFlags {
  private static final Pattern BYTES = Pattern.compile("(\\d+)\\s*([kmgt]?)i?b?");

  @Option(
      names = {"-t", "--table"},
      paramLabel = "NAME=PATH",
      description = "Name a file, folder or glob of Parquet or CSV files. May be repeated.")
  private Map<String, String> tables = new LinkedHashMap<>();

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all processors).")
  private int threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Off-heap memory limit, such as 512m or 2g (default: 70 %% of the machine's or"
              + " container's, less the heap).")
  private @Nullable String memory;

  @Option(
      names = "--spill-folder",
      paramLabel = "FOLDER",
      description = "Where to put what does not fit into memory (default: the temporary folder).")
  private @Nullable Path spillFolder;

  @Option(
      names = "--spill-quota",
      paramLabel = "SIZE",
      description = "Most bytes of spill files, such as 20g (default: as many as fit).")
  private @Nullable String spillQuota;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "Cut plans into tasks of N partitions (default: 1, no exchange; in a cluster one a"
              + " slot).")
  private int partitions;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      description =
          "Zone of timestamps with time zone, such as Europe/Berlin or +02:00 (default: UTC).")
  private @Nullable String timeZone;

  @Option(
      names = "--cluster",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_CLUSTER}",
      description = "Run queries on the cluster whose scheduler listens there (HEDDLE_CLUSTER).")
  private @Nullable String cluster;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "On a cluster, tasks of queries with a higher one start first (default: 0).")
  private int priority;

  @Option(
      names = "--weight",
      paramLabel = "N",
      description = "On a cluster, the share of slots among queries that run (default: 1).")
  private int weight = 1;

  @Option(
      names = "--security",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_SECURITY}",
      description = "Folder with the cluster's token and ca.pem (HEDDLE_SECURITY).")
  private @Nullable Path security;

  @Option(
      names = "--no-generated-code",
      description = "Leave all work to ready kernels; make no code for hot loops.")
  private boolean isWithoutGeneratedCode;

  @Option(
      names = {"-v", "--verbose"},
      description = "Log what happens to stderr.")
  private boolean verbose;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Mixin private S3Flags s3 = new S3Flags();

  /** Makes flags that the command-line library sets. */
  SessionFlags() {}

  /** Makes flags with what is given, and all else left out. */
  SessionFlags(Map<String, String> tables, int threads) {
    this.tables = tables;
    this.threads = threads;
  }

  /** Returns the security folder's content, for a process that listens itself. */
  Security security() {
    return security == null ? Security.none() : Security.load(security);
  }

  /** Opens a session with the named tables. */
  Session open() {
    if (!tables.isEmpty()) {
      NativeCodecs.takeFirst();
    }
    return open(options());
  }

  /**
   * Opens it for a query that follows at once, and gets all ready for that query meanwhile.
   *
   * @param sql what is going to run, where that is known
   */
  EarlyStart startEarly(@Nullable String sql) {
    SessionOptions options = options();
    return new EarlyStart(() -> open(options), sql);
  }

  private SessionOptions options() {
    if (verbose) {
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
    SessionOptions options =
        SessionOptions.defaults().withThreads(threads).withPartitions(partitions);
    if (memory != null) {
      options = options.withMemoryBudgetBytes(bytes(memory));
    }
    if (spillFolder != null) {
      options = options.withSpillFolder(spillFolder);
    }
    if (spillQuota != null) {
      options = options.withSpillQuotaBytes(bytes(spillQuota));
    }
    if (timeZone != null) {
      options = options.withTimeZone(zone(timeZone));
    }
    if (isWithoutGeneratedCode) {
      options = options.withoutGeneratedCode();
    }
    if (cluster != null) {
      ClusterOptions where = ClusterOptions.of(cluster).withPriority(priority).withWeight(weight);
      options = options.withCluster(security == null ? where : where.withSecurity(security));
    }
    S3Options way = s3.options();
    if (way != null) {
      options = options.withS3(way);
    }
    return options;
  }

  private Session open(SessionOptions options) {
    Session session = new Session(new LocalEngineProvider().open(options), options);
    try {
      tables.forEach((name, path) -> session.createView(name, session.read().path(path)));
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use --time-zone " + text + "; write a zone such as Europe/Berlin or +02:00",
          e);
    }
  }

  /** Reads a size such as {@code 512m}. */
  static long bytes(String text) {
    Matcher matcher = BYTES.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches() || matcher.group(1).length() > 12) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read size \"" + text + "\": write a number and k, m, g or t, such as 512m or 2g");
    }
    int shift =
        switch (matcher.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          case "t" -> 40;
          default -> 0;
        };
    return Long.parseLong(matcher.group(1)) << shift;
  }
}
