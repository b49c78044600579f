package dev.heddle.kernel;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.kernel.zmtp.MessagePort;
import dev.heddle.kernel.zmtp.PortLimits;
import dev.heddle.kernel.zmtp.ReadMemory;
import dev.heddle.kernel.zmtp.Receiver;
import dev.heddle.kernel.zmtp.SocketKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/**
 * A kernel's five ports, to which anybody of this host can send bytes. Requests of the key's owner
 * are handled one after the other, those of the port of control by another thread.
 */
final class KernelSockets implements AutoCloseable {
  private static final int MAX_REQUEST_BYTES = 16 << 20; // text of cells, and what widgets send
  private static final int MAX_ECHO_BYTES = 4 << 10;
  private static final int MAX_SUBSCRIPTION_BYTES = 4 << 10;
  private static final long MAX_UNFINISHED_BYTES = 48 << 20;
  private static final int MAX_WAITING_REQUESTS = 1_000;
  private static final Duration END = Duration.ofSeconds(3);

  private final ConnectionFile where;
  private final MessageFormat format;
  private final Consumer<KernelRequest> handler;
  private final ReadMemory memory = new ReadMemory(MAX_UNFINISHED_BYTES);
  private final List<MessagePort> ports = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * Listens.
   *
   * @param handler of requests; fails of no request
   * @throws HeddleException with code {@code IO} if a port cannot be bound
   */
  KernelSockets(ConnectionFile where, Consumer<KernelRequest> handler) {
    this.where = where;
    this.format = new MessageFormat(new MessageSigner(where.scheme(), where.key()));
    this.handler = handler;
    try {
      MessagePort output =
          open(where.iopub(), SocketKind.PUB, MAX_SUBSCRIPTION_BYTES, (from, parts) -> {});
      open(where.heartbeat(), SocketKind.REP, MAX_ECHO_BYTES, (from, parts) -> from.send(parts));
      requests(where.control(), "heddle-kernel-control", output);
      requests(where.shell(), "heddle-kernel-shell", output);
      open(
          where.stdin(),
          SocketKind.ROUTER,
          MAX_REQUEST_BYTES,
          (from, parts) -> {
            var unused = format.read(parts); // cells ask for no input
          });
    } catch (HeddleException e) {
      close();
      throw e;
    }
  }

  private MessagePort open(int port, SocketKind kind, int messageBytes, Receiver receiver) {
    try {
      InetAddress address =
          where.ip().equals("*")
              ? new InetSocketAddress(0).getAddress()
              : InetAddress.getByName(where.ip());
      MessagePort opened =
          MessagePort.open(
              address, port, kind, PortLimits.ofMessages(messageBytes), memory, receiver);
      ports.add(opened);
      return opened;
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot listen on " + where.ip() + ":" + port + ": " + e + "; let Jupyter name another",
          e);
    }
  }

  private void requests(int port, String name, MessagePort output) {
    BlockingQueue<KernelRequest> waiting = new ArrayBlockingQueue<>(MAX_WAITING_REQUESTS);
    open(
        port,
        SocketKind.ROUTER,
        MAX_REQUEST_BYTES,
        (from, parts) -> {
          try {
            waiting.put(new KernelRequest(format, format.read(parts), from, output));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  handler.accept(waiting.take());
                }
              } catch (InterruptedException e) {
                return; // closed
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  /** Ends the ports once what waits to be sent is sent, or after three seconds. */
  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    ports.forEach(MessagePort::end);
    long end = System.nanoTime() + END.toNanos();
    try {
      for (MessagePort each : ports) {
        each.awaitEnd(end);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ports.forEach(MessagePort::close);
    }
  }
}
