package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.Storages;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes away what writers that died have left. */
@Command(
    name = "clean",
    description =
        "Take away what writes left in or beside a path whose processes died; the next write to it"
            + " does so too.",
    mixinStandardHelpOptions = true)
final class CleanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SessionFlags flags = new SessionFlags();

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "A folder or file that was written to.")
  private List<String> paths = List.of();

  @Override
  public Integer call() {
    try (Session session = flags.open()) {
      for (String path : paths) {
        int ended = FolderWrite.clean(Storages.of(path), path);
        spec.commandLine()
            .getOut()
            .println(path + ": " + (ended == 1 ? "1 write" : ended + " writes") + " ended");
      }
    }
    return 0;
  }
}
