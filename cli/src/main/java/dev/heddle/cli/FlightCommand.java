package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.cli.flags.ServingFlags;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves results over Arrow Flight. */
@Command(
    name = "flight",
    description = "Serve results of queries over Arrow Flight until it is asked to end.",
    mixinStandardHelpOptions = true)
final class FlightCommand implements Callable<Integer> {
  /** The class of the server, which is there with all that it needs. */
  static final String SERVER = "dev.heddle.flight.ResultServer";

  private static final String LISTEN = "127.0.0.1:7430";

  @Mixin private SessionFlags flags = new SessionFlags();
  @Mixin private ServingFlags serving = new ServingFlags();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_LISTEN:-" + LISTEN + "}",
      description = "Where to listen; port 0 takes a free one (HEDDLE_LISTEN; ${DEFAULT-VALUE}).")
  private String listen = LISTEN;

  @Override
  public Integer call() throws InterruptedException {
    InstalledParts.require("flight", SERVER, FlightCommand.class.getClassLoader());
    Logs.toStderr(Logs.Level.INFO);
    InetSocketAddress bind = ProcessFlags.bindAddress("--listen", listen);
    Security security = flags.security();
    FlightServing.untilSignal(flags::open, bind, security, serving);
    return 0;
  }
}
