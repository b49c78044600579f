package dev.heddle.kernel;

import dev.heddle.frame.Session;
import dev.heddle.kernel.java.JavaSnippets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Answers the requests of Jupyter's front ends. */
final class NotebookKernel implements AutoCloseable {
  private static final long INTERRUPT_MILLIS = 100;
  private static final String STATUS = "status";
  private static final String OK = "ok";
  private static final String SHUTDOWN = "shutdown_request";
  private static final String COUNT = "execution_count";

  /** What waits behind a cell that fails comes within this time; clocks of others may differ. */
  private static final long QUEUED_NANOS = 500_000_000;

  private final Session session;
  private final CellOutput output = new CellOutput();
  private final Cells cells;
  private final ProgressDisplay progress = new ProgressDisplay(output);
  private final CountDownLatch shutdown = new CountDownLatch(1);
  private final ExecutorService runner =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "heddle-kernel-cell");
            thread.setDaemon(true);
            return thread;
          });
  private long failedNanos; // of the last cell, by the clock of nanoTime; 0 if it has not
  private Instant failed = Instant.EPOCH;
  private int count = 1; // of the next cell
  private volatile @Nullable CountDownLatch running; // until the cell that runs has ended

  NotebookKernel(Session session) {
    this.session = session;
    this.cells = new Cells(session, output);
    session.addProgressListener(progress);
  }

  /** Returns where cells print. */
  CellOutput output() {
    return output;
  }

  /** Returns when a front end has asked the kernel to end. */
  void awaitShutdown() throws InterruptedException {
    shutdown.await();
  }

  /** Answers a request. Thread-safe; cells run one after the other. */
  void handle(KernelRequest request) {
    MessageFormat.Message message = request.message();
    request.publishState("busy");
    try {
      switch (message.type()) {
        case "execute_request" -> execute(request);
        case "kernel_info_request" -> request.reply(information());
        case "complete_request" -> request.reply(completions(message));
        case "is_complete_request" -> request.reply(completeness(message.text("code")));
        case "inspect_request" ->
            request.reply(
                Map.of(STATUS, OK, "found", false, "data", Map.of(), "metadata", Map.of()));
        case "history_request" -> request.reply(Map.of(STATUS, OK, "history", List.of()));
        case "comm_info_request" -> request.reply(Map.of(STATUS, OK, "comms", Map.of()));
        case "comm_open" -> // of no target that the kernel has
            request.publish(
                "comm_close", Map.of("comm_id", message.text("comm_id"), "data", Map.of()));
        case "interrupt_request" -> {
          interrupt();
          request.reply(Map.of(STATUS, OK));
        }
        case SHUTDOWN -> request.reply(Map.of(STATUS, OK, "restart", message.isOn("restart")));
        default -> {} // other kernels know it
      }
    } catch (RuntimeException | Error e) {
      request.reply(failure(CellException.of(e)));
    } finally {
      request.publishState("idle");
    }
    if (message.type().equals(SHUTDOWN)) {
      shutDown();
    }
  }

  private static Map<String, Object> information() {
    String own = NotebookKernel.class.getPackage().getImplementationVersion();
    String version = own == null ? "development" : own;
    Map<String, Object> language =
        Map.of(
            "name", "sql",
            "version", version,
            "mimetype", "text/x-sql",
            "file_extension", ".sql",
            "pygments_lexer", "sql",
            "codemirror_mode", "sql");
    return Map.of(
        STATUS,
        OK,
        "protocol_version",
        MessageFormat.VERSION,
        "implementation",
        "heddle",
        "implementation_version",
        version,
        "language_info",
        language,
        "banner",
        "Heddle: cells of SQL and Java over one session; %plot draws the last result",
        "help_links",
        List.of());
  }

  private synchronized void execute(KernelRequest request) {
    MessageFormat.Message message = request.message();
    if (isLeftOut(message)) {
      request.reply(Map.of(STATUS, "aborted", COUNT, count));
      failedNanos = System.nanoTime(); // those behind it are left out too
      return;
    }
    failedNanos = 0;
    String code = message.text("code");
    int number = count++;
    request.publish("execute_input", Map.of("code", code, COUNT, number));
    output.begin(request);
    CountDownLatch ended = new CountDownLatch(1);
    running = ended;
    Future<@Nullable Display> cell =
        runner.submit(
            () -> {
              try {
                return cells.run(code, number);
              } finally {
                ended.countDown();
              }
            });
    try {
      Display result = cell.get();
      output.flush();
      if (result != null) {
        Map<String, Object> content = new LinkedHashMap<>(result.content());
        content.put(COUNT, number);
        request.publish("execute_result", content);
      }
      request.reply(
          Map.of(STATUS, OK, COUNT, number, "user_expressions", Map.of(), "payload", List.of()));
    } catch (ExecutionException e) {
      output.flush();
      Map<String, Object> failure =
          failure(CellException.of(e.getCause() == null ? e : e.getCause()));
      request.publish("error", failure);
      failure.put(COUNT, number);
      request.reply(failure);
      if (!message.isOff("stop_on_error")) {
        failed = Instant.now();
        failedNanos = System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // by who ends the process
    }
  }

  /** Whether a cell was sent before the one ahead of it had failed. */
  private boolean isLeftOut(MessageFormat.Message message) {
    if (failedNanos == 0 || System.nanoTime() - failedNanos > QUEUED_NANOS) {
      return false;
    }
    try {
      return !OffsetDateTime.parse(message.date()).toInstant().isAfter(failed);
    } catch (DateTimeParseException e) {
      return true; // not all clients write the same form
    }
  }

  private static Map<String, Object> failure(CellException error) {
    Map<String, Object> failure = new LinkedHashMap<>();
    failure.put(STATUS, "error");
    failure.put("ename", error.name());
    failure.put("evalue", String.valueOf(error.getMessage()));
    failure.put("traceback", error.lines());
    return failure;
  }

  /** Ends the cell that runs. */
  private void interrupt() {
    CountDownLatch ended = running;
    if (ended == null) {
      return;
    }
    Thread interrupter =
        new Thread(
            () -> {
              try {
                do {
                  cells.interrupt(); // again, should the cell have begun another query meanwhile
                } while (!ended.await(INTERRUPT_MILLIS, TimeUnit.MILLISECONDS));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "heddle-kernel-interrupt");
    interrupter.setDaemon(true);
    if (ended.getCount() > 0) {
      interrupter.start();
    }
  }

  /** Completes what is before the cursor; Jupyter counts code points. */
  private Map<String, Object> completions(MessageFormat.Message message) {
    String code = message.text("code");
    int length = code.codePointCount(0, code.length());
    int cursor = Math.clamp(message.number("cursor_pos", length), 0, length);
    JavaSnippets.Completions found = completions(code, code.offsetByCodePoints(0, cursor));
    return Map.of(
        STATUS,
        OK,
        "matches",
        found.texts(),
        "cursor_start",
        code.codePointCount(0, found.start()),
        "cursor_end",
        cursor,
        "metadata",
        Map.of());
  }

  private JavaSnippets.Completions completions(String code, int at) {
    CellText cell = CellText.of(code);
    if (cell.language() != CellText.Language.JAVA) {
      return SqlCompletions.of(code, at, session.tables());
    }
    int start = code.indexOf(cell.text());
    if (start < 0 || at < start) {
      return new JavaSnippets.Completions(List.of(), at);
    }
    JavaSnippets.Completions found = cells.java().complete(cell.text(), at - start);
    return new JavaSnippets.Completions(found.texts(), start + found.start());
  }

  private Map<String, Object> completeness(String code) {
    CellText cell = CellText.of(code);
    boolean isComplete =
        switch (cell.language()) {
          case JAVA -> cells.java().isComplete(cell.text());
          case SQL, PLOT, UNKNOWN_MARK -> true; // a cell needs no semicolon
        };
    return isComplete ? Map.of(STATUS, "complete") : Map.of(STATUS, "incomplete", "indent", "  ");
  }

  /** Lets {@link #awaitShutdown} return. */
  void shutDown() {
    shutdown.countDown();
  }

  /** Ends what runs and forgets results; the session stays open. */
  @Override
  public void close() {
    interrupt();
    session.removeProgressListener(progress);
    runner.shutdown();
    cells.close();
  }
}
