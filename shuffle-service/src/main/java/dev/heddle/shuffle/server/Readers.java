package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.MapHead;
import dev.heddle.shuffle.protocol.ShuffleMessage.RequestedMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The readers of a server: each gets its blocks in order, within its window. */
final class Readers {
  private final Space space;
  private final List<ServerCommand> commands;
  private final Map<Long, Reader> readers = new LinkedHashMap<>(); // by connection
  private final Deque<Reader> waiting = new ArrayDeque<>(); // for memory
  private final PartReaders ofParts;

  Readers(Space space, List<ServerCommand> commands) {
    this.space = space;
    this.commands = commands;
    this.ofParts = new PartReaders(space, commands);
  }

  /** Returns the readers of packs. */
  PartReaders ofParts() {
    return ofParts;
  }

  int count() {
    return readers.size() + ofParts.count();
  }

  boolean has(long connection) {
    return readers.containsKey(connection) || ofParts.has(connection);
  }

  /** Finds what a client asks for. */
  interface Finder {
    /** Returns what there is of a map. */
    MapAnswer answer(RequestedMap wanted);

    /** Returns an attempt that was found. */
    Attempt attempt(RequestedMap wanted);
  }

  /** Answers a read and begins to send. */
  void begin(long connection, ShuffleMessage.Read read, Finder finder) {
    List<MapHead> heads = new ArrayList<>();
    List<Attempt> found = new ArrayList<>();
    for (RequestedMap wanted : read.maps()) {
      MapAnswer answer = finder.answer(wanted);
      PartitionTotals totals = PartitionTotals.NONE;
      int blocks = 0;
      if (answer == MapAnswer.FOUND) {
        Attempt attempt = finder.attempt(wanted);
        found.add(attempt);
        for (int p = read.firstPartition(); p < read.endPartition(); p++) {
          totals = totals.plus(attempt.totals().get(p));
        }
        BlockTable table = attempt.blocks;
        blocks = table.first(read.endPartition()) - table.first(read.firstPartition());
      }
      heads.add(new MapHead(wanted.map(), answer, totals, blocks));
    }
    commands.add(new ServerCommand.Reply(connection, new ShuffleMessage.Heads(heads)));
    Reader reader = new Reader(connection, read, found);
    readers.put(connection, reader);
    pump(reader);
  }

  /** Answers a question for totals. */
  void totals(long connection, ShuffleMessage.AskTotals ask, int partitions, Finder finder) {
    List<MapHead> heads = new ArrayList<>();
    List<PartitionTotals> sums =
        new ArrayList<>(Collections.nCopies(partitions, PartitionTotals.NONE));
    for (RequestedMap wanted : ask.maps()) {
      MapAnswer answer = finder.answer(wanted);
      PartitionTotals all = PartitionTotals.NONE;
      int blocks = 0;
      if (answer == MapAnswer.FOUND) {
        Attempt attempt = finder.attempt(wanted);
        for (int p = 0; p < attempt.totals().size(); p++) {
          sums.set(p, sums.get(p).plus(attempt.totals().get(p)));
          all = all.plus(attempt.totals().get(p));
        }
        blocks = attempt.blocks.count();
      }
      heads.add(new MapHead(wanted.map(), answer, all, blocks));
    }
    commands.add(new ServerCommand.Reply(connection, new ShuffleMessage.Totals(heads, sums)));
  }

  void taken(long connection, long bytes) {
    Reader reader = readers.get(connection);
    if (reader != null) {
      reader.taken(bytes);
      pump(reader);
    } else {
      ofParts.taken(connection, bytes);
    }
  }

  void sent(BlockPlace place) {
    switch (place) {
      case BlockPlace.InMemory memory -> space.endSending(memory.handle());
      case BlockPlace.OnDisk disk -> {
        space.load(-Buffer.roomFor(disk.bytes()));
        wake();
        ofParts.wake();
      }
    }
  }

  /** Lets readers go on that have waited for memory, since there may be some. */
  void wake() {
    List<Reader> turn = new ArrayList<>(waiting);
    waiting.clear();
    turn.forEach(Reader::endWaiting);
    for (Reader reader : turn) {
      if (readers.get(reader.connection) == reader) {
        pump(reader);
      }
    }
  }

  /** Tells those who wait for memory that they are not forgotten. */
  void reassure() {
    for (Reader reader : waiting) {
      if (readers.get(reader.connection) == reader) {
        commands.add(new ServerCommand.Reply(reader.connection, new ShuffleMessage.Waiting()));
      }
    }
    ofParts.reassure();
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
    ofParts.remove(connection);
  }

  /** Ends the readers of an exchange. */
  void refuse(Exchange exchange, ErrorCode code, String message) {
    ofParts.refuse(exchange, code, message);
    for (Reader reader : List.copyOf(readers.values())) {
      if (reader.read.exchange().equals(exchange.id)) {
        refuse(reader.connection, code, message);
      }
    }
  }

  private void pump(Reader reader) {
    while (reader.findBlock()) {
      if (!reader.attempt().isSealed()) {
        lose(reader.connection, reader.attempt().map(), "it was lost while it was read");
        return;
      }
      if (!send(reader)) {
        return;
      }
    }
    readers.remove(reader.connection);
    commands.add(new ServerCommand.Reply(reader.connection, new ShuffleMessage.ReadDone()));
  }

  /** Sends a reader's next block, unless its window or the memory is full. */
  private boolean send(Reader reader) {
    Attempt attempt = reader.attempt();
    BlockTable blocks = attempt.blocks;
    int block = reader.block();
    int bytes = blocks.bytes(block);
    long room = Buffer.roomFor(bytes);
    if (!reader.hasRoom(room)) {
      return false;
    }
    BlockPlace place;
    if (blocks.isInMemory(block)) {
      space.startSending(blocks.handle(block));
      place = new BlockPlace.InMemory(blocks.handle(block));
    } else {
      if (space.loadingBytes() > 0 && space.loadingBytes() + room > space.limits.readBytes()) {
        if (reader.startWaiting()) {
          waiting.add(reader);
        }
        return false;
      }
      space.load(room);
      place = new BlockPlace.OnDisk(attempt.id, blocks.offset(block), bytes);
    }
    reader.sent(room);
    commands.add(
        new ServerCommand.SendBlock(
            reader.connection, new ShuffleMessage.Chunk(attempt.map()), place));
    return true;
  }
}
