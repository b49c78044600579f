package dev.heddle.shuffle.client;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel.Incoming;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.PartFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of one server: partition by partition, map by map. Used by one thread. */
final class PartStream extends ServerStream {
  private final ShuffleMessage.ReadParts read;
  private @Nullable Buffer parts;
  private int bytes; // of them
  private int at; // of the part at hand
  private int partition;
  private int map;
  private int sequence;
  private boolean isAtEnd;

  PartStream(
      ChannelPool channels,
      ShuffleAddress address,
      ShuffleMessage.ReadParts read,
      MemoryAccount account) {
    super(channels, address, read.windowBytes(), account);
    this.read = read;
    this.partition = read.firstPartition();
    this.map = read.fromMap();
    this.sequence = read.fromSequence() - 1;
  }

  /** Asks for the parts. */
  void begin() {
    begin(read);
  }

  @Override
  HeddleException failure(HeddleException e) {
    return ClusterExchangeBackend.lost(read.exchange(), numbers(read.maps()), address(), e);
  }

  private static List<Integer> numbers(MapSelection maps) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < maps.count(); i++) {
      numbers.add(maps.map(i));
    }
    return numbers;
  }

  /** Waits for the answer, which must find everything. */
  void checkFound() {
    ShuffleMessage answer = take().message();
    switch (answer) {
      case ShuffleMessage.Heads missing ->
          ClusterExchangeBackend.checkFound(read.exchange(), missing.heads(), address());
      case ShuffleMessage.Refused refused -> throw refusal(refused);
      default -> throw unexpected(answer);
    }
  }

  /** Words that a map is not what it should be. */
  FetchLostException lost(int ofMap, String why) {
    return new FetchLostException(
        read.exchange(), List.of(ofMap), why + " (" + address() + ")", null);
  }

  /** Goes to the first or next part; returns whether there is one, or all have come. */
  boolean next() {
    Buffer old = parts;
    if (old != null) {
      at += PartFormat.bytes(old.address() + at);
      if (at < bytes) {
        check(old);
        return true;
      }
      parts = null;
      old.release();
      taken(bytes);
    }
    if (isAtEnd) {
      return false;
    }
    Incoming incoming = take();
    switch (incoming.message()) {
      case ShuffleMessage.Parts _ -> {
        Buffer block = incoming.block();
        if (block == null) {
          throw new IllegalStateException("Parts without memory");
        }
        parts = block;
        bytes = incoming.blockBytes();
        at = 0;
        check(block);
        return true;
      }
      case ShuffleMessage.ReadDone _ -> {
        isAtEnd = true;
        noteEnd();
        return false;
      }
      case ShuffleMessage.MapLost loss -> throw lost(loss.map(), loss.why());
      case ShuffleMessage.Refused refused -> throw refusal(refused);
      default -> {
        release(incoming);
        throw unexpected(incoming.message());
      }
    }
  }

  /** Demands that the part at hand is whole, asked for, and behind the one before. */
  private void check(Buffer loaded) {
    long part = loaded.address() + at;
    String defect = PartFormat.defect(part, bytes - at);
    if (defect != null) {
      int claimed = bytes - at < PartFormat.HEADER_BYTES ? map : PartFormat.map(part);
      int place = read.maps().first(claimed);
      boolean isAsked = place < read.maps().count() && read.maps().map(place) == claimed;
      throw lost(isAsked ? claimed : map, "a part is broken: " + defect);
    }
    int itsPartition = PartFormat.partition(part);
    int itsMap = PartFormat.map(part);
    boolean isSame = itsPartition == partition && itsMap == map;
    boolean isBehind = itsPartition > partition || (itsPartition == partition && itsMap > map);
    if (!(isSame || isBehind)
        || itsPartition >= read.endPartition()
        || PartFormat.sequence(part) != (isSame ? sequence + 1 : 0)
        || !read.maps().has(itsMap, PartFormat.attempt(part))) {
      throw lost(itsMap, "a part of partition " + itsPartition + " came that is not the next one");
    }
    partition = itsPartition;
    map = itsMap;
    sequence = PartFormat.sequence(part);
  }

  /** Returns where the part at hand is. */
  long part() {
    Buffer loaded = parts;
    if (loaded == null) {
      throw new IllegalStateException("There is no part at hand");
    }
    return loaded.address() + at;
  }

  @Override
  public void close() {
    super.close();
    if (parts != null) {
      parts.release();
      parts = null;
    }
  }
}
