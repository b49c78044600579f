package dev.heddle.cli.flags;

import dev.heddle.frame.option.SessionAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a server lets its clients do, and how much of it. */
public final class ServingFlags {
  private static final String ALLOW = "--allow";
  private static final String READ_ONLY = "--read-only";
  private static final String STATEMENT_TIMEOUT = "--statement-timeout";
  private static final String SESSION_IDLE = "--session-idle";
  private static final String SESSION_MEMORY = "--session-memory";
  private static final String MAX_SESSIONS = "--max-sessions";
  private static final String MAX_STATEMENTS = "--max-statements";
  private static final String KEEP_ALIVE = "--keep-alive";

  @Option(
      names = ALLOW,
      paramLabel = "PATH",
      description =
          "A file, a folder or s3a://bucket/path that clients may read and write, with all below"
              + " it; without any they use registered tables only. May be repeated.")
  private List<String> allowed = new ArrayList<>();

  @Option(
      names = READ_ONLY,
      description = "Clients write no file, and change neither tables nor views.")
  private boolean isReadOnly;

  @Option(
      names = STATEMENT_TIMEOUT,
      paramLabel = "TIME",
      description = "How long a statement may run, such as 500ms, 30s or 5m (default: no bound).")
  private @Nullable String statementTimeout;

  @Option(
      names = SESSION_IDLE,
      paramLabel = "TIME",
      description =
          "How long sessions without a connection, prepared statements and unread results are kept"
              + " after their last use (default: 30m).")
  private @Nullable String sessionIdle;

  @Option(
      names = SESSION_MEMORY,
      paramLabel = "SIZE",
      description =
          "Off-heap memory of a session's queries and results together (default: no bound below"
              + " --memory).")
  private @Nullable String sessionMemory;

  @Option(
      names = MAX_SESSIONS,
      paramLabel = "N",
      description = "Sessions that are open at once (default: 1000).")
  private @Nullable Integer maxSessions;

  @Option(
      names = MAX_STATEMENTS,
      paramLabel = "N",
      description = "Statements of a session that run at once (default: 100).")
  private @Nullable Integer maxStatements;

  @Option(
      names = KEEP_ALIVE,
      paramLabel = "TIME",
      description =
          "How long a connection may be silent before it counts as gone, at least 11s (default:"
              + " 60s).")
  private @Nullable String keepAlive;

  /** Makes flags that the command-line library sets. */
  public ServingFlags() {}

  /** Returns what each client may use. */
  public SessionAccess access() {
    SessionAccess access = SessionAccess.toPaths(allowed);
    if (isReadOnly) {
      access = access.readOnly();
    }
    return sessionMemory == null
        ? access
        : access.withMemoryBytes(NumericFlags.bytes(SESSION_MEMORY, sessionMemory));
  }

  /** Returns how long a statement may run; null if that was not said. */
  public @Nullable Duration statementTimeout() {
    return time(STATEMENT_TIMEOUT, statementTimeout);
  }

  /** Returns how long what is not used is kept; null if that was not said. */
  public @Nullable Duration sessionIdle() {
    return time(SESSION_IDLE, sessionIdle);
  }

  /** Returns how long a connection may be silent; null if that was not said. */
  public @Nullable Duration keepAlive() {
    return time(KEEP_ALIVE, keepAlive);
  }

  private static @Nullable Duration time(String flag, @Nullable String text) {
    return text == null ? null : NumericFlags.time(flag, text);
  }

  /** Returns how many sessions may be open; null if that was not said. */
  public @Nullable Integer maxSessions() {
    return maxSessions;
  }

  /** Returns how many statements of a session may run; null if that was not said. */
  public @Nullable Integer maxStatements() {
    return maxStatements;
  }

  /** Returns the arguments of another process that serves in this way; none if nothing was said. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    allowed.forEach(path -> add(arguments, ALLOW, path));
    if (isReadOnly) {
      arguments.add(READ_ONLY);
    }
    add(arguments, STATEMENT_TIMEOUT, statementTimeout);
    add(arguments, SESSION_IDLE, sessionIdle);
    add(arguments, SESSION_MEMORY, sessionMemory);
    add(arguments, MAX_SESSIONS, maxSessions);
    add(arguments, MAX_STATEMENTS, maxStatements);
    add(arguments, KEEP_ALIVE, keepAlive);
    return arguments;
  }

  private static void add(List<String> arguments, String flag, @Nullable Object value) {
    if (value != null) {
      arguments.add(flag);
      arguments.add(String.valueOf(value));
    }
  }
}
