package dev.heddle.io.parquet.decode;

import static java.util.Objects.requireNonNull;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.NestedNode;
import dev.heddle.io.parquet.footer.ParquetColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a nested column: its leaves one after the other, and from their levels what is
 * around them.
 *
 * <p>The lists and structs of the schema are put together from the levels of one leaf below each,
 * the least repeated one; that the other leaves have the same number of slots is checked.
 */
public final class NestedColumnReader implements ChunkReader {
  // values of the most repeated leaf in a batch, about
  private static final long BATCH_ENTRIES = 64L << 10;
  // rows that are read in the time that going to one takes
  private static final int STEP_ROWS = 24;

  private final MemoryAccount account;
  private final Decompressor decompressor;
  private final List<LeafReader> leaves = new ArrayList<>();

  private ParquetColumn column;
  private Part root;
  private int batchRows;

  /**
   * A node with the position of its first leaf, and of the leaf that gives its structure.
   *
   * @param parts its children
   */
  private record Part(NestedNode node, int leaf, int structure, List<Part> parts) {}

  public NestedColumnReader(MemoryAccount account, Decompressor decompressor) {
    this.account = account;
    this.decompressor = decompressor;
  }

  @Override
  public void start(
      PartReads reads,
      String file,
      ParquetColumn newColumn,
      ChunkInfo chunk,
      int rowGroup,
      long rows) {
    if (!newColumn.equals(column)) {
      column = newColumn;
      root = part(requireNonNull(newColumn.nested(), "column is flat"), new ArrayList<>());
    }
    while (leaves.size() < chunk.leaves().size()) {
      leaves.add(new LeafReader(account, decompressor));
    }
    boolean[] wantsLevels = new boolean[leaves.size()];
    noteStructures(root, wantsLevels);
    start(root, reads, file, chunk, rowGroup, rows, wantsLevels);
    long each = Math.max(1, chunk.entries() / Math.max(1, rows));
    batchRows = Math.clamp(BATCH_ENTRIES / each, 1, Batch.MAX_ROWS);
  }

  private static Part part(NestedNode node, List<ParquetColumn> before) {
    int first = before.size();
    List<Part> parts = new ArrayList<>();
    switch (node) {
      case NestedNode.Leaf leaf -> before.add(leaf.column());
      case NestedNode.Lists lists -> parts.add(part(lists.element(), before));
      case NestedNode.Structs structs ->
          structs.fields().forEach(field -> parts.add(part(field, before)));
    }
    int structure = first;
    for (int i = first + 1; i < before.size(); i++) {
      if (before.get(i).maxRepetition() < before.get(structure).maxRepetition()) {
        structure = i;
      }
    }
    return new Part(node, first, structure, List.copyOf(parts));
  }

  private static void noteStructures(Part part, boolean[] wantsLevels) {
    switch (part.node) {
      case NestedNode.Leaf _ -> {}
      case NestedNode.Lists _ -> wantsLevels[part.structure] = true;
      case NestedNode.Structs structs -> wantsLevels[part.structure] |= mayBeNull(structs);
    }
    part.parts.forEach(child -> noteStructures(child, wantsLevels));
  }

  /** Whether a slot may be without a value, which may be missing with a struct around it. */
  private static boolean mayBeNull(NestedNode.Structs structs) {
    return structs.definition() > structs.slotDefinition();
  }

  private void start(
      Part part,
      PartReads reads,
      String file,
      ChunkInfo chunk,
      int rowGroup,
      long rows,
      boolean[] wantsLevels) {
    if (part.node instanceof NestedNode.Leaf leaf) {
      ChunkInfo leafChunk = chunk.leaves().get(part.leaf);
      LeafReader reader = leaves.get(part.leaf);
      reader.start(reads, file, leaf, leafChunk, rowGroup, rows);
      if (wantsLevels[part.leaf]) {
        reader.keepLevels();
      }
    }
    for (Part child : part.parts) {
      start(child, reads, file, chunk, rowGroup, rows, wantsLevels);
    }
  }

  private int leafCount() {
    return column.leafCount();
  }

  @Override
  public int batchRows() {
    return batchRows;
  }

  @Override
  public void skip(long rows) {
    for (int i = 0; i < leafCount(); i++) {
      leaves.get(i).skip(rows);
    }
  }

  @Override
  public void announce(int rows) {
    for (int i = 0; i < leafCount(); i++) {
      leaves.get(i).announce(rows);
    }
  }

