package dev.heddle.io.parquet.prune;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.fetch.KnownDictionaries;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.fetch.PageListCache;
import dev.heddle.io.parquet.fetch.RangeReads;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.RequestedColumns;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.RowNumberColumn;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.ConjunctMetrics;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Verdict;
import dev.heddle.io.scan.Verdicts;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which rows of one row group may satisfy a filter, from what the file has beside the
 * footer: page indexes first, then Bloom filters, then dictionaries, each only while rows are left
 * and where it can prove something. Used once, by one thread, and then closed.
 */
public final class RowGroupSelector implements AutoCloseable {
  // each value that a Bloom filter is asked for may cost a read
  private static final int MAX_BLOOM_VALUES = 64;

  private final ScanFilter filter;
  private final DictionaryTrials trials;
  private final ScanTuning tuning;
  private final StoredFile file;
  private final List<ParquetColumn> columns;
  private final List<ChunkInfo> chunks;
  private final long rows;
  private final ScanMetrics metrics;
  private final RowGroupPruner pruner;
  private final long requestedBytes;
  // by the number of the stored column
  private final Map<Integer, Optional<PageBounds>> pages = new HashMap<>();
  private final Map<Integer, Optional<BloomFilterReader>> blooms = new HashMap<>();
  private final KnownDictionaries dictionaries = new KnownDictionaries();
  private @Nullable RangedInput input;

  /**
   * What is known of a row group.
   *
   * @param selections for each conjunct the rows for which it may be true, and for which it is
   * @param rows the rows for which all may be true
   */
  public record Selected(List<RowSelection> selections, RowRanges rows) {
    public Selected {
      selections = List.copyOf(selections);
    }

    /** Returns for each conjunct the rows for which it is certainly true. */
    public List<RowRanges> certain() {
      return selections.stream().map(RowSelection::certain).toList();
    }
  }

  public RowGroupSelector(
      ScanFilter filter,
      DictionaryTrials trials,
      ScanTuning tuning,
      RequestedColumns scan,
      RowGroupInfo group,
      ScanMetrics metrics) {
    this.filter = filter;
    this.trials = trials;
    this.tuning = tuning;
    this.file = scan.footer().file();
    this.columns = scan.columns();
    this.chunks = scan.chunks(group);
    this.rows = group.rows();
    this.metrics = metrics;
    this.pruner = new RowGroupPruner(columns, chunks, rows);
    this.requestedBytes = scan.bytes(group);
  }

  /** Decides all conjuncts; the account pays for dictionaries meanwhile. */
  public Selected select(MemoryAccount account) {
    List<Conjunct> conjuncts = filter.conjuncts();
    List<RowSelection> selections = new ArrayList<>();
    RowRanges left = RowRanges.of(0, rows);
    loadPages(account);
    for (Conjunct conjunct : conjuncts) {
      RowSelection selection = byBounds(conjunct, false);
      selections.add(selection);
      left = left.and(selection.possible());
    }
    for (int i = 0; i < selections.size() && !left.isEmpty(); i++) {
      Conjunct conjunct = conjuncts.get(i);
      if (left.isIn(selections.get(i).certain()) || !mayAskBloom(conjunct)) {
        continue;
      }
      RowSelection selection = byBounds(conjunct, true);
      selections.set(i, selection);
      left = left.and(selection.possible());
      if (selection.possible().isEmpty()) {
        metrics.conjunct(conjunct.text()).rowGroupsSkippedByBloom.increment();
      }
    }
    for (int i = 0; i < selections.size() && !left.isEmpty(); i++) {
      Conjunct conjunct = conjuncts.get(i);
      if (left.isIn(selections.get(i).certain())) {
        continue;
      }
      Verdict verdict = byDictionary(i, left, account);
      if (verdict != Verdict.MAYBE) {
        selections.set(i, RowSelection.of(verdict, rows));
        left = left.and(selections.get(i).possible());
      }
      if (verdict == Verdict.NEVER) {
        metrics.conjunct(conjunct.text()).rowGroupsSkippedByDictionary.increment();
      }
    }
    count(selections, left);
    return new Selected(selections, left);
  }

