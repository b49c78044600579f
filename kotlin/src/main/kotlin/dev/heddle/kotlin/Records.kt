package dev.heddle.kotlin

import dev.heddle.frame.DataFrame
import dev.heddle.frame.Session

// A data class is a record if it has the annotation @JvmRecord.

/** A frame of records. */
inline fun <reified R : Record> Session.frameOf(vararg rows: R): DataFrame =
    from(R::class.java, rows.toList())

/** Runs the query; its rows as records. */
inline fun <reified R : Record> DataFrame.rowsOf(): List<R> = rows(R::class.java)
