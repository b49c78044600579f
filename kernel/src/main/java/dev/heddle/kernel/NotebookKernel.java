package dev.heddle.kernel;

import dev.heddle.frame.Session;
import dev.heddle.kernel.java.JavaSnippets;
import io.github.spencerpark.jupyter.channels.JupyterConnection;
import io.github.spencerpark.jupyter.channels.ShellReplyEnvironment;
import io.github.spencerpark.jupyter.kernel.BaseKernel;
import io.github.spencerpark.jupyter.kernel.LanguageInfo;
import io.github.spencerpark.jupyter.kernel.ReplacementOptions;
import io.github.spencerpark.jupyter.kernel.display.DisplayData;
import io.github.spencerpark.jupyter.messages.KernelTimestamp;
import io.github.spencerpark.jupyter.messages.Message;
import io.github.spencerpark.jupyter.messages.MessageType;
import io.github.spencerpark.jupyter.messages.publish.PublishError;
import io.github.spencerpark.jupyter.messages.publish.PublishExecuteInput;
import io.github.spencerpark.jupyter.messages.publish.PublishExecuteResult;
import io.github.spencerpark.jupyter.messages.reply.ErrorReply;
import io.github.spencerpark.jupyter.messages.reply.ExecuteReply;
import io.github.spencerpark.jupyter.messages.request.ExecuteRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
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
final class NotebookKernel extends BaseKernel implements AutoCloseable {
  private static final long INTERRUPT_MILLIS = 100;

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
  private volatile @Nullable CountDownLatch running; // until the cell that runs has ended

  NotebookKernel(Session session) {
    super(StandardCharsets.UTF_8);
    this.session = session;
    this.cells = new Cells(session, output);
    session.addProgressListener(progress);
    String version = NotebookKernel.class.getPackage().getImplementationVersion();
    KERNEL_META.put("project", "heddle");
    KERNEL_META.put("version", version == null ? "development" : version);
  }

  /** Returns where cells print. */
  CellOutput output() {
    return output;
  }

  /** Returns when a front end has asked the kernel to end. */
  void awaitShutdown() throws InterruptedException {
    shutdown.await();
  }

  @Override
  public @Nullable DisplayData eval(String code) throws CellException {
    return cells.run(code, executionCount.get());
  }

  @Override
  public LanguageInfo getLanguageInfo() {
    return new LanguageInfo.Builder("sql")
        .version(String.valueOf(KERNEL_META.get("version")))
        .mimetype("text/x-sql")
        .fileExtension(".sql")
        .pygments("sql")
        .codemirror("sql")
        .build();
  }

  @Override
  public String getBanner() {
    return "Heddle: cells of SQL and Java over one session; %plot draws the last result";
  }

  @Override
  public void becomeHandlerForConnection(JupyterConnection connection) {
    super.becomeHandlerForConnection(connection);
    connection.setHandler(MessageType.EXECUTE_REQUEST, this::execute);
  }

  private void execute(ShellReplyEnvironment asker, Message<ExecuteRequest> message) {
    ExecuteRequest request = message.getContent();
    if (isLeftOut(message)) {
      asker.setBusyDeferIdle();
      AbortedReply reply = new AbortedReply(executionCount.get());
      asker.defer(() -> asker.reply(reply));
      failedNanos = System.nanoTime(); // those behind it are left out too
      return;
    }
    failedNanos = 0;
    String code = request.getCode();
    int count = executionCount.getAndIncrement();
    asker.setBusyDeferIdle();
    asker.publish(new PublishExecuteInput(code, count));
    output.begin(asker);
    CountDownLatch ended = new CountDownLatch(1);
    running = ended;
    Future<@Nullable DisplayData> cell =
        runner.submit(
            () -> {
              try {
                return cells.run(code, count);
              } finally {
                ended.countDown();
              }
            });
    try {
      DisplayData result = cell.get();
      output.drain();
      if (result != null) {
        asker.publish(new PublishExecuteResult(count, result));
      }
      asker.defer(() -> asker.reply(new ExecuteReply(count, Map.of())));
    } catch (ExecutionException e) {
      fail(asker, count, CellException.of(e.getCause() == null ? e : e.getCause()));
      if (request.shouldStopOnError()) {
        failed = Instant.now();
        failedNanos = System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // by who ends the process
    }
  }

  /** Whether a cell was sent before the one ahead of it had failed. */
  private boolean isLeftOut(Message<ExecuteRequest> message) {
    if (failedNanos == 0 || System.nanoTime() - failedNanos > QUEUED_NANOS) {
      return false;
    }
    KernelTimestamp sent = message.getHeader().getTimestamp();
    try {
      return sent == null
          || !OffsetDateTime.parse(sent.getDateString()).toInstant().isAfter(failed);
    } catch (DateTimeParseException e) {
      return true; // not all clients write the same form
    }
  }

  private void fail(ShellReplyEnvironment asker, int count, CellException error) {
    try {
      output.drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    String text = String.valueOf(error.getMessage());
    ErrorReply reply = new ErrorReply(error.name(), text, error.lines());
    reply.setExecutionCount(count);
    asker.publish(new PublishError(error.name(), text, error.lines()));
    asker.defer(() -> asker.replyError(ExecuteReply.MESSAGE_TYPE.error(), reply));
  }

  @Override
  public void interrupt() {
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

  @Override
  public ReplacementOptions complete(String code, int at) {
    CellText cell = CellText.of(code);
    if (cell.language() == CellText.Language.JAVA) {
      int start = code.indexOf(cell.text());
      if (start < 0 || at < start) {
        return new ReplacementOptions(List.of(), at, at);
      }
      JavaSnippets.Completions found = cells.java().complete(cell.text(), at - start);
      return new ReplacementOptions(found.texts(), start + found.start(), at);
    }
    return SqlCompletions.of(code, at, session.tables());
  }

  @Override
  public String isComplete(String code) {
    CellText cell = CellText.of(code);
    return switch (cell.language()) {
      case JAVA -> cells.java().isComplete(cell.text()) ? IS_COMPLETE_YES : "  ";
      case SQL, PLOT, UNKNOWN_MARK -> IS_COMPLETE_YES; // a cell needs no semicolon
    };
  }

  @Override
  public void onShutdown(boolean isRestarting) {
    shutdown.countDown();
  }

  /** Ends what runs and forgets results; the session stays open. */
  @Override
  public void close() {
    interrupt();
    session.removeProgressListener(progress);
    runner.shutdown();
    cells.close();
    output.close();
  }
}
