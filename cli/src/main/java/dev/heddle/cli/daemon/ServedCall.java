package dev.heddle.cli.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.cli.daemon.Frames.Frame;
import dev.heddle.cli.output.Invocation;
import dev.heddle.cli.output.Screen;
import dev.heddle.cli.output.StandardOutput;
import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.storage.WorkingFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A command that is run for the process at the other end of a connection. One thread listens to the
 * connection and another runs the command; either may end it.
 */
final class ServedCall implements Invocation {
  private static final int INTERRUPTED = 128 + 2;
  private static final int FAILED = 1;
  private static final int MAX_WRITE_BYTES = 1 << 16;
  private static final long CANCEL_AGAIN_MILLIS = 10;
  private static final long MAX_END_NANOS = 60_000_000_000L;
  private static final Frame CANCEL = new Frame('C', new byte[0]);

  private final Frames frames;
  private final CallRequest request;
  private final WorkingFolder folder;
  private final CommandRunner runner;
  private final StandardOutput out;
  private final BlockingQueue<Frame> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<Frame> input = new LinkedBlockingQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread worker = new Thread(this::run, "heddle-call");
  private @Nullable Session session; // guarded by this
  private boolean isEnded; // guarded by this
  private volatile boolean isCancelled;
  private volatile boolean isUnfit;

  ServedCall(Frames frames, CallRequest request, CommandRunner runner) {
    this.frames = frames;
    this.request = request;
    this.runner = runner;
    this.folder = WorkingFolder.ofAnother(Path.of(request.folder()));
    this.out = new StandardOutput(new Out(), request::hasPipe);
    worker.setDaemon(true);
  }

  /** Runs the command, and returns when it has ended; the connection is the caller's to close. */
  void serve() throws IOException {
    frames.write('S', "");
    worker.start();
    try {
      listen();
    } catch (IOException e) {
      // the client has gone, which its next frame would have shown
    }
    conclude(Integer.toString(INTERRUPTED), "");
  }

  private void listen() throws IOException {
    while (true) {
      Optional<Frame> next = frames.read();
      if (next.isEmpty() || next.get().type() == CANCEL.type()) {
        return;
      }
      switch (next.get().type()) {
        case 'A', 'F' -> answers.add(next.get());
        case 'D' -> input.add(next.get());
        default -> throw new IOException("No frame of a client is a " + next.get().type());
      }
    }
  }

  /** Ends the command with an error, since the server ends. */
  void stop() {
    try {
      conclude(Integer.toString(FAILED), "error: the heddle daemon was stopped\n");
    } catch (IOException e) {
      // the client has gone
    }
  }

  /** Cancels the command unless it has ended, and tells the client when it has. */
  private void conclude(String code, String reason) throws IOException {
    synchronized (this) {
      if (isEnded) {
        return;
      }
      isEnded = true;
      isCancelled = true;
    }
    answers.add(CANCEL);
    input.add(CANCEL);
    if (awaitEnd()) {
      if (!reason.isEmpty()) {
        frames.write('E', reason);
      }
      frames.write('X', code);
    }
  }

  /** Cancels whatever runs, until nothing does: between two statements nothing can be cancelled. */
  private boolean awaitEnd() {
    long begun = System.nanoTime();
    try {
      do {
        Session open;
        synchronized (this) {
          open = session;
        }
        if (open != null) {
          cancelAll(open);
        }
        worker.interrupt();
        if (System.nanoTime() - begun > MAX_END_NANOS) {
          return false;
        }
      } while (!end.await(CANCEL_AGAIN_MILLIS, TimeUnit.MILLISECONDS));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void cancelAll(Session session) {
    try {
      session.cancelAll();
    } catch (HeddleException e) {
      if (e.code() != ErrorCode.CLOSED) {
        throw e;
      }
    }
  }

  private void run() {
    int code = FAILED;
    try {
      code = runner.run(request.arguments().toArray(String[]::new), this, this::open);
    } catch (RuntimeException | Error e) {
      PrintWriter err = err();
      err.println("error: internal error: " + e);
      err.flush();
    } finally {
      finish(code);
    }
  }

  private void finish(int code) {
    synchronized (this) {
      if (!isEnded) {
        isEnded = true;
        try {
          frames.write(isUnfit ? 'P' : 'X', isUnfit ? "" : Integer.toString(code));
        } catch (IOException e) {
          // the client has gone: there is nobody to tell
        }
      }
    }
    end.countDown();
  }

  private Session open(SessionOptions options) {
    Session made = new Session(new SessionEngineProvider().open(options, folder), options);
    synchronized (this) {
      session = made;
    }
    return made;
  }

  /** Returns whether nothing reaches the client any longer. */
  private boolean isMute() {
    return isCancelled || isUnfit;
  }

  @Override
  public Map<String, String> environment() {
    return request.environment();
  }

  @Override
  public WorkingFolder folder() {
    return folder;
  }

  @Override
  public InputStream in() {
    return new In();
  }

  @Override
  public StandardOutput out() {
    return out;
  }

  @Override
  public PrintWriter err() {
    return new PrintWriter(new OutputStreamWriter(new Err(), UTF_8), true);
  }

  @Override
  public Optional<Screen> outScreen() {
    return Screen.ofPath(request.streams().get(1));
  }

  @Override
  public Optional<Screen> errScreen() {
    return "dumb".equals(environment().get("TERM"))
        ? Optional.empty()
        : Screen.ofPath(request.streams().get(2));
  }

  @Override
  public boolean hasTerminalInput() {
    return Screen.isTerminal(request.streams().getFirst());
  }

  @Override
  public boolean isWarm() {
    return true;
  }

  @Override
  public boolean isEnding() {
    return false;
  }

  @Override
  public void check(String script) {
    Optional<String> objection = CallFitness.ofText(script, folder.resolve(""));
    if (objection.isPresent()) {
      isUnfit = true;
      throw new HeddleException(
          ErrorCode.UNSUPPORTED, "Cannot run this in a warm server: " + objection.get());
    }
  }

  private Frame take(BlockingQueue<Frame> queue) throws IOException {
    try {
      Frame frame = queue.take();
      if (frame.type() == CANCEL.type()) {
        queue.add(frame); // for the next who asks
        throw new IOException("The call was cancelled");
      }
      return frame;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The call was cancelled", e);
    }
  }

  /** The caller's stdout: a write returns when the client has written the bytes, or cannot. */
  private final class Out extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      for (int at = 0; at < length; at += MAX_WRITE_BYTES) {
        if (isMute()) {
          throw new IOException("The call was cancelled");
        }
        frames.write('O', bytes, offset + at, Math.min(MAX_WRITE_BYTES, length - at));
        Frame answer = take(answers);
        if (answer.type() == 'F') {
          throw new IOException(answer.text());
        }
      }
    }
  }

  /** The caller's stderr. */
  private final class Err extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!isMute() && length > 0) {
        frames.write('E', bytes, offset, length);
      }
    }
  }

  /** The caller's stdin, of which a part is read when somebody asks for it. */
  private final class In extends InputStream {
    private byte[] bytes = new byte[0];
    private int at;
    private boolean isAtEnd;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (at == bytes.length && !isAtEnd) {
        frames.write('I', "");
        bytes = take(input).content();
        at = 0;
        isAtEnd = bytes.length == 0;
      }
      if (isAtEnd) {
        return -1;
      }
      int count = Math.min(length, bytes.length - at);
      System.arraycopy(bytes, at, target, offset, count);
      at += count;
      return count;
    }
  }
}