  private void count(List<RowSelection> selections, RowRanges left) {
    for (int i = 0; i < selections.size(); i++) {
      Conjunct conjunct = filter.conjuncts().get(i);
      RowSelection selection = selections.get(i);
      ConjunctMetrics counts = metrics.conjunct(conjunct.text());
      for (PrunedLeaf stored : pruned(conjunct)) {
        pages
            .getOrDefault(stored.column().leaf(), Optional.empty())
            .ifPresent(index -> counts.pagesSkipped.add(index.pagesOutside(selection.possible())));
      }
      if (!left.isIn(selection.certain())) {
        conjunct.pruning().ifPresent(predicate -> noteObstacles(predicate, counts));
      }
    }
    for (Optional<PageBounds> index : pages.values()) {
      index.ifPresent(
          known -> {
            metrics.pages.add(known.pages());
            metrics.pagesPruned.add(known.pagesOutside(left));
          });
    }
    if (left.isEmpty()) {
      metrics.rowGroupsPruned.increment();
    }
  }

  private void noteObstacles(PruningPredicate predicate, ConjunctMetrics counts) {
    Verdicts.forEachLeaf(
        predicate,
        leaf -> {
          if (pruner.verdict(leaf) == Verdict.MAYBE) {
            find(leaf)
                .map(stored -> UnusableStatistics.of(leaf, stored.column(), stored.chunk()))
                .orElseGet(
                    () -> Optional.of(columns.get(Verdicts.column(leaf)).name() + " is nested"))
                .ifPresent(counts::noteObstacle);
          }
        });
  }

  private Optional<PrunedLeaf> find(PruningPredicate leaf) {
    return PrunedLeaf.of(leaf, columns, chunks);
  }

  /** Returns the stored columns of a conjunct's statistics form. */
  private Collection<PrunedLeaf> pruned(Conjunct conjunct) {
    SortedMap<Integer, PrunedLeaf> found = new TreeMap<>();
    conjunct
        .pruning()
        .ifPresent(
            predicate ->
                Verdicts.forEachLeaf(
                    predicate,
                    leaf ->
                        find(leaf).ifPresent(stored -> found.put(stored.column().leaf(), stored))));
    return found.values();
  }

  private RowSelection byBounds(Conjunct conjunct, boolean asksBloom) {
    if (conjunct.pruning().isEmpty()) {
      return RowSelection.of(Verdict.MAYBE, rows);
    }
    RowSelection selection =
        RowSelection.of(conjunct.pruning().get(), leaf -> byBounds(leaf, asksBloom));
    return conjunct.residual().isEmpty()
        ? selection
        : new RowSelection(selection.possible(), RowRanges.NONE);
  }

  private RowSelection byBounds(PruningPredicate leaf, boolean asksBloom) {
    Verdict verdict = pruner.verdict(leaf);
    if (verdict != Verdict.MAYBE) {
      return RowSelection.of(verdict, rows);
    }
    Optional<PrunedLeaf> stored = find(leaf);
    if (stored.isEmpty()) {
      return RowSelection.of(Verdict.MAYBE, rows);
    }
    if (RowNumberColumn.is(stored.get().column())) {
      return NumberedRows.select(leaf, RowNumberColumn.firstRow(stored.get().chunk()), rows);
    }
    PruningPredicate asked = leaf;
    if (asksBloom) {
      Optional<List<ScanValue>> values = values(leaf);
      if (values.isPresent()) {
        List<ScanValue> found = inBloom(stored.get(), values.get());
        if (found.isEmpty()) {
          return RowSelection.of(Verdict.NEVER, rows);
        }
        asked = new PruningPredicate.In(Verdicts.column(leaf), found);
      }
    }
    PruningPredicate predicate = asked;
    return pages
        .getOrDefault(stored.get().column().leaf(), Optional.empty())
        .map(index -> index.select(predicate))
        .orElseGet(() -> RowSelection.of(Verdict.MAYBE, rows));
  }

  // Page indexes

