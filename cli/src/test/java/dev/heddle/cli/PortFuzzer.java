package dev.heddle.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Sends bytes to a port that no client would: random ones, and what a client has said, cut off,
 * with other bytes in it, or with some of it twice. Connections are closed, half closed or reset.
 */
final class PortFuzzer {
  private static final int MAX_RANDOM_BYTES = 3_000;
  private static final int READ_MILLIS = 30;

  private final List<byte[]> valid;
  private final Random random;

  /**
   * Makes it.
   *
   * @param valid what clients have said
   */
  PortFuzzer(List<byte[]> valid, long seed) {
    this.valid = valid;
    this.random = new Random(seed);
  }

  /** Opens a number of connections, one after the other. */
  void attack(InetSocketAddress port, int connections) throws IOException {
    for (int i = 0; i < connections; i++) {
      try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
        socket.setSoTimeout(READ_MILLIS);
        talk(socket, bytes());
        if (random.nextInt(3) == 0) {
          socket.setSoLinger(true, 0); // a reset
        }
      }
    }
  }

  private void talk(Socket socket, byte[] bytes) {
    try {
      OutputStream out = socket.getOutputStream();
      int first = random.nextInt(bytes.length + 1);
      out.write(bytes, 0, first);
      out.flush();
      if (random.nextBoolean()) {
        read(socket);
      }
      out.write(bytes, first, bytes.length - first);
      out.flush();
      if (random.nextBoolean()) {
        socket.shutdownOutput();
      }
      if (random.nextInt(4) > 0) {
        read(socket);
      }
    } catch (IOException e) {
      return; // the server has closed what it could not read, or waits for more
    }
  }

  private static void read(Socket socket) throws IOException {
    int unused = socket.getInputStream().read(new byte[1 << 12]);
  }

  private byte[] bytes() {
    if (valid.isEmpty() || random.nextInt(5) == 0) {
      return noise(random.nextInt(MAX_RANDOM_BYTES));
    }
    byte[] bytes = valid.get(random.nextInt(valid.size())).clone();
    switch (random.nextInt(5)) {
      case 0 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      case 1 -> {
        return joined(Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)), noise(200));
      }
      case 2 -> {
        int from = random.nextInt(bytes.length);
        byte[] part = Arrays.copyOfRange(bytes, from, bytes.length);
        return random.nextBoolean() ? part : joined(bytes, part);
      }
      case 3 -> {
        byte[] other = noise(Math.min(8, bytes.length));
        System.arraycopy(
            other, 0, bytes, random.nextInt(bytes.length - other.length + 1), other.length);
        return bytes;
      }
      default -> {
        for (int n = random.nextInt(1, 6); n > 0; n--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
      }
    }
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
