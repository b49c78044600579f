package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.shuffle.protocol.ExchangeDirectory.OutputTarget;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionBatcher;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.BundleId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes blocks of rows and sends them to a server. As long as they are few they wait here: what is
 * little in the end goes to the worker's own server, without a hop.
 */
final class ClusterExchangeWriter implements ExchangeWriter {
  private static final int OPEN_BYTES = 16 << 20; // of all partitions of a lane
  private static final int OPEN_SHARE = 16; // what of the memory limit they may be
  private static final int MIN_OPEN_BYTES = 32 << 10;
  private static final int MAX_OPEN_BYTES = 1 << 20;

  private record Waiting(ByteBuffer head, IpcBlockWriter.Block block) {}

  private final ChannelPool channels;
  private final ExchangeClientOptions options;
  private final OutputTarget target;
  private final Consumer<InlineOutput> little;
  private final Optional<ShuffleAddress> inline;
  private final MapAttempt attempt;
  private final ExchangeShape shape;
  private final MemoryAccount account;
  private final BundleId bundle;
  private final List<BlockLane> lanes = new ArrayList<>(); // guarded by this, as all below
  private final int[] sequences; // next block's, by partition
  private final long[] bytes; // by partition
  private final PartitionTotals[] totals;
  private final List<Waiting> waiting = new ArrayList<>(); // until there is a stream
  private long maxWaitingBytes;
  private long waitingBytes;
  private @Nullable AttemptStream stream;
  private boolean finished;

  ClusterExchangeWriter(
      ChannelPool channels,
      ExchangeClientOptions options,
      OutputTarget target,
      Consumer<InlineOutput> little,
      MapAttempt attempt,
      ExchangeShape shape,
      MemoryAccount account) {
    this.channels = channels;
    this.options = options;
    this.target = target;
    this.little = little;
    this.attempt = attempt;
    this.shape = shape;
    this.account = account;
    this.bundle = new BundleId(attempt, target.epoch());
    int partitions = shape.partitions();
    this.sequences = new int[partitions];
    this.bytes = new long[partitions];
    this.totals = new PartitionTotals[partitions];
    Arrays.fill(totals, PartitionTotals.NONE);
    this.inline = shape.isKept() ? Optional.empty() : options.inline();
    this.maxWaitingBytes = inline.isPresent() ? options.inlineBytes() / shape.maps() : 0;
  }

  @Override
  public synchronized Lane lane() {
    checkOpen();
    lanes.add(new BlockLane());
    return lanes.getLast();
  }

  /** Scatters the rows of one thread, and makes blocks of them. */
  private final class BlockLane implements Lane, AutoCloseable {
    private final Reservation reservation = account.reserve("exchange", 0);
    private final IpcBlockWriter blocks =
        switch (options.reach()) {
          case HOST -> IpcBlockWriter.packing(account);
          case NETWORK -> IpcBlockWriter.packingAndCompressing(account);
        };
    private final PartitionBatcher scatter;

    BlockLane() {
      int share = OPEN_SHARE * (lanes.size() + 1);
      long allBytes = Math.min(OPEN_BYTES, account.ledger().limitBytes() / share);
      int openBytes = Math.clamp(allBytes / shape.partitions(), MIN_OPEN_BYTES, MAX_OPEN_BYTES);
      scatter =
          new PartitionBatcher(
              shape, openBytes, Integer.MAX_VALUE, account, reservation.account(), this::put);
    }

    @Override
    public void write(Batch batch, long partitions) {
      scatter.write(batch, partitions);
      giveBack();
    }

    @Override
    public void write(Batch batch, int partition) {
      scatter.write(batch, partition);
      giveBack();
    }

    /** Sends blocks that are not full while memory is short. */
    private void giveBack() {
      while (reservation.mustGiveBack() && scatter.flushLargest()) {
        waitNoLonger();
      }
    }

    /** Makes a block of a batch, which is ours, and sends it. */
    private void put(int partition, Batch batch, long batchBytes) {
      PartitionTotals batchTotals;
      IpcBlockWriter.Block block;
      try (batch) {
        batchTotals = RowLedger.totals(batch, account);
        block = blocks.write(batch);
      }
      send(partition, block, batchTotals);
    }

