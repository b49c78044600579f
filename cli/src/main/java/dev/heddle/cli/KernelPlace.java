package dev.heddle.cli;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a kernel is, and its name, for the commands that install and uninstall it. */
final class KernelPlace {
  @Option(names = "--user", description = "Among the user's kernels (default).")
  private boolean isOfUser;

  @Option(
      names = "--prefix",
      paramLabel = "FOLDER",
      description = "In share/jupyter/kernels of an installation, such as that of a Python.")
  private @Nullable Path prefix;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "In a folder of kernels, such as $JUPYTER_PATH/kernels.")
  private @Nullable Path folder;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "heddle",
      description = "Its name (default: heddle).")
  private String name = "heddle";

  String name() {
    return name;
  }

  /** Returns the folder of kernels. */
  Path folder() {
    int given = (isOfUser ? 1 : 0) + (prefix == null ? 0 : 1) + (folder == null ? 0 : 1);
    if (given > 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use several of --user, --prefix and --folder: give one of them");
    }
    if (folder != null) {
      return folder.toAbsolutePath();
    }
    return prefix != null
        ? KernelServing.prefixFolder(prefix.toAbsolutePath())
        : KernelServing.userFolder();
  }
}
