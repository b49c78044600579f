package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.storage.FolderNotes;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The types of the columns that name the folders of a file, as the file records them: {@code
 * name=TYPE} with names URL-encoded, one after the other with a semicolon between.
 */
public final class PartitionTypes {
  /** Under which key files record them. */
  public static final String KEY = "heddle.partition_types";

  /** The note in a folder that records them for formats whose files cannot. */
  public static final String NOTE = "_partition_types";

  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d{1,2}), (\\d{1,2})\\)");
  private static final List<DataType> SCALARS =
      List.of(
          DataType.BOOL,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          DataType.STRING,
          DataType.DATE,
          DataType.TIME,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP_TZ,
          new DataType.Timestamp(TimestampUnit.NANOS, false),
          new DataType.Timestamp(TimestampUnit.NANOS, true));

  private PartitionTypes() {}

  /** Returns the text that records the types of columns. */
  public static String text(List<Field> columns) {
    return columns.stream()
        .map(
            column ->
                URLEncoder.encode(column.name(), StandardCharsets.UTF_8)
                    + "="
                    + column.type().sqlName())
        .collect(Collectors.joining(";"));
  }

  /** Returns such a text for columns of files beside those of another text: what both agree on. */
  public static String agreed(Optional<String> others, List<Field> columns) {
    if (others.isEmpty()) {
      return text(columns);
    }
    Map<String, DataType> before = parse(others.get());
    return text(
        columns.stream()
            .filter(column -> column.type().equals(before.get(column.name())))
            .toList());
  }

  /**
   * Reads the types that the folder of a partitioned table records.
   *
   * @param file in a folder of the last level
   * @param levels how many folders below the table's name partitions
   */
  static Map<String, DataType> of(StoredFile file, int levels) {
    String folder = file.path();
    for (int i = 0; i <= levels; i++) {
      folder = folder.substring(0, Math.max(0, folder.lastIndexOf('/')));
    }
    return FolderNotes.read(Storages.of(file.path()), folder, NOTE)
        .map(PartitionTypes::parse)
        .orElse(Map.of());
  }

  /** Reads such a text; types that cannot name folders do not count. */
  public static Map<String, DataType> parse(String text) {
    Map<String, DataType> types = new LinkedHashMap<>();
    for (String part : text.split(";")) {
      int sign = part.indexOf('=');
      if (sign < 0) {
        continue;
      }
      try {
        String name = URLDecoder.decode(part.substring(0, sign), StandardCharsets.UTF_8);
        type(part.substring(sign + 1)).ifPresent(type -> types.put(name, type));
      } catch (IllegalArgumentException e) {
        continue; // somebody else's text
      }
    }
    return types;
  }

  private static Optional<DataType> type(String name) {
    Matcher decimal = DECIMAL.matcher(name);
    if (decimal.matches()) {
      int precision = Integer.parseInt(decimal.group(1));
      int scale = Integer.parseInt(decimal.group(2));
      boolean isValid =
          precision >= 1 && precision <= DataType.Decimal.MAX_PRECISION && scale <= precision;
      return isValid ? Optional.of(new DataType.Decimal(precision, scale)) : Optional.empty();
    }
    return SCALARS.stream().filter(type -> type.sqlName().equals(name)).findFirst();
  }
}
