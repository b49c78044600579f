/**
 * What pages read, as JSON; {@code docs/guide/dashboard.md} lists the members. Everything that
 * comes from users, such as texts and names, is a value in it and never markup.
 */
@NullMarked
package dev.heddle.server.api;

import org.jspecify.annotations.NullMarked;
