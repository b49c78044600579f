package dev.heddle.engine.session;

import static java.util.Objects.requireNonNull;

import dev.heddle.engine.session.OutputFiles.FileLimits;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.io.dataset.PartitionTypes;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.ForwardedOutput;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.text.Compression;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.io.write.SortField;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.plan.PhysicalPlan;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One write of a query's rows: to a file, which appears complete or not at all, or to a folder, in
 * which all files appear together. Used by one thread.
 */
final class FileOutput {
  private static final WriteSummary NOTHING = new WriteSummary(0, 0, 0);

  /** What of the memory budget, or of the heap if that is less, open files may take. */
  private static final int SHARE = 4;

  private final LogicalPlan plan;
  private final WriteTarget target;
  private final Storage storage;
  private final ZoneId zone;
  private final int threads;
  private final Runs runs;
  private List<Field> partitions = List.of(); // columns that name folders
  private long nanos;

  /** Runs queries into sinks. */
  interface Runs {
    /** Runs a plan; the sink is made when the plan is physical, and closed when this returns. */
    void run(LogicalPlan plan, SinkMaker sinks);
  }

  /** Makes the end of a query. */
  interface SinkMaker {
    SinkFactory make(PhysicalPlan plan, MemoryAccount account);
  }

  /**
   * Makes a write.
   *
   * @param zone shows timestamps with zone as text
   * @param threads how many threads work on a query
   */
  FileOutput(LogicalPlan plan, WriteTarget target, ZoneId zone, int threads, Runs runs) {
    this.plan = plan;
    this.target = target;
    this.storage = Storages.of(target.path());
    this.zone = zone;
    this.threads = threads;
    this.runs = runs;
  }

  /** Returns how long threads have written, waits for the storage included. */
  long nanos() {
    return nanos;
  }

  WriteSummary write() {
    return isFile() ? writeFile() : writeFolder();
  }

