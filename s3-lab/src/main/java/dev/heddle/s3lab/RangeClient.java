package dev.heddle.s3lab;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Fetches a file by plain ranged GETs side by side and drops the bytes: what a link can do. */
public final class RangeClient {
  private static final int BLOCK_BYTES = 128 << 10;

  private RangeClient() {}

  /** Fetches ranges of a size on some connections until all of a file has come. */
  public static void fetch(
      String server, String target, long fileBytes, int rangeBytes, int connections) {
    AtomicLong next = new AtomicLong();
    AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                try {
                  fetchRanges(URI.create(server), target, fileBytes, rangeBytes, next);
                } catch (IOException e) {
                  failure.compareAndSet(null, e);
                }
              }));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    IOException failed = failure.get();
    if (failed != null) {
      throw new UncheckedIOException("Cannot fetch " + target, failed);
    }
  }

  private static void fetchRanges(
      URI server, String target, long fileBytes, int rangeBytes, AtomicLong next)
      throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      for (long from = next.getAndAdd(rangeBytes);
          from < fileBytes;
          from = next.getAndAdd(rangeBytes)) {
        long last = Math.min(fileBytes, from + rangeBytes) - 1;
        new HttpHead(
                "GET " + target + " HTTP/1.1",
                List.of("Host: " + server.getAuthority(), "Range: bytes=" + from + "-" + last))
            .write(out);
        HttpHead answer = HttpHead.read(in);
        if (answer == null || !answer.word(1).equals("206")) {
          throw new IOException("the server answered " + answer);
        }
        for (long left = answer.contentLength(); left > 0; ) {
          int count = in.read(block, 0, (int) Math.min(block.length, left));
          if (count < 0) {
            throw new IOException("the answer ended early");
          }
          left -= count;
        }
      }
    }
  }
}
