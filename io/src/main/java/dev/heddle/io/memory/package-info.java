/**
 * The ledger of all bytes: budget, promises, reservations with a floor and an elastic part, and the
 * one class that touches raw addresses.
 */
@NullMarked
package dev.heddle.io.memory;

import org.jspecify.annotations.NullMarked;
