package dev.heddle.io.ipc;

import dev.heddle.io.scan.Split;

/**
 * Neighbouring messages of rows of one file.
 *
 * @param file which file
 * @param from the first message
 * @param to behind the last
 * @param bytes how many bytes they have
 * @param rows about how many rows they have
 */
record ArrowSplit(ArrowInspected file, int from, int to, long bytes, long rows) implements Split {}
