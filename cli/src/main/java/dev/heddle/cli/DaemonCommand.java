package dev.heddle.cli;

import dev.heddle.cli.daemon.DaemonClient;
import dev.heddle.cli.daemon.DaemonFolder;
import dev.heddle.cli.daemon.DaemonServer;
import dev.heddle.cli.daemon.DaemonWarmup;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.warmup.Warmup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Keeps a process that answers commands without starting a JVM for each. */
@Command(
    name = "daemon",
    description =
        "Keep a process of this user's that answers sql, schema and explain at once. What it cannot"
            + " do as the caller's own process would runs without it; HEDDLE_DAEMON=off runs all"
            + " without it.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "start|stop|status")
final class DaemonCommand implements Runnable {
  /** The system property in which the launcher identifies jars, JDK and flags. */
  static final String BUILD = "heddle.build";

  static final String NO_WARM_UP = "--no-warm-up";

  private static final int NOT_RUNNING = 1;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** How a server serves. */
  static final class ServeFlags {
    @Option(
        names = "--idle-seconds",
        paramLabel = "N",
        defaultValue = "1800",
        description = "End it after N seconds without a call (${DEFAULT-VALUE}).")
    private int idleSeconds = 1800;

    @Option(names = NO_WARM_UP, description = "Serve at once; the first calls are slower then.")
    private boolean startsCold;
  }

  private static DaemonFolder folder() {
    return DaemonFolder.of(System.getenv());
  }

  private void say(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }

  @Command(
      name = "start",
      description = "Start it, and return when it serves; nothing happens if it does already.",
      mixinStandardHelpOptions = true)
  int start(@Mixin ServeFlags flags) {
    String build = build();
    DaemonClient client = new DaemonClient(folder());
    Optional<String> running = client.status();
    if (running.isPresent()) {
      if (running.get().lines().noneMatch(line -> line.matches("build +" + Pattern.quote(build)))) {
        throw new HeddleException(
            ErrorCode.CONFLICT,
            "Cannot start a daemon: one of another build serves; end it by heddle daemon stop");
      }
      say(running.get());
      return 0;
    }
    ProcessCommand command = ProcessCommand.likeThis("dev.heddle.cli.Main", List.of());
    List<String> words =
        new ArrayList<>(List.of("daemon", "serve", "--idle-seconds", "" + flags.idleSeconds));
    if (flags.startsCold) {
      words.add(NO_WARM_UP);
    }
    say(client.start(command.words("daemon", words)));
    return 0;
  }

  @Command(
      name = "stop",
      description = "End it and what it runs; nothing happens if it does not run.",
      mixinStandardHelpOptions = true)
  int stop() {
    say(
        new DaemonClient(folder()).stop()
            ? "heddle daemon has stopped\n"
            : "heddle daemon does not run\n");
    return 0;
  }

  @Command(
      name = "status",
      description = "Print its process, build, uptime, calls and memory; exit code 1 if none runs.",
      mixinStandardHelpOptions = true)
  int status() {
    Optional<String> status = new DaemonClient(folder()).status();
    say(status.orElse("heddle daemon does not run\n"));
    return status.isPresent() ? 0 : NOT_RUNNING;
  }

  @Command(name = "serve", hidden = true, description = "Serve in this process.")
  int serve(@Mixin ServeFlags flags) throws IOException {
    Warmup warmup = flags.startsCold ? () -> {} : new DaemonWarmup(Main::run);
    new DaemonServer(folder(), build(), Duration.ofSeconds(flags.idleSeconds), Main::run, warmup)
        .serve();
    return 0;
  }

  private static String build() {
    String build = System.getProperty(BUILD, "");
    if (!build.matches("[\\w.+-]+")) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot start a daemon of an unknown build: start it by bin/heddle, without"
              + " HEDDLE_AOT=off");
    }
    return build;
  }
}
