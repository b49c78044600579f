package dev.heddle.shuffle.client;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.nio.ByteBuffer;

/**
 * Sends the few blocks of an attempt to the server in this process, which answers at once: no
 * thread listens meanwhile. Closing it before it is sealed drops the attempt.
 */
final class SmallAttempt implements AutoCloseable {
  private final ChannelPool channels;
  private final ShuffleAddress address;
  private final MemoryAccount account;
  private final ShuffleChannel channel;
  private boolean done;

  /**
   * Begins an attempt.
   *
   * @param open asks for no credit, which each block asks for by itself
   * @throws HeddleException if the server is closed
   */
  SmallAttempt(
      ChannelPool channels,
      ShuffleAddress address,
      ShuffleMessage.Open open,
      MemoryAccount account) {
    this.channels = channels;
    this.address = address;
    this.account = account;
    this.channel = channels.lend(address);
    try {
      channel.send(open);
    } catch (HeddleException e) {
      close();
      throw e;
    }
  }

  /** Takes what answers the last question. */
  private void takeAnswer() {
    ShuffleMessage message = channel.receive(account).message();
    while (message instanceof ShuffleMessage.Waiting) {
      message = channel.receive(account).message();
    }
    switch (message) {
      case ShuffleMessage.Granted _, ShuffleMessage.SealDone _ -> {}
      case ShuffleMessage.Refused refused ->
          throw new HeddleException(refused.code(), refused.message() + " (" + address + ")");
      default -> throw new IllegalStateException("A server does not send this to a writer");
    }
  }

  /**
   * Sends a block, which stays the caller's.
   *
   * @throws HeddleException if the server does not take it
   */
  void send(ByteBuffer head, long body, int bodyBytes) {
    channel.send(new ShuffleMessage.Want(Buffer.roomFor((long) head.remaining() + bodyBytes)));
    takeAnswer();
    channel.sendBlock(head, body, bodyBytes);
  }

  /**
   * Seals the attempt by its totals.
   *
   * @throws HeddleException if the server refuses
   */
  void seal(ShuffleMessage totals) {
    channel.send(totals);
    takeAnswer();
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
