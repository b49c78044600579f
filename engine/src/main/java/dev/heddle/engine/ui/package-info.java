/**
 * What a dashboard is to a session, and a session to a dashboard: the seam to {@code
 * dev.heddle:heddle-server}, which is found by ServiceLoader and may be missing.
 */
@NullMarked
package dev.heddle.engine.ui;

import org.jspecify.annotations.NullMarked;
