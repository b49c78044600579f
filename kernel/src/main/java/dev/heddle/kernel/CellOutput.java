package dev.heddle.kernel;

import io.github.spencerpark.jupyter.channels.ShellReplyEnvironment;
import io.github.spencerpark.jupyter.kernel.display.DisplayData;
import io.github.spencerpark.jupyter.messages.ContentType;
import io.github.spencerpark.jupyter.messages.publish.PublishDisplayData;
import io.github.spencerpark.jupyter.messages.publish.PublishStream;
import io.github.spencerpark.jupyter.messages.publish.PublishUpdateDisplayData;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Where what cells print and show goes: a queue, which a thread sends in order to who asked for the
 * cell that runs, or ran last. Thread-safe; nothing waits for the network, and threads that are
 * interrupted may print.
 */
final class CellOutput implements AutoCloseable {
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "heddle-kernel-output");
            thread.setDaemon(true);
            return thread;
          });
  private final PrintStream out = new PrintStream(new Stream(false), true, StandardCharsets.UTF_8);
  private final PrintStream err = new PrintStream(new Stream(true), true, StandardCharsets.UTF_8);
  private volatile @Nullable ShellReplyEnvironment asker;

  /** Sends what comes from now on to who asked for a cell. */
  void begin(ShellReplyEnvironment who) {
    asker = who;
  }

  /** Returns what takes the place of stdout. */
  PrintStream out() {
    return out;
  }

  /** Returns what takes the place of stderr. */
  PrintStream err() {
    return err;
  }

  /** Shows something below the cell. */
  void show(DisplayData data) {
    flush();
    send(new PublishDisplayData(data));
  }

  /** Shows something in place of what was shown with the same id. */
  void update(DisplayData data) {
    send(new PublishUpdateDisplayData(data));
  }

  private void flush() {
    out.flush();
    err.flush();
  }

  private <T extends ContentType<T>> void send(T message) {
    ShellReplyEnvironment who = asker;
    if (who != null && !sender.isShutdown()) {
      sender.execute(() -> who.publish(message));
    }
  }

  /** Waits until all that was printed and shown is sent. */
  void drain() throws InterruptedException {
    flush();
    CountDownLatch sent = new CountDownLatch(1);
    sender.execute(sent::countDown);
    sent.await();
  }

  @Override
  public void close() {
    sender.shutdown();
  }

  /** Collects bytes up to the end of a line, or a flush. */
  private final class Stream extends OutputStream {
    private final boolean isErr;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Stream(boolean isErr) {
      this.isErr = isErr;
    }

    @Override
    public synchronized void write(int b) {
      bytes.write(b);
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) {
      bytes.write(from, offset, length);
    }

    @Override
    public synchronized void flush() {
      if (bytes.size() == 0) {
        return;
      }
      String text = bytes.toString(StandardCharsets.UTF_8);
      bytes.reset();
      send(
          new PublishStream(
              isErr ? PublishStream.StreamType.ERR : PublishStream.StreamType.OUT, text));
    }
  }
}
