package dev.heddle.kernel.zmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SendQueueTest {
  private static final int MB = 1 << 20;

  private final AtomicLong all = new AtomicLong();

  private SendQueue filled(int messages, int bytes) {
    SendQueue queue = new SendQueue(all);
    for (int i = 0; i < messages; i++) {
      byte[] message = new byte[bytes];
      message[0] = (byte) i;
      queue.add(message);
    }
    return queue;
  }

  private static byte[] sent(SendQueue queue) throws IOException, InterruptedException {
    queue.end();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    queue.writeTo(out);
    return out.toByteArray();
  }

  @Test
  void whatAPeerDoesNotReadIsBounded() throws Exception {
    byte[] sent = sent(filled(100, MB));
    assertThat(sent.length).isEqualTo(31 * MB); // the first ones, with what the queue itself takes
    assertThat(sent[30 * MB]).isEqualTo((byte) 30);
    assertThat(all).hasValue(0);
  }

  @Test
  void peersThatDoNotReadLeaveRoomForOneThatDoes() throws Exception {
    SendQueue first = filled(100, MB);
    SendQueue second = filled(100, MB);
    SendQueue third = filled(100, MB);
    assertThat(all.get()).isBetween(62L * MB, 64L * MB);
    SendQueue reader = filled(100, MB / 16);
    assertThat(sent(third).length).isEqualTo(MB);
    assertThat(sent(reader).length).isEqualTo(15 * (MB / 16));
    first.close();
    second.close();
    assertThat(all).hasValue(0);
    second.add(new byte[1]);
    assertThat(sent(second)).isEmpty();
    assertThat(all).hasValue(0);
  }

  @Test
  void echoesHaveLessRoom() throws Exception {
    SendQueue queue = new SendQueue(all);
    for (int i = 0; i < 10_000; i++) {
      queue.addEcho(new byte[64]);
    }
    assertThat(sent(queue).length).isEqualTo(64 * 512);
  }

  @Test
  void aMessageLargerThanTheBoundIsSentAlone() throws Exception {
    SendQueue queue = new SendQueue(all);
    queue.add(new byte[40 * MB]);
    queue.add(new byte[1]);
    assertThat(sent(queue).length).isEqualTo(40 * MB);
  }
}
