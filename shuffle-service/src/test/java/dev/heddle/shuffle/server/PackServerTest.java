package dev.heddle.shuffle.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.testing.Effort;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.PackFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The core with attempts of packs. */
class PackServerTest {
  private static final ExchangeId EXCHANGE = new ExchangeId(4, 2);
  private static final int MAPS = 300;
  private static final int PARTITIONS = 300;
  private static final PartitionSizes SIZES = PartitionSizes.of(new long[PARTITIONS]);

  private static ShuffleMessage.Open open(int map, int attempt) {
    return new ShuffleMessage.Open(
        new MapAttempt(EXCHANGE, map, attempt), 0, 1, 1, MAPS, PARTITIONS, 8192);
  }

  private static BundleId id(int map, int attempt) {
    return new BundleId(new MapAttempt(EXCHANGE, map, attempt), 0);
  }

  private static PackFormat.Summary pack(int first, int last, int rows) {
    return new PackFormat.Summary(first, last, new PartitionTotals(rows, 3L * rows), 5L * rows);
  }

  private static ShuffleMessage.SealPacks seal(int rows) {
    return new ShuffleMessage.SealPacks(
        new PartitionTotals(rows, 3L * rows), 5L * rows, 10L * rows, SIZES);
  }

  private static ErrorCode refusal(List<ShuffleMessage> messages) {
    return messages.stream()
        .filter(ShuffleMessage.Refused.class::isInstance)
        .map(m -> ((ShuffleMessage.Refused) m).code())
        .findFirst()
        .orElseThrow();
  }

  private static ServerLimits limits() {
    return new ServerLimits(64 << 10, 1 << 20, 1 << 20, 600_000);
  }

  private static void write(ServerWorld world, long connection, int map, int packs) {
    world.say(connection, open(map, 0));
    for (int i = 0; i < packs; i++) {
      world.say(connection, new ShuffleMessage.Want(4096));
      world.workAll();
      world.sendPack(connection, id(map, 0), pack(0, PARTITIONS - 1, 10), 4096);
    }
    world.say(connection, seal(10 * packs));
    world.workAll();
  }

  @Test
  void sealedAttemptsAreMergedWhenMemoryIsShort() {
    ServerWorld world = new ServerWorld(limits());
    for (int map = 0; map < 40; map++) {
      write(world, map + 1, map, 1);
    }
    assertThat(world.merged).isNotEmpty();
    assertThat(world.files).isEmpty();
    assertThat(world.server.usage().heldBytes()).isLessThanOrEqualTo(48 << 10);
    assertThat(world.server.usage().attempts()).isEqualTo(40);
    world.handle(new ServerEvent.Released(EXCHANGE));
    assertThat(world.merged).isEmpty();
    assertThat(world.handles).isEmpty();
    assertThat(world.server.usage().diskBytes()).isZero();
  }

  @Test
  void packsThatAreNotWhatIsStatedAreRefused() {
    ServerWorld world = new ServerWorld(limits());
    world.say(1, open(0, 0));
    world.say(1, new ShuffleMessage.Want(4096));
    world.sendPack(1, id(0, 0), pack(0, 5, 10), 4096);
    world.say(1, seal(11));
    assertThat(refusal(world.heard(1))).isEqualTo(ErrorCode.INTERNAL);
    world.say(2, open(1, 0));
    world.say(2, new ShuffleMessage.Want(4096));
    world.sendPack(2, id(2, 0), pack(0, 5, 10), 4096);
    assertThat(refusal(world.heard(2))).as("of another map").isEqualTo(ErrorCode.INTERNAL);
    world.say(3, open(3, 0));
    world.say(3, new ShuffleMessage.Want(4096));
    world.sendPack(3, id(3, 0), pack(0, PARTITIONS, 10), 4096);
    assertThat(refusal(world.heard(3))).as("of no partition").isEqualTo(ErrorCode.INTERNAL);
    world.say(4, open(4, 0));
    world.say(4, new ShuffleMessage.Want(4096));
    world.sendBlock(4, 0, 10, 4096);
    assertThat(refusal(world.heard(4))).as("a block").isEqualTo(ErrorCode.INTERNAL);
    assertThat(world.handles).isEmpty();
  }

  @Test
  void whatWaitsIsToldSoEverySecond() {
    ServerWorld world = new ServerWorld(limits());
    for (int map = 0; map < 8; map++) {
      world.say(map + 1, open(map, 0));
      world.say(map + 1, new ShuffleMessage.Want(8192));
    }
    int waiting = 0;
    world.nowMillis += 1000;
    world.handle(new ServerEvent.Tick());
    for (int map = 0; map < 8; map++) {
      List<ShuffleMessage> heard = world.heard(map + 1);
      boolean isGranted =
          heard.stream().anyMatch(m -> m instanceof ShuffleMessage.Granted g && g.answersWant());
      boolean isTold = heard.contains(new ShuffleMessage.Waiting());
      assertThat(isTold).isNotEqualTo(isGranted);
      waiting += isTold ? 1 : 0;
    }
    assertThat(waiting).isPositive();
  }

