package dev.heddle.cli;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells Jupyter of the kernel for notebooks, and is the kernel. */
@Command(
    name = "kernel",
    description = "A kernel for Jupyter notebooks: cells of SQL and Java over one session.",
    mixinStandardHelpOptions = true)
final class KernelCommand implements Runnable {
  /** Set by the launcher: the command that starts this one. */
  private static final String LAUNCHER = "heddle.launcher";

  @Spec private CommandSpec spec;

  /** Prints the usage when no subcommand is named. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "install",
      description =
          "Tell Jupyter of the kernel. Notebooks' sessions are opened with the flags that follow.",
      mixinStandardHelpOptions = true)
  int install(
      @Mixin KernelPlace place,
      @Mixin SessionFlags flags,
      @Option(
              names = "--title",
              paramLabel = "TEXT",
              defaultValue = "Heddle",
              description = "What people choose it by (default: Heddle).")
          String title) {
    KernelParts.require("kernel");
    flags.check();
    CommandSpec own = spec.subcommands().get("install").getCommandSpec();
    List<String> command = new ArrayList<>(starter());
    command.addAll(List.of("kernel", "run"));
    command.addAll(given(own));
    Path folder = KernelServing.install(place.folder(), place.name(), title, command);
    say("installed the kernel " + place.name() + " in " + folder);
    return 0;
  }

  @Command(
      name = "uninstall",
      description = "Take the kernel away from Jupyter.",
      mixinStandardHelpOptions = true)
  int uninstall(@Mixin KernelPlace place) {
    KernelParts.require("kernel");
    say("uninstalled the kernel in " + KernelServing.uninstall(place.folder(), place.name()));
    return 0;
  }

  @Command(
      name = "run",
      description = "Serve a notebook: Jupyter starts this.",
      mixinStandardHelpOptions = true)
  int run(
      @Mixin SessionFlags flags,
      @Parameters(paramLabel = "FILE", description = "The connection file.") Path connection)
      throws InterruptedException {
    KernelParts.require("kernel");
    KernelServing.run(flags.open(), connection);
    return 0;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  /** Returns the options that were given and that the kernel's session is opened with. */
  private static List<String> given(CommandSpec own) {
    Set<String> ofPlace = Set.of("--user", "--prefix", "--folder", "--name", "--title");
    List<String> given = new ArrayList<>();
    for (OptionSpec option : own.commandLine().getParseResult().matchedOptions()) {
      if (ofPlace.contains(option.longestName())) {
        continue;
      }
      if (option.arity().max() == 0) {
        given.add(option.longestName());
      } else {
        option.stringValues().forEach(value -> given.add(option.longestName() + "=" + value));
      }
    }
    return given;
  }

  /** Returns what starts this command: the launcher, or this JVM with its flags. */
  private static List<String> starter() {
    @Nullable String launcher = System.getProperty(LAUNCHER);
    if (launcher != null) {
      return List.of(launcher);
    }
    List<String> command = new ArrayList<>();
    command.add(
        ProcessHandle.current()
            .info()
            .command()
            .orElseThrow(
                () ->
                    new HeddleException(
                        ErrorCode.UNSUPPORTED,
                        "Cannot install the kernel: this system does not say which java runs;"
                            + " install by bin/heddle")));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.heddle.cli.Main"));
    return command;
  }
}
