package dev.heddle.engine.session;

import dev.heddle.engine.ui.ObservedSession;
import dev.heddle.engine.ui.SessionUi;
import dev.heddle.engine.ui.SessionUiProvider;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.UiOptions;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.spill.SpillFolder;
import java.util.Iterator;
import java.util.ServiceLoader;

/** Shows a session's queries, memory and spill files to its dashboard. Thread-safe. */
record ObservedEngine(ProgressReports reports, MemoryLedger ledger, SpillFolder spill, int threads)
    implements ObservedSession {
  /**
   * Starts a dashboard.
   *
   * @throws HeddleException with code {@code NOT_FOUND} if its module is not on the class path
   */
  SessionUi start(UiOptions options) {
    Iterator<SessionUiProvider> providers =
        ServiceLoader.load(SessionUiProvider.class, SessionUiProvider.class.getClassLoader())
            .iterator();
    if (!providers.hasNext()) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot open a session with a dashboard at port "
              + options.port()
              + ": it is not on the class path; depend on dev.heddle:heddle-server, or leave out"
              + " withUi");
    }
    return providers.next().start(this, options);
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
