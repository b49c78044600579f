package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.shuffle.protocol.ExchangeDirectory.OutputTarget;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionBatcher;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.PackFormat;
import dev.heddle.shuffle.store.PartFormat;
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

  private static final int OPEN_PACK_BYTES = 16 << 20; // of a lane of packs

  /** A block or pack: header and what follows it, of which it owns the body. */
  private record Waiting(ByteBuffer head, Buffer body, int bodyBytes) {}

  /** A lane that belongs to this writer. */
  private interface OwnLane extends Lane, AutoCloseable {
    /** Sends all rows. */
    void flush();

    @Override
    void close();
  }

  private final ChannelPool channels;
  private final ExchangeClientOptions options;
  private final OutputTarget target;
  private final Consumer<InlineOutput> little;
  private final Optional<ShuffleAddress> inline;
  private final MapAttempt attempt;
  private final ExchangeShape shape;
  private final MemoryAccount account;
  private final BundleId bundle;
  private final List<OwnLane> lanes = new ArrayList<>(); // guarded by this, as all below
  private final int[] sequences; // next block's, by partition
  private final long[] bytes; // by partition
  private final PartitionTotals[] totals; // by partition; of packs none
  private PartitionTotals allTotals = PartitionTotals.NONE; // of packs
  private long digest; // of packs
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
    this.totals = new PartitionTotals[shape.isPacked() ? 0 : partitions];
    Arrays.fill(totals, PartitionTotals.NONE);
    this.inline = shape.isKept() ? Optional.empty() : options.inline();
    this.maxWaitingBytes = inline.isPresent() ? options.inlineBytes() / shape.maps() : 0;
  }

  @Override
  public synchronized Lane lane() {
    checkOpen();
    lanes.add(shape.isPacked() ? new PackLane() : new BlockLane());
    return lanes.getLast();
  }

  private IpcBlockWriter blockWriter() {
    return switch (options.reach()) {
      case HOST -> IpcBlockWriter.packing(account);
      case NETWORK -> IpcBlockWriter.packingAndCompressing(account);
    };
  }

  /** Collects the rows of one thread, and makes packs of them. */
  private final class PackLane implements OwnLane {
    private final Reservation reservation = account.reserve("exchange", 0);
    private final PackBuilder packs;

    PackLane() {
      int share = OPEN_SHARE * (lanes.size() + 1);
      long openBytes = Math.min(OPEN_PACK_BYTES, account.ledger().limitBytes() / share);
      packs =
          new PackBuilder(
              attempt,
              shape,
              openBytes,
              account,
              reservation.account(),
              blockWriter(),
              ClusterExchangeWriter.this::sendPack);
    }

    @Override
    public void write(Batch batch, long partitions) {
      packs.write(batch, partitions);
      giveBack();
    }

    @Override
    public void write(Batch batch, int partition) {
      packs.write(batch, partition);
      giveBack();
    }

    private void giveBack() {
      if (reservation.mustGiveBack() && packs.flushEarly()) {
        waitNoLonger();
      }
    }

    @Override
    public void flush() {
      packs.flush();
    }

    @Override
    public void close() {
      packs.close();
      reservation.close();
    }
  }

  /** Scatters the rows of one thread, and makes blocks of them. */
  private final class BlockLane implements OwnLane {
    private final Reservation reservation = account.reserve("exchange", 0);
    private final IpcBlockWriter blocks = blockWriter();
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
    public void flush() {
      scatter.flush();
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
    ByteBuffer head;
    try {
      checkOpen();
      totals[partition] = totals[partition].plus(blockTotals);
      head = BlockFormat.head(bundle, partition, sequences[partition]++, block);
      bytes[partition] += head.remaining() + block.bodyBytes();
    } catch (Throwable e) {
      block.close();
      throw e;
    }
    send(head, block.body(), block.bodyBytes());
  }

  /** Sends parts, which are ours, or keeps them for a while. */
  private synchronized void sendPack(Buffer parts, int partsBytes, int count) {
    ByteBuffer head;
    try {
      checkOpen();
      long part = parts.address();
      for (int i = 0; i < count; i++) {
        int partition = PartFormat.partition(part);
        PartFormat.seal(part, sequences[partition]++);
        PartitionTotals each =
            new PartitionTotals(PartFormat.rows(part), PartFormat.checksum(part));
        allTotals = allTotals.plus(each);
        digest += RowLedger.digest(partition, each);
        bytes[partition] += PartFormat.bytes(part);
        part += PartFormat.bytes(part);
      }
      head = PackFormat.head(bundle, parts.address(), partsBytes, count);
    } catch (Throwable e) {
      parts.release();
      throw e;
    }
    send(head, parts, partsBytes);
  }

  private void send(ByteBuffer head, Buffer body, int bodyBytes) {
    boolean kept = false;
    try {
      int allBytes = head.remaining() + bodyBytes;
      if (stream == null && waitingBytes + allBytes <= maxWaitingBytes) {
        waiting.add(new Waiting(head, body, bodyBytes));
        waitingBytes += allBytes;
        kept = true;
      } else {
        streamTo(target.server()).send(head, body.address(), bodyBytes);
      }
    } finally {
      if (!kept) {
        body.release();
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
      to.send(kept.head.duplicate(), kept.body.address(), kept.bodyBytes);
    }
  }

  /** Returns the bytes of the blocks that wait, behind each other. */
  private byte[] waitingBlocks() {
    ByteBuffer all = ByteBuffer.allocate((int) waitingBytes);
    for (Waiting kept : waiting) {
      all.put(kept.head.duplicate());
      all.put(Memory.byteBuffer(kept.body.address(), kept.bodyBytes));
    }
    return all.array();
  }

  private void dropWaiting() {
    waiting.forEach(kept -> kept.body.release());
    waiting.clear();
  }

  @Override
  public synchronized SealedMap commit() {
    checkOpen();
    lanes.forEach(OwnLane::flush);
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
        own.send(kept.head.duplicate(), kept.body.address(), kept.bodyBytes);
      }
      own.seal(sealMessage());
      if (!shape.isPacked() && InlineOutput.isLittle(shape, waitingBytes)) {
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
    streamTo(server).seal(sealMessage());
    return sealed(server);
  }

  private ShuffleMessage sealMessage() {
    return shape.isPacked()
        ? new ShuffleMessage.SealPacks(allTotals, digest, allBytes(), PartitionSizes.of(bytes))
        : new ShuffleMessage.Seal(List.of(totals));
  }

  private long allBytes() {
    return Arrays.stream(bytes).sum();
  }

  private SealedMap sealed(ShuffleAddress server) {
    if (shape.isPacked()) {
      return new SealedMap(
          attempt, server, digest, allTotals.rows(), allBytes(), PartitionSizes.of(bytes));
    }
    return RowLedger.seal(attempt, server, p -> totals[p], bytes);
  }

  private void checkOpen() {
    if (finished) {
      throw new IllegalStateException("Cannot write after the end of " + attempt);
    }
  }

  private void finish() {
    finished = true;
    lanes.forEach(OwnLane::close);
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
