/**
 * What statements can change and show of a session while it is open: {@link SessionSettings} has
 * its options ({@link OptionSetting}), of which few can change, and the settings that drivers and
 * tools send by themselves ({@link StandardSetting}), which can be set to what holds anyway, and
 * what decides the meaning of texts ({@link RuleSetting}). {@link TimedWork} ends what runs for
 * longer than {@code statement_timeout}: each query, and each analysis of a statement, has that
 * time, up to its last row; what a server allows holds beside it. All are safe for several threads.
 */
@NullMarked
package dev.heddle.engine.setting;

import org.jspecify.annotations.NullMarked;
