package dev.heddle.io.json;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.FileFormat;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.Compression;
import dev.heddle.io.text.SampledFiles;
import dev.heddle.io.text.TextBlocks;
import dev.heddle.io.text.TextScan;
import dev.heddle.io.text.TextSplit;
import dev.heddle.io.text.TextStatistics;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON files of objects, one a line or on any lines, or of one array, read with some options. */
public final class JsonFormat implements FileFormat {
  private static final int BLOCK_BYTES = 8 << 20;
  private static final int MAX_SAMPLED_FILES = 32; // as in DuckDB
  private static final List<String> SUFFIXES =
      Compression.suffixes(List.of(".json", ".jsonl", ".ndjson"));

  private final JsonReadOptions options;
  private final ZoneId zone;
  private final int blockBytes;
  private final SampledFiles<JsonInspected> samples = new SampledFiles<>();

  /**
   * Makes a format.
   *
   * @param zone the session's, in which local times of columns with zone are meant
   * @throws HeddleException with code {@code UNSUPPORTED} for a stated type that JSON cannot hold
   */
  public JsonFormat(JsonReadOptions options, ZoneId zone) {
    this(options, zone, BLOCK_BYTES);
  }

  /** Makes a format that reads large files in blocks of a size. */
  JsonFormat(JsonReadOptions options, ZoneId zone, int blockBytes) {
    this.options = options;
    this.zone = zone;
    this.blockBytes = blockBytes;
    Schema stated = options.schema();
    if (stated != null) {
      stated.fields().forEach(field -> check(field.name(), field.type()));
    }
  }

  private static void check(String column, DataType type) {
    switch (type) {
      case DataType.ListOf(DataType element) -> check(column, element);
      case DataType.MapOf(DataType key, DataType value) -> {
        if (key.isNested()) {
          throw unsupported(column, type);
        }
        check(column, key);
        check(column, value);
      }
      case DataType.Struct(List<Field> fields) ->
          fields.forEach(field -> check(column + "." + field.name(), field.type()));
      case DataType.Null _ -> throw unsupported(column, type);
      case DataType _ -> {}
    }
  }

  private static HeddleException unsupported(String column, DataType type) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot read json column "
            + column
            + " as "
            + type.sqlName()
            + "; read it as VARCHAR and convert it");
  }

  /** Returns how the text is read. */
  public JsonReadOptions options() {
    return options;
  }

  /** Returns the zone in which local times of columns with zone are meant. */
  public ZoneId zone() {
    return zone;
  }

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String rowsBy() {
    return name() + options + zone;
  }

  @Override
  public List<String> suffixes() {
    return SUFFIXES;
  }

  @Override
  public InspectedFile inspect(StoredFile file) {
    return samples.find(file, each -> JsonInspected.of(each, options));
  }

  @Override
  public int sampledFiles() {
    return options.schema() == null ? MAX_SAMPLED_FILES : 1;
  }

  @Override
  public boolean unitesNames() {
    return options.schema() == null;
  }

  @Override
  public InspectedFile united(List<? extends InspectedFile> sampled) {
    List<JsonInspected> files = sampled.stream().map(JsonInspected.class::cast).toList();
    return files.size() < 2
        ? FileFormat.super.united(files)
        : files.getFirst().united(files.subList(1, files.size()), options);
  }

  @Override
  public FileFormat agreed(List<? extends InspectedFile> first) {
    if (first.stream().allMatch(InspectedFile::isBlank)) {
      throw ((JsonInspected) first.getFirst()).noColumns();
    }
    return this;
  }

  @Override
  public InspectedFile conform(InspectedFile file, Schema table) {
    return options.schema() == null ? ((JsonInspected) file).conform(table) : file;
  }

  @Override
  public TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    return new TextScan(
        TextSplit.divide(files, JsonInspected.class, blockBytes, request, metrics, this::blocks),
        metrics,
        (split, account) ->
            JsonSplitReader.open(split, options.badRows(), zone, request, account, metrics));
  }

  /** Returns the blocks of a file; null where it has to be read as a whole. */
  private @Nullable TextBlocks blocks(JsonInspected file) {
    boolean isPlain = Compression.of(file.file().path()) == Compression.NONE;
    return isPlain && file.isByLine()
        ? new TextBlocks(file.file(), new LineScanner(), 0, blockBytes)
        : null;
  }

  @Override
  public TableStatistics statistics(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    return TextStatistics.ofSample(schema, sample, scale);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonFormat that
        && options.equals(that.options)
        && zone.equals(that.zone)
        && blockBytes == that.blockBytes;
  }

  @Override
  public int hashCode() {
    return Objects.hash(options, zone, blockBytes);
  }
}
