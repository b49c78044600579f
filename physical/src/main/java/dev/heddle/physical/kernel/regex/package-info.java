/**
 * Regular expressions: parsed to a tree, matched as a search for text where they are one, else by
 * an automaton over bytes whose time is linear in the text. Matches to replace and groups to
 * extract are found by one that marks groups as it goes. What neither understands, the library
 * does.
 */
@NullMarked
package dev.heddle.physical.kernel.regex;

import org.jspecify.annotations.NullMarked;
