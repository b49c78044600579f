package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.ConstantFilter.Outcome;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request bound to a dataset: its files without those that constants rule out, cut into runs that
 * one scan of the format reads.
 */
final class DatasetScan implements TableScan {
  // A format looks at the indexes of a run's files one after the other, of several runs at once.
  private static final int MAX_FILES_IN_RUN = 256;

  private static final ColumnOrigin NOT_NEEDED = new ColumnOrigin.Constant(Optional.empty());

  private final ScanRequest request;
  private final List<String> names;
  private final List<DataType> types;
  private final ScanMetrics metrics = new ScanMetrics();
  private final Map<Decision, Outcome> decided = new HashMap<>();
  private final List<BoundRun> runs;
  private final List<Split> splits = new ArrayList<>();

  /**
   * Neighbouring files with equal schemas and, as far as the query sees, equal constants.
   *
   * @param conjuncts those that are left to apply
   */
  private record Run(
      Schema schema, List<ColumnOrigin> origins, List<Conjunct> conjuncts, List<FilePart> files) {}

  /** A conjunct and the values of its columns. */
  private record Decision(Conjunct conjunct, List<Optional<ScanValue>> values) {
    Outcome decide(List<DataType> types) {
      List<DataType> own = conjunct.rows().columns().stream().map(types::get).toList();
      return ConstantFilter.decide(conjunct.rows(), own, List.of(values)).getFirst();
    }
  }

  private record BoundRun(Run run, FileRequest request, TableScan scan) {}

  /** A split of one run's scan. */
  private record DatasetSplit(int run, Split split) implements Split {
    @Override
    public long bytes() {
      return split.bytes();
    }

    @Override
    public long rows() {
      return split.rows();
    }
  }

  /**
   * Makes a scan.
   *
   * @param share of a listed table, unless it is the whole
   */
  DatasetScan(DatasetTable table, ScanRequest request, Share share) {
    this.request = request;
    this.names =
        request.columns().stream().map(column -> table.schema().field(column).name()).toList();
    this.types = new ArrayList<>();
    for (int i = 0; i < request.columns().size(); i++) {
      types.add(request.type(i, table.schema().field(request.columns().get(i)).type()));
    }
    this.runs = ParallelCalls.map(runs(table, share), run -> bind(table.format(), run));
    for (int i = 0; i < runs.size(); i++) {
      for (Split split : runs.get(i).scan.splits()) {
        splits.add(new DatasetSplit(i, split));
      }
    }
  }

  private List<Run> runs(DatasetTable table, Share share) {
    PartitionFilter constants = PartitionFilter.of(table, request);
    constants.note(metrics);
    IdentityHashMap<DatasetFile, long[]> parts = new IdentityHashMap<>();
    List<DatasetFile> mine = own(table.files().select(constants, metrics), share, parts);
    List<PartitionFilter.Kept> files = constants.files(mine, metrics);
    List<InspectedFile> inspected =
        ParallelCalls.map(files, kept -> inspect(table, kept.file().file()));
    List<Run> found = new ArrayList<>();
    Schema schema = null;
    int[] positions = {};
    for (int i = 0; i < files.size(); i++) {
      InspectedFile file = inspected.get(i);
      Schema own = file.schema();
      if (schema == null || !schema.equals(own)) {
        schema = own;
        positions = table.origins().positions(file);
      }
      PartitionFilter.Kept kept = files.get(i);
      List<ColumnOrigin> origins =
          table.origins().origins(request.columns(), positions, schema, kept.file());
      List<Conjunct> conjuncts = new ArrayList<>(kept.failing());
      long[] range = parts.get(kept.file());
      metrics.fileBytes.add(range == null ? kept.file().file().sizeBytes() : range[1] - range[0]);
      if (isExcluded(constants.rest(), origins, conjuncts)) {
        metrics.files.increment();
        metrics.filesPruned.increment();
        continue;
      }
      List<ColumnOrigin> needed = needed(origins, conjuncts);
      int number = kept.file().number();
      FilePart part =
          range == null
              ? FilePart.whole(file, number)
              : new FilePart(file, range[0], range[1], number);
      Run last = found.isEmpty() ? null : found.getLast();
      if (last != null
          && last.files.size() < MAX_FILES_IN_RUN
          && last.schema.equals(schema)
          && last.conjuncts.equals(conjuncts)
          && last.origins.equals(needed)) {
        last.files.add(part);
      } else {
        found.add(new Run(schema, needed, conjuncts, new ArrayList<>(List.of(part))));
      }
    }
    return found;
  }