  /** One client of the random test. */
  private static final class Client {
    final int map;
    final int attempt;
    int rows;
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
    Map<Long, Client> writers = new LinkedHashMap<>();
    Map<Long, Boolean> readers = new HashMap<>();
    TreeMap<Integer, Client> done = new TreeMap<>();
    long connections = 0;
    for (int step = 0; step < 500; step++) {
      world.nowMillis += random.nextInt(100);
      switch (random.nextInt(12)) {
        case 0, 1 -> {
          Client client = new Client(random.nextInt(20), step);
          writers.put(++connections, client);
          world.say(connections, open(client.map, step));
        }
        case 2, 3, 4, 5 -> step(world, random, writers, done);
        case 6 -> {
          if (!world.disk.isEmpty()) {
            world.diskIsFull = random.nextInt(8) == 0;
            world.workDisk();
          }
          if (!world.away.isEmpty() && random.nextBoolean()) {
            world.tierIsDown = random.nextInt(8) == 0;
            world.workTier();
          }
        }
        case 7, 8 -> {
          if (!world.runs.isEmpty()) {
            long room = random.nextInt(5000);
            long reader = world.workRun(random.nextInt(5) / 4.0, room).connection();
            world.say(reader, new ShuffleMessage.WindowUpdate(room));
          }
        }
        case 9 -> {
          MapSelection.Builder wanted = new MapSelection.Builder();
          for (Client client : done.values()) {
            wanted.add(client.map, client.attempt, 5L * client.rows);
          }
          readers.put(++connections, true);
          int first = random.nextInt(PARTITIONS);
          int end = Math.min(PARTITIONS, first + 1 + random.nextInt(5));
          world.say(
              connections,
              new ShuffleMessage.ReadParts(EXCHANGE, 0, first, end, 0, 0, wanted.build(), 1 << 16));
        }
        case 10 -> {
          Map<Long, ?> some = random.nextBoolean() ? writers : readers;
          if (!some.isEmpty() && random.nextInt(4) == 0) {
            long gone = some.keySet().iterator().next();
            some.remove(gone);
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
    world.workAll();
    assertThat(world.server.usage().readers()).as("readers that wait for ever").isZero();
    world.handle(new ServerEvent.JobEnded(EXCHANGE.job()));
    world.workAll();
    assertThat(world.handles).isEmpty();
    assertThat(world.files).isEmpty();
    assertThat(world.merged).isEmpty();
    assertThat(world.tier).isEmpty();
    assertThat(world.server.usage().grantedBytes()).isZero();
    assertThat(world.server.usage().loadingBytes()).isZero();
    assertThat(world.server.usage().diskBytes()).isZero();
    assertThat(world.server.usage().tierBytes()).isZero();
  }

  /** Has one writer do what it can. */
  private static void step(
      ServerWorld world, Random random, Map<Long, Client> writers, Map<Integer, Client> done) {
    for (Map.Entry<Long, Client> entry : List.copyOf(writers.entrySet())) {
      if (random.nextBoolean()) {
        continue;
      }
      long connection = entry.getKey();
      Client client = entry.getValue();
      for (ShuffleMessage message : new ArrayList<>(world.heard(connection))) {
        switch (message) {
          case ShuffleMessage.Granted granted -> {
            if (!client.wants || granted.answersWant()) {
              client.credit += granted.bytes();
              client.wants = false;
            }
          }
          case ShuffleMessage.SealDone _ -> {
            writers.remove(connection);
            done.put(client.map, client);
          }
          case ShuffleMessage.Refused _ -> writers.remove(connection);
          case ShuffleMessage.Waiting _ -> {}
          default -> throw new IllegalStateException("Unexpected: " + message);
        }
      }
      if (!writers.containsKey(connection) || client.wants) {
        continue;
      }
      int bytes = 64 + random.nextInt(4000);
      if (random.nextInt(4) == 0) {
        world.say(connection, seal(client.rows));
      } else if (client.credit < Buffer.roomFor(bytes)) {
        client.credit = 0;
        client.wants = true;
        world.say(connection, new ShuffleMessage.Want(Buffer.roomFor(bytes)));
      } else {
        int first = random.nextInt(PARTITIONS);
        int last = first + random.nextInt(PARTITIONS - first);
        client.credit -= Buffer.roomFor(bytes);
        client.rows += 7;
        world.sendPack(connection, id(client.map, client.attempt), pack(first, last, 7), bytes);
      }
      return;
    }
  }
}
