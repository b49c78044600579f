package dev.heddle.io.wire;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.io.dataset.DatasetForm;
import java.util.List;

/** A table on the wire. */
sealed interface TableForm {
  /** Files of a format. */
  record Files(FormatForm format, DatasetForm dataset) implements TableForm {}

  /** Rows in memory. */
  record InMemory(String name, Schema schema, List<Block> blocks) implements TableForm {}

  /** Rows that a job keeps in the cluster. */
  record Pinned(
      String name, Schema schema, long job, List<PinnedTable.Part> parts, PinnedTable.Count count)
      implements TableForm {}

  /** Some rows as an Arrow IPC message. */
  record Block(byte[] metadata, byte[] body) {}
}
