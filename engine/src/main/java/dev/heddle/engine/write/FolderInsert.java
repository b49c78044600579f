package dev.heddle.engine.write;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.io.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What INSERT adds to a folder of Parquet files: files of new names, with the columns that the
 * folder has, all at once. Used by one thread.
 */
public final class FolderInsert {
  private final String folder;
  private final Schema schema;
  private final List<String> partitionBy;

  /**
   * Looks at a folder.
   *
   * @param storage the session's for the folder, to write
   * @param scans opens the files of a source
   * @throws HeddleException {@code NOT_FOUND} if there are no files in it, whose columns would
   *     decide what fits; {@code UNSUPPORTED} if they are not Parquet files, or it is no folder
   */
  public FolderInsert(String folder, Storage storage, Function<Source, LogicalPlan.Scan> scans) {
    this.folder = folder;
    if (storage.isFile(folder)) {
      throw unsupported(folder, "it is a file; name a folder");
    }
    if (!storage.isFolder(folder)) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot insert into "
              + folder
              + ": there is no such folder; make it by COPY (query) TO '"
              + folder
              + "'");
    }
    LogicalPlan.Scan scan = Source.firstFound(Source.ofPath(folder, DatasetOptions.DEFAULT), scans);
    if (!(scan.source() instanceof Source.Parquet)) {
      throw unsupported(folder, "its files are not Parquet; use COPY (query) TO with APPEND");
    }
    this.schema = scan.schema();
    this.partitionBy =
        keys(
            storage,
            storage.absolute(folder),
            storage.resolve(folder, List.of(".parquet")).getFirst().path());
  }

  private static HeddleException unsupported(String folder, String why) {
    return new HeddleException(ErrorCode.UNSUPPORTED, "Cannot insert into " + folder + ": " + why);
  }

  /** Returns the columns that name the folders between a folder and a file in it. */
  private List<String> keys(Storage storage, String root, String file) {
    String path = storage.absolute(file);
    List<String> keys = new ArrayList<>();
    String below = path.startsWith(root) ? path.substring(root.length()) : "";
    String[] parts = storage.slashed(below).split("/");
    for (int i = 0; i < parts.length - 1; i++) {
      int sign = parts[i].indexOf('=');
      String key = sign > 0 ? parts[i].substring(0, sign) : "";
      if (schema.indexOf(key).isPresent()) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** Returns the folder whose files a plan reads, and nothing else; null for others. */
  public static @Nullable String folder(LogicalPlan plan) {
    return plan instanceof LogicalPlan.Scan scan
            && scan.source() instanceof Source.Parquet(List<String> paths, DatasetOptions options)
            && paths.size() == 1
            && options.equals(DatasetOptions.DEFAULT)
            && paths.getFirst().indexOf('*') < 0
            && !Source.hasKnownEnd(paths.getFirst())
        ? paths.getFirst()
        : null;
  }

  /** Returns the columns that the folder has. */
  public Schema schema() {
    return schema;
  }

  /** Returns where the files go. */
  public WriteTarget target() {
    return new WriteTarget(
        folder,
        ParquetWriteOptions.DEFAULT,
        WriteLayout.DEFAULT.withPartitionBy(partitionBy),
        WriteMode.APPEND);
  }
}
