package dev.heddle.io.wire;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.DatasetForm;
import java.util.List;

/** A table on the wire. */
sealed interface TableForm {
  /** Files of a format. */
  record Files(FormatForm format, DatasetForm dataset) implements TableForm {}

  /** Rows. */
  record Rows(String name, Schema schema, List<Block> blocks) implements TableForm {}

  /** Some rows as an Arrow IPC message. */
  record Block(byte[] metadata, byte[] body) {}
}
