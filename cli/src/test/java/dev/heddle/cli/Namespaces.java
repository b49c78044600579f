package dev.heddle.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A network namespace for each process of a cluster, all joined by a bridge at which this process
 * is too. Used by one thread.
 */
final class Namespaces implements AutoCloseable {
  private static final String NOBODY = "02:00:00:00:00:ee"; // a hardware address that is not there
  private static final int FIRST_HOST = 10;
  private static final int NETS = 250;

  private final String prefix = "hd" + ProcessHandle.current().pid() % 100_000;
  private final String net; // of 256 addresses
  private final Map<String, Integer> hosts = new LinkedHashMap<>(); // by process

  /** Makes the bridge. */
  Namespaces() throws IOException {
    net = freeNet();
    ip("link", "add", prefix, "type", "bridge");
    ip("addr", "add", net + ".1/24", "dev", prefix);
    ip("link", "set", prefix, "up");
  }

  /** Returns a net of which this machine has no address: other processes may have such bridges. */
  private static String freeNet() throws IOException {
    Set<String> taken = new HashSet<>();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(each.getInetAddresses())) {
        taken.add(address.getHostAddress());
      }
    }
    int first = (int) (ProcessHandle.current().pid() % NETS);
    for (int i = 0; i < NETS; i++) {
      String net = "10.231." + (first + i) % NETS;
      if (!taken.contains(net + ".1")) {
        return net;
      }
    }
    throw new IOException("All nets are taken: " + taken);
  }

  /** Returns whether this process may make namespaces and join them. */
  static boolean isPossible() {
    try (Namespaces network = new Namespaces()) {
      network.address("try");
      return Commands.works(network.inside("try", List.of("true")).toArray(String[]::new));
    } catch (IOException e) {
      return false;
    }
  }

  private static void ip(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("ip"));
    all.addAll(List.of(words));
    if (!Commands.works(all.toArray(String[]::new))) {
      throw new IOException("Failed: " + String.join(" ", all));
    }
  }

  /** Returns the address of a process, whose namespace is made if it is not there. */
  String address(String process) throws IOException {
    Integer host = hosts.get(process);
    if (host == null) {
      host = FIRST_HOST + hosts.size();
      hosts.put(process, host);
      String name = namespace(host);
      ip("netns", "add", name);
      ip("link", "add", port(host), "type", "veth", "peer", "name", "eth0", "netns", name);
      ip("link", "set", port(host), "master", prefix);
      ip("link", "set", port(host), "up");
      ip("-n", name, "addr", "add", net + "." + host + "/24", "dev", "eth0");
      ip("-n", name, "link", "set", "eth0", "up");
      ip("-n", name, "link", "set", "lo", "up");
    }
    return net + "." + host;
  }

  private String namespace(int host) {
    return prefix + "-" + host;
  }

  /** Returns the bridge's end of the cable to a host. */
  private String port(int host) {
    return prefix + "p" + host;
  }

  private int host(String process) {
    Integer host = hosts.get(process);
    if (host == null) {
      throw new IllegalArgumentException("No namespace of " + process);
    }
    return host;
  }

  /** Returns the command that runs another one in the namespace of a process. */
  List<String> inside(String process, List<String> command) {
    List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", namespace(host(process))));
    words.addAll(command);
    return words;
  }

  /** Cuts a process off from all others. */
  void isolate(String process) throws IOException {
    ip("link", "set", port(host(process)), "nomaster");
  }

  /** Joins a process to all others again. */
  void join(String process) throws IOException {
    ip("link", "set", port(host(process)), "master", prefix);
  }

  /** Returns how many packets a process has sent so far, whether they arrived or not. */
  long packets(String process) throws IOException {
    Path file = Path.of("/sys/class/net", port(host(process)), "statistics", "rx_packets");
    return Long.parseLong(Files.readString(file).strip());
  }

  /** Lets what one process sends to another one vanish. */
  void silence(String from, String to) throws IOException {
    neighbour("replace", from, to, "lladdr", NOBODY, "nud", "permanent");
  }

  /** Lets it arrive again. */
  void hear(String from, String to) throws IOException {
    neighbour("del", from, to);
  }

  private void neighbour(String verb, String from, String to, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("-n", namespace(host(from)), "neigh", verb, address(to)));
    words.addAll(List.of("dev", "eth0"));
    words.addAll(List.of(more));
    ip(words.toArray(String[]::new));
  }

  @Override
  public void close() {
    for (int host : hosts.values()) {
      Commands.works("ip", "netns", "del", namespace(host));
      Commands.works("ip", "link", "del", port(host));
    }
    Commands.works("ip", "link", "del", prefix);
  }
}
