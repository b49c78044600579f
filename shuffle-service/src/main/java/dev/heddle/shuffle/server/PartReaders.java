package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.MapHead;
import dev.heddle.shuffle.protocol.ShuffleMessage.RequestedMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The readers of packs: each gets its parts in order, run by run, within its window. */
final class PartReaders {
  private static final long MAX_RUN_BYTES = 512 << 10;
  private static final long MIN_RUN_BYTES = 16 << 10;
  private static final int RUN_SHARE = 4; // what of the memory for reading a run may be

  private final Space space;
  private final List<ServerCommand> commands;
  private final Map<Long, PartReader> readers = new LinkedHashMap<>(); // by connection
  private final Deque<PartReader> waiting = new ArrayDeque<>(); // for memory
  private final long runBytes;
  private long readings;

  PartReaders(Space space, List<ServerCommand> commands) {
    this.space = space;
    this.commands = commands;
    long share = space.limits.readBytes() / RUN_SHARE;
    this.runBytes = Math.max(MIN_RUN_BYTES, Math.min(MAX_RUN_BYTES, share));
  }

  int count() {
    return readers.size();
  }

  boolean has(long connection) {
    return readers.containsKey(connection);
  }

  /** Answers a read and begins to send. */
  void begin(long connection, ShuffleMessage.ReadParts read, Readers.Finder finder) {
    MapSelection wanted = read.maps();
    List<MapHead> missing = new ArrayList<>();
    Attempt[] found = new Attempt[wanted.count()];
    for (int i = 0; i < found.length; i++) {
      RequestedMap map = new RequestedMap(wanted.map(i), wanted.attempt(i), wanted.digest(i));
      MapAnswer answer = finder.answer(map);
      if (answer == MapAnswer.FOUND) {
        found[i] = finder.attempt(map);
      } else {
        missing.add(new MapHead(map.map(), answer, PartitionTotals.NONE, 0));
      }
    }
    commands.add(new ServerCommand.Reply(connection, new ShuffleMessage.Heads(missing)));
    if (missing.isEmpty()) {
      PartReader reader = new PartReader(++readings, connection, read, found);
      readers.put(connection, reader);
      pump(reader);
    }
  }

  void taken(long connection, long bytes) {
    PartReader reader = readers.get(connection);
    if (reader != null) {
      reader.taken(bytes);
      pump(reader);
    }
  }

  void loaded(ServerEvent.PartsLoaded event) {
    free(event.run());
    space.load(event.room() - runBytes);
    PartReader reader = readers.get(event.connection());
    if (reader != null && reader.number == event.run().reading() && reader.isLoading()) {
      reader.loaded(event.nextMap(), event.nextSequence(), event.room());
      pump(reader);
    }
    wake();
  }

  /** Frees what a run has kept that cannot be gone over; returns whether its reader is there. */
  boolean failed(ServerEvent.PartsFailed event) {
    free(event.run());
    space.load(-runBytes);
    wake();
    PartReader reader = readers.get(event.connection());
    return reader != null && reader.number == event.run().reading();
  }

  private void free(PartRun run) {
    for (PackPlace place : run.packs()) {
      if (place instanceof PackPlace.Held held) {
        for (long handle : held.handles()) {
          space.endSending(handle);
        }
      }
    }
  }

  void sent(ServerEvent.PartsSent event) {
    space.load(-event.room());
    wake();
  }

  /** Lets readers go on that have waited for memory, since there may be some. */
  void wake() {
    List<PartReader> turn = new ArrayList<>(waiting);
    waiting.clear();
    turn.forEach(PartReader::endWaiting);
    for (PartReader reader : turn) {
      if (readers.get(reader.connection) == reader) {
        pump(reader);
      }
    }
  }

  private void pump(PartReader reader) {
    if (reader.isLoading()) {
      return;
    }
    long bytes = reader.roomBytes(runBytes);
    if (bytes < Math.min(runBytes, MIN_RUN_BYTES)) {
      return; // until the client has taken more
    }
    if (space.loadingBytes() > 0 && space.loadingBytes() + runBytes > space.limits.readBytes()) {
      if (reader.startWaiting()) {
        waiting.add(reader);
      }
      return;
    }
    @Nullable Attempt lost = reader.lost();
    @Nullable PartRun run = lost == null ? reader.nextRun(bytes) : null;
    lost = run == null ? reader.lost() : null;
    if (lost != null) {
      lose(reader.connection, lost.map(), "it was lost while it was read");
    } else if (run == null) {
      readers.remove(reader.connection);
      commands.add(new ServerCommand.Reply(reader.connection, new ShuffleMessage.ReadDone()));
    } else {
      space.load(runBytes);
      for (PackPlace place : run.packs()) {
        if (place instanceof PackPlace.Held held) {
          for (long handle : held.handles()) {
            space.startSending(handle);
          }
        }
      }
      commands.add(new ServerCommand.SendParts(reader.connection, run));
    }
  }

  /** Notifies a reader that a map cannot be read to its end. */
  void lose(long connection, int map, String why) {
    if (readers.remove(connection) != null) {
      commands.add(new ServerCommand.Reply(connection, new ShuffleMessage.MapLost(map, why)));
    }
  }

  /** Ends a reader. */
  void refuse(long connection, ErrorCode code, String message) {
    if (readers.remove(connection) != null) {
      commands.add(new ServerCommand.Reply(connection, new ShuffleMessage.Refused(code, message)));
    }
  }

  /** Forgets a reader that is gone. */
  void remove(long connection) {
    readers.remove(connection);
  }

  /** Ends the readers of an exchange. */
  void refuse(Exchange exchange, ErrorCode code, String message) {
    for (PartReader reader : List.copyOf(readers.values())) {
      if (reader.read.exchange().equals(exchange.id)) {
        refuse(reader.connection, code, message);
      }
    }
  }

  /** Tells those who wait for memory or the disk that they are not forgotten. */
  void reassure() {
    for (PartReader reader : readers.values()) {
      if (reader.isSilent()) {
        commands.add(new ServerCommand.Reply(reader.connection, new ShuffleMessage.Waiting()));
      }
    }
  }
}
