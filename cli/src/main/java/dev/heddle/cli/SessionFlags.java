package dev.heddle.cli;

import dev.heddle.cli.flags.NumericFlags;
import dev.heddle.cli.flags.S3Flags;
import dev.heddle.cli.spark.SparkLog;
import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.DatabaseAccess;
import dev.heddle.frame.option.S3Options;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.parquet.codec.CodecWarmup;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.shuffle.net.Security;
import dev.heddle.startup.SessionWarmup;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every subcommand that opens a session understands. */
final class SessionFlags {
  private static final int MAX_THREADS = 1024;
  private static final int MAX_PARTITIONS = 100_000;
  private static final int MAX_WEIGHT = 1_000_000;

  @Option(
      names = {"-t", "--table"},
      paramLabel = "NAME=PATH",
      description =
          "Name a file, folder or glob of Parquet, CSV, JSON or Arrow files; - is stdin. May be"
              + " repeated.")
  private List<String> tables = new ArrayList<>();

  @Option(
      names = "--stdin-format",
      paramLabel = "FORMAT",
      description = "What -t NAME=- reads: " + NamedTables.STDIN_FORMATS + ".")
  private @Nullable String stdinFormat;

  @Option(
      names = "--database",
      paramLabel = "FOLDER",
      description =
          "Work in the lasting database of a folder, which is made if it is not there; one process"
              + " writes it at a time.")
  private @Nullable Path database;

  @Option(
      names = "--database-read-only",
      description = "Only read the database, beside a process that writes it.")
  private boolean isDatabaseReadOnly;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all processors).")
  private @Nullable Integer threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Off-heap memory limit, such as 512m (MiB) or 2g (GiB) (default: 70 %% of the machine's"
              + " or container's, less the heap).")
  private @Nullable String memory;

  @Option(
      names = "--spill-folder",
      paramLabel = "FOLDER",
      description = "Where to put what does not fit into memory (default: the temporary folder).")
  private @Nullable Path spillFolder;

  @Option(
      names = "--spill-quota",
      paramLabel = "SIZE",
      description = "Most bytes of spill files, such as 20g (default: no bound).")
  private @Nullable String spillQuota;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "Cut plans into tasks of N partitions (default: 1, no exchange; in a cluster one a"
              + " slot).")
  private @Nullable Integer partitions;

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
  private @Nullable Integer priority;

  @Option(
      names = "--weight",
      paramLabel = "N",
      description = "On a cluster, the share of slots among queries that run (default: 1).")
  private @Nullable Integer weight;

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

  private @Nullable Function<SessionOptions, Session> opening; // null for Heddle's own engines

  private @Nullable UiFlags ui; // null for commands without a dashboard

  /** Makes flags that the command-line library sets. */
  SessionFlags() {}

  /** Makes flags with what is given, and all else left out. */
  SessionFlags(List<String> tables, @Nullable Integer threads) {
    this.tables = tables;
    this.threads = threads;
  }

  /** Sets how sessions are opened. */
  void openBy(Function<SessionOptions, Session> way) {
    this.opening = way;
  }

  /** Sets how sessions are shown to browsers. */
  void showBy(UiFlags flags) {
    this.ui = flags;
  }

  /**
   * Sets the folder of the database.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if a flag has set one
   */
  void useDatabase(Path folder) {
    if (database != null) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot open both databases " + folder + " and --database " + database + ": name one");
    }
    database = folder;
  }

  /** Returns whether it has been set how sessions are opened. */
  boolean haveOpening() {
    return opening != null;
  }

  /** Returns how much is logged. */
  SparkLog sparkLog() {
    return verbose ? SparkLog.INFO : SparkLog.WARN;
  }

  /**
   * Checks flags of which a session on Spark is going to be opened.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} for what cannot be
   */
  void checkForSpark() {
    if (cluster != null && !cluster.equals(System.getenv("HEDDLE_CLUSTER"))) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use both --spark and --cluster " + cluster + ": give one of them");
    }
    options();
    NamedTables.of(tables, stdinFormat);
  }

  /**
   * Checks flags with which another process is going to open a session.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} for what cannot be
   */
  void check() {
    SessionOptions unused = options();
    NamedTables tablesOfFlags = NamedTables.of(tables, stdinFormat);
    if (tablesOfFlags.readsStdin()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read a table from stdin here: name a file, a folder or a glob");
    }
  }

  /** Returns the security folder's content, for a process that listens itself. */
  Security security() {
    return security == null ? Security.none() : Security.load(security);
  }

  /** Opens a session with the named tables. */
  Session open() {
    if (!tables.isEmpty() && opening == null) {
      new CodecWarmup().run();
    }
    return open(options());
  }

  /**
   * Opens it for a query that follows at once, and gets all ready for that query meanwhile.
   *
   * @param sql what is going to run, where that is known
   */
  SessionWarmup startEarly(@Nullable String sql) {
    SessionOptions options = options();
    return new SessionWarmup(() -> open(options), sql);
  }

  private SessionOptions options() {
    if (verbose) {
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
    SessionOptions options = SessionOptions.defaults();
    if (threads != null) {
      options = options.withThreads(NumericFlags.inRange("--threads", threads, 1, MAX_THREADS));
    }
    if (partitions != null) {
      options =
          options.withPartitions(
              NumericFlags.inRange("--partitions", partitions, 1, MAX_PARTITIONS));
    }
    if (memory != null) {
      options = options.withMemoryBudgetBytes(NumericFlags.bytes("--memory", memory));
    }
    if (spillFolder != null) {
      LocalFolders.requireWritable("--spill-folder", spillFolder);
      options = options.withSpillFolder(spillFolder);
    }
    if (spillQuota != null) {
      options = options.withSpillQuotaBytes(NumericFlags.bytesOrNone("--spill-quota", spillQuota));
    }
    if (timeZone != null) {
      options = options.withTimeZone(zone(timeZone));
    }
    if (isWithoutGeneratedCode) {
      options = options.withoutGeneratedCode();
    }
    if (cluster == null && (priority != null || weight != null)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + (priority != null ? "--priority" : "--weight")
              + " without a cluster: name its scheduler by --cluster HOST:PORT");
    }
    if (cluster != null) {
      ClusterOptions where = ClusterOptions.of(cluster);
      if (priority != null) {
        where = where.withPriority(priority);
      }
      if (weight != null) {
        where = where.withWeight(NumericFlags.inRange("--weight", weight, 1, MAX_WEIGHT));
      }
      options = options.withCluster(security == null ? where : where.withSecurity(security));
    }
    S3Options way = s3.options();
    if (way != null) {
      options = options.withS3(way);
    }
    return ui == null ? options : ui.applied(options, security);
  }

  /** Returns whether a table is read from stdin. */
  boolean readsStdin() {
    return NamedTables.of(tables, stdinFormat).readsStdin();
  }

  private Session open(SessionOptions options) {
    NamedTables named = NamedTables.of(tables, stdinFormat);
    Session session =
        opening == null
            ? new Session(new SessionEngineProvider().open(options), options)
            : opening.apply(options);
    try {
      named.create(session);
      if (database != null) {
        session.openDatabase(
            database, isDatabaseReadOnly ? DatabaseAccess.READ : DatabaseAccess.WRITE);
      } else if (isDatabaseReadOnly) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot use --database-read-only without a database: add --database FOLDER");
      }
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
}