    @Override
    public void close() {
      scatter.close();
      reservation.close();
    }
  }

  /** Has blocks sent at once, those that wait first. */
  private synchronized void waitNoLonger() {
    maxWaitingBytes = 0;
  }

  /** Sends a block, which is ours, or keeps it for a while. */
  private synchronized void send(
      int partition, IpcBlockWriter.Block block, PartitionTotals blockTotals) {
    boolean kept = false;
    try {
      checkOpen();
      totals[partition] = totals[partition].plus(blockTotals);
      ByteBuffer head = BlockFormat.head(bundle, partition, sequences[partition]++, block);
      int blockBytes = head.remaining() + block.bodyBytes();
      bytes[partition] += blockBytes;
      if (stream == null && waitingBytes + blockBytes <= maxWaitingBytes) {
        waiting.add(new Waiting(head, block));
        waitingBytes += blockBytes;
        kept = true;
      } else {
        streamTo(target.server()).send(head, block.body().address(), block.bodyBytes());
      }
    } finally {
      if (!kept) {
        block.close();
      }
    }
  }

  /** Returns the stream to a server; what has waited so far goes there. */
  private AttemptStream streamTo(ShuffleAddress server) {
    AttemptStream open = stream;
    if (open == null) {
      open = open(server);
      stream = open;
      sendWaiting(open);
      dropWaiting();
    }
    return open;
  }

  private AttemptStream open(ShuffleAddress server) {
    return new AttemptStream(channels, server, begin(AttemptStream.WINDOW_BYTES), account);
  }

  private ShuffleMessage.Open begin(long windowBytes) {
    return new ShuffleMessage.Open(
        attempt,
        target.epoch(),
        options.worker(),
        options.incarnation(),
        shape.maps(),
        shape.partitions(),
        windowBytes);
  }

  private void sendWaiting(AttemptStream to) {
    for (Waiting kept : waiting) {
      IpcBlockWriter.Block block = kept.block;
      to.send(kept.head.duplicate(), block.body().address(), block.bodyBytes());
    }
  }

  /** Returns the bytes of the blocks that wait, behind each other. */
  private byte[] waitingBlocks() {
    ByteBuffer all = ByteBuffer.allocate((int) waitingBytes);
    for (Waiting kept : waiting) {
      all.put(kept.head.duplicate());
      all.put(Memory.byteBuffer(kept.block.body().address(), kept.block.bodyBytes()));
    }
    return all.array();
  }

  private void dropWaiting() {
    waiting.forEach(kept -> kept.block.close());
    waiting.clear();
  }

  @Override
  public synchronized SealedMap commit() {
    checkOpen();
    lanes.forEach(lane -> lane.scatter.flush());
    SealedMap sealed = sealInline().orElseGet(() -> seal(target.server()));
    finish();
    return sealed;
  }

  /** Seals what is little in the worker's own server, unless that is full. */
  private Optional<SealedMap> sealInline() {
    if (stream != null || inline.isEmpty()) {
      return Optional.empty();
    }
    ShuffleAddress here = inline.get();
    try (SmallAttempt own = new SmallAttempt(channels, here, begin(0), account)) {
      for (Waiting kept : waiting) {
        own.send(kept.head.duplicate(), kept.block.body().address(), kept.block.bodyBytes());
      }
      own.seal(List.of(totals));
      if (InlineOutput.isLittle(shape, waitingBytes)) {
        little.accept(new InlineOutput(attempt, waitingBlocks()));
      }
      dropWaiting();
      return Optional.of(sealed(here));
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.DISK_FULL || e.code() == ErrorCode.OUT_OF_MEMORY) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private SealedMap seal(ShuffleAddress server) {
    streamTo(server).seal(List.of(totals));
    return sealed(server);
  }

  private SealedMap sealed(ShuffleAddress server) {
    return RowLedger.seal(attempt, server, p -> totals[p], bytes);
  }

  private void checkOpen() {
    if (finished) {
      throw new IllegalStateException("Cannot write after the end of " + attempt);
    }
  }

  private void finish() {
    finished = true;
    lanes.forEach(BlockLane::close);
    dropWaiting();
    if (stream != null) {
      stream.close();
    }
  }

  @Override
  public synchronized void close() {
    if (!finished) {
      finish();
    }
  }
}
