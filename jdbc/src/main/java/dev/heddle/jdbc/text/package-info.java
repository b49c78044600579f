/**
 * What the driver reads of a statement's text by itself, minding quotes, quoted names and comments:
 * the number of parameters, and the escapes of JDBC.
 *
 * <p>{@code {fn f(x)}} becomes the call, {@code {oj t}} the join, <code>{escape 'c'}</code> the
 * clause, and {@code {d}, {t}, {ts}} literals; {@code {call}} is refused. Other braces stay.
 */
@NullMarked
package dev.heddle.jdbc.text;

import org.jspecify.annotations.NullMarked;
