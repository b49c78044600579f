package dev.heddle.io.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Ports at which nobody listens, below those that the system gives out by itself. */
public final class FreePorts {
  private static final String SERVER = "127.0.0.1";
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final int MAX_TRIES = 1_000;

  private FreePorts() {}

  /** Returns a port that is free on 127.0.0.1. */
  public static int any() throws IOException {
    return freeAt(List.of(SERVER));
  }

  /** Returns a port that is free on 127.0.0.1, for a server, and on {@link FaultProxy#HOST}. */
  public static int withProxy() throws IOException {
    return freeAt(List.of(SERVER, FaultProxy.HOST));
  }

  private static int freeAt(List<String> hosts) throws IOException {
    Random ports = new Random();
    for (int tries = 1; ; tries++) {
      int port = FIRST_PORT + ports.nextInt(PORTS);
      try {
        for (String each : hosts) {
          new ServerSocket(port, 1, InetAddress.getByName(each)).close();
        }
        return port;
      } catch (IOException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  /** Returns a number of different ports that are free on 127.0.0.1. */
  public static List<Integer> distinct(int count) throws IOException {
    Set<Integer> ports = new LinkedHashSet<>();
    while (ports.size() < count) {
      ports.add(any());
    }
    return List.copyOf(ports);
  }
}
