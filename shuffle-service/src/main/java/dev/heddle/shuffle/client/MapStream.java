package dev.heddle.shuffle.client;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel.Incoming;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.MapHead;
import java.util.List;

/** The blocks of some partitions of the maps of one server, in order. Used by one thread. */
final class MapStream extends ServerStream {
  private final ShuffleMessage.Read read;

  MapStream(
      ChannelPool channels,
      ShuffleAddress address,
      ShuffleMessage.Read read,
      MemoryAccount account) {
    super(channels, address, read.windowBytes(), account);
    this.read = read;
  }

  /** Asks for the maps. */
  void begin() {
    begin(read);
  }

  @Override
  HeddleException failure(HeddleException e) {
    List<Integer> maps = read.maps().stream().map(ShuffleMessage.RequestedMap::map).toList();
    return ClusterExchangeBackend.lost(read.exchange(), maps, address(), e);
  }

  /** Waits for the answer, which must find everything; blocks come from now on. */
  List<MapHead> heads() {
    ShuffleMessage answer = take().message();
    return switch (answer) {
      case ShuffleMessage.Heads heads -> {
        ClusterExchangeBackend.checkFound(read.exchange(), heads.heads(), address());
        yield heads.heads();
      }
      case ShuffleMessage.Refused refused -> throw refusal(refused);
      default -> throw unexpected(answer);
    };
  }

  /** Waits for the next block of a map; it is the caller's, which calls {@link #taken} after it. */
  Incoming next(int map) {
    return checked(take(), map);
  }

  private Incoming checked(Incoming incoming, int map) {
    ExchangeId exchange = read.exchange();
    switch (incoming.message()) {
      case ShuffleMessage.Chunk chunk -> {
        if (chunk.map() != map) {
          release(incoming);
          throw lost(map, "blocks of map " + chunk.map() + " came instead");
        }
        return incoming;
      }
      case ShuffleMessage.MapLost loss ->
          throw new FetchLostException(
              exchange, List.of(loss.map()), loss.why() + " (" + address() + ")", null);
      case ShuffleMessage.Refused refused -> throw refusal(refused);
      case ShuffleMessage.ReadDone _ -> throw lost(map, "fewer blocks came than were stated");
      default -> throw unexpected(incoming.message());
    }
  }

  /** Words that a map is not what it should be. */
  FetchLostException lost(int map, String why) {
    return new FetchLostException(
        read.exchange(), List.of(map), why + " (" + address() + ")", null);
  }

  /** Demands that nothing more comes. */
  void end() {
    Incoming last = take();
    release(last);
    if (!(last.message() instanceof ShuffleMessage.ReadDone)) {
      throw lost(read.maps().getLast().map(), "more came than was stated");
    }
    noteEnd();
  }
}
