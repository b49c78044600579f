package dev.heddle.cli;

import dev.heddle.io.testing.FaultProxy;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Keeps the beginning of what each client of a proxy sends. Thread-safe. */
final class RecordedRequests implements FaultProxy.Interceptor {
  private static final int MAX_KEPT_BYTES = 1 << 16;

  private final List<ByteArrayOutputStream> sent = new ArrayList<>(); // guarded by this

  @Override
  public UnaryOperator<ByteBuffer> begin(FaultProxy.Direction direction) {
    if (direction == FaultProxy.Direction.TO_CLIENT) {
      return chunk -> chunk;
    }
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    synchronized (this) {
      sent.add(kept);
    }
    return chunk -> record(chunk, kept);
  }

  private synchronized ByteBuffer record(ByteBuffer chunk, ByteArrayOutputStream kept) {
    if (kept.size() < MAX_KEPT_BYTES) {
      byte[] bytes = new byte[chunk.remaining()];
      chunk.get(chunk.position(), bytes);
      kept.writeBytes(bytes);
    }
    return chunk;
  }

  /** Returns what each client has sent so far, of those that have sent anything. */
  synchronized List<byte[]> sent() {
    return sent.stream()
        .map(ByteArrayOutputStream::toByteArray)
        .filter(bytes -> bytes.length > 0)
        .toList();
  }
}
