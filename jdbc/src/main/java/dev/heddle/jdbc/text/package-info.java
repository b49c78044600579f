/**
 * What the driver reads of a statement's text by itself, minding quotes, quoted names and comments:
 * the number of parameters and the first word. The escapes of JDBC are part of Heddle's SQL.
 */
@NullMarked
package dev.heddle.jdbc.text;

import org.jspecify.annotations.NullMarked;
