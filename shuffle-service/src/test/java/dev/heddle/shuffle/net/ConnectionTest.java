package dev.heddle.shuffle.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final Hello SERVER = new Hello(42, Role.SCHEDULER, 7, "the scheduler");
  private static final Hello CLIENT = new Hello(42, Role.WORKER, 8, "worker 1");

  /** With a security folder, which takes starts of processes to make. */
  @TempDir private static Path shared;

  @TempDir private Path folder;

  @BeforeAll
  static void generate() {
    SecurityFolder.generate(shared.resolve("security"));
  }

  private static Security security(boolean encrypted) {
    return encrypted ? Security.load(shared.resolve("security")) : Security.none();
  }

  private static void echo(Connection connection) {
    for (Optional<Frame> each = connection.receive();
        each.isPresent();
        each = connection.receive()) {
      connection.send(each.get().kind(), each.get().payload());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void framesOfAllSizesComeBackAsTheyWere(boolean encrypted) {
    Security security = security(encrypted);
    try (Listener listener = Listener.open(ANY, security, SERVER, ConnectionTest::echo);
        Connection connection = Connection.open(listener.address(), security, CLIENT)) {
      assertThat(connection.peer()).isEqualTo(SERVER);
      Random random = new Random(5);
      for (int size : new int[] {0, 1, 15, 16, 17, 16 << 10, 70_000, 5 << 20}) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        ByteBuffer direct = ByteBuffer.allocateDirect(size / 2).put(bytes, 0, size / 2).flip();
        ByteBuffer rest = ByteBuffer.wrap(bytes, size / 2, size - size / 2);
        Thread.ofVirtual().start(() -> connection.send(size % 200, direct, rest));
        Frame back = connection.receive().orElseThrow();
        assertThat(back.kind()).isEqualTo(size % 200);
        assertThat(back.payload()).isEqualTo(ByteBuffer.wrap(bytes));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void framesThatWaitForOthersComeInOrderOnceTheyAreFlushed(boolean encrypted) throws Exception {
    Security security = security(encrypted);
    BlockingQueue<Frame> arrived = new LinkedBlockingQueue<>();
    Consumer<Connection> keep =
        connection -> {
          for (Optional<Frame> f = connection.receive(); f.isPresent(); f = connection.receive()) {
            arrived.add(f.get());
          }
        };
    try (Listener listener = Listener.open(ANY, security, SERVER, keep);
        Connection connection = Connection.open(listener.address(), security, CLIENT)) {
      Random random = new Random(6);
      int[] sizes = {0, 1, 100, 3_000, 8_000, 8_192, 8_193, 40_000};
      for (int round = 0; round < 20; round++) {
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          byte[] bytes = new byte[sizes[random.nextInt(sizes.length)]];
          random.nextBytes(bytes);
          ByteBuffer first = ByteBuffer.wrap(bytes, 0, bytes.length / 3);
          ByteBuffer rest = ByteBuffer.wrap(bytes, bytes.length / 3, bytes.length - first.limit());
          if (random.nextInt(10) == 0) {
            connection.send(i, first, rest);
          } else {
            connection.sendWithNext(i, first, rest);
          }
          sent.add(bytes);
        }
        connection.flush();
        for (int i = 0; i < sent.size(); i++) {
          Frame frame = arrived.poll(30, TimeUnit.SECONDS);
          assertThat(frame).isNotNull();
          assertThat(frame.kind()).isEqualTo(i);
          assertThat(frame.payload()).isEqualTo(ByteBuffer.wrap(sent.get(i)));
        }
      }
      connection.sendWithNext(1, ByteBuffer.allocate(10));
      connection.sendWithNext(2, ByteBuffer.allocate(10));
      assertThat(arrived).isEmpty();
    }
    assertThat(arrived).as("what nobody flushed").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void manyThreadsSendWholeFrames(boolean encrypted) throws Exception {
    Security security = security(encrypted);
    BlockingQueue<Integer> sums = new LinkedBlockingQueue<>();
    Consumer<Connection> count =
        connection -> {
          int right = 0;
          for (Optional<Frame> f = connection.receive(); f.isPresent(); f = connection.receive()) {
            ByteBuffer payload = f.get().payload();
            int length = payload.remaining();
            boolean same = true;
            while (payload.hasRemaining()) {
              same &= payload.get() == (byte) f.get().kind();
            }
            right += same && length == f.get().kind() * 100 ? 1 : 0;
          }
          sums.add(right);
        };
    try (Listener listener = Listener.open(ANY, security, SERVER, count)) {
      Connection connection = Connection.open(listener.address(), security, CLIENT);
      List<Thread> senders = new ArrayList<>();
      for (int kind = 1; kind <= 8; kind++) {
        byte[] bytes = new byte[kind * 100];
        Arrays.fill(bytes, (byte) kind);
        int sent = kind;
        senders.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      for (int i = 0; i < 200; i++) {
                        connection.send(sent, ByteBuffer.wrap(bytes));
                      }
                    }));
      }
      for (Thread sender : senders) {
        sender.join();
      }
      connection.close();
      assertThat(sums.take()).isEqualTo(1600);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void closingEndsAReceiver(boolean encrypted) throws Exception {
    Security security = security(encrypted);
    CompletableFuture<Optional<Frame>> far = new CompletableFuture<>();
    try (Listener listener =
        Listener.open(
            ANY,
            security,
            SERVER,
            connection -> {
              try {
                far.complete(connection.receive());
              } catch (HeddleException e) {
                far.completeExceptionally(e);
              }
            })) {
      Connection connection = Connection.open(listener.address(), security, CLIENT);
      CompletableFuture<Throwable> near = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  connection.receive();
                } catch (HeddleException e) {
                  near.complete(e);
                }
              });
      connection.close();
      assertThat(near.get()).isInstanceOf(HeddleException.class).hasMessageContaining("closed");
      assertThat(far.handle((frame, error) -> true).get()).isTrue();
      assertThatThrownBy(() -> connection.send(1))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("was closed");
    }
  }

  @Test
  void closingEndsASenderToAPeerThatDoesNotRead() throws Exception {
    CompletableFuture<Void> hold = new CompletableFuture<>();
    try (Listener listener = Listener.open(ANY, Security.none(), SERVER, _ -> hold.join())) {
      Connection connection = Connection.open(listener.address(), Security.none(), CLIENT);
      CompletableFuture<Throwable> ended = new CompletableFuture<>();
      CompletableFuture<Void> begun = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (true) {
                    connection.send(1, ByteBuffer.allocate(1 << 20));
                    begun.complete(null);
                  }
                } catch (HeddleException e) {
                  ended.complete(e);
                }
              });
      begun.get();
      connection.close();
      assertThat(ended.get()).isInstanceOf(HeddleException.class);
      hold.complete(null);
    }
  }

  @Test
  void closingAListenerEndsAllItsConnectionsAndFreesItsPort() throws Exception {
    Listener listener = Listener.open(ANY, Security.none(), SERVER, ConnectionTest::echo);
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      connections.add(Connection.open(listener.address(), Security.none(), CLIENT));
    }
    listener.close();
    assertThat(listener.connectionCount()).isZero();
    for (Connection each : connections) {
      assertThat(ended(each)).isTrue();
      each.close();
    }
    try (ServerSocket again = new ServerSocket()) {
      again.setReuseAddress(true);
      again.bind(listener.address());
    }
  }

  private static boolean ended(Connection connection) {
    try {
      return connection.receive().isEmpty();
    } catch (HeddleException e) {
      return true;
    }
  }

  @Test
  void aWrongTokenIsRefused() {
    try (Listener listener =
        Listener.open(ANY, Security.ofToken("right"), SERVER, ConnectionTest::echo)) {
      for (Security wrong : List.of(Security.none(), Security.ofToken("righ"))) {
        assertThatThrownBy(() -> Connection.open(listener.address(), wrong, CLIENT))
            .isInstanceOfSatisfying(
                HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
            .hasMessageContaining("the token of worker 1 is not the one of this cluster");
      }
      Connection.open(listener.address(), Security.ofToken("right"), CLIENT).close();
    }
  }

  @Test
  void aFreshTokenIsFoundByItsPortInAFileForItsUserOnly() throws Exception {
    Path tokens = folder.resolve("tokens");
    try (Listener listener =
        Listener.open(ANY, Security.fresh(tokens), SERVER, ConnectionTest::echo)) {
      int port = listener.address().getPort();
      Path file = tokens.resolve(Integer.toString(port));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
          .isEqualTo("rwx------");
      assertThat(Files.readString(file).strip()).matches("[A-Za-z0-9_-]{43}");
      Connection.open(listener.address(), Security.ofUser(tokens, port), CLIENT).close();
      for (Security wrong :
          List.of(Security.none(), Security.ofUser(folder.resolve("other"), port))) {
        assertThatThrownBy(() -> Connection.open(listener.address(), wrong, CLIENT))
            .isInstanceOfSatisfying(
                HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
            .hasMessageContaining("the token of worker 1 is not the one of this cluster")
            .hasMessageContaining("start it with --security FOLDER");
      }
    }
  }

  @Test
  void theNextTokenAtAPortIsFoundByThoseWhoKnowTheLastOne() throws Exception {
    InetSocketAddress address;
    Security member;
    try (Listener first =
        Listener.open(ANY, Security.fresh(folder), SERVER, ConnectionTest::echo)) {
      address = first.address();
      member = Security.ofUser(folder, address.getPort());
      Connection.open(address, member, CLIENT).close();
    }
    Path file = folder.resolve(Integer.toString(address.getPort()));
    String stale = Files.readString(file);
    try (Listener next =
        Listener.open(address, Security.fresh(folder), SERVER, ConnectionTest::echo)) {
      assertThat(Files.readString(file)).isNotEqualTo(stale);
      Connection.open(next.address(), member, CLIENT).close();
    }
  }

  @Test
  void aProcessThatFoundNoTokenLetsNobodyIn() {
    Security found = Security.ofUser(folder, 1);
    assertThat(found.admits("")).isFalse();
    assertThat(Security.none().admits("")).isTrue();
  }

  @Test
  void anotherBuildIsRefused() {
    try (Listener listener = Listener.open(ANY, Security.none(), SERVER, ConnectionTest::echo)) {
      Hello other = new Hello(43, Role.WORKER, 8, "worker 1");
      assertThatThrownBy(() -> Connection.open(listener.address(), Security.none(), other))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
          .hasMessageContaining("run the same build of Heddle everywhere");
    }
  }

  @Test
  void anotherProtocolVersionAndStrangersAreRefused() throws Exception {
    try (Listener listener = Listener.open(ANY, Security.none(), SERVER, ConnectionTest::echo)) {
      ByteBuffer hello = CLIENT.encode("");
      hello.putShort(4, (short) 9);
      assertThat(answer(listener, frame(255, hello))).contains("protocol version 9 met version 1");
      hello = CLIENT.encode("");
      hello.putInt(0, 1);
      assertThat(answer(listener, frame(255, hello))).contains("does not speak Heddle's protocol");
      assertThat(answer(listener, frame(3, hello))).contains("the first frame is no introduction");
      assertThat(answer(listener, "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes("US-ASCII")))
          .isEmpty();
    }
  }

  private static byte[] frame(int kind, ByteBuffer payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload.duplicate());
    ByteBuffer out = ByteBuffer.allocate(16 + payload.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(payload.remaining()).putInt(kind).putInt((int) crc.getValue());
    CRC32C header = new CRC32C();
    header.update(out.array(), 0, 12);
    out.putInt((int) header.getValue()).put(payload.duplicate());
    return out.array();
  }

  /** Sends bytes and returns the text of what comes back. */
  private static String answer(Listener listener, byte[] bytes) throws IOException {
    try (Socket socket =
        new Socket(listener.address().getAddress(), listener.address().getPort())) {
      socket.getOutputStream().write(bytes);
      return new String(socket.getInputStream().readAllBytes(), "ISO-8859-1");
    } catch (SocketException reset) {
      return "";
    }
  }

  @Test
  void noMutatedOrTruncatedFrameIsDelivered() throws Exception {
    long seed = 20261121;
    Random random = new Random(seed);
    byte[] payload = new byte[100];
    random.nextBytes(payload);
    byte[] good = frame(5, ByteBuffer.wrap(payload));
    for (int round = 0; round < 200; round++) {
      byte[] bad = good.clone();
      if (round % 2 == 0) {
        int bit = random.nextInt(bad.length * 8);
        bad[bit / 8] ^= (byte) (1 << bit % 8);
      } else {
        bad = Arrays.copyOf(bad, 1 + random.nextInt(bad.length - 1));
      }
      assertThat(delivered(bad)).as("seed %s, round %s", seed, round).isFalse();
    }
    assertThat(delivered(good)).isTrue();
  }

  @Test
  void framesThatAreTooLargeAreRefusedBeforeRoomIsMade() throws Exception {
    ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    for (int length : new int[] {Connection.MAX_FRAME_BYTES + 1, Integer.MAX_VALUE, -1}) {
      header.clear();
      header.putInt(length).putInt(5).putInt(0);
      CRC32C crc = new CRC32C();
      crc.update(header.array(), 0, 12);
      header.putInt((int) crc.getValue());
      assertThat(delivered(header.array())).isFalse();
    }
    try (Listener listener = Listener.open(ANY, Security.none(), SERVER, ConnectionTest::echo);
        Connection connection = Connection.open(listener.address(), Security.none(), CLIENT)) {
      ByteBuffer large = ByteBuffer.allocate(Connection.MAX_FRAME_BYTES / 2 + 1);
      assertThatThrownBy(() -> connection.send(1, large, large.duplicate()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("A frame of 134217730 bytes");
    }
  }

  /** Plays the listener's end by hand, sends bytes after the handshake, and closes. */
  private static boolean delivered(byte[] bytes) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread peer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (Socket socket = server.accept()) {
                      InputStream in = socket.getInputStream();
                      in.readNBytes(16 + CLIENT.encode("").remaining());
                      OutputStream out = socket.getOutputStream();
                      out.write(frame(254, SERVER.encode("")));
                      out.write(bytes);
                    } catch (IOException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      try (Connection connection =
          Connection.open(
              new InetSocketAddress(server.getInetAddress(), server.getLocalPort()),
              Security.none(),
              CLIENT)) {
        peer.join();
        try {
          return connection.receive().isPresent();
        } catch (HeddleException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.IO);
          assertThat(connection.isClosed()).isTrue();
          return false;
        }
      }
    }
  }

  @Test
  void aListenerInTheOpenNeedsTokenAndTls() {
    InetSocketAddress open = new InetSocketAddress("0.0.0.0", 0);
    for (Security weak : List.of(Security.none(), Security.ofToken("secret"))) {
      assertThatThrownBy(() -> Listener.open(open, weak, SERVER, ConnectionTest::echo))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot listen at 0.0.0.0")
          .hasMessageContaining("without a token and TLS");
    }
    Listener.open(open, security(true), SERVER, ConnectionTest::echo).close();
  }

  @Test
  void aClientNeedsNoKeyAndTrustsOnlyItsOwnAuthority() throws Exception {
    Security server = security(true);
    Path client = Files.createDirectory(folder.resolve("client"));
    for (String each : List.of("token", "ca.pem")) {
      Files.copy(shared.resolve("security").resolve(each), client.resolve(each));
    }
    Path strange = folder.resolve("strange");
    SecurityFolder.generate(strange);
    Files.copy(client.resolve("token"), strange.resolve("token2"));
    try (Listener listener = Listener.open(ANY, server, SERVER, ConnectionTest::echo)) {
      Connection.open(listener.address(), Security.load(client), CLIENT).close();
      assertThatThrownBy(() -> Connection.open(listener.address(), Security.load(strange), CLIENT))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot connect")
          .hasMessageContaining("does this one have its security folder?");
      assertThatThrownBy(() -> Connection.open(listener.address(), Security.none(), CLIENT))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("does this one have its security folder?");
    }
    assertThatThrownBy(() -> Listener.open(ANY, Security.load(client), SERVER, c -> {}))
        .hasMessageContaining("node.p12");
  }

  @Test
  void aSecurityFolderIsItsOwnersOnlyAndNeverOverwritten() throws Exception {
    Path made = shared.resolve("security");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    try (var files = Files.list(made)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("token", "ca.pem", "node.p12");
    }
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(made.resolve("node.p12"))))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> SecurityFolder.generate(made))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("it exists");
  }
}