  private void loadPages(MemoryAccount account) {
    SortedMap<Integer, PrunedLeaf> wanted = new TreeMap<>();
    for (Conjunct conjunct : filter.conjuncts()) {
      pruned(conjunct).forEach(stored -> wanted.put(stored.column().leaf(), stored));
    }
    List<PrunedLeaf> missing = new ArrayList<>();
    List<RangeReads.Range> ranges = new ArrayList<>();
    long bytes = 0;
    for (PrunedLeaf stored : wanted.values()) {
      ChunkInfo chunk = stored.chunk();
      if (!chunk.hasPageIndex() || !chunk.indexes().hasColumnIndex()) {
        continue;
      }
      Optional<PageBounds> known = PageBoundsCache.SHARED.find(file, stored.column(), chunk);
      if (known != null) {
        pages.put(stored.column().leaf(), known);
        continue;
      }
      missing.add(stored);
      ranges.add(
          new RangeReads.Range(
              chunk.indexes().columnIndexOffset(), chunk.indexes().columnIndexBytes()));
      ranges.add(new RangeReads.Range(chunk.pageIndexOffset(), chunk.pageIndexBytes()));
      bytes += chunk.indexes().columnIndexBytes() + chunk.pageIndexBytes();
    }
    if (missing.isEmpty() || !tuning.mayPay(bytes, (double) requestedBytes)) {
      return;
    }
    List<ChunkInfo> listed = listsNear(ranges);
    for (ChunkInfo chunk : listed) {
      ranges.add(new RangeReads.Range(chunk.pageIndexOffset(), chunk.pageIndexBytes()));
    }
    List<byte[]> read = RangeReads.read(input(), ranges, account, this::countIndexBytes);
    for (int i = 0; i < missing.size(); i++) {
      ParquetColumn column = missing.get(i).column();
      ChunkInfo chunk = missing.get(i).chunk();
      Optional<PageBounds> index =
          PageBounds.read(column, chunk, rows, read.get(2 * i), read.get(2 * i + 1));
      PageBoundsCache.SHARED.put(file, column, chunk, index);
      index
          .flatMap(PageBounds::list)
          .ifPresent(list -> PageListCache.SHARED.put(file, chunk, list));
      pages.put(column.leaf(), index);
    }
    for (int i = 0; i < listed.size(); i++) {
      keepList(listed.get(i), read.get(2 * missing.size() + i));
    }
  }

  /**
   * Returns the other requested chunks whose lists of pages are unknown and so near to what is read
   * that they are read along with it.
   */
  private List<ChunkInfo> listsNear(List<RangeReads.Range> ranges) {
    int gap = input().coalesceGap();
    List<ChunkInfo> near = new ArrayList<>();
    for (ChunkInfo whole : chunks) {
      for (ChunkInfo chunk : whole.leavesOrSelf()) {
        long from = chunk.pageIndexOffset();
        long to = from + chunk.pageIndexBytes();
        if (chunk.hasPageIndex()
            && PageListCache.SHARED.find(file, chunk) == null
            && ranges.stream().noneMatch(range -> range.from() == from)
            && ranges.stream().anyMatch(r -> from - r.to() <= gap && r.from() - to <= gap)) {
          near.add(chunk);
        }
      }
    }
    return near;
  }

  private void keepList(ChunkInfo chunk, byte[] offsetIndex) {
    try {
      PageListCache.SHARED.put(file, chunk, PageList.read(offsetIndex, chunk, rows));
    } catch (CorruptDataException e) {
      // the reader of the pages reads it again and reports it
    }
  }

  private void countIndexBytes(long bytes) {
    metrics.bytesRead.add(bytes);
    metrics.indexBytesRead.add(bytes);
  }

  // Bloom filters

  private boolean mayAskBloom(Conjunct conjunct) {
    boolean[] may = {false};
    conjunct
        .pruning()
        .ifPresent(
            predicate ->
                Verdicts.forEachLeaf(
                    predicate,
                    leaf ->
                        may[0] |=
                            find(leaf).filter(s -> s.chunk().indexes().hasBloomFilter()).isPresent()
                                && values(leaf).isPresent()
                                && pruner.verdict(leaf) == Verdict.MAYBE));
    return may[0];
  }

