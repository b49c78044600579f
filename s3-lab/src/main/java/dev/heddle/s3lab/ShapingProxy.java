package dev.heddle.s3lab;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Passes requests on to a server and its answers back: later, slower or broken, as configured.
 * Thread-safe.
 */
public final class ShapingProxy extends LoopbackServer {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final Pattern ETAG = Pattern.compile("<ETag>[^<]*</ETag>");

  private final URI server;
  private final Shape shape;
  private final RateLimit total;
  private final LongAdder requests = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private volatile Faults faults;

  /** Starts a proxy before the server at a URL. */
  public ShapingProxy(String server, Shape shape, Faults faults) {
    this.server = URI.create(server);
    this.shape = shape;
    this.total = new RateLimit(shape.totalBytesPerSecond());
    this.faults = faults;
    start();
  }

  /** Applies these faults from now on. */
  public void setFaults(Faults newFaults) {
    faults = newFaults;
  }

  /** Returns how many requests have come. */
  public long requests() {
    return requests.sum();
  }

  /** Returns how many bytes of bodies have gone back. */
  public long bytes() {
    return bytes.sum();
  }

  @Override
  void handle(Socket client) throws IOException {
    RateLimit own = new RateLimit(shape.connectionBytesPerSecond());
    byte[] block = new byte[BLOCK_BYTES];
    try (Socket upstream = new Socket(server.getHost(), server.getPort())) {
      upstream.setTcpNoDelay(true);
      InputStream fromClient = new BufferedInputStream(client.getInputStream(), BLOCK_BYTES);
      InputStream fromServer = new BufferedInputStream(upstream.getInputStream(), BLOCK_BYTES);
      for (HttpHead request = HttpHead.read(fromClient);
          request != null;
          request = HttpHead.read(fromClient)) {
        requests.increment();
        Fault fault = faults.next(request.word(0), request.word(1));
        if (!exchange(request, fault, client, upstream, fromClient, fromServer, own, block)) {
          return;
        }
      }
    }
  }

  /** Serves one request; false if the connection is to be closed. */
  private boolean exchange(
      HttpHead request,
      Fault fault,
      Socket client,
      Socket upstream,
      InputStream fromClient,
      InputStream fromServer,
      RateLimit own,
      byte[] block)
      throws IOException {
    OutputStream toClient = client.getOutputStream();
    if (request.header("Expect") != null) {
      new HttpHead("HTTP/1.1 100 Continue", List.of()).write(toClient);
    }
    if (fault == Fault.SLOW_DOWN || fault == Fault.SERVER_ERROR) {
      copyBody(request, fromClient, OutputStream.nullOutputStream(), block);
      refuse(fault, request.word(0).equals("HEAD"), toClient);
      return true;
    }
    OutputStream toServer = upstream.getOutputStream();
    request.without("Expect").write(toServer);
    copyBody(request, fromClient, toServer, block);
    toServer.flush();
    HttpHead answer = HttpHead.read(fromServer);
    if (answer == null || fault == Fault.LOST_ANSWER) {
      return false;
    }
    LockSupport.parkNanos(Duration.ofMillis(shape.firstByteMillis()).toNanos());
    if (fault == Fault.WRONG_ETAG) {
      answer = answer.with("ETag", "\"00000000000000000000000000000000\"");
    }
    int status = Integer.parseInt(answer.word(1));
    if (fault == Fault.NO_ETAG) {
      answer = answer.without("ETag");
    }
    boolean hasBody = !request.word(0).equals("HEAD") && status != 204 && status != 304;
    if (!hasBody) {
      answer.write(toClient);
      return true;
    }
    long length = answer.contentLength();
    switch (fault) {
      case SHORT_BODY -> {
        answer.with("Content-Length", Long.toString(length / 2)).write(toClient);
        copyShaped(length / 2, fromServer, toClient, own, block);
        return false;
      }
      case RESET, CUT -> {
        answer.write(toClient);
        copyShaped(length / 2, fromServer, toClient, own, block);
        if (fault == Fault.RESET) {
          client.setSoLinger(true, 0);
        }
        return false;
      }
      case NO_ETAG -> {
        if (String.valueOf(answer.header("Content-Type")).contains("xml")) {
          withoutEtags(answer, fromServer, toClient);
          return true;
        }
        answer.write(toClient);
        copyShaped(length, fromServer, toClient, own, block);
        return true;
      }
      case NONE, SLOW_DOWN, SERVER_ERROR, WRONG_ETAG, LOST_ANSWER -> {
        answer.write(toClient);
        if (answer.isChunked()) {
          copyChunks(fromServer, toClient, block);
        } else {
          copyShaped(length, fromServer, toClient, own, block);
        }
        return true;
      }
    }
    throw new IllegalStateException("Unknown fault " + fault);
  }

