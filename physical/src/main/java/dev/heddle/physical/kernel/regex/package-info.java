/**
 * Regular expressions: parsed to a tree, matched as a search for text where they are one, else by
 * an automaton over bytes whose time is linear in the text.
 */
@NullMarked
package dev.heddle.physical.kernel.regex;

import org.jspecify.annotations.NullMarked;
