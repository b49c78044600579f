package dev.heddle.shuffle.client;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.nio.ByteBuffer;

/** A channel that a test makes misbehave. */
abstract class MangledChannel implements ShuffleChannel {
  final ShuffleChannel real;

  MangledChannel(ShuffleChannel real) {
    this.real = real;
  }

  /** Returns what comes instead of a message, or null if it does not come. */
  Incoming mangle(Incoming incoming) {
    return incoming;
  }

  /** Returns whether a block is sent. */
  boolean sends(ByteBuffer head, long body, int bodyBytes) {
    return true;
  }

  @Override
  public void send(ShuffleMessage message) {
    real.send(message);
  }

  @Override
  public void sendBlock(ByteBuffer head, long body, int bodyBytes) {
    if (sends(head, body, bodyBytes)) {
      real.sendBlock(head, body, bodyBytes);
    }
  }

  @Override
  public Incoming receive(MemoryAccount account) {
    while (true) {
      Incoming mangled = mangle(real.receive(account));
      if (mangled != null) {
        return mangled;
      }
    }
  }

  @Override
  public void close() {
    real.close();
  }
}
