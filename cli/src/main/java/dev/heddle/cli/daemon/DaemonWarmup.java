package dev.heddle.cli.daemon;

import dev.heddle.cli.output.Invocation;
import dev.heddle.cli.output.Screen;
import dev.heddle.cli.output.StandardOutput;
import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.Session;
import dev.heddle.io.storage.WorkingFolder;
import dev.heddle.io.warmup.Warmup;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.Optional;

/** Runs a few commands whose results nobody sees, so that the first caller does not wait longer. */
record DaemonWarmup(CommandRunner runner) implements Warmup {
  private static final int ROUNDS = 3;
  private static final String SCRIPT =
      "select 1; select range % 7 as k, count(*) as n, sum(range * 0.5) as s from range(10000)"
          + " where range > 10 group by range % 7 order by k";

  @Override
  public void run() {
    for (int i = 0; i < ROUNDS; i++) {
      runner.run(
          new String[] {"sql", SCRIPT},
          new Nobody(),
          options -> new Session(new SessionEngineProvider().open(options), options));
    }
  }

  /** A caller who reads nothing. */
  private static final class Nobody implements Invocation {
    private final StandardOutput out =
        new StandardOutput(OutputStream.nullOutputStream(), () -> false);

    @Override
    public Map<String, String> environment() {
      return Map.of();
    }

    @Override
    public WorkingFolder folder() {
      return WorkingFolder.OF_PROCESS;
    }

    @Override
    public InputStream in() {
      return InputStream.nullInputStream();
    }

    @Override
    public StandardOutput out() {
      return out;
    }

    @Override
    public PrintWriter err() {
      return new PrintWriter(Writer.nullWriter());
    }

    @Override
    public Optional<Screen> outScreen() {
      return Optional.empty();
    }

    @Override
    public Optional<Screen> errScreen() {
      return Optional.empty();
    }

    @Override
    public boolean hasTerminalInput() {
      return false;
    }

    @Override
    public boolean isWarm() {
      return true;
    }

    @Override
    public void check(String script) {}
  }
}
