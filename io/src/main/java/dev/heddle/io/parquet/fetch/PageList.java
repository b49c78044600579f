package dev.heddle.io.parquet.fetch;

import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.ChunkInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** Where the pages of a column chunk start, in bytes and in rows. Immutable. */
public final class PageList {
  private final long[] offsets; // and the chunk's end
  private final long[] rows; // the first of each page, and the row group's count

  private PageList(long[] offsets, long[] rows) {
    this.offsets = offsets;
    this.rows = rows;
  }

  /**
   * Reads a list.
   *
   * @param bytes of the chunk's offset index
   * @param rows of the row group
   * @throws CorruptDataException if it is no list of ascending pages within the chunk
   */
  public static PageList read(byte[] bytes, ChunkInfo chunk, long rows) {
    List<PageLocation> locations;
    try {
      locations = Util.readOffsetIndex(new ByteArrayInputStream(bytes)).page_locations;
    } catch (IOException | RuntimeException e) {
      throw new CorruptDataException(
          "its list of pages cannot be decoded (" + e.getMessage() + ")");
    }
    return of(locations, chunk, rows);
  }

  /**
   * Makes a list of what the chunk's offset index holds.
   *
   * @throws CorruptDataException as for {@link #read}
   */
  public static PageList of(@Nullable List<PageLocation> locations, ChunkInfo chunk, long rows) {
    if (locations == null || locations.isEmpty()) {
      throw new CorruptDataException("its list of pages is empty");
    }
    int count = locations.size();
    long[] offsets = new long[count + 1];
    long[] firstRows = new long[count + 1];
    for (int i = 0; i < count; i++) {
      offsets[i] = locations.get(i).offset;
      firstRows[i] = locations.get(i).first_row_index;
    }
    offsets[count] = chunk.start() + chunk.compressedBytes();
    firstRows[count] = rows;
    boolean isRight = offsets[0] >= chunk.start() && firstRows[0] == 0;
    for (int i = 0; i < count; i++) {
      isRight &=
          offsets[i] < offsets[i + 1] && firstRows[i] <= firstRows[i + 1]; // none in an empty page
    }
    if (!isRight) {
      throw new CorruptDataException("its list of pages is wrong");
    }
    return new PageList(offsets, firstRows);
  }

  /** Returns how many pages there are. */
  public int count() {
    return offsets.length - 1;
  }

  /** Returns where a page starts in the file; for {@link #count}, where the chunk ends. */
  public long offset(int page) {
    return offsets[page];
  }

  /** Returns the first row of a page; for {@link #count}, how many rows there are. */
  public long firstRow(int page) {
    return rows[page];
  }

  /** Returns the page that holds a row, the last that starts with it: pages before are empty. */
  public int pageOf(long row) {
    int low = 0;
    int high = count() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (rows[middle] <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
