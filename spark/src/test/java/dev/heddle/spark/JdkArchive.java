package dev.heddle.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/** The Java of this process as users ship it to YARN: an archive whose folder is a Java's home. */
final class JdkArchive {
  /** Where it is in the archive. */
  static final String FOLDER = "jdk25";

  /** Spark names the last one on the command line of all its JVMs. */
  private static final String MODULES =
      "java.se,jdk.unsupported,jdk.management,jdk.security.auth,jdk.zipfs,jdk.incubator.vector";

  private JdkArchive() {}

  /** Makes one, without what no executor needs. */
  static Path in(Path folder) throws IOException, InterruptedException {
    Path home = folder.resolve(FOLDER);
    int linked =
        ToolProvider.findFirst("jlink")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--add-modules",
                MODULES,
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                home.toString());
    Path archive = folder.resolve("jdk25.tar.gz");
    List<String> words =
        List.of("tar", "-C", folder.toString(), "-czf", archive.toString(), FOLDER);
    ProcessBuilder tar = new ProcessBuilder(words).inheritIO();
    if (linked != 0 || tar.start().waitFor() != 0 || !Files.exists(archive)) {
      throw new IOException("There is no archive of a JDK");
    }
    return archive;
  }
}
