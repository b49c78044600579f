package dev.heddle.engine.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControlChannelTest {
  private static final JobId JOB = new JobId(7);

  private final BlockingQueue<List<ControlMessage.ToWorker>> frames = new LinkedBlockingQueue<>();
  private final Listener listener =
      Listener.open(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          Security.none(),
          hello(Role.WORKER),
          this::receive);

  private static Hello hello(Role role) {
    return new Hello(ControlChannel.fingerprint(), role, 1, "test");
  }

  private void receive(Connection connection) {
    try (ControlChannel channel = new ControlChannel(connection)) {
      channel.receiveAll(ControlMessage.ToWorker.class, frames::add);
    }
  }

  private ControlChannel open(long waitNanos) {
    Connection connection =
        Connection.open(listener.address(), Security.none(), hello(Role.SCHEDULER));
    return new ControlChannel(connection, UnaryOperator.identity(), waitNanos);
  }

  private List<ControlMessage.ToWorker> nextFrame() throws InterruptedException {
    List<ControlMessage.ToWorker> frame = frames.poll(30, TimeUnit.SECONDS);
    return frame == null ? List.of() : frame;
  }

  @AfterEach
  void closeListener() {
    listener.close();
  }

  @Test
  void sendsWhatCanWaitWithWhatCannot() throws InterruptedException {
    try (ControlChannel channel = open(Long.MAX_VALUE)) {
      channel.send(new ControlMessage.Heartbeat());
      channel.send(new ControlMessage.JobEnds(JOB));
      channel.send(new ControlMessage.Drained());

      assertThat(nextFrame())
          .containsExactly(
              new ControlMessage.Heartbeat(),
              new ControlMessage.JobEnds(JOB),
              new ControlMessage.Drained());
    }
  }

  @Test
  void thatATaskHasBegunCanWait() {
    WorkerId worker = new WorkerId(1, 1);
    TaskAttempt task = new TaskAttempt(JOB, 0, 0, 0);
    assertThat(new ControlMessage.TaskEvent(new Event.TaskStarted(worker, task)).canWait())
        .isTrue();
    assertThat(new ControlMessage.TaskEvent(new Event.Recalled(worker, task)).canWait()).isFalse();
  }

  @Test
  void sendsWhatCanWaitByItselfALittleLater() throws InterruptedException {
    try (ControlChannel channel = open(1_000_000)) {
      channel.send(new ControlMessage.JobEnds(JOB));

      assertThat(nextFrame()).containsExactly(new ControlMessage.JobEnds(JOB));
    }
  }

  @Test
  void sendsBytesInAFrameOfTheirOwnOnlyIfTheyAreMany() throws InterruptedException {
    ControlMessage.Content little = content(100);
    ControlMessage.Content large = content(ControlMessage.SMALL_BYTES + 1);
    try (ControlChannel channel = open(Long.MAX_VALUE)) {
      channel.send(List.of(little, little, large, little, new ControlMessage.Drained()));

      assertThat(List.of(nextFrame(), nextFrame(), nextFrame()))
          .extracting(List::size)
          .containsExactly(2, 1, 2);
    }
  }

  private static ControlMessage.Content content(int length) {
    byte[] bytes = new byte[length];
    return new ControlMessage.Content(ContentHash.of(bytes), bytes);
  }
}