  @Override
  public Column read(int rows, ValueForm form) {
    try {
      for (int i = 0; i < leafCount(); i++) {
        leaves.get(i).begin();
        leaves.get(i).read(rows);
      }
      return build(root, rows);
    } finally {
      leaves.forEach(LeafReader::abandon);
    }
  }

  @Override
  public Column pick(int rows, long positions, int count, ValueForm form) {
    if (count + STEP_ROWS * runs(positions, count) > rows) {
      Column all = read(rows, form);
      try {
        return Gather.rows(all, positions, count, account);
      } finally {
        all.release();
      }
    }
    try {
      for (int i = 0; i < leafCount(); i++) {
        pick(leaves.get(i), rows, positions, count);
      }
      return build(root, count);
    } finally {
      leaves.forEach(LeafReader::abandon);
    }
  }

  /** Returns how many runs of neighbours ascending positions make. */
  private static int runs(long positions, int count) {
    int runs = 1;
    for (int i = 1; i < count; i++) {
      int before = Memory.getInt(positions + 4L * (i - 1));
      runs += Memory.getInt(positions + 4L * i) == before + 1 ? 0 : 1;
    }
    return runs;
  }

  private static void pick(LeafReader leaf, int rows, long positions, int count) {
    leaf.begin();
    int done = 0;
    for (int i = 0; i < count; ) {
      int from = Memory.getInt(positions + 4L * i);
      int to = from;
      for (; i < count && Memory.getInt(positions + 4L * i) == to; i++) {
        to++;
      }
      leaf.skip(from - done);
      leaf.read(to - from);
      done = to;
    }
    leaf.skip(rows - done);
  }

  private Column build(Part part, int slots) {
    LeafReader structure = leaves.get(part.structure);
    try {
      return switch (part.node) {
        case NestedNode.Leaf _ -> {
          if (structure.slots() != slots) {
            throw LevelMasks.unequalParts();
          }
          yield structure.build();
        }
        case NestedNode.Lists lists -> buildLists(part, lists, structure, slots);
        case NestedNode.Structs structs -> buildStructs(part, structs, structure, slots);
      };
    } catch (CorruptDataException e) {
      throw structure.corrupt(e);
    }
  }

  private Column buildLists(Part part, NestedNode.Lists lists, LeafReader structure, int slots) {
    Buffer ranges = account.allocate(8L * slots);
    Buffer validity = null;
    try {
      int elements =
          LevelMasks.ranges(
              structure.definitions(),
              structure.repetitions(),
              structure.entries(),
              lists,
              slots,
              ranges.address());
      validity = validity(lists, structure, slots);
      Column child = build(part.parts.getFirst(), elements);
      return Column.lists(lists.type(), slots, ranges, validity, child);
    } catch (Throwable e) {
      ranges.release();
      if (validity != null) {
        validity.release();
      }
      throw e;
    }
  }

  private Column buildStructs(
      Part part, NestedNode.Structs structs, LeafReader structure, int slots) {
    Column[] fields = Column.makeAll(part.parts.size(), i -> build(part.parts.get(i), slots));
    try {
      Buffer validity = mayBeNull(structs) ? validity(structs, structure, slots) : null;
      return Column.structs(structs.type(), slots, validity, fields);
    } catch (Throwable e) {
      Column.releaseAll(fields);
      throw e;
    }
  }

  /** Returns which slots are not null, or null if all are. */
  private @Nullable Buffer validity(NestedNode node, LeafReader structure, int slots) {
    int entries = structure.entries();
    long definitions = structure.definitions();
    long repetitions =
        structure.maxRepetition() == node.slotRepetition() ? 0 : structure.repetitions();
    int starts =
        LevelMasks.countSlots(
            definitions, repetitions, entries, node.slotDefinition(), node.slotRepetition());
    if (starts != slots) {
      throw LevelMasks.unequalParts();
    }
    int present =
        LevelMasks.countSlots(
            definitions, repetitions, entries, node.definition(), node.slotRepetition());
    if (present == slots) {
      return null;
    }
    Buffer validity = account.allocateZeroed(Bits.bytesFor(slots));
    LevelMasks.appendBits(definitions, repetitions, entries, node, validity.address(), 0);
    return validity;
  }

  @Override
  public void close() {
    leaves.forEach(LeafReader::close);
    leaves.clear();
  }
}
