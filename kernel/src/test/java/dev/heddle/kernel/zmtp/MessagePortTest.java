package dev.heddle.kernel.zmtp;

import static dev.heddle.kernel.zmtp.ZmtpClient.command;
import static dev.heddle.kernel.zmtp.ZmtpClient.greeting;
import static dev.heddle.kernel.zmtp.ZmtpClient.joined;
import static dev.heddle.kernel.zmtp.ZmtpClient.ready;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessagePortTest {
  private static final long SEED = Long.getLong("heddle.ports.seed", 1);
  private static final Duration LONG = Duration.ofDays(1);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Receiver ECHO = Connection::send;
  private static final int MESSAGE_BYTES = 1 << 20;

  private static PortLimits limits(int connections) {
    return new PortLimits(connections, MESSAGE_BYTES, LONG, LONG);
  }

  private static MessagePort open(SocketKind kind, PortLimits limits, Receiver receiver)
      throws IOException {
    return MessagePort.open(
        InetAddress.getLoopbackAddress(),
        0,
        kind,
        limits,
        new ReadMemory(4L * MESSAGE_BYTES),
        receiver);
  }

  private static List<byte[]> parts(String... texts) {
    return Arrays.stream(texts).map(each -> each.getBytes(ISO_8859_1)).toList();
  }

  private static List<String> texts(List<byte[]> parts) {
    return parts.stream().map(each -> new String(each, ISO_8859_1)).toList();
  }

  private static String peerOf(SocketKind kind) {
    return switch (kind) {
      case ROUTER -> "DEALER";
      case REP -> "REQ";
      case PUB -> "SUB";
    };
  }

  @Test
  void messagesOfAnyPartsComeBack() throws Exception {
    Random random = new Random(SEED);
    try (MessagePort port = open(SocketKind.ROUTER, limits(2), ECHO);
        ZmtpClient client = new ZmtpClient(port.port(), "DEALER", "")) {
      for (int i = 0; i < 200; i++) {
        List<byte[]> sent = new ArrayList<>();
        for (int n = random.nextInt(1, 6); n > 0; n--) {
          int[] sizes = {0, 1, 255, 256, random.nextInt(70_000)};
          byte[] part = new byte[sizes[random.nextInt(sizes.length)]];
          random.nextBytes(part);
          sent.add(part);
        }
        client.send(sent);
        assertThat(client.receive())
            .as("message " + i + ", seed " + SEED)
            .containsExactly(sent.toArray(byte[][]::new));
        if (i % 10 == 0) {
          client.ping("p" + i);
        }
      }
    }
  }

  @Test
  void onlyWhatIsSubscribedToIsPublished() throws Exception {
    try (MessagePort port = open(SocketKind.PUB, limits(3), ECHO);
        ZmtpClient byCommand = new ZmtpClient(port.port(), "SUB", "");
        ZmtpClient byMessage = new ZmtpClient(port.port(), "XSUB", "");
        ZmtpClient toAll = new ZmtpClient(port.port(), "SUB", "")) {
      byCommand.subscribe("ab");
      byCommand.subscribe("ab");
      byMessage.send(parts("\u0001b"));
      byMessage.ping("");
      toAll.subscribe("");
      for (String topic : List.of("a", "abc", "b", "cab", "ab")) {
        port.publish(parts(topic, "body"));
      }
      byCommand.write(command("CANCEL", "ab".getBytes(ISO_8859_1)));
      byMessage.send(parts("\u0000b"));
      assertThat(texts(byCommand.receive())).containsExactly("abc", "body");
      assertThat(texts(byCommand.receive())).containsExactly("ab", "body");
      assertThat(texts(byMessage.receive())).containsExactly("b", "body");
      byCommand.ping(""); // the first of two subscriptions has ended
      byMessage.ping("");
      port.publish(parts("ab", "2"));
      port.publish(parts("b", "3"));
      port.end();
      assertThat(texts(byCommand.receive())).containsExactly("ab", "2");
      assertThat(byCommand.awaitEnd()).isEmpty();
      assertThat(byMessage.awaitEnd()).isEmpty();
      List<String> all = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        all.add(texts(toAll.receive()).getFirst());
      }
      assertThat(all).containsExactly("a", "abc", "b", "cab", "ab", "ab", "b");
      assertThat(toAll.awaitEnd()).isEmpty();
    }
  }

  private static Map<String, byte[]> violations(SocketKind kind) {
    byte[] begun = joined(greeting(), ready(peerOf(kind), "x"));
    byte[] old = greeting();
    old[10] = 2;
    byte[] plain = greeting();
    System.arraycopy("PLAIN".getBytes(ISO_8859_1), 0, plain, 12, 5);
    byte[] hugeLength = ByteBuffer.allocate(9).put((byte) 2).putLong(1L << 40).array();
    byte[] negative = ByteBuffer.allocate(9).put((byte) 2).putLong(-1).array();
    byte[] many = new byte[2 * (MESSAGE_BYTES / 32 + 1)];
    for (int i = 0; i < many.length; i += 2) {
      many[i] = 1; // an empty part, and more come
    }
    return Map.ofEntries(
        Map.entry("HTTP", "GET / HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1)),
        Map.entry("zeros", new byte[64]),
        Map.entry("an older version", old),
        Map.entry("another mechanism", plain),
        Map.entry("no READY", joined(greeting(), command("HELLO", new byte[0]))),
        Map.entry("a message before READY", joined(greeting(), new byte[] {0, 1, 1})),
        Map.entry("a socket of the same kind", joined(greeting(), ready("PUSH", ""))),
        Map.entry(
            "a type that ends too late",
            joined(
                greeting(),
                command(
                    "READY",
                    new byte[] {
                      11, 'S', 'o', 'c', 'k', 'e', 't', '-', 'T', 'y', 'p', 'e', 0, 0, 0, 9, 'R'
                    }))),
        Map.entry("a second READY", joined(begun, ready(peerOf(kind), "x"))),
        Map.entry("a reserved flag", joined(begun, new byte[] {8, 0})),
        Map.entry("a command with more", joined(begun, new byte[] {5, 2, 1, 'X'})),
        Map.entry("an empty command", joined(begun, new byte[] {4, 0})),
        Map.entry("a name longer than its command", joined(begun, new byte[] {4, 2, 9, 'X'})),
        Map.entry("an unknown command", joined(begun, command("JOIN", new byte[] {1}))),
        Map.entry("a PING without its time", joined(begun, command("PING", new byte[1]))),
        Map.entry("a PING with much", joined(begun, command("PING", new byte[19]))),
        Map.entry("a huge length", joined(begun, hugeLength)),
        Map.entry("a negative length", joined(begun, negative)),
        Map.entry("a huge command", joined(begun, new byte[] {6, 0, 0, 0, 0, 0, 0, 0x40, 0})),
        Map.entry("empty parts without an end", joined(begun, many)));
  }

  @ParameterizedTest
  @EnumSource(SocketKind.class)
  void whatTheProtocolDoesNotAllowEndsOnlyItsConnection(SocketKind kind) throws Exception {
    try (MessagePort port = open(kind, limits(100), ECHO);
        ZmtpClient good = new ZmtpClient(port.port(), peerOf(kind), "good")) {
      Map<String, byte[]> violations = violations(kind);
      for (Map.Entry<String, byte[]> each : violations.entrySet()) {
        try (ZmtpClient bad = new ZmtpClient(port.port())) {
          try {
            bad.write(each.getValue());
          } catch (IOException e) {
            assertThat(e).as(each.getKey()).hasMessageMatching(".*(reset|pipe|closed|abort).*");
          }
          bad.awaitEnd();
        }
        good.ping("still here");
      }
      assertThat(violations).hasSize(20);
      while (port.connections() > 1) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void requestsHaveAnEnvelopeAndSubscriptionsAForm() throws Exception {
    try (MessagePort heart = open(SocketKind.REP, limits(100), ECHO);
        MessagePort output = open(SocketKind.PUB, limits(100), ECHO)) {
      try (ZmtpClient client = new ZmtpClient(heart.port(), "DEALER", "")) {
        client.send(parts("a", "", "ping", "more"));
        assertThat(texts(client.receive())).containsExactly("a", "", "ping", "more");
      }
      for (List<byte[]> each : List.of(parts("ping"), parts(""), parts("a", ""))) {
        try (ZmtpClient client = new ZmtpClient(heart.port(), "REQ", "")) {
          client.send(each);
          assertThat(client.awaitEnd()).isEmpty();
        }
      }
      for (List<byte[]> each : List.of(parts(""), parts("\u0002a"), parts("\u0001", "a"))) {
        try (ZmtpClient client = new ZmtpClient(output.port(), "SUB", "")) {
          client.send(each);
          assertThat(client.awaitEnd()).isEmpty();
        }
      }
    }
  }

  @Test
  void whatAPeerSendsWithoutReadingIsNotKept() throws Exception {
    try (MessagePort port = open(SocketKind.REP, limits(2), ECHO);
        ZmtpClient flood = new ZmtpClient(port.port(), "REQ", "")) {
      byte[] body = new byte[1 << 16];
      for (int i = 0; i < 1_000; i++) {
        flood.send(List.of(new byte[0], body)); // 64 MB, of which the network holds some
      }
      assertThat(port.waitingBytes().get()).isLessThan(2 << 16);
      try (ZmtpClient client = new ZmtpClient(port.port(), "REQ", "")) {
        client.send(parts("", "ping"));
        assertThat(texts(client.receive())).containsExactly("", "ping");
      }
    }
  }

  @Test
  void aHandshakeAndAMessageHaveTheirTime() throws Exception {
    try (MessagePort port =
            open(SocketKind.ROUTER, new PortLimits(9, MESSAGE_BYTES, SHORT, LONG), ECHO);
        ZmtpClient silent = new ZmtpClient(port.port());
        ZmtpClient half = new ZmtpClient(port.port())) {
      half.write(Arrays.copyOf(greeting(), 20));
      assertThat(silent.awaitEnd()).hasSize(64);
      assertThat(half.awaitEnd()).hasSize(64);
    }
    try (MessagePort port =
            open(SocketKind.ROUTER, new PortLimits(9, MESSAGE_BYTES, LONG, SHORT), ECHO);
        ZmtpClient idle = new ZmtpClient(port.port(), "DEALER", "");
        ZmtpClient begun = new ZmtpClient(port.port(), "DEALER", "")) {
      begun.write(new byte[] {1, 1, 'a', 0});
      assertThat(begun.awaitEnd()).isEmpty();
      idle.send(parts("a"));
      assertThat(texts(idle.receive())).containsExactly("a");
    }
  }

  @Test
  void whoHasProvenItselfKeepsItsPlace() throws Exception {
    try (MessagePort port = open(SocketKind.ROUTER, limits(3), ECHO)) {
      List<ZmtpClient> silent = new ArrayList<>();
      List<ZmtpClient> proven = new ArrayList<>();
      try {
        for (int i = 0; i < 3; i++) {
          silent.add(
              i == 1 ? new ZmtpClient(port.port(), "DEALER", "") : new ZmtpClient(port.port()));
        }
        for (int i = 0; i < 3; i++) {
          ZmtpClient client = new ZmtpClient(port.port(), "DEALER", "");
          client.send(parts("a"));
          client.receive();
          proven.add(client);
        }
        for (ZmtpClient each : silent) {
          each.awaitEnd();
        }
        try (ZmtpClient late = new ZmtpClient(port.port())) {
          assertThat(late.awaitEnd()).isEmpty();
        }
        for (ZmtpClient each : proven) {
          each.send(parts("b"));
          assertThat(texts(each.receive())).containsExactly("b");
        }
        assertThat(port.connections()).isEqualTo(3);
      } finally {
        for (ZmtpClient each : silent) {
          each.close();
        }
        for (ZmtpClient each : proven) {
          each.close();
        }
      }
    }
  }

  @Test
  void theOldestUnfinishedMessageGivesWay() throws Exception {
    byte[] head = ByteBuffer.allocate(9).put((byte) 2).putLong(MESSAGE_BYTES - 32).array();
    byte[] body = new byte[MESSAGE_BYTES - 32];
    try (MessagePort port = open(SocketKind.ROUTER, limits(100), ECHO)) {
      List<ZmtpClient> open = new ArrayList<>();
      try {
        for (int i = 0; i < 6; i++) {
          ZmtpClient client = new ZmtpClient(port.port(), "DEALER", "");
          client.write(joined(head, Arrays.copyOf(body, body.length - 1)));
          open.add(client);
          if (i >= 4) {
            open.get(i - 4).awaitEnd(); // four times the largest message is held
          }
        }
        open.getLast().write(new byte[] {7});
        byte[] last = open.getLast().receive().getFirst();
        assertThat(last).hasSize(body.length).endsWith((byte) 7);
      } finally {
        for (ZmtpClient each : open) {
          each.close();
        }
      }
    }
  }

  @Test
  void anAnswerFindsWhoHasComeBack() throws Exception {
    LinkedBlockingQueue<Connection> askers = new LinkedBlockingQueue<>();
    try (MessagePort port = open(SocketKind.ROUTER, limits(9), (from, parts) -> askers.add(from))) {
      Connection asker;
      try (ZmtpClient first = new ZmtpClient(port.port(), "DEALER", "me")) {
        first.send(parts("question"));
        asker = askers.take();
      }
      while (port.connections() > 0) {
        Thread.onSpinWait();
      }
      asker.send(parts("to nobody"));
      try (ZmtpClient other = new ZmtpClient(port.port(), "DEALER", "you");
          ZmtpClient again = new ZmtpClient(port.port(), "DEALER", "me")) {
        other.ping("");
        again.ping("");
        asker.send(parts("answer"));
        assertThat(texts(again.receive())).containsExactly("answer");
        other.ping("nothing came");
      }
    }
  }

  @Test
  void whatWaitsIsSentBeforeTheEnd() throws Exception {
    byte[] large = new byte[MESSAGE_BYTES];
    try (MessagePort port = open(SocketKind.PUB, limits(9), ECHO);
        ZmtpClient client = new ZmtpClient(port.port(), "SUB", "")) {
      client.subscribe("");
      for (int i = 0; i < 20; i++) {
        port.publish(List.of(large));
      }
      Thread.currentThread().interrupt(); // does not disturb it
      port.publish(parts("last"));
      assertThat(Thread.interrupted()).isTrue();
      port.end();
      for (int i = 0; i < 20; i++) {
        assertThat(client.receive().getFirst()).hasSize(MESSAGE_BYTES);
      }
      assertThat(texts(client.receive())).containsExactly("last");
      assertThat(client.awaitEnd()).isEmpty();
      client.close();
      port.awaitEnd(Long.MAX_VALUE);
      assertThat(port.connections()).isZero();
    }
  }
}
