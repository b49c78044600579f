package dev.heddle.engine.write;

import dev.heddle.engine.write.WritePlans.FolderOrder;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
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
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.SingleFileWrite;
import dev.heddle.io.storage.Storage;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WriteSpec;
import dev.heddle.physical.write.DirectFile;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * One write of a query's rows: to a file, which appears complete or not at all, or to a folder, in
 * which all files appear together. Its tasks write the files, wherever they run; this begins the
 * write, and commits what the attempts that count have written. Used by one thread.
 */
public final class FileOutput {
  private static final WriteSummary NOTHING = new WriteSummary(0, 0, 0);

  private final LogicalPlan plan;
  private final WriteTarget target;
  private final Storage storage;
  private final WritePlans plans;
  private final Runs runs;

  /** Runs queries. */
  public interface Runs {
    /**
     * Runs a plan and hands over the rows that it delivers; what has been handed over is void if it
     * begins anew.
     *
     * @param end puts the write on top of what is to run
     * @param begin called before the first rows
     */
    void run(
        LogicalPlan plan,
        UnaryOperator<PhysicalPlan> end,
        Runnable begin,
        Consumer<ResultBatch> rows);
  }

  /**
   * Makes a write.
   *
   * @param storage the session's for the target
   */
  public FileOutput(
      LogicalPlan plan, WriteTarget target, Storage storage, WritePlans plans, Runs runs) {
    this.plan = plan;
    this.target = target;
    this.storage = storage;
    this.plans = plans;
    this.runs = runs;
  }

  /** Writes, and returns what has been written. */
  public WriteSummary write() {
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
    boolean mayReplace = target.mode().replacesFile();
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
      return plans.site() == WritePlans.Site.ELSEWHERE && !storage.isWrittenInPlace(target.path())
          ? writeFileElsewhere()
          : writeFileHere();
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.ALREADY_EXISTS && target.mode() == WriteMode.IGNORE) {
        return NOTHING;
      }
      throw e;
    }
  }

  /** The task of the write runs in this process. */
  private WriteSummary writeFileHere() {
    WritePlans here =
        plans.site() == WritePlans.Site.ELSEWHERE ? plans.at(WritePlans.Site.CLIENT) : plans;
    try (DirectFile file = new DirectFile(storage, target.path(), target.mode())) {
      WrittenFiles written = run(plan, physical -> here.file(physical, file.destination()));
      file.publish();
      return written.summary(target.layout().partitionBy());
    }
  }

  private WriteSummary writeFileElsewhere() {
    try (SingleFileWrite write = SingleFileWrite.begin(storage, target.path(), target.mode())) {
      WriteSpec.Destination file =
          new WriteSpec.Staged(write.staging(), target.path(), target.layout().fileNames());
      WrittenFiles written = run(plan, physical -> plans.file(physical, file));
      write.commit(written.only());
      return written.summary(target.layout().partitionBy());
    }
  }

  private WriteSummary writeFolder() {
    Optional<FolderWrite> begun =
        FolderWrite.begin(storage, target.path(), target.mode(), target.layout().fileNames());
    if (begun.isEmpty()) {
      return NOTHING;
    }
    try (FolderWrite write = begun.get()) {
      WriteSpec.Destination folder =
          new WriteSpec.Staged(write.staging(), target.path(), target.layout().fileNames());
      WrittenFiles written = run(plan, p -> plans.folder(p, folder, FolderOrder.ANY));
      if (written.neededMore()) {
        written = run(plan, p -> plans.folder(p, folder, FolderOrder.SORTED));
      }
      List<String> partitionBy = target.layout().partitionBy();
      if (partitionBy.isEmpty() && written.files().isEmpty()) {
        written = run(emptied(), p -> plans.file(p, folder)); // so that the columns are known
      }
      write.add(written.files());
      if (!(target.format() instanceof ParquetWriteOptions) && !partitionBy.isEmpty()) {
        List<Field> partitions = partitions(plan.schema(), partitionBy);
        write.note(PartitionTypes.NOTE, others -> PartitionTypes.agreed(others, partitions));
      }
      WriteSummary summary = written.summary(target.layout().partitionBy());
      return write.commit() ? summary : NOTHING;
    }
  }

  private LogicalPlan emptied() {
    return new LogicalPlan.Limit(plan, 0, 0);
  }

  private WrittenFiles run(LogicalPlan rows, UnaryOperator<PhysicalPlan> end) {
    WrittenFiles written = new WrittenFiles();
    runs.run(rows, end, written::clear, written::add);
    written.check();
    return written;
  }

  private static List<Field> partitions(Schema schema, List<String> names) {
    return names.stream().map(name -> schema.field(schema.indexOf(name).orElseThrow())).toList();
  }
}
