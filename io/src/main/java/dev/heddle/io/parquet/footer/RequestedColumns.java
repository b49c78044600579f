package dev.heddle.io.parquet.footer;

import dev.heddle.io.scan.ScanRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that a scan requests of one file, as the file has them. Immutable.
 *
 * @param footer of the file
 * @param columns in the order of the request
 * @param positions of the columns among those of the footer
 * @param firstLocator of the file's first row
 */
public record RequestedColumns(
    ParquetFooter footer, List<ParquetColumn> columns, List<Integer> positions, long firstLocator) {
  /** Copies the lists. */
  public RequestedColumns {
    columns = List.copyOf(columns);
    positions = List.copyOf(positions);
  }

  /** Finds the columns of a request in a file, whose first row has a locator. */
  public static RequestedColumns of(ParquetFooter footer, ScanRequest request, long firstLocator) {
    List<ParquetColumn> columns = new ArrayList<>();
    for (int i = 0; i < request.columns().size(); i++) {
      int position = request.columns().get(i);
      if (position == ScanRequest.ROW_NUMBER || position == ScanRequest.ROW_LOCATOR) {
        columns.add(RowNumberColumn.column());
        continue;
      }
      ParquetColumn whole = footer.columns().get(position);
      columns.add(whole.pruned(request.type(i, whole.type())));
    }
    return new RequestedColumns(footer, columns, request.columns(), firstLocator);
  }

  /** Returns the chunks of the columns in a row group. */
  public List<ChunkInfo> chunks(RowGroupInfo group) {
    List<ChunkInfo> chunks = new ArrayList<>(positions.size());
    for (int i = 0; i < positions.size(); i++) {
      int position = positions.get(i);
      if (position == ScanRequest.ROW_NUMBER) {
        chunks.add(RowNumberColumn.chunk(group, 0));
        continue;
      }
      if (position == ScanRequest.ROW_LOCATOR) {
        chunks.add(RowNumberColumn.chunk(group, firstLocator));
        continue;
      }
      ParquetColumn whole = footer.columns().get(position);
      chunks.add(columns.get(i).chunkOf(whole, group.chunks().get(position)));
    }
    return chunks;
  }

  /** Returns how many bytes the columns take in a row group. */
  public long bytes(RowGroupInfo group) {
    long bytes = 0;
    for (ChunkInfo chunk : chunks(group)) {
      bytes += chunk.compressedBytes();
    }
    return bytes;
  }
}
