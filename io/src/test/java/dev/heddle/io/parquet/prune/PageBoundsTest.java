package dev.heddle.io.parquet.prune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.parquet.footer.ChunkIndexes;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.Conversion;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetColumn.BoundOrder;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;

class PageBoundsTest {
  private static final ParquetColumn LONG =
      new ParquetColumn(
          "a", 0, Type.INT64, 8, DataType.INT64, true, Conversion.NONE, BoundOrder.SIGNED);
  private static final ChunkInfo CHUNK =
      new ChunkInfo(
          CompressionCodec.SNAPPY,
          4,
          100,
          100,
          -1,
          -1,
          -1,
          0,
          ChunkStatistics.UNKNOWN,
          ChunkIndexes.NONE,
          30,
          List.of());

  private static ByteBuffer bytes(long value) {
    ByteBuffer buffer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    return buffer.putLong(value).flip();
  }

  /** Pages of ten rows with the values from ten times their number on. */
  private static ColumnIndex index(int pages) {
    List<ByteBuffer> minima = new ArrayList<>();
    List<ByteBuffer> maxima = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      minima.add(bytes(10L * page));
      maxima.add(bytes(10L * page + 9));
    }
    List<Boolean> none = new ArrayList<>(java.util.Collections.nCopies(pages, false));
    return new ColumnIndex(none, minima, maxima, BoundaryOrder.UNORDERED);
  }

  private static Optional<PageBounds> read(ColumnIndex index, long... firstRows) {
    List<PageLocation> locations = new ArrayList<>();
    for (long row : firstRows) {
      locations.add(new PageLocation(4 + row, 10, row));
    }
    ByteArrayOutputStream columnIndex = new ByteArrayOutputStream();
    ByteArrayOutputStream offsetIndex = new ByteArrayOutputStream();
    try {
      Util.writeColumnIndex(index, columnIndex);
      Util.writeOffsetIndex(new OffsetIndex(locations), offsetIndex);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return PageBounds.read(LONG, CHUNK, 30, columnIndex.toByteArray(), offsetIndex.toByteArray());
  }

  private static PruningPredicate compare(Operator operator, long value) {
    return new PruningPredicate.Compare(0, operator, ScanValue.Whole.of(value));
  }

  @Test
  void decidesPageByPage() {
    ColumnIndex index = index(3);
    index.setNull_counts(List.of(0L, 0L, 1L));
    PageBounds pages = read(index, 0, 10, 20).orElseThrow();
    RowSelection selection = pages.select(compare(Operator.GREATER_OR_EQUAL, 10));
    assertThat(selection.possible()).isEqualTo(RowRanges.of(10, 30));
    assertThat(selection.certain()).isEqualTo(RowRanges.of(10, 20));
    assertThat(pages.pagesOutside(selection.possible())).isEqualTo(1);
    assertThat(pages.select(new PruningPredicate.IsNull(0)).possible())
        .isEqualTo(RowRanges.of(20, 30));
    assertThat(pages.select(new PruningPredicate.IsNotNull(0)).certain())
        .isEqualTo(RowRanges.of(0, 20));
  }

  @Test
  void withoutCountsOfNullsNothingIsCertain() {
    PageBounds pages = read(index(3), 0, 10, 20).orElseThrow();
    RowSelection selection = pages.select(compare(Operator.GREATER_OR_EQUAL, 10));
    assertThat(selection.possible()).isEqualTo(RowRanges.of(10, 30));
    assertThat(selection.certain()).isEqualTo(RowRanges.NONE);
  }

  @Test
  void aPageIsNullOnlyIfTheCountSaysSo() {
    ColumnIndex index = index(3);
    index.setNull_pages(Arrays.asList(true, true, false));
    index.setNull_counts(List.of(10L, 0L, 0L));
    PageBounds pages = read(index, 0, 10, 20).orElseThrow();
    assertThat(pages.select(compare(Operator.EQUAL, 25)).possible())
        .isEqualTo(RowRanges.of(10, 30));
  }

  @Test
  void anIndexThatContradictsItselfProvesNothing() {
    assertThat(read(index(2), 0, 10, 20)).isEmpty();
    assertThat(read(index(3), 0, 20, 10)).isEmpty();
    assertThat(read(index(3), 1, 10, 20)).isEmpty();
    assertThat(read(index(3), 0, 10, 30)).isEmpty();
    ColumnIndex fewCounts = index(3);
    fewCounts.setNull_counts(List.of(0L));
    assertThat(read(fewCounts, 0, 10, 20)).isEmpty();
    assertThat(PageBounds.read(LONG, CHUNK, 30, new byte[] {1, 2, 3}, new byte[0])).isEmpty();
  }
}
