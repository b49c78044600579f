package dev.heddle.io.json;

import dev.heddle.io.scan.Split;
import dev.heddle.io.text.TextBlocks;
import org.jspecify.annotations.Nullable;

/**
 * A file, or a block of one.
 *
 * @param file which file
 * @param blocks its blocks, or null if it is read whole
 * @param block which of them
 * @param bytes how many bytes of the file the part takes
 * @param rows about how many rows it has
 */
record JsonSplit(JsonInspected file, @Nullable TextBlocks blocks, int block, long bytes, long rows)
    implements Split {}
