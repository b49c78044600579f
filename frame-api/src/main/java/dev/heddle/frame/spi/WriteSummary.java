package dev.heddle.frame.spi;

/**
 * What a write did.
 *
 * @param rows rows written
 * @param bytes bytes of the files
 * @param files files written; 0 if the target existed and the write was to be ignored then
 */
public record WriteSummary(long rows, long bytes, long files) {}
