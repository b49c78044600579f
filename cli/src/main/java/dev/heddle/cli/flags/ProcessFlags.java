package dev.heddle.cli.flags;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.shuffle.net.Security;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command that starts a process of a cluster understands. */
public final class ProcessFlags {
  @Option(
      names = "--security",
      paramLabel = "FOLDER",
      defaultValue = "${env:HEDDLE_SECURITY}",
      description =
          "Folder that heddle security has made, with token, ca.pem and node.p12; needed unless all"
              + " listen on loopback addresses and are of one user (HEDDLE_SECURITY; default:"
              + " none).")
  private @Nullable Path security;

  @Option(names = "--end-with-stdin", hidden = true)
  private boolean endsWithStdin;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  /** Returns what a scheduler that is going to listen there is started with. */
  public Security ofScheduler(InetSocketAddress bind) {
    return Security.ofScheduler(security, bind);
  }

  /** Returns what a process needs for the cluster whose scheduler listens there. */
  public Security ofMember(InetSocketAddress scheduler) {
    return Security.ofMember(security, scheduler);
  }

  /** Ends this process when stdin does, if it was asked to. */
  public void watchStdin() {
    if (endsWithStdin) {
      Thread.ofPlatform()
          .daemon()
          .name("heddle-stdin")
          .start(
              () -> {
                try {
                  while (System.in.read() >= 0) {
                    // input is ignored
                  }
                } catch (IOException e) {
                  System.err.println("heddle: " + e);
                }
                System.exit(0);
              });
    }
  }

  /**
   * Reads {@code host:port} of a flag. The host may be one of another network, whose name is not
   * known yet.
   */
  public static InetSocketAddress address(String flag, String text) {
    int colon = text.lastIndexOf(':');
    try {
      if (colon > 0) {
        String host = text.substring(0, colon);
        return new InetSocketAddress(
            host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
            Integer.parseInt(text.substring(colon + 1)));
      }
    } catch (IllegalArgumentException e) {
      throw unreadable(flag, text, e);
    }
    throw unreadable(flag, text, null);
  }

  private static HeddleException unreadable(String flag, String text, @Nullable Exception cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot use "
            + flag
            + " "
            + text
            + ": write host:port with a port up to 65535, such as 127.0.0.1:7420",
        cause);
  }

  /** Reads {@code host:port} of a flag for the address to listen at. */
  public static InetSocketAddress bindAddress(String flag, String text) {
    InetSocketAddress address = address(flag, text);
    if (address.isUnresolved()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + flag
              + " "
              + text
              + ": no host of this name is known; write an address of this host, such as"
              + " 127.0.0.1:"
              + address.getPort());
    }
    return address;
  }

  /** Checks a tier that is a folder of this host. */
  public static void checkTier(@Nullable String tier) {
    if (tier != null && !tier.contains("://")) {
      LocalFolders.requireWritable("--tier", Path.of(tier));
    }
  }

  public static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  /** Prints on stdout that the process is ready; the process that started it waits for the line. */
  public static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Deletes a folder that was made for this process. */
  public static void delete(Path folder) {
    try {
      LocalFolders.delete(folder);
    } catch (IOException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot delete " + folder + ": " + e, e);
    }
  }
}
