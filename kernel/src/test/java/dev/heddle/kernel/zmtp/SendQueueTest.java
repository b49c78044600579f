package dev.heddle.kernel.zmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

class SendQueueTest {
  @Test
  void whatAPeerDoesNotReadIsBounded() throws Exception {
    SendQueue queue = new SendQueue();
    byte[] message = new byte[1 << 20];
    for (int i = 0; i < 100; i++) {
      message[0] = (byte) i;
      queue.add(message.clone());
    }
    queue.end();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    queue.writeTo(out);
    assertThat(out.size()).isEqualTo(31 << 20); // the first ones, with what the queue itself takes
    assertThat(out.toByteArray()[30 << 20]).isEqualTo((byte) 30);
  }

  @Test
  void aMessageLargerThanTheBoundIsSentAlone() throws Exception {
    SendQueue queue = new SendQueue();
    queue.add(new byte[40 << 20]);
    queue.add(new byte[1]);
    queue.end();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    queue.writeTo(out);
    assertThat(out.size()).isEqualTo(40 << 20);
  }
}
