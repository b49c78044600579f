package dev.heddle.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the versions of Heddle and of the Java it runs on. */
@Command(name = "version", description = "Print the versions of Heddle and of Java.")
final class VersionCommand implements Runnable, IVersionProvider {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    for (String line : getVersion()) {
      spec.commandLine().getOut().println(line);
    }
  }

  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {
      "heddle " + (version == null ? "(built without Maven)" : version), "java " + Runtime.version()
    };
  }
}
