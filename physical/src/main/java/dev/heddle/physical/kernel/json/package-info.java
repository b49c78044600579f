/**
 * Functions over JSON text, which is read token by token and never as a tree.
 *
 * <p>What is taken out of JSON is written without blanks, with names and texts escaped as little as
 * can be and numbers as they were written. Of several members with one name the first counts. Text
 * that is no JSON, which files may hold in columns of it, is an error of code {@code
 * INVALID_ARGUMENT}.
 */
@NullMarked
package dev.heddle.physical.kernel.json;

import org.jspecify.annotations.NullMarked;
