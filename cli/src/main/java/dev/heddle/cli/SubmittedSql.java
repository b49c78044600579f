package dev.heddle.cli;

import dev.heddle.cli.output.Invocation;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.spark.bridge.SubmittedCommand;
import java.util.function.Function;

/** The {@code sql} command in a driver of Spark's. */
public final class SubmittedSql implements SubmittedCommand {
  /** Made by the service loader. */
  public SubmittedSql() {}

  @Override
  public int run(String[] arguments, Function<SessionOptions, Session> sessions) {
    return Main.afterOutput(
        HeddleCommand.runSql(arguments, command -> command.openBy(sessions)),
        Invocation.OF_PROCESS);
  }
}
