package dev.heddle.shuffle.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.testing.Effort;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.RequestedMap;
import dev.heddle.shuffle.store.BundleId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShuffleServerTest {
  private static final ExchangeId EXCHANGE = new ExchangeId(4, 2);
  private static final int BLOCK = 4096;

  private final ServerWorld world =
      new ServerWorld(new ServerLimits(64 << 10, 1 << 20, 1 << 20, 60_000));

  private static ShuffleMessage.Open open(int map, int attempt, int epoch, long incarnation) {
    return new ShuffleMessage.Open(
        new MapAttempt(EXCHANGE, map, attempt), epoch, 1, incarnation, 3, 2, 8192);
  }

  private static ShuffleMessage.Seal seal(long rows0, long rows1) {
    return new ShuffleMessage.Seal(
        List.of(new PartitionTotals(rows0, 7), new PartitionTotals(rows1, 9)));
  }

  private static RequestedMap wanted(int map, int attempt, long rows0, long rows1) {
    List<PartitionTotals> totals = seal(rows0, rows1).totals();
    long digest = RowLedger.digest(0, totals.get(0)) + RowLedger.digest(1, totals.get(1));
    return new RequestedMap(map, attempt, digest);
  }

  private List<MapAnswer> answers(long connection, RequestedMap... maps) {
    world.say(connection, new ShuffleMessage.Read(EXCHANGE, 0, 0, 2, List.of(maps), 1 << 20));
    world.workAll();
    for (ShuffleMessage message : world.heard(connection)) {
      if (message instanceof ShuffleMessage.Heads heads) {
        return heads.heads().stream().map(ShuffleMessage.MapHead::answer).toList();
      }
    }
    return List.of();
  }

  private static ErrorCode refusal(List<ShuffleMessage> messages) {
    return messages.stream()
        .filter(ShuffleMessage.Refused.class::isInstance)
        .map(m -> ((ShuffleMessage.Refused) m).code())
        .findFirst()
        .orElseThrow();
  }

  /** Writes blocks of {@link #BLOCK} bytes and ten rows, asking for credit for each. */
  private void write(long connection, int map, int attempt, int blocks) {
    world.say(connection, open(map, attempt, 0, 1));
    for (int i = 0; i < blocks; i++) {
      world.say(connection, new ShuffleMessage.Want(BLOCK));
      world.workAll();
      world.sendBlock(connection, i % 2, 10, BLOCK);
    }
    world.say(connection, seal(blocks / 2 * 10 + blocks % 2 * 10, blocks / 2 * 10));
    world.workAll();
  }

  @Test
  void fourAnswersAreDifferent() {
    write(1, 0, 0, 4);
    write(2, 1, 0, 0);
    assertThat(
            answers(
                9,
                wanted(0, 0, 20, 20),
                wanted(1, 0, 0, 0),
                wanted(2, 0, 1, 1),
                wanted(0, 0, 1, 1)))
        .containsExactly(MapAnswer.FOUND, MapAnswer.FOUND, MapAnswer.ABSENT, MapAnswer.LOST);
    world.handle(new ServerEvent.Released(EXCHANGE));
    assertThat(answers(9, wanted(0, 0, 20, 20))).containsExactly(MapAnswer.RELEASED);
    world.handle(new ServerEvent.JobEnded(EXCHANGE.job()));
    assertThat(answers(9, wanted(0, 0, 20, 20))).containsExactly(MapAnswer.RELEASED);
    assertThat(world.handles).isEmpty();
  }

  @Test
  void whatDoesNotFitIntoMemoryGoesToDiskAndIsSealedThere() {
    write(1, 0, 0, 20);
    write(2, 1, 0, 20);
    assertThat(world.sealed.keySet()).contains(new BundleId(new MapAttempt(EXCHANGE, 0, 0), 0));
    assertThat(world.server.usage().heldBytes()).isLessThanOrEqualTo(48 << 10);
    world.say(
        5,
        new ShuffleMessage.Read(
            EXCHANGE, 0, 1, 2, List.of(wanted(0, 0, 100, 100), wanted(1, 0, 100, 100)), 8192));
    List<Integer> maps = new ArrayList<>();
    while (!world.sends.isEmpty()) {
      assertThat(world.sends).hasSizeLessThanOrEqualTo(2);
      maps.add(world.workSend().message().map());
      world.say(5, new ShuffleMessage.WindowUpdate(BLOCK));
    }
    assertThat(maps).hasSize(20).isSorted();
    assertThat(world.heard(5)).last().isInstanceOf(ShuffleMessage.ReadDone.class);
  }

  @Test
  void whatNeedsSpaceOnDiskWaitsWhileSealedBundlesMoveToTheTier() {
    ServerWorld tiered =
        new ServerWorld(new ServerLimits(64 << 10, 100 << 10, 1 << 20, 1 << 20, 60_000));
    tiered.say(1, open(0, 0, 0, 1));
    fill(tiered, 1, 12);
    tiered.say(1, seal(120, 0));
    tiered.workAll();
    tiered.say(2, open(1, 0, 0, 1));
    fill(tiered, 2, 16); // partly on disk, by now
    assertThat(tiered.away).isEmpty();
    tiered.say(2, seal(160, 0));
    while (tiered.away.isEmpty()) {
      tiered.workDisk();
    }
    assertThat(tiered.heard(2)).noneMatch(ShuffleMessage.SealDone.class::isInstance);
    assertThat(tiered.heard(2)).noneMatch(ShuffleMessage.Refused.class::isInstance);
    tiered.workAll();
    assertThat(tiered.heard(2)).anyMatch(ShuffleMessage.SealDone.class::isInstance);
    assertThat(tiered.tier).containsOnlyKeys(new BundleId(new MapAttempt(EXCHANGE, 0, 0), 0));
    assertThat(tiered.server.usage().tierBytes()).isEqualTo(12 * BLOCK);
    tiered.handle(new ServerEvent.Released(EXCHANGE));
    assertThat(tiered.tier).isEmpty();
    assertThat(tiered.server.usage().tierBytes()).isZero();
  }

  private static void fill(ServerWorld world, long connection, int blocks) {
    for (int i = 0; i < blocks; i++) {
      world.say(connection, new ShuffleMessage.Want(BLOCK));
      while (world.heard(connection).stream()
          .noneMatch(m -> m instanceof ShuffleMessage.Granted g && g.answersWant())) {
        world.workDisk();
      }
      world.sendBlock(connection, 0, 10, BLOCK);
    }
  }

  @Test
  void dropsAJobWhoseEndItMissedAtTheNextWordOfOpenJobs() {
    write(1, 0, 0, 20);
    assertThat(world.files).isNotEmpty();
    long job = EXCHANGE.job();
    world.handle(new ServerEvent.JobsOpen(Set.of(), job - 1)); // said before the job was there
    assertThat(world.files).isNotEmpty();
    world.handle(new ServerEvent.JobsOpen(Set.of(job), job + 5));
    assertThat(world.files).isNotEmpty();
    world.handle(new ServerEvent.JobsOpen(Set.of(job + 1), job + 5));
    assertThat(world.files).isEmpty();
    assertThat(world.server.usage().jobs()).isZero();
    world.say(2, open(1, 0, 0, 1));
    assertThat(refusal(world.heard(2))).isEqualTo(ErrorCode.STALE);
  }

  @Test
  void whatIsKnownOfAttemptsStaysWithinTheHeap() {
    long each = ServerLimits.ATTEMPT_BYTES + 2 * ServerLimits.PART_BYTES;
    ServerWorld small =
        new ServerWorld(new ServerLimits(64 << 10, 1 << 20, 0, 1 << 20, 60_000, 2 * each));
    small.say(1, open(0, 0, 0, 1));
    small.say(2, open(1, 0, 0, 1));
    small.say(3, open(2, 0, 0, 1));
    assertThat(refusal(small.heard(3))).isEqualTo(ErrorCode.OUT_OF_MEMORY);
    small.handle(new ServerEvent.Disconnected(1)); // which drops what it has open
    small.say(4, open(2, 0, 0, 1));
    assertThat(small.heard(4)).noneMatch(ShuffleMessage.Refused.class::isInstance);
    small.server.checkConsistent();
  }

  @Test
  void aLeaseThatNobodyRenewsFreesEverything() {
    write(1, 0, 0, 20);
    world.say(2, open(1, 0, 0, 1));
    world.nowMillis = 59_999;
    world.handle(new ServerEvent.Tick());
    assertThat(world.files).isNotEmpty();
    world.handle(new ServerEvent.JobsOpen(Set.of(EXCHANGE.job()), EXCHANGE.job()));
    world.nowMillis = 119_998;
    world.handle(new ServerEvent.Tick());
    assertThat(world.files).isNotEmpty();
    world.nowMillis = 119_999;
    world.handle(new ServerEvent.Tick());
    assertThat(world.files).isEmpty();
    assertThat(world.handles).isEmpty();
    assertThat(world.server.usage()).isEqualTo(new ServerUsage(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0));
    assertThat(refusal(world.heard(2))).isEqualTo(ErrorCode.STALE);
    world.say(3, open(2, 0, 0, 1));
    assertThat(refusal(world.heard(3))).isEqualTo(ErrorCode.STALE);
  }

  @Test
  void oldIncarnationsAndEpochsAreRefused() {
    world.say(1, open(0, 0, 0, 5));
    world.say(2, open(1, 0, 0, 6));
    assertThat(refusal(world.heard(1))).as("replaced").isEqualTo(ErrorCode.STALE);
    world.say(3, open(2, 0, 0, 5));
    assertThat(refusal(world.heard(3))).as("zombie").isEqualTo(ErrorCode.STALE);
    world.handle(new ServerEvent.WorkerGone(1, 6));
    assertThat(refusal(world.heard(2))).as("given up").isEqualTo(ErrorCode.STALE);
    world.say(4, open(0, 1, 3, 7));
    world.say(5, open(0, 2, 2, 7));
    assertThat(refusal(world.heard(5))).as("old epoch").isEqualTo(ErrorCode.STALE);
    world.say(6, open(0, 3, 4, 7));
    assertThat(refusal(world.heard(4))).as("fenced by a later epoch").isEqualTo(ErrorCode.STALE);
  }

  @Test
  void aLifeThatWasGivenUpWritesAgainWhenItIsBack() {
    world.say(1, open(0, 0, 0, 6));
    world.handle(new ServerEvent.WorkerGone(1, 6));
    assertThat(refusal(world.heard(1))).isEqualTo(ErrorCode.STALE);
    world.handle(new ServerEvent.WorkerBack(1, 6));
    world.say(2, open(0, 1, 0, 6));
    assertThat(world.heard(2)).noneMatch(ShuffleMessage.Refused.class::isInstance);
    world.handle(new ServerEvent.WorkerGone(1, 9));
    world.handle(new ServerEvent.WorkerBack(1, 6));
    world.say(3, open(1, 0, 0, 6));
    assertThat(refusal(world.heard(3))).as("replaced since").isEqualTo(ErrorCode.STALE);
  }

  @Test
  void aSecondSealedAttemptDoesNotTouchTheFirst() {
    write(1, 0, 0, 2);
    write(2, 0, 1, 4);
    assertThat(answers(3, wanted(0, 0, 10, 10), wanted(0, 1, 20, 20)))
        .containsExactly(MapAnswer.FOUND, MapAnswer.FOUND);
    world.say(4, open(0, 1, 0, 1));
    assertThat(refusal(world.heard(4))).isEqualTo(ErrorCode.STALE);
  }

  @Test
  void aFullDiskRefusesThoseWhoWaitAndKeepsWhatIsSealed() {
    write(1, 0, 0, 8);
    world.diskIsFull = true;
    world.say(2, open(1, 0, 0, 1));
    boolean refused = false;
    for (int i = 0; i < 20 && !refused; i++) {
      world.say(2, new ShuffleMessage.Want(BLOCK));
      world.workAll();
      refused = world.heard(2).stream().anyMatch(ShuffleMessage.Refused.class::isInstance);
      if (!refused) {
        world.sendBlock(2, 0, 10, BLOCK);
      }
    }
    assertThat(refused).isTrue();
    assertThat(answers(3, wanted(0, 0, 40, 40))).containsExactly(MapAnswer.FOUND);
  }

  @Test
  void rowsThatBlocksDoNotHaveAreRefused() {
    world.say(1, open(0, 0, 0, 1));
    world.say(1, new ShuffleMessage.Want(BLOCK));
    world.sendBlock(1, 0, 10, BLOCK);
    world.say(1, seal(10, 1));
    assertThat(refusal(world.heard(1))).isEqualTo(ErrorCode.INTERNAL);
    assertThat(world.handles).isEmpty();
  }

  /** One client of the random test. */
  private static final class Client {
    final int map;
    final int attempt;
    final long[] rows = new long[2];
    long credit;
    boolean wants;

    Client(int map, int attempt) {
      this.map = map;
      this.attempt = attempt;
    }
  }

  @Test
  void anyOrderOfEventsKeepsTheBooksAndNobodyWaitsForEver() {
    for (long seed = 1; seed <= Effort.of(300); seed++) {
      try {
        randomRun(new Random(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void randomRun(Random random) {
    ServerWorld world =
        new ServerWorld(
            new ServerLimits(
                (16 + random.nextInt(64)) << 10,
                random.nextInt(4) == 0 ? 0 : (64 + random.nextInt(192)) << 10,
                random.nextBoolean() ? 0 : (64 + random.nextInt(960)) << 10,
                1 << 20,
                1_000_000));
    Map<Long, Client> writers = new HashMap<>();
    Map<Long, Boolean> readers = new HashMap<>();
    List<RequestedMap> done = new ArrayList<>();
    long connections = 0;
    for (int step = 0; step < 400; step++) {
      world.nowMillis += random.nextInt(100);
      switch (random.nextInt(12)) {
        case 0 -> {
          Client client = new Client(random.nextInt(3), step);
          writers.put(++connections, client);
          world.say(connections, open(client.map, step, 0, 1));
        }
        case 1, 2, 3, 4 -> step(world, random, writers, done);
        case 5 -> {
          if (!world.disk.isEmpty()) {
            world.diskIsFull = random.nextInt(8) == 0;
            world.diskIsReadOnly = random.nextInt(8) == 0;
            world.workDisk();
          }
          if (!world.away.isEmpty() && random.nextBoolean()) {
            world.tierIsDown = random.nextInt(8) == 0;
            world.workTier();
          }
        }
        case 6, 7 -> {
          if (!world.sends.isEmpty()) {
            ServerCommand.SendBlock send = world.workSend();
            if (readers.containsKey(send.connection())) {
              world.say(send.connection(), new ShuffleMessage.WindowUpdate(BLOCK));
            }
          }
        }
        case 8 -> {
          if (!done.isEmpty()) {
            readers.put(++connections, true);
            int first = random.nextInt(2);
            world.say(connections, new ShuffleMessage.Read(EXCHANGE, 0, first, 2, done, 8192));
          }
        }
        case 9 -> {
          if (!writers.isEmpty() && random.nextInt(4) == 0) {
            long gone = writers.keySet().iterator().next();
            writers.remove(gone);
            world.handle(new ServerEvent.Disconnected(gone));
          }
        }
        case 10 -> {
          if (!readers.isEmpty() && random.nextInt(4) == 0) {
            long gone = readers.keySet().iterator().next();
            readers.remove(gone);
            world.handle(new ServerEvent.Disconnected(gone));
          }
        }
        default -> world.handle(new ServerEvent.Tick());
      }
    }
    world.diskIsFull = false;
    world.tierIsDown = false;
    for (int round = 0; round < 10_000 && !writers.isEmpty(); round++) {
      world.nowMillis += 1000;
      world.handle(new ServerEvent.Tick());
      world.workAll();
      step(world, random, writers, done);
    }
    assertThat(writers).as("writers that wait for ever").isEmpty();
    world.handle(new ServerEvent.JobEnded(EXCHANGE.job()));
    world.workAll();
    world.diskIsReadOnly = false;
    world.handle(new ServerEvent.Tick());
    assertThat(world.handles).isEmpty();
    assertThat(world.files).isEmpty();
    assertThat(world.server.usage().grantedBytes()).isZero();
    assertThat(world.server.usage().diskBytes()).isZero();
    assertThat(world.tier).isEmpty();
    assertThat(world.server.usage().tierBytes()).isZero();
  }

  /** Has one writer do what it can. */
  private static void step(
      ServerWorld world, Random random, Map<Long, Client> writers, List<RequestedMap> done) {
    for (Map.Entry<Long, Client> entry : List.copyOf(writers.entrySet())) {
      if (random.nextBoolean()) {
        continue;
      }
      long connection = entry.getKey();
      Client client = entry.getValue();
      for (ShuffleMessage message : world.heard(connection)) {
        switch (message) {
          case ShuffleMessage.Granted granted -> {
            if (!client.wants || granted.answersWant()) {
              client.credit += granted.bytes();
              client.wants = false;
            }
          }
          case ShuffleMessage.SealDone _ -> {
            writers.remove(connection);
            done.add(wanted(client.map, client.attempt, client.rows[0], client.rows[1]));
          }
          case ShuffleMessage.Refused _ -> writers.remove(connection);
          case ShuffleMessage.Waiting _ -> {}
          default -> throw new IllegalStateException("Unexpected: " + message);
        }
      }
      if (!writers.containsKey(connection) || client.wants) {
        continue;
      }
      int bytes = 64 + random.nextInt(BLOCK - 64);
      if (random.nextInt(10) == 0) {
        world.say(connection, seal(client.rows[0], client.rows[1]));
        return;
      } else if (client.credit < Buffer.roomFor(bytes)) {
        client.credit = 0;
        client.wants = true;
        world.say(connection, new ShuffleMessage.Want(Buffer.roomFor(bytes)));
      } else {
        int partition = random.nextInt(2);
        client.credit -= Buffer.roomFor(bytes);
        client.rows[partition] += 3;
        world.sendBlock(connection, partition, 3, bytes);
      }
      return;
    }
  }
}
