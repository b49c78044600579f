package dev.heddle.cli;

import dev.heddle.shuffle.net.SecurityFolder;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a security folder for a cluster. */
@Command(
    name = "security",
    description = "Make a folder with a token and certificates for a cluster.",
    mixinStandardHelpOptions = true)
final class SecurityCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "The folder to make.")
  private @Nullable Path folder;

  @Override
  public Integer call() {
    if (folder != null) {
      SecurityFolder.generate(folder);
      spec.commandLine()
          .getOut()
          .println("Made " + folder + "; clients need its files token and ca.pem only");
    }
    return 0;
  }
}
