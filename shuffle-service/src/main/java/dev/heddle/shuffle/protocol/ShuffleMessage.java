package dev.heddle.shuffle.protocol;

import dev.heddle.frame.error.ErrorCode;
import java.util.List;

/**
 * A message between a client and a server of exchanges. A connection carries one conversation at a
 * time, a writer's or a reader's; {@link dev.heddle.shuffle.protocol} specifies the order.
 */
public sealed interface ShuffleMessage {
  /**
   * Begins to write an attempt.
   *
   * @param attempt the attempt
   * @param epoch epoch of the exchange
   * @param worker the writer
   * @param incarnation the worker's
   * @param maps number of maps of the exchange
   * @param partitions number of partitions of the exchange
   * @param windowBytes how many bytes the writer would like to have on their way
   */
  record Open(
      MapAttempt attempt,
      int epoch,
      int worker,
      long incarnation,
      int maps,
      int partitions,
      long windowBytes)
      implements ShuffleMessage {}

  /**
   * Allows the writer to send more bytes.
   *
   * @param answersWant whether it answers a {@link Want}
   */
  record Granted(long bytes, boolean answersWant) implements ShuffleMessage {}

  /**
   * The writer waits, because its next block takes more bytes than were granted. It has released
   * what it had, and ignores what was granted before the answer, which grants as much.
   */
  record Want(long bytes) implements ShuffleMessage {}

  /** Carries a block of rows of a partition. */
  record Block(int partition, int rows) implements ShuffleMessage {}

  /** Ends the attempt: these are the totals of all its partitions. */
  record Seal(List<PartitionTotals> totals) implements ShuffleMessage {}

  /**
   * Ends an attempt of packs.
   *
   * @param totals of all partitions together
   * @param digest see {@link SealedMap#digest}
   * @param bytes how many bytes its parts have
   * @param sizes about how many of them each partition has
   */
  record SealPacks(PartitionTotals totals, long digest, long bytes, PartitionSizes sizes)
      implements ShuffleMessage {}

  /** The attempt is sealed. */
  record SealDone() implements ShuffleMessage {}

  /**
   * Asks for a range of partitions of some maps, which come in this order.
   *
   * @param windowBytes how many bytes may be on their way
   */
  record Read(
      ExchangeId exchange,
      int epoch,
      int firstPartition,
      int endPartition,
      List<RequestedMap> maps,
      long windowBytes)
      implements ShuffleMessage {
    /** Copies the maps. */
    public Read {
      maps = List.copyOf(maps);
    }
  }

  /**
   * Asks for a range of partitions of some maps of packs, which come partition by partition, map by
   * map.
   *
   * @param fromMap of the first partition what comes first
   * @param fromSequence number of the part of it that comes first
   * @param windowBytes how many bytes may be on their way
   */
  record ReadParts(
      ExchangeId exchange,
      int epoch,
      int firstPartition,
      int endPartition,
      int fromMap,
      int fromSequence,
      MapSelection maps,
      long windowBytes)
      implements ShuffleMessage {}

  /** Carries parts, behind each other. */
  record Parts() implements ShuffleMessage {}

  /** Nothing else has been sent for a while: what was asked for waits for memory or the disk. */
  record Waiting() implements ShuffleMessage {}

  /**
   * Answers for each map that was asked for, in order; the blocks of those found follow. Of parts
   * it only has the maps that were not found.
   */
  record Heads(List<MapHead> heads) implements ShuffleMessage {}

  /** Carries a block of a map. */
  record Chunk(int map) implements ShuffleMessage {}

  /** Allows the server to send more bytes. */
  record WindowUpdate(long bytes) implements ShuffleMessage {}

  /** The rest of a map cannot be read; nothing follows. */
  record MapLost(int map, String why) implements ShuffleMessage {}

  /** Everything that was requested has been sent. */
  record ReadDone() implements ShuffleMessage {}

  /** Asks for the totals of each partition over some maps. */
  record AskTotals(ExchangeId exchange, int epoch, List<RequestedMap> maps)
      implements ShuffleMessage {}

  /** Answers for each map, and sums up those found for each partition. */
  record Totals(List<MapHead> heads, List<PartitionTotals> totals) implements ShuffleMessage {}

  /** Ends the conversation with an error. */
  record Refused(ErrorCode code, String message) implements ShuffleMessage {}

  /**
   * Names a map's output.
   *
   * @param digest see {@link SealedMap#digest}
   */
  record RequestedMap(int map, int attempt, long digest) {}

  /**
   * What a server has of a map.
   *
   * @param totals of the partitions asked for
   * @param blocks number of blocks of those partitions
   */
  record MapHead(int map, MapAnswer answer, PartitionTotals totals, int blocks) {}
}
