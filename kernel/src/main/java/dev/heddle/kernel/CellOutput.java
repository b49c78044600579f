package dev.heddle.kernel;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where what cells print and show goes: to the request of the cell that runs, or ran last.
 * Thread-safe; nothing waits for the network, and threads that are interrupted may print.
 */
final class CellOutput {
  private final PrintStream out = new PrintStream(new Stream(false), true, StandardCharsets.UTF_8);
  private final PrintStream err = new PrintStream(new Stream(true), true, StandardCharsets.UTF_8);
  private volatile @Nullable KernelRequest request;

  /** Sends what comes from now on as output of a cell. */
  void begin(KernelRequest cell) {
    request = cell;
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
  void show(Display data) {
    flush();
    send("display_data", data.content());
  }

  /** Shows something in place of what was shown with the same id. */
  void update(Display data) {
    send("update_display_data", data.content());
  }

  /** Sends what was printed, also of lines that have no end. */
  void flush() {
    out.flush();
    err.flush();
  }

  private void send(String type, Map<String, ?> content) {
    KernelRequest cell = request;
    if (cell != null) {
      cell.publish(type, content);
    }
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
      send("stream", Map.of("name", isErr ? "stderr" : "stdout", "text", text));
    }
  }
}
