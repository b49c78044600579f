package dev.heddle.shuffle.server;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.protocol.ShuffleChannel.Incoming;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BlockFormat;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * What is on its way to one client: filled by the core's thread, emptied by another one, which
 * loads blocks from the disk.
 */
final class SendQueue {
  private sealed interface Item {
    /** A message without a block. */
    record Say(ShuffleMessage message) implements Item {}

    /** A block, in memory or on disk. */
    record Send(ServerCommand.SendBlock command, @Nullable Buffer block) implements Item {}

    /** Parts that are to be collected. */
    record SendRun(ServerCommand.SendParts command, List<Buffer> packs) implements Item {}

    /** Nothing follows. */
    record End() implements Item {}
  }

  private final ShuffleService service;
  private final Runnable beforePause;
  private final PartLoader parts;
  private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();

  /**
   * Makes an empty one.
   *
   * @param beforePause is run on the emptying thread before that has to wait for anything
   */
  SendQueue(ShuffleService service, Runnable beforePause) {
    this.service = service;
    this.beforePause = beforePause;
    this.parts = service.partLoader();
  }

  void reply(ShuffleMessage message) {
    items.add(new Item.Say(message));
  }

  void send(ServerCommand.SendBlock command, @Nullable Buffer block) {
    items.add(new Item.Send(command, block));
  }

  void send(ServerCommand.SendParts command, List<Buffer> packs) {
    items.add(new Item.SendRun(command, packs));
  }

  void end() {
    items.add(new Item.End());
  }

  /**
   * What can be sent now.
   *
   * @param sent what is to be reported once it has been sent, if it has a block or parts
   */
  record Ready(Incoming incoming, @Nullable ServerEvent sent) {}

  /** Waits for the next thing to send; null at the end. Reports a block that cannot be had. */
  @Nullable Ready take() throws InterruptedException {
    while (true) {
      switch (next()) {
        case Item.Say say -> {
          return new Ready(new Incoming(say.message(), null, 0), null);
        }
        case Item.Send send -> {
          Incoming loaded = load(send);
          if (loaded != null) {
            return new Ready(loaded, sent(send.command()));
          }
        }
        case Item.SendRun run -> {
          Ready ready = load(run);
          if (ready != null) {
            return ready;
          }
        }
        case Item.End _ -> {
          return null;
        }
      }
    }
  }

  private Item next() throws InterruptedException {
    Item item = items.poll();
    if (item == null) {
      beforePause.run();
      item = items.take();
    }
    return item;
  }

  private static ServerEvent sent(ServerCommand.SendBlock command) {
    return new ServerEvent.Sent(command.connection(), command.place());
  }

  /** Collects the parts of a run; returns null if there are none, or they cannot be had. */
  private @Nullable Ready load(Item.SendRun item) {
    beforePause.run();
    long connection = item.command().connection();
    PartRun run = item.command().run();
    PartLoader.Loaded loaded;
    try {
      loaded = parts.load(run, item.packs());
    } catch (LostPartException e) {
      service.post(
          new ServerEvent.PartsFailed(
              connection, run, e.file(), e.bundle(), String.valueOf(e.getMessage())));
      return null;
    } catch (IOException | RuntimeException e) { // whatever it is, what was kept is given back
      service.post(
          new ServerEvent.PartsFailed(
              connection, run, Optional.empty(), Optional.empty(), String.valueOf(e.getMessage())));
      return null;
    }
    Buffer found = loaded.parts();
    long room = found == null ? 0 : Buffer.roomFor(loaded.bytes());
    service.post(
        new ServerEvent.PartsLoaded(
            connection, run, loaded.nextMap(), loaded.nextSequence(), room));
    return found == null
        ? null
        : new Ready(
            new Incoming(new ShuffleMessage.Parts(), found, loaded.bytes()),
            new ServerEvent.PartsSent(connection, room));
  }

  private @Nullable Incoming load(Item.Send send) {
    ServerCommand.SendBlock command = send.command();
    Buffer block = send.block();
    if (block != null) {
      return new Incoming(command.message(), block, BlockFormat.bytes(block.address()));
    }
    return switch (command.place()) {
      case BlockPlace.OnDisk disk -> load(command, disk);
      case BlockPlace.InMemory _ -> throw new IllegalStateException("A block without memory");
    };
  }

  private @Nullable Incoming load(ServerCommand.SendBlock command, BlockPlace.OnDisk disk) {
    beforePause.run();
    long connection = command.connection();
    Buffer block;
    try {
      block = service.account().allocate(disk.bytes());
    } catch (HeddleException e) {
      service.post(new ServerEvent.LoadRefused(connection, disk, String.valueOf(e.getMessage())));
      return null;
    }
    try {
      service.read(disk, block.address());
      String defect = BlockFormat.defect(block.address(), disk.bytes());
      if (defect == null && !BlockFormat.isOf(block.address(), disk.bundle())) {
        defect = "it is another one";
      }
      if (defect != null) {
        throw new IOException("the block at byte " + disk.offset() + " is broken: " + defect);
      }
      return new Incoming(command.message(), block, disk.bytes());
    } catch (IOException e) {
      block.release();
      service.post(new ServerEvent.LoadFailed(connection, disk, String.valueOf(e.getMessage())));
      return null;
    }
  }

  /** Reports what has not been taken as sent; to be called once nothing is added any more. */
  void drain() {
    for (Item item = items.poll(); item != null; item = items.poll()) {
      if (item instanceof Item.Send send) {
        if (send.block() != null) {
          send.block().release();
        }
        service.post(sent(send.command()));
      } else if (item instanceof Item.SendRun run) {
        run.packs().forEach(Buffer::release);
        service.notLoaded(run.command());
      }
    }
  }
}
