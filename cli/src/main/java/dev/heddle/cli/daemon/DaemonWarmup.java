package dev.heddle.cli.daemon;

import dev.heddle.cli.output.Invocation;
import dev.heddle.cli.output.Screen;
import dev.heddle.cli.output.StandardOutput;
import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.Session;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.WorkingFolder;
import dev.heddle.io.warmup.Warmup;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Runs commands whose results nobody sees, over a small file, until the loops of most queries are
 * compiled: a caller would wait longer for them.
 */
public record DaemonWarmup(CommandRunner runner) implements Warmup {
  private static final int ROUNDS = 8;
  private static final String FILE =
      """
      copy (
        select range as id, mod(range * 7919, 50) as kind,
          cast(mod(range * 104729, 9999991) * 0.01 as decimal(15, 2)) as price,
          cast(mod(range * 31, 11) * 0.01 as decimal(15, 2)) as discount,
          concat('name ', cast(range as varchar)) as name,
          date '2026-01-01' + interval '1' day * mod(range * 7877, 2000) as shipped
        from range(400000)
      ) to 'item.parquet' (row_group_size 200000)
      """;
  private static final String QUERIES =
      """
      select 1;
      select sum(price * discount) as gain from 'item.parquet'
        where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
          and discount between 0.05 and 0.07 and kind < 24;
      select kind, count(*) as items, sum(price) as price, avg(discount) as discount
        from 'item.parquet' where shipped < date '2029-01-01' group by kind order by kind;
      select a.name, b.price from 'item.parquet' a join 'item.parquet' b on a.id = b.id
        where a.kind = 3 and b.price > 99000 order by price desc limit 5
      """;

  @Override
  public void run() {
    try {
      Path folder = Files.createTempDirectory("heddle-warmup-");
      try {
        Nobody caller = new Nobody(WorkingFolder.ofAnother(folder.toRealPath()));
        run(FILE, caller);
        for (int i = 0; i < ROUNDS; i++) {
          run(QUERIES, caller);
        }
      } finally {
        LocalFolders.delete(folder);
      }
    } catch (IOException e) {
      System.err.println("not warm: " + e); // only the first callers wait longer
    }
  }

  private void run(String sql, Nobody caller) {
    int code =
        runner.run(
            new String[] {"sql", sql},
            caller,
            options ->
                new Session(new SessionEngineProvider().open(options, caller.folder), options));
    if (code != 0) {
      System.err.println("not warm: exit code " + code);
    }
  }

  /** A caller who reads nothing. */
  private static final class Nobody implements Invocation {
    private final WorkingFolder folder;
    private final StandardOutput out =
        new StandardOutput(OutputStream.nullOutputStream(), () -> false);

    Nobody(WorkingFolder folder) {
      this.folder = folder;
    }

    @Override
    public Map<String, String> environment() {
      return Map.of();
    }

    @Override
    public WorkingFolder folder() {
      return folder;
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
      return new PrintWriter(System.err, true, StandardCharsets.UTF_8); // the log
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
    public boolean isEnding() {
      return false;
    }

    @Override
    public void check(String script) {}
  }
}
