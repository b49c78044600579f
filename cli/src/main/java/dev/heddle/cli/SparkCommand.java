package dev.heddle.cli;

import dev.heddle.cli.spark.ShippedJar;
import dev.heddle.spark.pack.SparkJar;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What programs need that run on Spark. */
@Command(
    name = "spark",
    description = "Make what programs ship that run on Apache Spark.",
    subcommands = SparkCommand.Jar.class,
    mixinStandardHelpOptions = true)
final class SparkCommand {
  /** Writes the one jar. */
  @Command(
      name = "jar",
      description = "Write the jar with all of Heddle, to be named by spark-submit --jars.",
      mixinStandardHelpOptions = true)
  static final class Jar implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The jar, which is replaced.")
    private Path file;

    @Override
    public Integer call() {
      SparkJar.write(file, ShippedJar.classPath());
      spec.commandLine().getOut().println("wrote " + file);
      return 0;
    }
  }
}
