package dev.heddle.engine.session;

import dev.heddle.engine.cluster.client.ClusterStageRunner;
import dev.heddle.engine.trace.Tracing;
import dev.heddle.engine.ui.ObservedSession;
import dev.heddle.engine.ui.QueryReporter;
import dev.heddle.engine.ui.ReportSettings;
import dev.heddle.engine.ui.SessionUi;
import dev.heddle.engine.ui.SessionUiProvider;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.UiOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.spill.SpillFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows a session's queries, memory and spill files to its dashboard. Thread-safe. */
record ObservedEngine(ProgressReports reports, MemoryLedger ledger, SpillFolder spill, int threads)
    implements ObservedSession {
  /**
   * Lets others see a session's queries, as the options say; returns its dashboard, null for none.
   * If that fails the session is closed.
   */
  static @Nullable SessionUi show(
      SharedState shared, QueryExecutor executor, SessionOptions options) {
    ProgressReports reports = executor.reports();
    try {
      if (options.isTraced()) {
        reports.add(Tracing.spans());
      }
      if (shared.runner instanceof ClusterStageRunner cluster) {
        cluster.announce(reports::add, reports::cancel, reports.profiles()::turnOn);
        reports.profiles().awaitOn();
      }
      UiOptions wanted = options.ui();
      return wanted == null
          ? null
          : new ObservedEngine(reports, shared.ledger, shared.spill, shared.threads())
              .start(wanted);
    } catch (RuntimeException e) {
      executor.close();
      shared.close();
      throw e;
    }
  }

  /**
   * Starts a dashboard.
   *
   * @throws HeddleException with code {@code NOT_FOUND} if its module is not on the class path
   */
  SessionUi start(UiOptions options) {
    return provider(
            () ->
                "Cannot open a session with a dashboard at port "
                    + options.port()
                    + ": it is not on the class path; depend on dev.heddle:heddle-server, or leave"
                    + " out withUi")
        .start(this, options);
  }

  /**
   * Returns what writes down what the session's queries do.
   *
   * @param file where the report is to go, for the message
   * @throws HeddleException with code {@code NOT_FOUND} if its module is not on the class path
   */
  private static QueryReporter reporter(SessionOptions options, Path file) {
    return provider(
            () ->
                "Cannot write the report "
                    + file
                    + ": what makes it is not on the class path; depend on"
                    + " dev.heddle:heddle-server")
        .reporter(ReportSettings.of(options));
  }

  /** Runs a plan, drops its rows, and writes what it did into a file, also if it fails. */
  static void report(SessionOptions options, QueryExecutor executor, LogicalPlan plan, Path file) {
    QueryReporter reporter = reporter(options, file);
    executor.reports().add(reporter);
    QueryHandle query = executor.submit(plan, StatementStart.now());
    try {
      query.result().join().close();
    } catch (CompletionException e) {
      throw e.getCause() instanceof HeddleException why ? why : e;
    } finally {
      executor.reports().remove(reporter);
      reporter.write(file, OptionalLong.of(query.query()));
    }
  }

  private static SessionUiProvider provider(Supplier<String> missing) {
    Iterator<SessionUiProvider> providers =
        ServiceLoader.load(SessionUiProvider.class, SessionUiProvider.class.getClassLoader())
            .iterator();
    if (!providers.hasNext()) {
      throw new HeddleException(ErrorCode.NOT_FOUND, missing.get());
    }
    return providers.next();
  }

  @Override
  public void addProgressListener(ProgressListener listener) {
    reports.add(listener);
  }

  @Override
  public void removeProgressListener(ProgressListener listener) {
    reports.remove(listener);
  }

  @Override
  public boolean cancel(long query) {
    return reports.cancel(query);
  }

  @Override
  public void profile(Duration time) {
    reports.profiles().turnOn(time);
  }

  @Override
  public Optional<CpuProfile> profileSoFar(long query) {
    return reports.profileSoFar(query);
  }

  @Override
  public long memoryBytes() {
    return ledger.usedBytes();
  }

  @Override
  public long peakMemoryBytes() {
    return ledger.peakBytes();
  }

  @Override
  public long memoryLimitBytes() {
    return ledger.limitBytes();
  }

  @Override
  public long spillBytes() {
    return spill.usedBytes();
  }
}
