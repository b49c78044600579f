package dev.heddle.io.parquet.metadata;

import static java.util.stream.Collectors.joining;

import dev.heddle.frame.plan.Source;
import dev.heddle.io.parquet.footer.RawFooter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/** The rows of a footer, with the values of {@link FooterColumns} as {@link FooterValues} takes. */
final class FooterRows {
  private final RawFooter footer;
  private final FileMetaData metadata;
  private final String path;

  private FooterRows(RawFooter footer) {
    this.footer = footer;
    this.metadata = footer.metadata();
    this.path = footer.file().path();
  }

  /** Returns the rows of a part of a footer. */
  static List<@Nullable Object[]> of(RawFooter footer, Source.FooterPart part) {
    FooterRows rows = new FooterRows(footer);
    return switch (part) {
      case FILE -> rows.file();
      case CHUNKS -> rows.chunks();
      case ELEMENTS -> rows.elements();
      case KEY_VALUES -> rows.keyValues();
      case ALL -> {
        Object[] all = {rows.file(), rows.chunks(), rows.elements(), rows.keyValues()};
        yield Collections.singletonList(all);
      }
    };
  }

  private static @Nullable Object known(boolean isKnown, @Nullable Object value) {
    return isKnown ? value : null;
  }

  private static @Nullable Object text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private List<@Nullable Object[]> file() {
    List<String> orders = null;
    if (metadata.isSetColumn_orders()) {
      orders =
          metadata.column_orders.stream()
              .map(
                  order ->
                      order.isSetTYPE_ORDER()
                          ? "ColumnOrder(TYPE_ORDER=TypeDefinedOrder())"
                          : "ColumnOrder(TYPE_ORDER=<null>)")
              .toList();
    }
    @Nullable Object[] row = {
      path,
      metadata.created_by,
      metadata.num_rows,
      (long) metadata.row_groups.size(),
      (long) metadata.version,
      text(metadata.encryption_algorithm),
      known(
          metadata.isSetFooter_signing_key_metadata(),
          new String(bytes(metadata.getFooter_signing_key_metadata()), StandardCharsets.UTF_8)),
      footer.file().sizeBytes(),
      (long) footer.bytes(),
      orders
    };
    return Collections.singletonList(row);
  }

  private static byte[] bytes(byte @Nullable [] bytes) {
    return bytes == null ? new byte[0] : bytes;
  }

  private List<@Nullable Object[]> elements() {
    @Nullable String[] types = ElementTypes.of(metadata.schema);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SchemaElement e : metadata.schema) {
      @Nullable Object[] row = {
        path,
        e.name,
        text(e.type),
        known(e.isSetType_length(), String.valueOf(e.type_length)),
        text(e.repetition_type),
        known(e.isSetNum_children(), (long) e.num_children),
        text(e.converted_type),
        known(e.isSetScale(), (long) e.scale),
        known(e.isSetPrecision(), (long) e.precision),
        known(e.isSetField_id(), (long) e.field_id),
        e.logicalType == null ? null : LogicalTypeText.of(e.logicalType),
        types[rows.size()],
        (long) rows.size()
      };
      rows.add(row);
    }
    return rows;
  }

  private List<@Nullable Object[]> keyValues() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Map.Entry<byte[], byte[]> entry : entries(metadata.key_value_metadata)) {
      @Nullable Object[] row = {path, entry.getKey(), entry.getValue()};
      rows.add(row);
    }
    return rows;
  }

  private static List<Map.Entry<byte[], byte[]>> entries(@Nullable List<KeyValue> pairs) {
    List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
    for (KeyValue pair : pairs == null ? List.<KeyValue>of() : pairs) {
      String value = pair.value == null ? "" : pair.value;
      entries.add(
          Map.entry(
              pair.key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
    }
    return entries;
  }

  private List<@Nullable Object[]> chunks() {
    List<SchemaElement> leaves = footer.leaves();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int group = 0; group < metadata.row_groups.size(); group++) {
      RowGroup rowGroup = metadata.row_groups.get(group);
      for (int leaf = 0; leaf < Math.min(leaves.size(), rowGroup.columns.size()); leaf++) {
        if (rowGroup.columns.get(leaf).meta_data != null) {
          rows.add(chunk(rowGroup, group, leaves.get(leaf), leaf));
        }
      }
    }
    return rows;
  }

  private @Nullable Object[] chunk(RowGroup group, int groupId, SchemaElement leaf, int leafId) {
    ColumnChunk chunk = group.columns.get(leafId);
    ColumnMetaData info = chunk.meta_data;
    Statistics statistics = info.statistics == null ? new Statistics() : info.statistics;
    return new @Nullable Object[] {
      path,
      (long) groupId,
      group.num_rows,
      (long) group.columns.size(),
      group.total_byte_size,
      (long) leafId,
      known(group.isSetFile_offset(), chunk.file_offset),
      info.num_values,
      String.join(", ", info.path_in_schema),
      text(info.type),
      BoundText.of(leaf, statistics.getMin()),
      BoundText.of(leaf, statistics.getMax()),
      known(statistics.isSetNull_count(), statistics.null_count),
      known(statistics.isSetDistinct_count(), statistics.distinct_count),
      BoundText.of(leaf, statistics.getMin_value()),
      BoundText.of(leaf, statistics.getMax_value()),
      text(info.codec),
      info.encodings.stream().map(Object::toString).collect(joining(", ")),
      known(info.isSetIndex_page_offset(), info.index_page_offset),
      known(info.isSetDictionary_page_offset(), info.dictionary_page_offset),
      info.data_page_offset,
      info.total_compressed_size,
      info.total_uncompressed_size,
      entries(info.key_value_metadata),
      known(info.isSetBloom_filter_offset(), info.bloom_filter_offset),
      known(info.isSetBloom_filter_length(), (long) info.bloom_filter_length),
      known(statistics.isSetIs_min_value_exact(), statistics.is_min_value_exact),
      known(statistics.isSetIs_max_value_exact(), statistics.is_max_value_exact),
      known(group.isSetTotal_compressed_size(), group.total_compressed_size),
      null, // no bounds of shapes
      null,
      pages(info),
      known(statistics.isSetNan_count(), statistics.nan_count)
    };
  }

  private static @Nullable List<Object[]> pages(ColumnMetaData info) {
    return info.isSetEncoding_stats()
        ? info.encoding_stats.stream()
            .map(p -> new Object[] {p.page_type.toString(), p.encoding.toString(), (long) p.count})
            .toList()
        : null;
  }
}
