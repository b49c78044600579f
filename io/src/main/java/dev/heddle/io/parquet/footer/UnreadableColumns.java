package dev.heddle.io.parquet.footer;

import dev.heddle.io.parquet.codec.Decompressor;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;

/** Finds why a leaf column cannot be read, as far as its chunks and not its type are the reason. */
final class UnreadableColumns {
  private UnreadableColumns() {}

  /**
   * Returns why the chunks of a leaf cannot be read.
   *
   * @param leaf position among the columns of the row groups, some of which may lack it
   */
  static Optional<String> of(FileMetaData metadata, int leaf) {
    for (RowGroup group : metadata.row_groups) {
      if (group.columns == null || leaf >= group.columns.size()) {
        continue;
      }
      Optional<String> why = of(group.columns.get(leaf));
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> of(ColumnChunk chunk) {
    if (chunk.isSetCrypto_metadata() || chunk.isSetEncrypted_column_metadata()) {
      return Optional.of("it is encrypted; write the file without encryption");
    }
    if (chunk.isSetFile_path() && !chunk.getFile_path().isEmpty()) {
      return Optional.of(
          "it is in another file, " + chunk.getFile_path() + "; read that file itself");
    }
    return Optional.ofNullable(chunk.meta_data)
        .map(data -> data.codec)
        .flatMap(Decompressor::obstacle)
        .map(obstacle -> "it is " + obstacle);
  }
}