  /**
   * Returns the files of which a share has bytes.
   *
   * @param parts receives from where to where, if not all
   */
  private static List<DatasetFile> own(
      List<DatasetFile> all, Share share, Map<DatasetFile, long[]> parts) {
    if (share.isWhole()) {
      return all;
    }
    long bytes = 0;
    for (DatasetFile file : all) {
      bytes += weight(file);
    }
    long from = share.from(bytes);
    long to = share.to(bytes);
    List<DatasetFile> own = new ArrayList<>();
    long start = 0;
    for (DatasetFile file : all) {
      long end = start + weight(file);
      if (start < to && from < end) {
        own.add(file);
        if (start < from || to < end) {
          parts.put(file, new long[] {Math.max(from, start) - start, Math.min(to, end) - start});
        }
      }
      start = end;
    }
    return own;
  }

  private static long weight(DatasetFile file) {
    return Math.max(1, file.file().sizeBytes());
  }

  private static InspectedFile inspect(DatasetTable table, StoredFile file) {
    return table.format().conform(table.format().inspect(file), table.schema());
  }

  /**
   * Decides the conjuncts that read only columns which are constant in a file, and adds the others.
   */
  private boolean isExcluded(
      List<Conjunct> conjuncts, List<ColumnOrigin> origins, List<Conjunct> left) {
    for (Conjunct conjunct : conjuncts) {
      List<Integer> read = conjunct.rows().columns();
      List<Optional<ScanValue>> values = new ArrayList<>();
      for (int column : read) {
        if (origins.get(column) instanceof ColumnOrigin.Constant(Optional<ScanValue> value)) {
          values.add(value);
        }
      }
      if (read.isEmpty() || values.size() < read.size()) {
        left.add(conjunct);
        continue;
      }
      Outcome outcome =
          decided.computeIfAbsent(new Decision(conjunct, values), each -> each.decide(types));
      switch (outcome) {
        case TRUE -> {}
        case NOT_TRUE -> {
          metrics.conjunct(conjunct.text()).filesSkipped.increment();
          return true;
        }
        case FAILS -> left.add(conjunct);
      }
    }
    return false;
  }

  /** Returns the origins with those that nobody asks for made equal. */
  private List<ColumnOrigin> needed(List<ColumnOrigin> origins, List<Conjunct> conjuncts) {
    BitSet read = new BitSet();
    request.outputs().forEach(read::set);
    conjuncts.forEach(conjunct -> conjunct.rows().columns().forEach(read::set));
    List<ColumnOrigin> needed = new ArrayList<>(origins.size());
    for (int i = 0; i < origins.size(); i++) {
      needed.add(read.get(i) ? origins.get(i) : NOT_NEEDED);
    }
    return needed;
  }

  private BoundRun bind(FileFormat format, Run run) {
    FileRequest stored = FileRequest.of(request, types, names, run.origins, run.conjuncts);
    return new BoundRun(run, stored, format.scan(run.files, stored.stored(), metrics));
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    DatasetSplit part = (DatasetSplit) split;
    BoundRun bound = runs.get(part.run);
    SplitReader reader = bound.scan.open(part.split, account);
    if (bound.request.isPlain(request, bound.run.origins)) {
      return reader;
    }
    try {
      return new DatasetReader(
          reader, request, names, types, bound.run.origins, bound.request, account, metrics);
    } catch (Throwable e) {
      reader.close();
      throw e;
    }
  }

  @Override
  public SplitReader openAfter(SplitReader finished, Split split, MemoryAccount account) {
    DatasetSplit part = (DatasetSplit) split;
    BoundRun bound = runs.get(part.run);
    if (bound.request.isPlain(request, bound.run.origins)) {
      return bound.scan.openAfter(finished, part.split, account);
    }
    finished.close();
    return open(split, account);
  }

  @Override
  public String place(Split split) {
    DatasetSplit part = (DatasetSplit) split;
    return runs.get(part.run).scan.place(part.split);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
