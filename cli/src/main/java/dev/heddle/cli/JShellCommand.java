package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.cli.output.Screen;
import dev.heddle.cli.output.StandardOutput;
import dev.heddle.frame.Session;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The JDK's prompt for Java with a session ready. What is piped in is run without a prompt up to
 * the first error, and the exit code shows whether there was one.
 */
@Command(
    name = "jshell",
    description =
        "A prompt for Java with Heddle's classes imported and the variable session ready.",
    mixinStandardHelpOptions = true)
final class JShellCommand implements Callable<Integer> {
  @Mixin private SessionFlags flags = new SessionFlags();

  @Mixin private UiFlags ui = new UiFlags();

  @Override
  public Integer call() throws Exception {
    KernelParts.require("jshell");
    flags.showBy(ui);
    PrintWriter err = new PrintWriter(System.err, true, UTF_8);
    try (Session session = flags.open()) {
      Thread end = new Thread(session::close);
      Runtime.getRuntime().addShutdownHook(end); // a snippet may exit
      ui.print(session, err);
      return Screen.isStdin()
          ? JShellPrompt.prompt(session)
          : JShellPrompt.pipe(
              session,
              System.in,
              new PrintWriter(new OutputStreamWriter(StandardOutput.OF_PROCESS, UTF_8), false),
              err);
    }
  }
}
