package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import dev.heddle.physical.spill.SpillSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands each value of a group to another aggregator once; null only if that one keeps nulls. It
 * knows them by their {@link DistinctPairs}, which may be divided into a {@link DistinctSpill}.
 */
public final class DistinctAggregator extends Collector {
  private static final int FIRST_FACTOR = 8; // times the values of later
  private static final double SHARE_OF_NEW = 0.9; // of values, else a table makes few of many
  private static final int ROWS_PAST_TABLE = 16; // for each value of a table that helped little

  private final Supplier<Aggregator> makeInner;
  private final DistinctPairs.Form form;
  private final int level; // of a division of the pairs
  private final MemoryAccount account;
  private final DistinctPairs pairs;
  private Aggregator inner;
  private int groupCount;
  private long rowsSeen; // since there were no pairs
  private long rowsPastTable; // rows that are divided next without being looked up
  private @Nullable DistinctSpill spill; // from then on the pairs wait for the end

  /**
   * Makes it for no group.
   *
   * @param makeInner makes what the values are handed to
   */
  DistinctAggregator(
      Supplier<Aggregator> makeInner, DistinctPairs.Form form, MemoryAccount account) {
    this(makeInner, makeInner.get(), form, 0, account);
  }

  private DistinctAggregator(
      Supplier<Aggregator> makeInner,
      Aggregator inner,
      DistinctPairs.Form form,
      int level,
      MemoryAccount account) {
    this.makeInner = makeInner;
    this.inner = inner;
    this.form = form;
    this.level = level;
    this.account = account;
    this.pairs = new DistinctPairs(form, account);
  }

  @Override
  public void grow(int newGroupCount) {
    groupCount = newGroupCount;
    inner.grow(newGroupCount);
  }

  @Override
  public void update(long groups, Column[] values, int rows) {
    boolean mayHaveNulls = false;
    for (Column column : values) {
      mayHaveNulls |= column.mayHaveNulls();
    }
    if (!mayHaveNulls || form.keepsNulls()) {
      add(groups, values, rows);
      return;
    }
    Buffer present = account.allocate(4L * rows);
    try {
      int count = 0;
      for (int i = 0; i < rows; i++) {
        if (hasAll(values, i)) {
          Memory.putInt(present.address() + 4L * count++, i);
        }
      }
      if (count > 0) {
        with(groups, values, present.address(), count, (g, v) -> add(g, v, v[0].rows()));
      }
    } finally {
      present.release();
    }
  }

  private static boolean hasAll(Column[] values, int row) {
    for (Column column : values) {
      if (column.mayHaveNulls() && !Bits.get(column.validity(), row)) {
        return false;
      }
    }
    return true;
  }

  /** What is done with some of the rows. */
  private interface Use {
    void rows(long groups, Column[] values);
  }

