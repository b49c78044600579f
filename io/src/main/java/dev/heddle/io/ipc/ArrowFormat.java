package dev.heddle.io.ipc;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.FileFormat;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.SampledFiles;
import dev.heddle.io.text.TextStatistics;
import java.util.List;

/** Arrow IPC files, of the file format or the stream format; the bytes show which. */
public final class ArrowFormat implements FileFormat {
  private static final List<String> SUFFIXES = List.of(".arrow", ".arrows", ".feather", ".ipc");

  private final SampledFiles<ArrowInspected> known = new SampledFiles<>();

  @Override
  public String name() {
    return "arrow";
  }

  @Override
  public List<String> suffixes() {
    return SUFFIXES;
  }

  @Override
  public InspectedFile inspect(StoredFile file) {
    return known.find(file, IpcMetadata::read);
  }

  @Override
  public TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    return new ArrowScan(files, request, metrics);
  }

  @Override
  public TableStatistics statistics(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    double rows = 0;
    for (InspectedFile each : sample) {
      ArrowInspected file = (ArrowInspected) each;
      long bytes = file.batches().stream().mapToLong(IpcBlock::bodyBytes).sum();
      rows += bytes * file.rowsPerByte();
    }
    return TextStatistics.of(schema, rows * scale);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrowFormat;
  }

  @Override
  public int hashCode() {
    return ArrowFormat.class.hashCode();
  }
}