  private boolean isFile() {
    WriteLayout layout = target.layout();
    boolean hasSuffix = target.format().suffixes().stream().anyMatch(target.path()::endsWith);
    boolean isFile =
        layout.shape() == WriteShape.FILE
            || (hasSuffix && !layout.needsFolder() && !storage.isFolder(target.path()));
    if (isFile && target.mode() == WriteMode.APPEND) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot append to " + target.path() + ": it means a single file; name a folder");
    }
    return isFile;
  }

  private WriteSummary writeFile() {
    if (storage.isFolder(target.path())) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot write file " + target.path() + ": it is a folder; choose another path");
    }
    boolean mayReplace = target.mode() == WriteMode.OVERWRITE;
    if (!mayReplace && storage.exists(target.path())) {
      if (target.mode() == WriteMode.IGNORE) {
        return NOTHING;
      }
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot write "
              + target.path()
              + ": it exists; choose another path or ask for overwriting");
    }
    storage.dropLeftovers(target.path());
    try {
      return new Run(
              plan,
              Kind.FILE,
              (_, _) -> {
                PublishedOutput output = storage.create(target.path());
                return mayReplace ? output : new NewFile(output);
              })
          .toEnd();
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.ALREADY_EXISTS && target.mode() == WriteMode.IGNORE) {
        return NOTHING;
      }
      throw e;
    }
  }

  private WriteSummary writeFolder() {
    Optional<FolderWrite> begun = FolderWrite.begin(storage, target.path(), target.mode());
    if (begun.isEmpty()) {
      return NOTHING;
    }
    try (FolderWrite write = begun.get()) {
      Run first = run(plan, Kind.FOLDER, write);
      WriteSummary summary;
      try {
        summary = first.toEnd();
      } catch (HeddleException e) {
        if (!first.neededMoreFiles()) {
          throw e;
        }
        write.dropFiles();
        summary = run(sortedByFolder(), Kind.SORTED_FOLDER, write).toEnd();
      }
      if (!(target.format() instanceof ParquetWriteOptions) && !partitions.isEmpty()) {
        write.note(PartitionTypes.NOTE, others -> PartitionTypes.agreed(others, partitions));
      }
      return write.commit() ? summary : NOTHING;
    }
  }

  private Run run(LogicalPlan rows, Kind kind, FolderWrite write) {
    String suffix = target.format().suffixes().getFirst();
    return new Run(
        rows,
        kind,
        (folder, number) -> {
          String name = String.format("part-%s-%05d%s", write.id(), number, suffix);
          return write.create(folder.isEmpty() ? name : folder + "/" + name);
        });
  }

  /** The order by which a folder's rows come one after the other; it keeps the plan's own. */
  private LogicalPlan sortedByFolder() {
    List<SortKey> keys = new ArrayList<>();
    for (String column : target.layout().partitionBy()) {
      keys.add(new SortKey(new Expr.Column(column), SortDirection.ASCENDING, NullPlacement.LAST));
    }
    if (plan instanceof LogicalPlan.Sort sort) {
      keys.addAll(sort.keys());
      return new LogicalPlan.Sort(sort.input(), keys);
    }
    return new LogicalPlan.Sort(plan, keys);
  }

  private enum Kind {
    FILE,
    FOLDER,
    /** The rows of a partition come one after the other. */
    SORTED_FOLDER
  }

  /** One run of the query. */
  private final class Run {
    private final LogicalPlan rows;
    private final Kind kind;
    private final OutputFiles.Outputs outputs;
    private @Nullable OutputFiles files;

    Run(LogicalPlan rows, Kind kind, OutputFiles.Outputs outputs) {
      this.rows = rows;
      this.kind = kind;
      this.outputs = outputs;
    }

    WriteSummary toEnd() {
      runs.run(rows, this::sink);
      OutputFiles written = requireNonNull(files, "the query has had no sink");
      nanos += written.nanos();
      return new WriteSummary(written.rows(), written.bytes(), written.files());
    }

    boolean neededMoreFiles() {
      return files != null && files.neededMore();
    }

    private SinkFactory sink(PhysicalPlan physical, MemoryAccount account) {
      Optional<List<SortField>> order = KnownOrder.of(physical);
      WriteSinkFactory.Order wanted =
          switch (kind) {
            case FILE -> WriteSinkFactory.Order.AS_THEY_COME;
            case FOLDER ->
                order.isPresent()
                    ? WriteSinkFactory.Order.AS_THEY_COME
                    : WriteSinkFactory.Order.NONE;
            case SORTED_FOLDER -> WriteSinkFactory.Order.BY_FOLDER;
          };
      int streams = wanted == WriteSinkFactory.Order.NONE ? threads : 1;
      long maxBytes =
          Math.min(account.ledger().limitBytes(), Runtime.getRuntime().maxMemory()) / SHARE;
      partitions = partitions(rows.schema(), target.layout());
      FileWriterFactory format =
          FileWriters.of(
              target.format(),
              kind == Kind.FILE ? Compression.of(target.path()) : Compression.NONE,
              fileOrder(order.orElse(List.of())),
              partitions,
              zone,
              maxBytes / (2L * streams));
      Schema schema = rows.schema();
      WriteLayout layout = target.layout();
      files =
          new OutputFiles(format, layout.fileColumns(schema), account, limits(maxBytes), outputs);
      return new WriteSinkFactory(files, schema, layout.partitionBy(), wanted, account);
    }

    private FileLimits limits(long maxBytes) {
      WriteLayout layout = target.layout();
      return switch (kind) {
        case FILE -> new FileLimits(Long.MAX_VALUE, Long.MAX_VALUE, 1, Long.MAX_VALUE);
        case FOLDER ->
            new FileLimits(
                layout.maxFileBytes(), layout.maxFileRows(), layout.maxOpenFiles(), maxBytes);
        case SORTED_FOLDER ->
            new FileLimits(
                layout.maxFileBytes(), layout.maxFileRows(), Integer.MAX_VALUE, maxBytes);
      };
    }
  }

  private static List<Field> partitions(Schema schema, WriteLayout layout) {
    return layout.partitionBy().stream()
        .map(name -> schema.field(schema.indexOf(name).orElseThrow()))
        .toList();
  }

  /** In a folder of a partition the columns that name it order nothing. */
  private List<SortField> fileOrder(List<SortField> order) {
    List<SortField> left = new ArrayList<>(order);
    left.removeIf(column -> target.layout().partitionBy().contains(column.column()));
    return left;
  }

  /** A file that must not take the place of another. */
  private static final class NewFile extends ForwardedOutput {
    NewFile(PublishedOutput output) {
      super(output);
    }

    @Override
    public void publish() {
      output.publishNew();
    }

    @Override
    public void publishNew() {
      output.publishNew();
    }

    @Override
    public PreparedFile prepare() {
      return output.prepare();
    }
  }
}
