package dev.heddle.physical.sort;

import dev.heddle.physical.spill.SpillFile;

/**
 * Sorted rows on the disk, with the position in the pipeline's source as last column. {@link
 * #close} deletes them.
 *
 * @param number of two runs of one thread, the one written first has the lower one
 * @param file taken over
 * @param bytes how many bytes of rows there are
 * @param readBytes what a block of it takes at most, about, while its rows are read
 */
record SortRun(int number, SpillFile file, long bytes, long readBytes) implements AutoCloseable {
  @Override
  public void close() {
    file.close();
  }
}
