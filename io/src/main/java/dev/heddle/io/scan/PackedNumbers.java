package dev.heddle.io.scan;

/**
 * Integers without nulls that are unsigned codes in memory: {@code base + step * code}.
 *
 * @param address where the codes of a column's rows start; lent
 * @param width of a code in bytes: 1, 2 or 4
 * @param base the number of code 0
 * @param step what each code more adds
 */
public record PackedNumbers(long address, int width, long base, long step) {}