  /** Returns the values of which one must be in the chunk for a predicate to be true. */
  private static Optional<List<ScanValue>> values(PruningPredicate leaf) {
    return switch (leaf) {
      case PruningPredicate.Compare(int _, Operator operator, ScanValue value)
          when operator == Operator.EQUAL ->
          Optional.of(List.of(value));
      case PruningPredicate.In(int _, List<ScanValue> values)
          when values.size() <= MAX_BLOOM_VALUES ->
          Optional.of(values);
      case PruningPredicate.InStruct inStruct -> values(inStruct.predicate());
      case PruningPredicate.Compare _,
          PruningPredicate.In _,
          PruningPredicate.Among _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _,
          PruningPredicate.Runtime _,
          PruningPredicate.AnyOf _,
          PruningPredicate.AllOf _ ->
          Optional.empty();
    };
  }

  /** Returns those of some values that may be in a chunk by its filter, if it has one. */
  private List<ScanValue> inBloom(PrunedLeaf stored, List<ScanValue> values) {
    ChunkInfo chunk = stored.chunk();
    if (!chunk.indexes().hasBloomFilter()) {
      return values;
    }
    Optional<BloomFilterReader> bloom =
        blooms.computeIfAbsent(
            stored.column().leaf(),
            ignored ->
                BloomFilterReader.open(input(), chunk, file.sizeBytes(), this::countIndexBytes));
    if (bloom.isEmpty()) {
      return values;
    }
    List<ScanValue> found = new ArrayList<>();
    for (ScanValue value : values) {
      Optional<List<byte[]>> forms = StoredValues.of(stored.column(), value);
      if (forms.isEmpty() || forms.get().stream().anyMatch(bloom.get()::mayContain)) {
        found.add(value);
      }
    }
    return found;
  }

  // Dictionaries

  private Verdict byDictionary(int conjunct, RowRanges left, MemoryAccount account) {
    RowFilter rowFilter = filter.conjuncts().get(conjunct).rows();
    if (!rowFilter.isDecidedByValue() || rowFilter.columns().size() != 1) {
      return Verdict.MAYBE;
    }
    Optional<FieldFilter> byField =
        rowFilter.byFields().filter(fields -> fields.inputs().size() == 1);
    FieldPath path =
        byField
            .map(field -> field.inputs().getFirst())
            .orElseGet(() -> new FieldPath(rowFilter.columns().getFirst(), List.of()));
    Optional<PrunedLeaf> found = PrunedLeaf.at(path, columns, chunks);
    if (found.isEmpty()) {
      return Verdict.MAYBE;
    }
    ParquetColumn column = found.get().column();
    ChunkInfo chunk = found.get().chunk();
    if (!chunk.indexes().allCodes()
        || chunk.dictionaryOffset() < 0
        || DictionaryReader.bytes(chunk) > chunk.compressedBytes()
        || !tuning.mayPay(
            DictionaryReader.bytes(chunk), (double) requestedBytes * left.rows() / rows)
        || !trials.isWorthwhile(conjunct)) {
      return Verdict.MAYBE;
    }
    Column dictionary = dictionary(column, chunk, account);
    Verdict verdict =
        dictionary == null
            ? Verdict.MAYBE
            : DictionaryReader.decide(
                byField.map(FieldFilter::rows).orElse(rowFilter),
                dictionary,
                column,
                chunk,
                account);
    trials.note(conjunct, verdict);
    // what an optional filter wants now it may not want when rows are read
    return verdict == Verdict.ALWAYS && rowFilter.isOptional() ? Verdict.MAYBE : verdict;
  }

  /** Returns a chunk's dictionary, cached for the readers of the rows; null if it is bad. */
  private @Nullable Column dictionary(
      ParquetColumn column, ChunkInfo chunk, MemoryAccount account) {
    if (dictionaries.find(chunk) == null) {
      DictionaryReader.read(input(), column, chunk, account, this::countIndexBytes)
          .ifPresent(read -> dictionaries.put(chunk, read));
    }
    return dictionaries.find(chunk);
  }

  /** Gives the dictionaries that have been read away. */
  public void moveDictionaries(KnownDictionaries target) {
    target.takeAll(dictionaries);
  }

  private RangedInput input() {
    if (input == null) {
      input = Storages.of(file.path()).open(file);
    }
    return input;
  }

  @Override
  public void close() {
    dictionaries.close();
    if (input != null) {
      input.close();
      input = null;
    }
  }
}
