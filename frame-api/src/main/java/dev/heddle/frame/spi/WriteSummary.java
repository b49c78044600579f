package dev.heddle.frame.spi;

/**
 * What a write did.
 *
 * @param rows rows written
 * @param bytes bytes of the file
 */
public record WriteSummary(long rows, long bytes) {}
