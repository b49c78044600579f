package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.net.PeerThreads;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends an attempt's blocks to a server, within the credit that it grants. Used by one thread at a
 * time, while another one takes the server's answers; closing it before it is sealed drops the
 * attempt.
 */
final class AttemptStream implements AutoCloseable {
  private static final int MAX_SILENT_SECONDS = 60; // it says every second that it is busy
  static final long WINDOW_BYTES = 4 << 20;

  private final ChannelPool channels;
  private final ShuffleAddress address;
  private final MapAttempt attempt;
  private final MemoryAccount account;
  private final ShuffleChannel channel;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long creditBytes; // guarded by the lock, as all below but the last
  private boolean wants;
  private boolean sealed;
  private boolean heardOf; // since it was asked
  private @Nullable HeddleException failure;
  private boolean done; // of the writing thread

  AttemptStream(
      ChannelPool channels,
      ShuffleAddress address,
      ShuffleMessage.Open open,
      MemoryAccount account) {
    this.channels = channels;
    this.address = address;
    this.attempt = open.attempt();
    this.account = account;
    this.channel = lend();
    try {
      channel.send(open);
    } catch (HeddleException e) {
      close();
      throw lost(e);
    }
    PeerThreads.start("heddle-write-" + attempt.map(), this::listen);
  }

  private ShuffleChannel lend() {
    try {
      return channels.lend(address);
    } catch (HeddleException e) {
      throw lost(e);
    }
  }

  private HeddleException lost(HeddleException cause) {
    if (cause.code() != ErrorCode.IO) {
      return cause;
    }
    return new HeddleException(
        ErrorCode.WORKER_LOST,
        "Cannot write " + attempt + " to " + address + ": " + cause.getMessage(),
        cause);
  }

  /** Receives the server's messages until the conversation is over. */
  private void listen() {
    try {
      while (true) {
        ShuffleMessage message = channel.receive(account).message();
        lock.lock();
        try {
          switch (message) {
            case ShuffleMessage.Granted granted -> {
              if (!wants || granted.answersWant()) {
                creditBytes += granted.bytes();
                wants = false;
              }
            }
            case ShuffleMessage.Waiting _ -> heardOf = true;
            case ShuffleMessage.SealDone _ -> {
              sealed = true;
              return;
            }
            case ShuffleMessage.Refused refused -> {
              failure =
                  new HeddleException(refused.code(), refused.message() + " (" + address + ")");
              return;
            }
            default -> throw new IllegalStateException("A server does not send " + message);
          }
        } finally {
          changed.signalAll();
          lock.unlock();
        }
      }
    } catch (RuntimeException e) {
      lock.lock();
      try {
        failure = e instanceof HeddleException known ? lost(known) : lost(unexpected(e));
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private static HeddleException unexpected(RuntimeException e) {
    return new HeddleException(ErrorCode.IO, String.valueOf(e.getMessage()), e);
  }

  /** Sends a block, which stays the caller's; waits for credit. */
  void send(ByteBuffer head, long body, int bodyBytes) {
    long room = Buffer.roomFor((long) head.remaining() + bodyBytes);
    try {
      lock.lock();
      try {
        if (creditBytes < room) {
          creditBytes = 0;
          wants = true;
          channel.send(new ShuffleMessage.Want(room));
          await(() -> creditBytes >= room);
        }
        checkFailure();
        creditBytes -= room;
      } finally {
        lock.unlock();
      }
      channel.sendBlock(head, body, bodyBytes);
    } catch (HeddleException e) {
      throw firstFailure(e);
    }
  }

  /** Waits until the server has sent something; the lock is held. */
  private void await(BooleanSupplier something) {
    checkFailure();
    int left = MAX_SILENT_SECONDS; // a process that was stopped meanwhile loses one
    while (!something.getAsBoolean()) {
      if (left == 0) {
        throw new HeddleException(
            ErrorCode.IO, "it has not answered for " + MAX_SILENT_SECONDS + " seconds");
      }
      try {
        left -= changed.await(1, TimeUnit.SECONDS) ? 0 : 1;
        left = heardOf ? MAX_SILENT_SECONDS : left; // it is busy
        heardOf = false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new HeddleException(
            ErrorCode.CANCELLED, "Writing " + attempt + " was interrupted", e);
      }
      checkFailure();
    }
  }

  private void checkFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns why the server ended the conversation, rather than that it did. */
  private HeddleException firstFailure(HeddleException e) {
    lock.lock();
    try {
      return failure == null ? lost(e) : failure;
    } finally {
      lock.unlock();
    }
  }

  /** Seals the attempt by its totals. */
  void seal(ShuffleMessage totals) {
    try {
      channel.send(totals);
      lock.lock();
      try {
        await(() -> sealed);
      } finally {
        lock.unlock();
      }
    } catch (HeddleException e) {
      throw firstFailure(e);
    }
    done = true;
    channels.giveBack(address, channel);
  }

  @Override
  public void close() {
    if (!done) {
      done = true;
      channels.discard(address, channel);
    }
  }
}