  private static void withoutEtags(HttpHead answer, InputStream fromServer, OutputStream toClient)
      throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    if (answer.isChunked()) {
      for (int left = chunkLength(chunkLine(fromServer)); left > 0; ) {
        whole.write(fromServer.readNBytes(left));
        chunkLine(fromServer);
        left = chunkLength(chunkLine(fromServer));
      }
      while (!chunkLine(fromServer).isEmpty()) {
        continue; // a trailer
      }
    } else {
      whole.write(fromServer.readNBytes((int) answer.contentLength()));
    }
    byte[] body =
        ETAG.matcher(whole.toString(StandardCharsets.UTF_8))
            .replaceAll("")
            .getBytes(StandardCharsets.UTF_8);
    answer
        .without("Transfer-Encoding")
        .with("Content-Length", Integer.toString(body.length))
        .write(toClient);
    toClient.write(body);
    toClient.flush();
  }

  private static void refuse(Fault fault, boolean isHead, OutputStream toClient)
      throws IOException {
    boolean isSlowDown = fault == Fault.SLOW_DOWN;
    byte[] body =
        ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>"
                + (isSlowDown ? "SlowDown" : "InternalError")
                + "</Code><Message>Please try again</Message></Error>")
            .getBytes(StandardCharsets.UTF_8);
    String first = isSlowDown ? "HTTP/1.1 503 Slow Down" : "HTTP/1.1 500 Internal Server Error";
    new HttpHead(first, List.of("Content-Type: application/xml", "Content-Length: " + body.length))
        .write(toClient);
    if (!isHead) {
      toClient.write(body);
    }
    toClient.flush();
  }

  private static void copyBody(HttpHead head, InputStream from, OutputStream to, byte[] block)
      throws IOException {
    if (head.isChunked()) {
      copyChunks(from, to, block);
      return;
    }
    for (long left = head.contentLength(); left > 0; ) {
      int count = from.read(block, 0, (int) Math.min(block.length, left));
      if (count < 0) {
        throw new IOException("the connection ended in a body");
      }
      to.write(block, 0, count);
      left -= count;
    }
  }

  private void copyShaped(
      long length, InputStream from, OutputStream to, RateLimit own, byte[] block)
      throws IOException {
    for (long left = length; left > 0; ) {
      int count = from.read(block, 0, (int) Math.min(block.length, left));
      if (count < 0) {
        throw new IOException("the server ended in a body");
      }
      own.pass(count);
      total.pass(count);
      to.write(block, 0, count);
      bytes.add(count);
      left -= count;
    }
    to.flush();
  }

  private static void copyChunks(InputStream from, OutputStream to, byte[] block)
      throws IOException {
    while (true) {
      String line = chunkLine(from);
      to.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      int left = chunkLength(line);
      if (left == 0) {
        for (String trailer = chunkLine(from); ; trailer = chunkLine(from)) {
          to.write((trailer + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
          if (trailer.isEmpty()) {
            to.flush();
            return;
          }
        }
      }
      while (left > 0) {
        int count = from.read(block, 0, Math.min(block.length, left));
        if (count < 0) {
          throw new IOException("the connection ended in a chunk");
        }
        to.write(block, 0, count);
        left -= count;
      }
      to.write(chunkLine(from).getBytes(StandardCharsets.ISO_8859_1));
      to.write(new byte[] {'\r', '\n'});
    }
  }

  private static int chunkLength(String line) {
    return Integer.parseInt(line.split(";")[0].strip().toLowerCase(Locale.ROOT), 16);
  }

  private static String chunkLine(InputStream from) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int b = from.read(); b != '\n'; b = from.read()) {
      if (b < 0) {
        throw new IOException("the connection ended between chunks");
      }
      if (b != '\r') {
        text.append((char) b);
      }
    }
    return text.toString();
  }
}
