/**
 * Functions over JSON text. One value is taken out of it token by token; what changes it or
 * compares all of it has it as a tree.
 *
 * <p>What is taken out of JSON is written without blanks, with names and texts escaped as little as
 * can be, integers as they were written, and other numbers as the shortest text that means the same
 * number of 64 bits. Of several members with one name the first counts. Text that is no JSON, which
 * files may hold in columns of it, is an error of code {@code INVALID_ARGUMENT}.
 */
@NullMarked
package dev.heddle.physical.kernel.json;

import org.jspecify.annotations.NullMarked;
