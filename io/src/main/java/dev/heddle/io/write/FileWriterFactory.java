package dev.heddle.io.write;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PublishedOutput;

/** Begins files of one format with one set of options. Thread-safe. */
public interface FileWriterFactory {
  /**
   * Begins a file.
   *
   * @param output where its bytes go; taken over, also if this throws
   * @param schema its columns
   * @param account pays for what the writer keeps in memory
   */
  FileWriter open(PublishedOutput output, Schema schema, MemoryAccount account);
}
