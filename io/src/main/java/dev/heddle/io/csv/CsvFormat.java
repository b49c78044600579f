package dev.heddle.io.csv;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.TextEncoding;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CSV files, read with some options. */
public final class CsvFormat implements FileFormat {
  private static final int MAX_SAMPLED_FILES = 10; // as in DuckDB
  private static final int BLOCK_BYTES = 8 << 20;
  private static final List<String> SUFFIXES = Compression.suffixes(List.of(".csv", ".tsv"));

  private final CsvReadOptions options;
  private final CsvSplitting splitting;
  private final ZoneId zone;
  private final CsvTimes preferred;
  private final int blockBytes;
  private final SampledFiles<CsvInspected> samples = new SampledFiles<>();

  /**
   * Makes a format.
   *
   * @param zone the session's, in which local times of columns with zone are meant
   */
  public CsvFormat(CsvReadOptions options, ZoneId zone) {
    this(options, zone, CsvTimes.DEFAULT);
  }

  /**
   * Makes a format.
   *
   * @param zone the session's, in which local times of columns with zone are meant
   * @param preferred how dates are written where those of a file can be read in several ways
   */
  public CsvFormat(CsvReadOptions options, ZoneId zone, CsvTimes preferred) {
    this(options, zone, preferred, BLOCK_BYTES, CsvSplitting.OWN_WHERE_PLAIN);
  }

  /** Makes a format that reads large files in blocks of a size. */
  CsvFormat(CsvReadOptions options, ZoneId zone, int blockBytes, CsvSplitting splitting) {
    this(options, zone, CsvTimes.DEFAULT, blockBytes, splitting);
  }

  private CsvFormat(
      CsvReadOptions options,
      ZoneId zone,
      CsvTimes preferred,
      int blockBytes,
      CsvSplitting splitting) {
    this.preferred = preferred;
    this.options = options;
    this.splitting = splitting;
    this.zone = zone;
    this.blockBytes = blockBytes;
  }

  /** Returns how the text is read. */
  public CsvReadOptions options() {
    return options;
  }

  /** Returns how dates are written where those of a file can be read in several ways. */
  public CsvTimes preferred() {
    return preferred;
  }

  /** Returns the zone in which local times of columns with zone are meant. */
  public ZoneId zone() {
    return zone;
  }

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String rowsBy() {
    return name() + options + zone + preferred;
  }

  @Override
  public List<String> suffixes() {
    return SUFFIXES;
  }

  @Override
  public InspectedFile inspect(StoredFile file) {
    return samples.find(file, each -> CsvInspected.of(each, options, preferred));
  }

  @Override
  public int sampledFiles() {
    return options.schema() == null ? MAX_SAMPLED_FILES : 1;
  }

  @Override
  public InspectedFile united(List<? extends InspectedFile> sampled) {
    List<CsvInspected> files = sampled.stream().map(CsvInspected.class::cast).toList();
    return files.getFirst().united(files.subList(1, files.size()), options);
  }

  @Override
  public InspectedFile conform(InspectedFile file, Schema table) {
    return options.schema() == null ? ((CsvInspected) file).conform(table) : file;
  }

  @Override
  public FileFormat agreed(List<? extends InspectedFile> first) {
    Set<String> names = new LinkedHashSet<>();
    first.forEach(file -> names.addAll(file.schema().names()));
    for (Field stated : options.types()) {
      if (!names.contains(stated.name())) {
        throw new AnalysisException(
            NearestNames.missing("column", stated.name(), List.copyOf(names)));
      }
    }
    for (InspectedFile file : first) {
      CsvTimes times = ((CsvInspected) file).times();
      if (times.hasFormat()) {
        return new CsvFormat(options, zone, times, blockBytes, splitting);
      }
    }
    return this;
  }

  @Override
  public TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    return new TextScan(
        TextSplit.divide(files, CsvInspected.class, blockBytes, request, metrics, this::blocks),
        metrics,
        (split, account) ->
            CsvSplitReader.open(split, options, splitting, zone, request, account, metrics));
  }

  /** Returns the blocks of a file; null where they cannot be found without reading all before. */
  private @Nullable TextBlocks blocks(CsvInspected file) {
    if (Compression.of(file.file().path()) != Compression.NONE
        || options.encoding() != TextEncoding.UTF_8
        || !file.dialect().isAscii()) {
      return null;
    }
    long start = CsvStart.of(file, options.skipLines() + file.skippedLines());
    return new TextBlocks(file.file(), new CsvScanner(file.dialect()), start, blockBytes);
  }

  @Override
  public TableStatistics statistics(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    return TextStatistics.ofSample(schema, sample, scale);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CsvFormat that
        && options.equals(that.options)
        && splitting == that.splitting
        && zone.equals(that.zone)
        && preferred.equals(that.preferred)
        && blockBytes == that.blockBytes;
  }

  @Override
  public int hashCode() {
    return Objects.hash(options, splitting, zone, preferred, blockBytes);
  }
}
