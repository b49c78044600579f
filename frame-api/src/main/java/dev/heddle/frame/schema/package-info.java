/** Schemas, fields and sealed data types, and their map to Arrow types. */
@NullMarked
package dev.heddle.frame.schema;

import org.jspecify.annotations.NullMarked;
