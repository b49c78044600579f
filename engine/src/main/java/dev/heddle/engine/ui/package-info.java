/**
 * What a dashboard is to a session, and a session to a dashboard: the seam to {@code
 * dev.heddle:heddle-server}, which is found by ServiceLoader and may be missing. What is shown, and
 * what is sent to be shown, has its secrets masked by {@link dev.heddle.engine.ui.Secrets}.
 */
@NullMarked
package dev.heddle.engine.ui;

import org.jspecify.annotations.NullMarked;