  /** Brings rows at positions, without nulls if those are not kept, together and lends them. */
  private void with(long groups, Column[] values, long positions, int count, Use use) {
    Buffer chosen = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        int row = Memory.getInt(positions + 4L * i);
        Memory.putInt(chosen.address() + 4L * i, Memory.getInt(groups + 4L * row));
      }
      Column[] gathered =
          Column.makeAll(
              values.length,
              i -> {
                Column some = Gather.rows(values[i], positions, count, account);
                return form.keepsNulls() ? some : withoutValidity(some);
              });
      try {
        use.rows(chosen.address(), gathered);
      } finally {
        Column.releaseAll(gathered);
      }
    } finally {
      chosen.release();
    }
  }

  /** Returns a column without nulls whose validity, all ones, is dropped; takes it over. */
  private static Column withoutValidity(Column column) {
    if (!column.mayHaveNulls()) {
      return column;
    }
    Buffer[] data = column.dataBuffers().clone();
    for (Buffer buffer : data) {
      buffer.retain();
    }
    Buffer values = column.valuesBuffer().retain();
    Column bare =
        data.length == 0
            ? Column.fixed(column.type(), column.rows(), values, null)
            : Column.views(column.type(), column.rows(), values, null, data);
    column.release();
    return bare;
  }

  private void add(long groups, Column[] values, int rows) {
    if (rowsPastTable > 0 && spill != null) {
      rowsPastTable -= rows;
      pairs.divideRows(groups, values, rows, spill);
      return;
    }
    Buffer numbers = account.allocate(4L * rows);
    try {
      int next = pairs.count();
      rowsSeen += rows;
      pairs.locate(groups, values, rows, numbers.address());
      int fresh = 0;
      for (int i = 0; i < rows; i++) {
        if (Memory.getInt(numbers.address() + 4L * i) == next) { // numbers are given in order
          next++;
          Memory.putInt(numbers.address() + 4L * fresh++, i);
        }
      }
      if (fresh > 0 && spill == null) {
        with(groups, values, numbers.address(), fresh, (g, v) -> inner.update(g, v, v[0].rows()));
      }
    } finally {
      numbers.release();
    }
  }

  @Override
  int valueCount() {
    return pairs.count();
  }

  @Override
  void groupsOf(long positions, int count, long target) {
    pairs.groupsOf(positions, count, target);
  }

  @Override
  void endCollecting() {}

  @Override
  Column[] values(long positions, int count) {
    return pairs.values(positions, count);
  }

  @Override
  long jumpBytes(int rows) {
    boolean isHanding = spill == null && inner instanceof Collector;
    return pairs.jumpBytes(rows) + (isHanding ? ((Collector) inner).jumpBytes(rows) : 0);
  }

  @Override
  long sealBytes() {
    long dividing = spill == null ? 0 : dividingBytes(spill);
    return dividing + (inner instanceof Collector collector ? collector.sealBytes() : 0);
  }

  private long dividingBytes(DistinctSpill target) {
    long kept = target.isOnDisk() ? 0 : 2 * pairs.bytes();
    return kept + GroupList.spillBytes(pairs.count());
  }

  @Override
  boolean shed(SpillSpace space, StateMemory memory) {
    DistinctSpill target = spill(space, memory);
    target.toDisk();
    divideInto(target);
    rowsPastTable = 0;
    return true;
  }

  @Override
  void scatter(SpillSpace space, StateMemory memory, int many) {
    int count = pairs.count();
    boolean isLarge = count > (spill == null ? (long) FIRST_FACTOR * many : many);
    if (form.isKeyed() || !isLarge || count < SHARE_OF_NEW * rowsSeen) {
      return;
    }
    long bytes = 2 * pairs.bytes();
    if (!memory.tryTake(bytes)) {
      shed(space, memory);
      return;
    }
    try {
      DistinctSpill target = spill(space, memory);
      divideInto(target);
      rowsPastTable = target.isOnDisk() ? 0 : (long) ROWS_PAST_TABLE * many;
    } finally {
      memory.giveBack(bytes);
    }
  }

  /** Returns where pairs wait for the end, from now on. */
  private DistinctSpill spill(SpillSpace space, StateMemory memory) {
    DistinctSpill target = spill;
    if (target == null) {
      List<DataType> types = new ArrayList<>();
      types.add(DataType.INT32);
      types.addAll(form.arguments());
      target = new DistinctSpill(level, types, space, memory);
      spill = target;
      inner.close(); // the values come again at the end
      inner = makeInner.get();
      inner.grow(groupCount);
    }
    return target;
  }

  /** Divides the pairs, which then are no longer here. */
  private void divideInto(DistinctSpill target) {
    pairs.divideInto(target, level);
    rowsSeen = 0;
  }

  @Override
  void moveShed(Collector other) {
    DistinctAggregator further = (DistinctAggregator) other;
    DistinctSpill moved = further.spill;
    if (moved != null) {
      DistinctSpill target = spill(moved.space(), moved.memory());
      if (moved.isOnDisk() && !target.isOnDisk()) {
        target.toDisk();
      }
      divideInto(target);
      target.move(moved);
    }
  }

  @Override
  public void seal() {
    DistinctSpill waiting = spill;
    if (waiting != null) {
      divideInto(waiting);
      waiting.finish();
      for (int part = 0; part < HashPartitions.COUNT; part++) {
        addPart(waiting, part, 1);
      }
    }
    inner.seal();
  }

  @Override
  public void seal(TaskContext context) {
    DistinctSpill waiting = spill;
    if (waiting != null) {
      divideInto(waiting);
      waiting.finish();
      context.parallel(
          HashPartitions.COUNT,
          part -> {
            context.checkCancelled();
            addPart(waiting, part, context.threads());
          });
    }
    inner.seal(context);
  }

  /** Hands each pair of a part of what is on the disk to the inner aggregator once. */
  private void addPart(DistinctSpill waiting, int part, int threads) {
    try (DistinctAggregator once =
        new DistinctAggregator(makeInner, makeInner.get(), form, level + 1, account)) {
      once.grow(groupCount);
      waiting.read(
          part,
          batch -> {
            Column[] values = new Column[form.arguments().size()];
            for (int i = 0; i < values.length; i++) {
              values[i] = batch.physicalColumn(i + 1);
            }
            long taken = once.begin(batch.rowCount(), waiting, threads);
            try {
              once.update(batch.physicalColumn(0).values(), values, batch.rowCount());
            } finally {
              waiting.memory().giveBack(taken);
            }
          });
      DistinctSpill further = once.spill;
      if (further != null) {
        once.divideInto(further);
        further.finish();
        for (int i = 0; i < HashPartitions.COUNT; i++) {
          once.addPart(further, i, threads);
        }
      }
      absorbInner(once, waiting);
    }
  }

  /**
   * Asks for what this number of rows that have been divided may take, and divides them once more
   * if that is not there. Returns what has been taken.
   */
  private long begin(int rows, DistinctSpill from, int threads) {
    StateMemory memory = from.memory();
    long dividing = GroupList.spillBytes(pairs.count() + rows);
    boolean canShed = level <= HashPartitions.LEVELS && !memory.isSmall(bytes());
    boolean mustShed = canShed && memory.mustGiveBack(threads * dividing);
    long bytes = jumpBytes(rows) + dividing;
    if (!mustShed && memory.tryTake(bytes)) {
      return bytes;
    }
    if (canShed) {
      shed(from.space(), memory);
      bytes = jumpBytes(rows) + GroupList.spillBytes(rows);
    }
    return memory.tryTake(bytes) ? bytes : 0; // the ledger has the last word
  }

  /** Adds what another one's inner aggregator, of the same groups, has been handed. */
  private synchronized void absorbInner(DistinctAggregator other, DistinctSpill waiting) {
    if (other.inner instanceof Collector collected) {
      collected.endCollecting();
    }
    int total = other.inner instanceof Collector values ? values.valueCount() : groupCount;
    for (int from = 0; from < total; from += Batch.MAX_ROWS) {
      int count = Math.min(Batch.MAX_ROWS, total - from);
      long taken = inner instanceof Collector target ? makeRoom(target, count, waiting) : 0;
      try {
        absorbInner(other.inner, from, count);
      } finally {
        waiting.memory().giveBack(taken);
      }
      if (inner instanceof Collector collector && waiting.memory().mustGiveBack()) {
        collector.shed(waiting.space(), waiting.memory());
      }
    }
    if (inner instanceof Collector collector) {
      collector.moveShed((Collector) other.inner);
    }
  }

  private void absorbInner(Aggregator other, int from, int count) {
    Buffer numbers = account.allocate(8L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(numbers.address() + 4L * i, from + i);
      }
      if (inner instanceof Collector) {
        moveValues((Collector) other, numbers.address(), count);
      } else {
        inner.absorb(other, numbers.address(), numbers.address(), count);
      }
    } finally {
      numbers.release();
    }
  }

  /**
   * Asks for what this number of values more may take; puts those before on the disk if it must.
   */
  private static long makeRoom(Collector target, int count, DistinctSpill from) {
    StateMemory memory = from.memory();
    long bytes = target.jumpBytes(count);
    if (!memory.tryTake(bytes)) {
      target.shed(from.space(), memory);
      bytes = target.jumpBytes(count);
      return memory.tryTake(bytes) ? bytes : 0;
    }
    return bytes;
  }

  private void moveValues(Collector from, long positions, int count) {
    long groups = positions + 4L * count;
    from.groupsOf(positions, count, groups);
    Column[] values = from.values(positions, count);
    try {
      inner.update(groups, values, count);
    } finally {
      Column.releaseAll(values);
    }
  }

  @Override
  public Column result(long groups, int count) {
    return inner.result(groups, count);
  }

  @Override
  public long bytes() {
    return inner.bytes() + pairs.bytes() + (spill == null ? 0 : spill.bytes());
  }

  @Override
  public void close() {
    Closeables.all(inner, pairs, spill);
  }
}
