package dev.heddle.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Where a process listens, as Linux shows it. Stateless. */
final class ListeningPorts {
  private static final String LISTENS = "0A";

  private ListeningPorts() {}

  /** Returns the TCP addresses at which a process listens. */
  static List<InetSocketAddress> of(ProcessHandle process) throws IOException {
    Path of = Path.of("/proc", Long.toString(process.pid()));
    Set<String> sockets = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(of.resolve("fd"))) {
      for (Path file : files) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (IOException e) {
          continue; // closed meanwhile
        }
      }
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      List<String> lines = Files.readAllLines(of.resolve(table));
      for (String line : lines.subList(1, lines.size())) {
        String[] columns = line.strip().split(" +", -1);
        if (columns[3].equals(LISTENS) && sockets.contains("socket:[" + columns[9] + "]")) {
          addresses.add(address(columns[1]));
        }
      }
    }
    return addresses;
  }

  /** Reads words of four bytes, each in the order of the processor. */
  private static InetSocketAddress address(String text) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(text.substring(0, text.indexOf(':')));
    ByteBuffer words = ByteBuffer.wrap(bytes);
    ByteBuffer address = ByteBuffer.allocate(bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    while (words.hasRemaining()) {
      address.putInt(words.getInt());
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(address.array()),
        Integer.parseInt(text.substring(text.indexOf(':') + 1), 16));
  }
}
