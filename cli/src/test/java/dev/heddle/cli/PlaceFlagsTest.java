package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Folders and addresses that cannot be used are noticed at the start, by the flag that names them.
 */
class PlaceFlagsTest {
  private static final String UNKNOWN = "no.such.host.invalid";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.createFile(folder.resolve("file"));
  }

  private static void fails(Callable<?> command, String message, String... arguments) {
    new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
    assertThatThrownBy(command::call)
        .as(List.of(arguments).toString())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message);
  }

  @Test
  void foldersThatCannotBeWrittenTo() {
    String below = file.resolve("a/b").toString();
    String isFile = " " + file + ": it is a file; name a folder";
    String isMissing = " " + below + ": it is not there and cannot be made; name a folder";
    fails(new WorkerCommand(), "Cannot use --spill-folder" + isFile, "--spill-folder", "" + file);
    fails(new WorkerCommand(), "Cannot use --spill-folder" + isMissing, "--spill-folder", below);
    fails(new ShuffleCommand(), "Cannot use --folder" + isFile, "--folder", "" + file);
    fails(new ShuffleCommand(), "Cannot use --folder" + isMissing, "--folder", below);
    fails(new ShuffleCommand(), "Cannot use --tier" + isFile, "--tier", "" + file);
    fails(new SchedulerCommand(), "Cannot use --journal" + isFile, "--journal", "" + file);
    fails(new SchedulerCommand(), "Cannot use --event-log" + isMissing, "--event-log", below);
    fails(new ClusterCommand(), "Cannot use --folder" + isFile, "--folder", "" + file);
    fails(new ClusterCommand(), "Cannot use --tier" + isMissing, "--tier", below);
    fails(new ClusterCommand(), "Cannot use --event-log" + isFile, "--event-log", "" + file);
    fails(new SqlCommand(), "Cannot use --spill-folder" + isFile, "--spill-folder", "" + file, "x");
    fails(new FlightCommand(), "Cannot use --spill-folder" + isFile, "--spill-folder", "" + file);
    assertThatThrownBy(() -> Heddle.local(SessionOptions.defaults().withSpillFolder(file)))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot use the spill folder" + isFile);
  }

  @Test
  void addressesWhereNothingCanListen() {
    for (Callable<?> command :
        List.of(new SchedulerCommand(), new ShuffleCommand(), new ClusterCommand())) {
      for (String flag : List.of("--listen", "--http")) {
        if (!(command instanceof ShuffleCommand) || flag.equals("--listen")) {
          fails(
              command,
              "Cannot use " + flag + " " + UNKNOWN + ":1: no host of this name is known",
              flag,
              UNKNOWN + ":1");
        }
      }
    }
    fails(new ShuffleCommand(), "Cannot use --http " + UNKNOWN, "--http", UNKNOWN + ":1");
    fails(new WorkerCommand(), "Cannot use --http " + UNKNOWN, "--http", UNKNOWN + ":1");
    fails(new WorkerCommand(), "Cannot use --listen " + UNKNOWN, "--listen", UNKNOWN);
    fails(new FlightCommand(), "Cannot use --listen " + UNKNOWN, "--listen", UNKNOWN + ":1");
    fails(
        new SchedulerCommand(),
        "Cannot use --listen 127.0.0.1:99999: write host:port with a port up to 65535",
        "--listen",
        "127.0.0.1:99999");
    fails(
        new WorkerCommand(), "Cannot use --scheduler here: write host:port", "--scheduler", "here");
  }
}
